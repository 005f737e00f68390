import type { ProjectAccess } from '../../access/access.service.js';
import {
  type ItemChanges,
  type Mode,
  type NamedItem,
  type Problem,
  type Step,
  versionProblems,
} from '../batch/secret-batch-steps.js';
import type { Loaded } from '../batch/secret-batches.repository.js';
import { denialOf, mayDescribe } from '../secret-guards.js';
import {
  attributesOf,
  type SealedSecret,
  type SecretDraft,
  type SecretScope,
  tagSlugsOf,
} from '../secret.js';
import type { SealedPersonal } from './personal-secret.js';

/** What a person asks to be done to personal secrets of theirs. */
export interface PersonalOrder {
  readonly verb: 'create' | 'update' | 'delete';
  readonly items: readonly ItemChanges[];
  /** What becomes of those that an update does not find. */
  readonly mode: Mode;
}

/** Whether all of a batch is about personal secrets. */
export const areAllPersonal = (where: SecretScope, items: readonly NamedItem[]): boolean =>
  where.isPersonal || items.every((item) => item.isPersonal === true);

export const personalItemOf = (item: NamedItem): ItemChanges => ({ ...item, changes: {} });

export const personalCreation = (drafts: readonly SecretDraft[]): PersonalOrder => ({
  verb: 'create',
  mode: 'failOnNotFound',
  items: drafts.map(({ secretKey, ...changes }) => ({ secretKey, changes })),
});

export interface PersonalStep extends Step {
  readonly item: ItemChanges;
  /** The shared secret, where the person may know of it. */
  readonly twin: SealedSecret | null;
  /** What the person holds of it. */
  readonly old: SealedPersonal | null;
}

/**
 * What is done to one item. A personal value stands for a shared secret that its holder may describe. Who may create there
 * may hold one, who may edit it may change theirs: it takes storage, and a role that is to write nothing writes nothing.
 * Everybody may put away what is theirs.
 */
export function personalStepOf(
  project: ProjectAccess,
  { verb, mode }: PersonalOrder,
  { item, index, place, row }: Loaded<ItemChanges>,
  held: ReadonlyMap<string, SealedPersonal>,
): PersonalStep {
  const { secretKey, expectedVersion } = item;
  const twin = row && mayDescribe(project, row) ? row : null;
  const old = (twin && held.get(twin.id)) ?? null;
  const problems: Problem[] = [];
  const step = { index, place, secretKey, item, twin, old, problems };
  const isCreating = verb === 'create' || (verb === 'update' && !old && mode === 'upsert');
  if (!old && !isCreating) {
    if (verb === 'update' && mode === 'ignore') return { ...step, outcome: 'skip' };
    problems.push({ kind: 'noPersonal' });
    return { ...step, outcome: 'skip' };
  }
  problems.push(...versionProblems(expectedVersion, old?.version ?? null));
  if (verb === 'delete') return { ...step, outcome: 'delete' };
  const attributes = attributesOf(place, secretKey, tagSlugsOf(twin ?? { tags: null }));
  const denial = denialOf(project, isCreating ? 'create' : 'edit', attributes);
  if (denial) problems.push({ kind: 'denied', ...denial });
  if (isCreating && !twin) problems.push({ kind: 'noShared' });
  if (verb === 'create' && old) problems.push({ kind: 'taken' });
  const { newSecretName = secretKey, tagIds = [] } = item.changes;
  if (newSecretName !== secretKey || tagIds.length > 0) problems.push({ kind: 'ofShared' });
  return { ...step, outcome: isCreating ? 'create' : 'update' };
}
