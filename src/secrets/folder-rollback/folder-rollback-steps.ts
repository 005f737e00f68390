import { createHash } from 'node:crypto';
import type { ProjectAccess } from '../../access/access.service.js';
import { mapInSlices, filterInSlices } from '../../access/slices.js';
import {
  attributesOf,
  attributesOfSecret,
  type SealedSecret,
  tagSlugsOf,
  optionsIn,
} from '../secret.js';
import { reportOf, type ItemReport, type Problem, type Step } from '../batch/secret-batch-steps.js';
import type { Holder } from '../write-gate.js';
import { type Denial, denialOf, mayDescribe, nextDenial } from '../secret-guards.js';
import type { FormerState, ScopeStates } from './folder-rollback.repository.js';
import { mayDescribePast, mayReadPast, type PastState } from '../as-of/past-secret.js';

/** What becomes of one secret; unless it is created or deleted, it has both states. */
export interface RollbackStep extends Step {
  readonly outcome: 'create' | 'update' | 'delete';
  /** The present state. */
  readonly old: SealedSecret | null;
  /** The state that comes back. */
  readonly past: FormerState | null;
  /** `past`, where the caller may know of it; else null. */
  readonly target: PlacedState | null;
}

export interface PlacedState extends FormerState {
  readonly environment: string;
  readonly secretPath: string;
}

export const isPlaced = (state: FormerState): state is PlacedState =>
  state.environment !== null && state.secretPath !== null;

/** One step for each secret that the caller may know of and that is not as it was, in order of place and name. */
export async function stepsOf(
  project: ProjectAccess,
  { changed, former }: ScopeStates,
): Promise<RollbackStep[]> {
  const present = new Map(changed.map((state) => [state.id, state]));
  const were = new Set(former.map(({ id }) => id));
  const pairs = [
    ...former.map((past) => ({ past, old: present.get(past.id) ?? null })),
    ...changed.filter(({ id }) => !were.has(id)).map((old) => ({ past: null, old })),
  ];
  const known = await filterInSlices(pairs, ({ past, old }) =>
    old ? mayDescribe(project, old) : maySee(project, past!),
  );
  const named = known
    .map(({ past, old }) => ({ past, old, ...whereOf(old, past) }))
    .sort((a, b) => compare(a.place.environment, b.place.environment) || byName(a, b));
  return mapInSlices(named, (each, index): RollbackStep => {
    const outcome = each.old ? (each.past ? 'update' : 'delete') : 'create';
    const problems = problemsOf(project, each.old, each.past);
    const target = each.past && maySee(project, each.past) ? each.past : null;
    return { ...each, index, outcome, problems, target };
  });
}

/** A deleted secret of a folder that is gone too is nobody's to see. */
const maySee = (project: ProjectAccess, past: FormerState): past is PlacedState =>
  isPlaced(past) && mayDescribePast(project, past);

function whereOf(old: SealedSecret | null, past: FormerState | null) {
  const { environment, secretPath, key } = (old ?? past) as SealedSecret;
  return { place: { environment, secretPath }, secretKey: key };
}

type Named = Pick<Step, 'place' | 'secretKey'>;

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const byName = (a: Named, b: Named): number =>
  compare(a.place.secretPath, b.place.secretPath) || compare(a.secretKey, b.secretKey);

function problemsOf(
  project: ProjectAccess,
  old: SealedSecret | null,
  past: FormerState | null,
): Problem[] {
  if (past && !isPlaced(past)) return [{ kind: 'folderGone' }];
  const denial =
    (past && pastDenial(project, past, old)) ??
    (old && (past ? changeDenial(project, old, past) : deletionDenial(project, old))) ??
    (old ? null : denialOf(project, 'create', attributesOfSecret(past!)));
  return denial ? [{ kind: 'denied', ...denial }] : [];
}

const deletionDenial = (project: ProjectAccess, old: SealedSecret): Denial | null =>
  denialOf(project, 'delete', attributesOfSecret(old));

/** Who brings a state back must be free to read it. Its name and tags are for those who may know of it. */
function pastDenial(
  project: ProjectAccess,
  past: PlacedState,
  old: SealedSecret | null,
): Denial | null {
  const place = old ?? past;
  const hidden = { ...attributesOf(place, '', []), secretName: null, secretTags: null };
  if (!mayDescribePast(project, past)) return { action: 'describeSecret', attributes: hidden };
  return mayReadPast(project, past) ? null : { action: 'readValue', attributes: hidden };
}

/** Why the caller may not bring this state back: checked as an update, or as a move where the folder differs. */
function changeDenial(project: ProjectAccess, old: SealedSecret, past: PlacedState): Denial | null {
  const here = attributesOfSecret(old);
  if (old.folderId === past.folderId) {
    const next = { key: past.key, tags: past.tags ?? [] };
    return denialOf(project, 'edit', here) ?? nextDenial(project, old, next);
  }
  const there = attributesOf(past, past.key, tagSlugsOf(past));
  return (
    denialOf(project, 'delete', here) ??
    denialOf(project, 'readValue', here) ??
    denialOf(project, 'create', there) ??
    denialOf(project, 'edit', there)
  );
}

/** Whether both states are alike in all that is not sealed. */
export function isAlikeOutside(old: SealedSecret, past: PastState | FormerState): boolean {
  const shapeOf = (state: SealedSecret | FormerState) =>
    JSON.stringify([
      state.folderId,
      state.key,
      { ...optionsIn(state), skipMultilineEncoding: state.skipMultilineEncoding ?? false },
      (state.tags ?? []).map((tag) => tag.id),
    ]);
  return shapeOf(old) === shapeOf(past);
}

/** One text for one plan: the same secrets go from the same states to the same. */
export function digestOf(steps: readonly RollbackStep[]): string {
  const lines = steps.map(({ outcome, old, past }) =>
    JSON.stringify([
      (old ?? past!).id,
      outcome,
      old?.version ?? null,
      past ? [past.version, past.folderId, past.secretPath, past.key] : null,
    ]),
  );
  return createHash('sha256').update(lines.sort().join('\n')).digest('base64url');
}

export interface RollbackItem extends Omit<ItemReport, 'index'> {
  readonly secretId: string;
  readonly environment: string;
  /** The present one; absent: it was deleted. */
  readonly version?: number;
  /** What comes back; absent: it did not exist then. */
  readonly target?: {
    readonly environment: string;
    readonly secretPath: string;
    readonly secretKey: string;
    readonly version: number;
  };
}

/** Names and versions, never a value. */
export interface RollbackReport {
  readonly isDone: boolean;
  readonly accepted: boolean;
  readonly plan: string;
  readonly unchanged: number;
  readonly items: readonly RollbackItem[];
  readonly wouldBeHeld?: Holder;
}

export function rollbackReport(
  steps: readonly RollbackStep[],
  unchanged: number,
  isDone: boolean,
): RollbackReport {
  const { accepted, items } = reportOf(steps);
  return {
    isDone,
    accepted,
    plan: digestOf(steps),
    unchanged,
    items: items.map(({ secretPath, secretKey, outcome, problems }, index) => ({
      ...sidesOf(steps[index]!),
      secretPath,
      secretKey,
      outcome,
      problems,
    })),
  };
}

const sidesOf = ({ old, past, place, target }: RollbackStep) => ({
  secretId: (old ?? past!).id,
  environment: place.environment,
  ...(old ? { version: old.version } : {}),
  ...(target ? { target: presentTarget(target) } : {}),
});

const presentTarget = ({ environment, secretPath, key, version }: PlacedState) => ({
  environment,
  secretPath,
  secretKey: key,
  version,
});
