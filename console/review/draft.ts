import { type Act, isSame, type Target, type TargetedAct } from './model';

/** Acts that wait for their review, those of one secret together, and what they were before each step, the last one at the end. */
export interface SecretsDraft {
  readonly acts: readonly TargetedAct[];
  readonly before: readonly (readonly TargetedAct[])[];
}

export const EMPTY_DRAFT: SecretsDraft = { acts: [], before: [] };

/** Steps that can be taken back. */
const STEPS = 100;

/** The acts of one secret, in the place of those that the draft has of it; none takes it out of the draft. */
export function kept(
  draft: SecretsDraft,
  target: Target,
  acts: readonly TargetedAct[],
): SecretsDraft {
  const others = draft.acts.filter((each) => !isSame(each.target, target));
  return { acts: [...others, ...acts], before: [...draft.before, draft.acts].slice(-STEPS) };
}

/** As it was before the last step. */
export const takenBack = ({ acts, before }: SecretsDraft): SecretsDraft => ({
  acts: before.at(-1) ?? acts,
  before: before.slice(0, -1),
});

/** The secrets and environments of which the last step says something else than the one before, each once. */
export function lastStepOf({ acts, before }: SecretsDraft): TargetedAct[] {
  const former = before.at(-1) ?? acts;
  const ofAct = ({ target, act }: TargetedAct) =>
    `${target.secretPath} ${target.secretKey} ${act.environment}`;
  const isOther = (each: TargetedAct, among: readonly TargetedAct[]) =>
    !among.some((one) => ofAct(one) === ofAct(each) && areAlike(one.act, each.act));
  const changed = [
    ...acts.filter((each) => isOther(each, former)),
    ...former.filter((each) => isOther(each, acts)),
  ];
  return [...new Map(changed.map((each) => [ofAct(each), each])).values()];
}

const areAlike = (one: Act, other: Act): boolean =>
  one.kind === other.kind && one.value === other.value;

/** Without what is done: no step back brings it again. */
export function withoutDone(draft: SecretsDraft, done: readonly TargetedAct[]): SecretsDraft {
  const isDone = ({ target, act }: TargetedAct) =>
    done.some((each) => isSame(each.target, target) && each.act.environment === act.environment);
  const left = (acts: readonly TargetedAct[]) => acts.filter((each) => !isDone(each));
  return { acts: left(draft.acts), before: draft.before.map(left) };
}

/** With another act in the place of that on the same secret and environment, if the draft has one. */
export function renewed(draft: SecretsDraft, { target, act }: TargetedAct): SecretsDraft {
  const isOf = (each: TargetedAct) =>
    isSame(each.target, target) && each.act.environment === act.environment;
  return { ...draft, acts: draft.acts.map((each) => (isOf(each) ? { target, act } : each)) };
}

export const actsOn = ({ acts }: SecretsDraft, target: Target): readonly TargetedAct[] =>
  acts.filter((each) => isSame(each.target, target));

export const environmentsIn = ({ acts }: SecretsDraft): number =>
  new Set(acts.map(({ act }) => act.environment)).size;

/** Whether something waits for one environment of a secret. */
export const isIn = (
  { acts }: SecretsDraft,
  { path, name }: { readonly path: string; readonly name: string },
  environment: string,
): boolean =>
  acts.some(
    ({ target, act }) =>
      target.secretPath === path && target.secretKey === name && act.environment === environment,
  );

/** Whether the same is wanted by an act that waits already. */
export const isWaiting = (waiting: readonly TargetedAct[], { act }: TargetedAct): boolean =>
  waiting.some(
    ({ act: { environment, kind, value } }) =>
      environment === act.environment && kind === act.kind && value === act.value,
  );
