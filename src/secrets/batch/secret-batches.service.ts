import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ProjectAccess } from '../../access/access.service.js';
import type { ContentActor, UserActor } from '../../auth/actor.js';
import { Database } from '../../database/database.js';
import { addCost } from '../../http/limits/admission.js';
import type { WithBrokenReferences } from '../references/broken-reference-report.js';
import { SecretCreation } from '../secret-creation.service.js';
import { mayReadValue } from '../secret-guards.js';
import {
  type CreateMutation,
  type DeleteMutation,
  folderOf,
  keptOf,
  recordAs,
  type UpdateMutation,
} from '../secret-mutations.js';
import { SecretVault } from '../secret-vault.js';
import { type SecretCaller, SecretWriter } from '../secret-writer.js';
import {
  type SealedSecret,
  type SecretDraft,
  draftOfNew,
  merged,
  tagsBySlug,
  unknownTags,
  type SecretsOfProject,
  type SecretScope,
} from '../secret.js';
import { SecretsRepository } from '../secrets.repository.js';
import { SecretBatchPlans, type UpdateOrder } from './secret-batch-plans.service.js';
import {
  refuse,
  reportOf,
  type Report,
  type Step,
  type ItemChanges,
  type Mode,
  type NamedItem,
  tagIdsIn,
} from './secret-batch-steps.js';
import { presentChanged, presentCreated, presentReport } from './batch-answers.js';
import type { CreateStep, UpdateStep } from './secret-update-steps.js';
import {
  areAllPersonal,
  personalCreation,
  personalItemOf,
  type PersonalOrder,
} from '../personal/personal-plans.js';
import { PersonalWrites } from '../personal/personal-writes.service.js';
import { WriteGate } from '../write-gate.js';
import { WriteScenes } from '../write-scenes.js';
import { visibleToCreator, visibleToWriter } from '../visible-to-writer.js';

interface Body {
  readonly dryRun?: boolean;
  toScope(): SecretScope;
}

/** Items of a batch that cost as much as one more request. */
const ITEMS_OF_A_UNIT = 100;

/** Batches as requests of both dialects put them: all of a batch or nothing. With `dryRun` nothing is written or locked. */
@Injectable()
export class SecretBatches {
  // oxlint-disable-next-line max-params -- who plans, who writes, and what both need
  constructor(
    private readonly scenes: WriteScenes,
    private readonly database: Database,
    private readonly secrets: SecretsRepository,
    private readonly plans: SecretBatchPlans,
    private readonly creation: SecretCreation,
    private readonly writer: SecretWriter,
    private readonly vault: SecretVault,
    private readonly gate: WriteGate,
    private readonly personal: PersonalWrites,
  ) {}

  async create(actor: ContentActor, dto: Body & { toDrafts(): SecretDraft[] }) {
    const [where, drafts] = [dto.toScope(), dto.toDrafts()];
    addCost(drafts.length / ITEMS_OF_A_UNIT);
    if (where.isPersonal && actor.kind === 'user' && dto.dryRun)
      return presentReport(await this.personal.preview(actor, where, personalCreation(drafts)));
    if (dto.dryRun) return presentReport(await this.previewCreation(actor, where, drafts));
    return presentCreated(await this.creation.createMany(actor, where, drafts));
  }

  async update(actor: ContentActor, dto: Body & { mode?: Mode; toItems(): ItemChanges[] }) {
    const where = dto.toScope();
    const order = { items: dto.toItems(), mode: dto.mode ?? 'failOnNotFound' };
    addCost(order.items.length / ITEMS_OF_A_UNIT);
    if (actor.kind === 'user' && areAllPersonal(where, order.items))
      return this.changePersonal(actor, dto, where, { verb: 'update', ...order });
    if (!dto.dryRun) return presentChanged(await this.updateMany(actor, where, order));
    const scene = await this.sceneOf(actor, where);
    const tags = await this.secrets.findTags(scene.project.id, tagIdsIn(order.items));
    const plan = (tx: EntityManager) =>
      this.plans.ofUpdate(tx, { ...scene, actor, tags }, order, false);
    return presentReport(await this.preview({ ...scene, actor }, plan));
  }

  async remove(actor: ContentActor, dto: Body & { toItems(): NamedItem[] }) {
    const [where, items] = [dto.toScope(), dto.toItems()];
    addCost(items.length / ITEMS_OF_A_UNIT);
    if (actor.kind === 'user' && areAllPersonal(where, items)) {
      const order = { items: items.map(personalItemOf), mode: 'failOnNotFound' } as const;
      return this.changePersonal(actor, dto, where, { verb: 'delete', ...order });
    }
    if (!dto.dryRun) return presentChanged(await this.removeMany(actor, where, items));
    const scene = await this.sceneOf(actor, where);
    const plan = (tx: EntityManager) => this.plans.ofDeletion(tx, scene, items, false);
    return presentReport(await this.preview({ ...scene, actor }, plan));
  }

  private async changePersonal(
    actor: UserActor,
    { dryRun }: Body,
    where: SecretScope,
    order: PersonalOrder,
  ) {
    if (dryRun) return presentReport(await this.personal.preview(actor, where, order));
    const done = await this.personal.write(actor, where, order);
    return presentChanged({ ...done, brokenReferences: null });
  }

  private async previewCreation(
    actor: ContentActor,
    where: SecretScope,
    drafts: readonly SecretDraft[],
  ) {
    const scene = await this.sceneOf(actor, where);
    const ids = drafts.flatMap((draft) => draft.tagIds ?? []);
    const tags = await this.secrets.findTags(scene.project.id, ids);
    const items = drafts.map(({ secretKey, tagIds = [] }) => ({
      secretKey,
      tags: tagsBySlug(tags, tagIds),
      unknownTagIds: unknownTags(tags, tagIds),
    }));
    return this.preview({ ...scene, actor }, (tx) => this.plans.ofCreation(tx, scene, items));
  }

  private preview(
    caller: SecretCaller,
    plan: (tx: EntityManager) => Promise<readonly Step[]>,
  ): Promise<Report> {
    return this.database.transaction(async (tx) => {
      const steps = await plan(tx);
      const changed = steps.filter(({ outcome }) => outcome !== 'skip');
      const places = changed.map(({ place }) => place);
      return this.gate.previewed(tx, caller, reportOf(steps), places);
    });
  }

  private async sceneOf(actor: ContentActor, where: SecretScope) {
    const { location: place, ...scene } = await this.scenes.locate(actor, where);
    const isPerson = actor.kind === 'user';
    return { ...scene, place, isPersonal: where.isPersonal, isPerson };
  }

  private async updateMany(
    actor: ContentActor,
    where: SecretScope,
    order: UpdateOrder,
  ): Promise<SecretsOfProject & WithBrokenReferences> {
    const scene = await this.sceneOf(actor, where);
    const tags = await this.secrets.getTags(scene.project.id, tagIdsIn(order.items));
    const caller = { actor, project: scene.project };
    const done = await this.writer.write(caller, async (tx, project) => {
      const steps = await this.plans.ofUpdate(tx, { ...scene, actor, project, tags }, order, true);
      refuse(project, steps);
      const updates = steps.filter((step) => step.outcome === 'update');
      const creations = steps.filter((step) => step.outcome === 'create');
      const createdKeys = creations.map(({ nextKey }) => nextKey);
      const more = createdKeys.length > 0 ? { createdKeys } : {};
      return {
        project,
        steps: [...updates, ...creations],
        mutations: [...(await this.updatesOf(tx, project, updates)), ...creations.map(creationOf)],
        record: recordAs('secret.update', scene.place, more),
      };
    });
    const { project, brokenReferences } = done;
    const secrets = done.steps
      .map((step, at) => {
        const secret = done.secrets[at]!;
        if (step.outcome === 'create')
          return { index: step.index, secret: visibleToCreator(project, secret) };
        const shown = visibleToWriter(project, step.old, secret, step.item.changes);
        return { index: step.index, secret: shown };
      })
      .sort((a, b) => a.index - b.index)
      .map(({ secret }) => secret);
    return { projectId: project.id, secrets, brokenReferences };
  }

  /** Values stay sealed where the next state keeps nothing of what they vouch for. */
  private async updatesOf(
    tx: EntityManager,
    project: ProjectAccess,
    steps: readonly UpdateStep[],
  ): Promise<UpdateMutation[]> {
    const changesOf = new Map(steps.map((step) => [step.old.id, step.item.changes]));
    const isOpened = (old: SealedSecret) => keepsSealed(changesOf.get(old.id)!);
    const olds = steps.map((step) => step.old);
    const opened = await this.vault.open(project, olds, isOpened, tx);
    return steps.map(({ old, item, place: location, tags }, index) => {
      const before = opened[index]!;
      const draft = merged(before, item.changes, tags);
      const known = before.isHidden ? {} : { valueBefore: before.value };
      const keeps = keptOf(old, item.changes);
      return { kind: 'update', old, draft, location, tags, keeps, ...folderOf(old), ...known };
    });
  }

  /** Answers what the secrets were. */
  private async removeMany(
    actor: ContentActor,
    where: SecretScope,
    items: readonly NamedItem[],
  ): Promise<SecretsOfProject & WithBrokenReferences> {
    const scene = await this.sceneOf(actor, where);
    const caller = { actor, project: scene.project };
    const { olds, brokenReferences } = await this.writer.write(caller, async (tx, project) => {
      const steps = await this.plans.ofDeletion(tx, { ...scene, project }, items, true);
      refuse(project, steps);
      const sealed = steps.map((step) => step.old!);
      const mayShow = (old: SealedSecret) => mayReadValue(project, old);
      const opened = await this.vault.open(project, sealed, mayShow, tx);
      return {
        olds: opened.map((secret, at) => visibleToWriter(project, sealed[at]!, secret)),
        mutations: sealed.map((old): DeleteMutation => ({ kind: 'delete', old })),
        record: recordAs('secret.delete', scene.place),
      };
    });
    return { projectId: scene.project.id, secrets: olds, brokenReferences };
  }
}

const creationOf = ({ item, nextKey, folder, place, tags }: CreateStep): CreateMutation => ({
  kind: 'create',
  draft: draftOfNew(item.changes, nextKey),
  location: place,
  folderId: folder.id,
  environmentId: folder.environmentId,
  tags,
});

/** Only with its value is it known that comment and metadata are those that were written. */
const keepsSealed = (changes: ItemChanges['changes']): boolean =>
  changes.secretValue === undefined ||
  changes.secretComment === undefined ||
  changes.secretMetadata === undefined;
