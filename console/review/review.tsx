import { useMutation, useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { asRefusal, idempotencyKey } from '../api/client';
import { queryClient } from '../api/queries';
import { useProject } from '../shell/project';
import { Button } from '../widgets/button';
import { Dialog } from '../widgets/dialog';
import { RetryButton } from '../widgets/states';
import { reviewWords as words } from '../words/review';
import type { Act } from './model';
import { send, type Target } from './send';
import styles from './review.module.css';

interface Props {
  readonly target: Target;
  readonly acts: readonly Act[];
  readonly back: () => void;
  readonly close: () => void;
}

/** What has become of one environment; `heldBy` is the request that a held change waits as. */
type Outcome = { readonly heldBy: string | null } | { readonly error: unknown };

/** What the server would do, an environment a line; then the same is done, each by itself. */
export function Review({ target, acts, back, close }: Props) {
  const { plans, outcomes, count, apply, isApplying } = useReview(target, acts);
  const hasBegun = Object.keys(outcomes).length > 0;
  const isBusy = isApplying || plans.some(({ isFetching }) => isFetching);
  return (
    <Dialog
      isOpen
      close={close}
      title={words.titleReview(target.secretKey)}
      acts={
        <>
          {hasBegun ? (
            <Button onPress={close}>{words.done}</Button>
          ) : (
            <Button onPress={back}>{words.back}</Button>
          )}
          {count > 0 && (
            <Button look="first" autoFocus isPending={isBusy} onPress={apply}>
              {words.apply(count)}
            </Button>
          )}
        </>
      }
    >
      <Plans {...{ acts, plans, outcomes }} />
    </Dialog>
  );
}

/** The plans of a review, and what has become of each. */
function useReview(target: Target, acts: readonly Act[]) {
  const [keys] = useState(() => acts.map(() => idempotencyKey()));
  const [outcomes, setOutcomes] = useState<Readonly<Record<string, Outcome>>>({});
  const plans = usePlans(target, acts);
  const isOpen = (index: number) => {
    const outcome = outcomes[acts[index]!.environment];
    return plans[index]?.data?.accepted === true && (!outcome || 'error' in outcome);
  };
  const application = useMutation({
    mutationFn: async () => {
      for (const [index, act] of acts.entries()) {
        if (!isOpen(index)) continue;
        const outcome: Outcome = await send(target, act, false, keys[index])
          .then(({ approval }) => ({ heldBy: approval?.id ?? null }))
          .catch((error: unknown) => ({ error }));
        setOutcomes((before) => ({ ...before, [act.environment]: outcome }));
      }
      await queryClient.invalidateQueries({ queryKey: ['project', target.projectId] });
    },
  });
  const count = acts.filter((_, index) => isOpen(index)).length;
  return {
    ...{ plans, outcomes, count },
    apply: () => application.mutate(),
    isApplying: application.isPending,
  };
}

/** What the server says it would do, an act each. */
function usePlans(target: Target, acts: readonly Act[]) {
  const [id] = useState(() => crypto.randomUUID());
  // The key of the query holds no value: it is of this review alone, and is dropped with it.
  return useQueries({
    queries: acts.map((act) => ({
      queryKey: ['review', id, act.environment],
      queryFn: async () => {
        const { dryRun } = await send(target, act, true);
        const { accepted, items, wouldBeHeld } = dryRun!;
        return { accepted, problems: items.flatMap((item) => item.problems), wouldBeHeld };
      },
      ...{ retry: false, gcTime: 0, staleTime: Infinity },
    })),
  });
}

interface PlansProps {
  readonly acts: readonly Act[];
  readonly plans: ReturnType<typeof usePlans>;
  readonly outcomes: Readonly<Record<string, Outcome>>;
}

const Plans = ({ acts, plans, outcomes }: PlansProps) => (
  <ul className={styles.plans} aria-live="polite">
    {acts.map(({ environment, kind }, index) => (
      <li key={environment} className={styles.plan}>
        <bdi className={styles.environment}>{environment}</bdi>
        <span>{words.kinds[kind]}</span>
        <Fate
          outcome={outcomes[environment]}
          plan={plans[index]?.data}
          error={plans[index]?.error}
          retry={() => void plans[index]?.refetch()}
        />
      </li>
    ))}
  </ul>
);

interface FateProps {
  readonly outcome: Outcome | undefined;
  readonly plan:
    | {
        readonly accepted: boolean;
        readonly problems: readonly { readonly message: string }[];
        readonly wouldBeHeld:
          { readonly policyId: string; readonly name: string | null } | undefined;
      }
    | undefined;
  readonly error: unknown;
  readonly retry: () => void;
}

/** That a change waits, and the way to it. */
export const HeldBy = ({ requestId }: { readonly requestId: string }) => {
  const { slug: projectSlug } = useProject();
  const to = '/p/$projectSlug/approvals/change/$requestId' as const;
  return (
    <span className={styles.soft}>
      ◔ {words.isHeld}: <Link {...{ to, params: { projectSlug, requestId } }}>{words.request}</Link>
    </span>
  );
};

/** What will become of one environment, or has. */
function Fate({ outcome, plan, error, retry }: FateProps) {
  if (outcome && 'heldBy' in outcome)
    return outcome.heldBy === null ? (
      <span className={styles.good}>{words.isDone}</span>
    ) : (
      <HeldBy requestId={outcome.heldBy} />
    );
  const refusal = outcome?.error ?? error;
  if (refusal) {
    const { message, retryAfter } = asRefusal(refusal);
    return (
      <span className={styles.bad}>
        ✕ {message} {!outcome && <RetryButton after={retryAfter} retry={retry} />}
      </span>
    );
  }
  if (!plan) return <span className={styles.soft}>{words.asking}</span>;
  if (!plan.accepted)
    return (
      <span className={styles.bad}>
        ✕ {words.refused}: {plan.problems.map(({ message }) => message).join(' ')}
      </span>
    );
  const { wouldBeHeld } = plan;
  return (
    <span className={styles.soft}>
      {wouldBeHeld ? words.held(wouldBeHeld.name ?? wouldBeHeld.policyId) : words.would}
    </span>
  );
}
