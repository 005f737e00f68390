import { useMutation, useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { asRefusal, idempotencyKey } from '../api/client';
import { queryClient } from '../api/queries';
import { ProductionForm, useProductionName } from '../secrets/production-form';
import { Button } from '../widgets/button';
import { Dialog } from '../widgets/dialog';
import { RetryButton } from '../widgets/states';
import { reviewWords as words } from '../words/review';
import { type Act, isOpen, type Outcome, retryAfterOf } from './model';
import { type Plan, Plans } from './plans';
import { send, type Target } from './send';

interface Props {
  readonly target: Target;
  readonly acts: readonly Act[];
  /** Returns to where the acts were asked for, with the environments where they are done; absent where that was a button. */
  readonly back?: (done: readonly string[]) => void;
  readonly close: () => void;
}

/** What the server would do, an environment a line; then the same is done, each by itself. */
export function Review({ target, acts, back, close }: Props) {
  const { plans, outcomes, left, apply, isApplying } = useReview(target, acts);
  const count = left.length;
  const all = Object.values(outcomes);
  const done = acts.filter(({ environment }) => 'heldBy' in (outcomes[environment] ?? {}));
  const isBusy = isApplying || plans.some(({ isFetching }) => isFetching);
  const isDanger = acts.some(({ kind }) => kind === 'delete');
  const isEnding = acts.some(({ kind }) => kind === 'delete' || kind === 'rename');
  const retryAfter = retryAfterOf(all);
  const production = useProductionName(isEnding ? left : []);
  const go = () => {
    if (count > 0 && !isBusy) apply();
  };
  return (
    <Dialog
      isOpen
      close={close}
      title={words.titleReview(target.secretKey, target.secretPath)}
      acts={
        <>
          {back && done.length < acts.length && (
            // The versions of now are known once it is done: the way back leads to the newest ones.
            <Button
              isPending={isApplying}
              onPress={() => back(done.map(({ environment }) => environment))}
            >
              {words.back}
            </Button>
          )}
          {(!back || all.length > 0) && (
            <Button onPress={close}>{all.length > 0 ? words.done : words.cancel}</Button>
          )}
          {count > 0 && retryAfter === null && (
            <Button
              look={isDanger ? 'danger' : 'first'}
              type="submit"
              form="review"
              autoFocus={production.field === null}
              isDisabled={!production.isTyped}
              isPending={isBusy}
            >
              {words.apply(left)}
            </Button>
          )}
          {count > 0 && retryAfter !== null && !isBusy && (
            <RetryButton after={retryAfter} retry={go} />
          )}
        </>
      }
    >
      <Plans {...{ target, acts, plans, outcomes }} />
      <ProductionForm id="review" production={production} submit={go} />
    </Dialog>
  );
}

/** The plans of a review, and what has become of each. */
function useReview(target: Target, acts: readonly Act[]) {
  const [keys] = useState(() => acts.map(() => idempotencyKey()));
  const [outcomes, setOutcomes] = useState<Readonly<Record<string, Outcome>>>({});
  const plans = usePlans(target, acts);
  const isLeft = ({ environment }: Act, index: number) =>
    plans[index]?.data?.accepted === true && isOpen(outcomes[environment]);
  const application = useMutation({
    mutationFn: async () => {
      for (const [index, act] of acts.entries()) {
        if (!isLeft(act, index)) continue;
        const outcome: Outcome = await send(target, act, false, keys[index])
          .then(({ approval }) => ({ heldBy: approval?.id ?? null }))
          .catch((error: unknown) => ({ error: asRefusal(error) }));
        setOutcomes((before) => ({ ...before, [act.environment]: outcome }));
      }
      await queryClient.invalidateQueries({ queryKey: ['project', target.projectId] });
    },
  });
  return {
    ...{ plans, outcomes, left: acts.filter(isLeft).map(({ environment }) => environment) },
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
      queryFn: async (): Promise<Plan> => {
        const { dryRun } = await send(target, act, true);
        const { accepted, items, wouldBeHeld } = dryRun!;
        return { accepted, problems: items.flatMap((item) => item.problems), wouldBeHeld };
      },
      ...{ retry: false, gcTime: 0, staleTime: Infinity },
    })),
  });
}
