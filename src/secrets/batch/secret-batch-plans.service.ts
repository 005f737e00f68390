import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ProjectAccess } from '../../access/access.service.js';
import { mapInSlices } from '../../access/slices.js';
import type { ContentActor } from '../../auth/actor.js';
import { attributesOfSecret, type TagRef } from '../secret.js';
import {
  nameKey,
  type Problem,
  type Step,
  tagProblems,
  tellTaken,
  versionProblems,
  type ItemChanges,
  type Mode,
  type NamedItem,
  tagIdsIn,
} from './secret-batch-steps.js';
import {
  type BatchRow,
  type Located,
  SecretBatchesRepository,
} from './secret-batches.repository.js';
import { denialOf, isWithinReach, requireAnyOf } from '../secret-guards.js';
import { type Relabels, SecretOpenings } from '../secret-openings.js';
import {
  type AnyStep,
  type BatchScene,
  hasNewName,
  markRepeated,
  markSameName,
  personalProblems,
  rightsProblems,
  sizeProblem,
  stepOf,
  type UpdateStep,
} from './secret-update-steps.js';
import { SecretsRepository } from '../secrets.repository.js';

export interface UpdateOrder {
  readonly items: readonly ItemChanges[];
  readonly mode: Mode;
}

interface NewItem {
  readonly secretKey: string;
  readonly tags: readonly TagRef[];
  readonly unknownTagIds: readonly string[];
}

export interface DeleteStep extends Step {
  readonly old: BatchRow | null;
}

/** What a batch would do to each item, and what speaks against it: found out before anything is written. */
@Injectable()
export class SecretBatchPlans {
  constructor(
    private readonly secrets: SecretsRepository,
    private readonly batches: SecretBatchesRepository,
    private readonly openings: SecretOpenings,
  ) {}

  async ofUpdate(
    tx: EntityManager,
    scene: BatchScene & { readonly actor: ContentActor },
    { items, mode }: UpdateOrder,
    isLocking: boolean,
  ): Promise<AnyStep[]> {
    const { actor, project, place, folder } = scene;
    const located = await this.batches.locate(tx, project.id, place, items, folder);
    requireAnyOf(project, mode === 'upsert' ? ['edit', 'create'] : ['edit'], located);
    if (isLocking) await this.openings.hold(tx, project, relabelsOf(place, located, mode));
    const loaded = await this.batches.load(tx, project.id, located, isLocking);
    const steps = await mapInSlices(loaded, (each) => stepOf(scene, mode, each));
    markRepeated(steps);
    markSameName(steps);
    await this.markOpenings(tx, { actor, project }, steps);
    await this.markTaken(tx, project, steps);
    return steps;
  }

  async ofDeletion(
    tx: EntityManager,
    scene: Omit<BatchScene, 'tags'>,
    items: readonly NamedItem[],
    isLocking: boolean,
  ): Promise<DeleteStep[]> {
    const { project, place, folder } = scene;
    const located = await this.batches.locate(tx, project.id, place, items, folder);
    requireAnyOf(project, ['delete'], located);
    const loaded = await this.batches.load(tx, project.id, located, isLocking);
    const steps = await mapInSlices(loaded, ({ item, index, place: own, row }): DeleteStep => {
      const old = row && isWithinReach(project, 'delete', row) ? row : null;
      const problems: Problem[] = old ? [...sizeProblem(old)] : [{ kind: 'missing' }];
      const denial = old && denialOf(project, 'delete', attributesOfSecret(old));
      if (denial) problems.push({ kind: 'denied', ...denial });
      problems.push(...personalProblems(scene, item));
      if (old) problems.push(...versionProblems(item.expectedVersion, old.version));
      return { index, place: own, secretKey: item.secretKey, outcome: 'delete', problems, old };
    });
    markRepeated(steps);
    return steps;
  }

  /** For a look at it only: a creation itself lets the database find what is taken. */
  async ofCreation(
    tx: EntityManager,
    scene: Omit<BatchScene, 'tags'>,
    items: readonly NewItem[],
  ): Promise<Step[]> {
    const { project, place, folder } = scene;
    const located = items.map((item, index) => ({ item, index, place }));
    requireAnyOf(project, ['create'], located);
    const addresses = items.map((item) => ({ ...place, key: item.secretKey }));
    const taken = await this.batches.takenNames(tx, project.id, addresses);
    const steps = await mapInSlices(items, ({ secretKey, tags, unknownTagIds }, index): Step => {
      const problems = tagProblems(unknownTagIds);
      problems.push(...rightsProblems(project, null, { place, key: secretKey, tags }));
      const isLower = secretKey !== secretKey.toUpperCase();
      problems.push(...personalProblems(scene));
      if (folder.autoCapitalization && isLower) problems.push({ kind: 'lowerCase' });
      return { index, place, secretKey, outcome: 'create', problems };
    });
    for (const step of steps) {
      if (taken.has(nameKey(place.secretPath, step.secretKey))) tellTaken(step);
    }
    markRepeated(steps);
    return steps;
  }

  /** New names and tags that open to somebody what the caller could not grant. */
  private async markOpenings(
    tx: EntityManager,
    caller: { readonly actor: ContentActor; readonly project: ProjectAccess },
    steps: readonly AnyStep[],
  ): Promise<void> {
    const updates = steps.filter(
      (step) =>
        step.outcome === 'update' && !step.problems.some((problem) => problem.kind === 'denied'),
    ) as UpdateStep[];
    const changes = updates.map(({ old, nextKey: key, tags }) => ({ old, next: { key, tags } }));
    const opened = await this.openings.find(tx, caller, changes);
    for (const [index, actions] of opened)
      updates[index]!.problems.push({ kind: 'opens', actions });
  }

  /** New names that belong to secrets outside of the batch. */
  private async markTaken(
    tx: EntityManager,
    project: ProjectAccess,
    steps: readonly AnyStep[],
  ): Promise<void> {
    const own = new Set(steps.flatMap((step) => (step.outcome === 'update' ? [step.old.id] : [])));
    const newly = steps.filter((step) => step.outcome !== 'skip' && hasNewName(step));
    const addresses = newly.map((step) => ({ ...step.place, key: step.nextKey }));
    const taken = await this.batches.takenNames(tx, project.id, addresses);
    for (const step of newly) {
      const holder = taken.get(nameKey(step.place.secretPath, step.nextKey));
      if (holder !== undefined && !own.has(holder)) tellTaken(step);
    }
  }
}

/** What the batch will change of what rules know secrets by. */
function relabelsOf(
  { environment }: BatchScene['place'],
  located: readonly Located<ItemChanges>[],
  mode: UpdateOrder['mode'],
): Relabels {
  const items = located.map(({ item }) => item);
  const isRelabelling = items.some(({ changes }) => changes.newSecretName || changes.tagIds);
  return {
    place: isRelabelling ? { environment, secretPath: null } : null,
    tagIds: [...new Set(tagIdsIn(items))],
    folderIds: mode === 'upsert' ? [...new Set(located.map(({ folder }) => folder.id))] : [],
  };
}
