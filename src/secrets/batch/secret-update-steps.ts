import type { ProjectAccess } from '../../access/access.service.js';
import {
  attributesOf,
  attributesOfSecret,
  type SecretLocation,
  type TagRef,
  tagSlugsOf,
  tagsBySlug,
  unknownTags,
} from '../secret.js';
import {
  nameKey,
  type Problem,
  repeatedIn,
  type Step,
  tagProblems,
  versionProblems,
  type ItemChanges,
  type Mode,
} from './secret-batch-steps.js';
import type { BatchRow, FolderOfBatch, Loaded } from './secret-batches.repository.js';
import { denialOf, isWithinReach, nextDenial } from '../secret-guards.js';
import type { FolderOfSecrets } from '../write-scenes.js';

/** Where a batch happens, and for whom. */
export interface BatchScene {
  readonly project: ProjectAccess;
  /** The folder of `place`. */
  readonly folder: FolderOfSecrets;
  readonly place: SecretLocation;
  readonly tags: ReadonlyMap<string, TagRef>;
  readonly isPersonal: boolean;
  /** Whether a person asks. */
  readonly isPerson: boolean;
}

interface ChangeStep extends Step {
  readonly item: ItemChanges;
  readonly folder: FolderOfBatch;
  readonly nextKey: string;
  readonly tags: readonly TagRef[];
}

export interface UpdateStep extends ChangeStep {
  readonly outcome: 'update';
  readonly old: BatchRow;
}

export interface CreateStep extends ChangeStep {
  readonly outcome: 'create';
}

/** Left out, or a problem of its own: there is no such secret. */
interface AbsentStep extends ChangeStep {
  readonly outcome: 'skip';
}

export type AnyStep = UpdateStep | CreateStep | AbsentStep;

export const hasNewName = (step: AnyStep): boolean =>
  step.outcome === 'create' || step.nextKey !== step.item.secretKey;

export function stepOf(scene: BatchScene, mode: Mode, loaded: Loaded<ItemChanges>): AnyStep {
  const { project, tags: known } = scene;
  const { item, index, place, folder, row } = loaded;
  const { changes, secretKey } = item;
  const nextKey = changes.newSecretName || secretKey;
  const problems = tagProblems(unknownTags(known, changes.tagIds ?? []));
  const common = { item, index, place, folder, secretKey, nextKey, problems };
  const old = row && isWithinReach(project, 'edit', row) ? row : null;
  const tags = changes.tagIds ? tagsBySlug(known, changes.tagIds) : (old?.tags ?? []);
  if (!old && mode !== 'upsert') {
    if (mode === 'failOnNotFound') problems.push({ kind: 'missing' });
    return { ...common, tags, outcome: 'skip' };
  }
  problems.push(...rightsProblems(project, old, { place, key: nextKey, tags }));
  problems.push(...ruleProblems(scene, loaded, old));
  problems.push(...versionProblems(item.expectedVersion, old?.version ?? null));
  return old ? { ...common, tags, outcome: 'update', old } : { ...common, tags, outcome: 'create' };
}

interface Next {
  readonly place: SecretLocation;
  readonly key: string;
  readonly tags: readonly TagRef[];
}

export function rightsProblems(
  project: ProjectAccess,
  old: BatchRow | null,
  { place, key, tags }: Next,
): Problem[] {
  const denial = old
    ? (denialOf(project, 'edit', attributesOfSecret(old)) ??
      nextDenial(project, old, { key, tags }))
    : denialOf(project, 'create', attributesOf(place, key, tagSlugsOf({ tags })));
  return denial ? [{ kind: 'denied', ...denial }] : [];
}

function ruleProblems(
  scene: BatchScene,
  { item, folder }: Loaded<ItemChanges>,
  old: BatchRow | null,
): Problem[] {
  const { newSecretName } = item.changes;
  // A secret that is there keeps its name, whatever the project's rule is now.
  const newKey = newSecretName ?? (old ? undefined : item.secretKey);
  const isLower = newKey !== undefined && newKey !== newKey.toUpperCase();
  const problems: Problem[] = [];
  problems.push(...personalProblems(scene, item));
  if (newSecretName === '') problems.push({ kind: 'empty' });
  if (folder.autoCapitalization && isLower) problems.push({ kind: 'lowerCase' });
  return [...problems, ...(old ? sizeProblem(old) : [])];
}

/** All of a person's personal secrets go another way: these are mixed with shared ones. */
export const personalProblems = (
  { isPersonal, isPerson }: Pick<BatchScene, 'isPersonal' | 'isPerson'>,
  item: { readonly isPersonal?: boolean } = {},
): Problem[] => (isPersonal || item.isPersonal ? [{ kind: isPerson ? 'mixed' : 'personal' }] : []);

export const sizeProblem = (row: BatchRow): Problem[] =>
  row.isTooLarge ? [{ kind: 'tooLarge' }] : [];

export function markRepeated(steps: readonly Step[]): void {
  const names = steps.map((step) => nameKey(step.place.secretPath, step.secretKey));
  for (const index of repeatedIn(names)) steps[index]!.problems.push({ kind: 'repeated' });
}

/** Only where a new name is among them: one name given twice is told of as repeated. */
export function markSameName(steps: readonly AnyStep[]): void {
  const names = steps.map((step) =>
    step.outcome === 'skip' ? null : nameKey(step.place.secretPath, step.nextKey),
  );
  for (const index of repeatedIn(names)) {
    const { problems } = steps[index]!;
    if (!problems.some((problem) => problem.kind === 'repeated'))
      problems.push({ kind: 'sameName' });
  }
}
