import { useMutation, useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { asRefusal, idempotencyKey } from '../api/client';
import { queryClient } from '../api/queries';
import { ProductionForm, useProductionName } from '../secrets/production-form';
import { Button } from '../widgets/button';
import { Dialog } from '../widgets/dialog';
import { RetryButton } from '../widgets/states';
import { reviewWords as words } from '../words/review';
import { useSecretsDraft } from './drafts';
import type { Plan } from './fate';
import { type Act, isOpen, isSame, type Outcome, retryAfterOf, type TargetedAct } from './model';
import { Plans } from './plans';
import { send } from './send';

interface Props {
  /** At least one; those of one secret stand together. */
  readonly acts: readonly TargetedAct[];
  /** The environment that alone is ticked at the beginning; without one, all are. */
  readonly only?: string | undefined;
  /** Returns to where the acts were asked for, with those that are done; absent where that was a button. */
  readonly back?: (done: readonly TargetedAct[]) => void;
  readonly close: (done: readonly TargetedAct[]) => void;
}

/**
 * What the server would do, an environment a line; then the same is done, each by itself. The focus begins on the dialog and
 * is never led to the button that writes: a key that was meant for a line would press it.
 */
export function Review({ acts: asked, only, back, close }: Props) {
  const { acts, plans, outcomes, left, apply, isApplying, ...choice } = useReview(asked, only);
  const count = left.length;
  const all = outcomes.filter((each) => each !== undefined);
  const done = acts.filter(
    (_, index) => 'heldBy' in (outcomes[index] ?? {}) || choice.dropped.has(index),
  );
  const isBusy = isApplying || plans.some(({ isFetching }) => isFetching);
  const isDanger = acts.some(({ act }) => act.kind === 'delete');
  const retryAfter = retryAfterOf(all);
  const environments = [...new Set(left.map(({ act }) => act.environment))];
  const isHeld = acts.every((act, index) => !left.includes(act) || plans[index]?.data?.wouldBeHeld);
  const production = useProductionName(isHeld ? [] : environments);
  const go = () => {
    if (count > 0 && !isBusy) apply();
  };
  const end = () => close(done);
  // What was typed before it would be lost: Escape leads there, until something has been done.
  const leave = () => (back && all.length === 0 && !isApplying ? back(done) : end());
  return (
    <Dialog
      isOpen
      close={leave}
      title={titleOf(acts)}
      acts={
        <>
          {back && done.length < acts.length && (
            // The versions of now are known once it is done: the way back leads to the newest ones.
            <Button isPending={isApplying} onPress={() => back(done)}>
              {words.back}
            </Button>
          )}
          {(!back || all.length > 0) && (
            <Button onPress={end}>{all.length > 0 ? words.done : words.cancel}</Button>
          )}
          {count > 0 && retryAfter === null && (
            <Button
              look={isDanger ? 'danger' : 'first'}
              type="submit"
              form="review"
              isDisabled={!production.isTyped}
              isPending={isBusy}
            >
              {wordsOf(acts, isHeld)(environments)} <kbd aria-hidden>Ctrl Enter</kbd>
            </Button>
          )}
          {count > 0 && retryAfter !== null && !isBusy && (
            <RetryButton after={retryAfter} retry={go} />
          )}
        </>
      }
    >
      <Plans {...{ acts, plans, outcomes, ...choice }} />
      <ProductionForm id="review" production={production} submit={go} />
    </Dialog>
  );
}

function titleOf(acts: readonly TargetedAct[]): string {
  const { target } = acts[0]!; // there is one
  if (!acts.every((each) => isSame(each.target, target))) return words.titleReviewAll(acts.length);
  const title = areDeletions(acts) ? words.titleDelete : words.titleReview;
  return title(target.secretKey, target.secretPath);
}

const wordsOf = (acts: readonly TargetedAct[], isHeld: boolean) =>
  isHeld ? words.propose : areDeletions(acts) ? words.deleteHere : words.apply;

const areDeletions = (acts: readonly TargetedAct[]): boolean =>
  acts.every(({ act }) => act.kind === 'delete');

/** The plans of a review, and what has become of each. */
function useReview(asked: readonly TargetedAct[], only: string | undefined) {
  const [acts, setActs] = useState(asked);
  const [keys, setKeys] = useState(() => asked.map(() => idempotencyKey()));
  const [dropped, setDropped] = useState<ReadonlySet<number>>(() => new Set());
  const [outcomes, setOutcomes] = useState<readonly (Outcome | undefined)[]>([]);
  const [leftOut, setLeftOut] = useState(() => othersThan(only, asked));
  const plans = usePlans(acts);
  const { projectId } = asked[0]!.target; // there is one
  const { forget, renew } = useSecretsDraft(projectId);
  const isLeft = (_: TargetedAct, index: number) =>
    !leftOut.has(index) &&
    !dropped.has(index) &&
    plans[index]?.data?.accepted === true &&
    isOpen(outcomes[index]);
  const application = useMutation({
    mutationFn: async () => {
      for (const [index, act] of acts.entries()) {
        if (!isLeft(act, index)) continue;
        const outcome: Outcome = await send(act, false, keys[index])
          .then(({ approval }) => ({ heldBy: approval?.id ?? null }))
          .catch((error: unknown) => ({ error: asRefusal(error) }));
        setOutcomes((before) => Object.assign([...before], { [index]: outcome }));
        // What the server took waits no more, however somebody leaves this dialog.
        if ('heldBy' in outcome) forget([act]);
      }
      await queryClient.invalidateQueries({ queryKey: ['project', projectId] });
    },
  });
  return {
    ...{ acts, plans, outcomes, left: acts.filter(isLeft), leftOut, dropped },
    drop: (index: number) => setDropped((before) => new Set([...before, index])),
    /** The wish upon what is there now is another act: it has a plan, a key and an outcome of its own. */
    renew: (index: number, act: Act) => {
      const next = { ...acts[index]!, act };
      setActs((before) => before.with(index, next));
      renew(next);
      setKeys((before) => before.with(index, idempotencyKey()));
      setOutcomes((before) => Object.assign([...before], { [index]: undefined }));
    },
    leave: (index: number, isOut: boolean) =>
      setLeftOut(
        (before) =>
          new Set([...before].filter((each) => each !== index).concat(isOut ? [index] : [])),
      ),
    apply: () => application.mutate(),
    isApplying: application.isPending,
  };
}

/** The places of acts in other environments. */
const othersThan = (only: string | undefined, acts: readonly TargetedAct[]): ReadonlySet<number> =>
  new Set(
    acts.flatMap(({ act }, index) =>
      only === undefined || act.environment === only ? [] : [index],
    ),
  );

/** What the server says it would do, an act each. */
function usePlans(acts: readonly TargetedAct[]) {
  const [id] = useState(() => crypto.randomUUID());
  // The key of the query holds no value: it is of this review alone, and is dropped with it.
  return useQueries({
    queries: acts.map((act, index) => ({
      queryKey: ['review', id, index, act.act.kind, act.act.expectedVersion],
      queryFn: async (): Promise<Plan> => {
        const { dryRun } = await send(act, true);
        const { accepted, items, wouldBeHeld } = dryRun!;
        return { accepted, problems: items.flatMap((item) => item.problems), wouldBeHeld };
      },
      ...{ retry: false, gcTime: 0, staleTime: Infinity },
    })),
  });
}
