import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccessService, type ProjectAccess } from '../../access/access.service.js';
import type { Actor } from '../../auth/actor.js';
import type { WriteKey } from '../../keys/key-ring.js';
import type { WithBrokenReferences } from '../references/broken-reference-report.js';
import type { OpenSecret, SecretLocation } from '../secret.js';
import type { ItemChanges } from './secret-batch-items.js';
import { nameKey, refuse } from './secret-batch-steps.js';
import { SecretBatchPlans, type UpdateOrder } from './secret-batch-plans.service.js';
import type { CreateStep, UpdateStep } from './secret-update-steps.js';
import { draftOfNew, merged, refuseExisting } from '../secret-drafts.js';
import { type SecretsOfProject, toLocation, type SecretScope } from '../secret-reads.service.js';
import { SecretVault } from '../secret-vault.js';
import { changeAt, namesOf, SecretWriter, type Written } from '../secret-writer.js';
import { SecretWritesRepository } from '../secret-writes.repository.js';
import type { SecretAddress } from '../secrets.repository.js';
import { newRow, nextRow, shownTo, written } from '../written-secret.js';

/** The parts of one batch that is being written. */
interface Writing {
  readonly actor: Actor;
  readonly project: ProjectAccess;
  readonly key: WriteKey;
}

interface Result {
  readonly index: number;
  readonly secret: OpenSecret;
}

/** Changing many secrets at once: all of a call or nothing, in a number of statements that is fixed. */
@Injectable()
export class SecretBatchUpdates {
  constructor(
    private readonly access: AccessService,
    private readonly ground: SecretWriter,
    private readonly plans: SecretBatchPlans,
    private readonly rows: SecretWritesRepository,
    private readonly vault: SecretVault,
  ) {}

  async update(
    actor: Actor,
    where: SecretScope,
    order: UpdateOrder,
  ): Promise<SecretsOfProject & WithBrokenReferences> {
    const project = await this.access.toNamedProject(actor, where.projectId, where.projectSlug);
    const place = toLocation(where);
    const tags = await this.plans.tagsFor(project, order.items);
    return this.ground.write(actor, project, async (tx) => {
      const writing = { actor, project, key: await this.vault.forWriting(tx, project) };
      const scene = { actor, project, place, tags, isPersonal: where.isPersonal };
      const steps = await this.plans.ofUpdate(tx, scene, order, true);
      refuse(project, steps);
      const updates = steps.filter((step) => step.outcome === 'update');
      const creates = steps.filter((step) => step.outcome === 'create');
      const results = [
        ...(await this.writeUpdates(tx, writing, updates)),
        ...(await this.writeCreates(tx, writing, creates)),
      ].sort((a, b) => a.index - b.index);
      const secrets = results.map((result) => result.secret);
      const note = await this.ground.notes.findAfterRemoval(tx, project, lostBy(updates, creates));
      return {
        result: { projectId: project.id, secrets, brokenReferences: note },
        ...tellOf(place, updates, creates),
      };
    });
  }

  private async writeUpdates(
    tx: EntityManager,
    { actor, project, key }: Writing,
    steps: readonly UpdateStep[],
  ): Promise<Result[]> {
    if (steps.length === 0) return [];
    const states = (await this.open(tx, project, steps)).map((before, index) => {
      const step = steps[index]!;
      const draft = merged(before, step.item.changes, step.tags);
      const known = before.isHidden ? {} : { valueBefore: before.value };
      const next = { draft, folderId: step.old.folderId, old: step.old, ...known };
      return { step, draft, row: nextRow(this.vault, key, project, next) };
    });
    const rows = states.map((state) => state.row);
    const ids = (chosen: typeof states) => chosen.map(({ row }) => row.id);
    const renamed = ids(states.filter(({ step, row }) => step.old.key !== row.key));
    const retagged = states.filter(({ step }) => step.item.changes.tagIds !== undefined);
    await this.rows.keepVersions(tx, ids(states));
    const writer = { actor, membershipId: project.membershipId };
    const updatedAt = await this.rows.update(tx, writer, rows, renamed);
    await this.rows.replaceTags(
      tx,
      retagged.map(({ row }) => row),
    );
    return states.map(({ step, draft, row }) => {
      const { old, item, place, tags, index } = step;
      const fresh = written({ row, draft, place, tags }, actor, project, updatedAt);
      const secret = { ...fresh, createdAt: old.createdAt };
      return { index, secret: shownTo(project, old, secret, item.changes) };
    });
  }

  /** Values stay sealed where the next state keeps nothing of what they vouch for. */
  private open(tx: EntityManager, project: ProjectAccess, steps: readonly UpdateStep[]) {
    const changesOf = new Map(steps.map((step) => [step.old.id, step.item.changes]));
    const olds = steps.map((step) => step.old);
    return this.vault.open(project, olds, (old) => keepsSealed(changesOf.get(old.id)!), tx);
  }

  private async writeCreates(
    tx: EntityManager,
    { actor, project, key }: Writing,
    steps: readonly CreateStep[],
  ): Promise<Result[]> {
    if (steps.length === 0) return [];
    const states = steps.map((step) => {
      const draft = draftOfNew(step.item.changes, step.nextKey);
      const row = newRow(this.vault, key, project, { draft, folderId: step.folder.id });
      return { step, draft, row };
    });
    const rows = states.map((state) => state.row);
    const writer = { actor, membershipId: project.membershipId };
    const inserted = await this.rows.insert(tx, project.id, writer, rows);
    refuseExisting(rows, new Set(inserted.map((row) => row.id)));
    await this.rows.insertTags(tx, rows);
    return states.map(({ step, draft, row }) => {
      const fresh = { row, draft, place: step.place, tags: step.tags };
      const secret = written(fresh, actor, project, inserted[0]!.createdAt);
      return { index: step.index, secret };
    });
  }
}

/** Only with its value is it known that comment and metadata are those that were written. */
const keepsSealed = (changes: ItemChanges['changes']): boolean =>
  changes.secretValue === undefined ||
  changes.secretComment === undefined ||
  changes.secretMetadata === undefined;

/** Names that secrets had and that none of the batch has now. */
function lostBy(updates: readonly UpdateStep[], creates: readonly CreateStep[]): SecretAddress[] {
  const held = new Set(
    [...updates, ...creates].map(({ place, nextKey }) => nameKey(place.secretPath, nextKey)),
  );
  return updates
    .filter(({ old, place }) => !held.has(nameKey(place.secretPath, old.key)))
    .map(({ old, place }) => ({ ...place, key: old.key }));
}

/** A rename tells of both names. */
function tellOf(
  batch: SecretLocation,
  updates: readonly UpdateStep[],
  creates: readonly CreateStep[],
): Omit<Written<unknown>, 'result'> {
  const updated = updates.flatMap(({ place, old, nextKey, tags }) =>
    [...new Set([old.key, nextKey])].map((secretKey) => changeAt(place, secretKey, old, { tags })),
  );
  const created = creates.map(({ place, nextKey, tags }) => changeAt(place, nextKey, { tags }));
  const names = namesOf([...updated, ...created]);
  const createdKeys = created.map((change) => change.secretKey);
  return {
    action: 'secret.update',
    target: { ...batch, ...names, ...(createdKeys.length > 0 ? { createdKeys } : {}) },
    events: [
      { type: 'secret:update', changes: updated },
      { type: 'secret:create', changes: created },
    ],
  };
}
