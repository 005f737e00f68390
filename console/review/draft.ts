import { isSame, type Target, type TargetedAct } from './model';

/** Acts that wait for their review, those of one secret together, and what they were before each step, the last one at the end. */
export interface Draft {
  readonly acts: readonly TargetedAct[];
  readonly before: readonly (readonly TargetedAct[])[];
}

export const EMPTY: Draft = { acts: [], before: [] };

/** Steps that can be taken back. */
const STEPS = 100;

/** The acts of one secret, in the place of those that the draft has of it; none takes it out of the draft. */
export function kept(draft: Draft, target: Target, acts: readonly TargetedAct[]): Draft {
  const others = draft.acts.filter((each) => !isSame(each.target, target));
  return { acts: [...others, ...acts], before: [...draft.before, draft.acts].slice(-STEPS) };
}

/** As it was before the last step. */
export const takenBack = ({ acts, before }: Draft): Draft => ({
  acts: before.at(-1) ?? acts,
  before: before.slice(0, -1),
});

/** Without what is done: no step back brings it again. */
export function withoutDone(draft: Draft, done: readonly TargetedAct[]): Draft {
  const isDone = ({ target, act }: TargetedAct) =>
    done.some((each) => isSame(each.target, target) && each.act.environment === act.environment);
  const left = (acts: readonly TargetedAct[]) => acts.filter((each) => !isDone(each));
  return { acts: left(draft.acts), before: draft.before.map(left) };
}

export const actsOn = ({ acts }: Draft, target: Target): readonly TargetedAct[] =>
  acts.filter((each) => isSame(each.target, target));

export const environmentsIn = ({ acts }: Draft): number =>
  new Set(acts.map(({ act }) => act.environment)).size;

/** Whether something waits for one environment of a secret. */
export const isIn = (
  { acts }: Draft,
  { path, name }: { readonly path: string; readonly name: string },
  environment: string,
): boolean =>
  acts.some(
    ({ target, act }) =>
      target.secretPath === path && target.secretKey === name && act.environment === environment,
  );
