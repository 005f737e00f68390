import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ProjectAccess } from '../../access/access.service.js';
import { LockedAccess } from '../../access/locked-access.js';
import { RightsChanged, stillHeld } from '../../access/still-held.js';
import { Audit } from '../../audit/audit.js';
import type { UserActor } from '../../auth/actor.js';
import { Database } from '../../database/database.js';
import { newId } from '../../database/uuid.js';
import { StorageQuota } from '../../storage/storage-quota.js';
import { ROW_BYTES } from '../../storage/storage.repository.js';
import { markRepeated } from '../batch/secret-update-steps.js';
import { refuse, type Report, reportOf } from '../batch/secret-batch-steps.js';
import { SecretBatchesRepository } from '../batch/secret-batches.repository.js';
import { requireAnyOf } from '../secret-guards.js';
import { SecretOpenings } from '../secret-openings.js';
import type { OpenSecret, SealedSecret, SecretScope, SecretsOfProject } from '../secret.js';
import { type WriteScene, WriteScenes } from '../write-scenes.js';
import { type PersonalOrder, personalStepOf, type PersonalStep } from './personal-plans.js';
import { contentAfter, openedAs, type PersonalContent } from './personal-secret.js';
import { PersonalSecretsRepository } from './personal-secrets.repository.js';
import { type PersonalRow, PersonalVault } from './personal-vault.js';

/** The right that a caller without any is refused for at once. */
const NEEDS = { create: 'create', update: 'edit', delete: 'describeSecret' } as const;

interface Caller {
  readonly actor: UserActor;
  readonly project: ProjectAccess;
}

/** A step that writes, with what it writes. */
interface Written {
  readonly step: PersonalStep & { readonly twin: SealedSecret };
  readonly content: PersonalContent;
  readonly row: PersonalRow;
}

/**
 * Writes what people hold for themselves: all of a call or nothing. It changes nothing that anybody else reads: no event
 * tells of it, nobody's consent is asked, and no reference leads to it. The audit entry counts, and names no secret.
 */
@Injectable()
export class PersonalWrites {
  // oxlint-disable-next-line max-params -- one for each step of the write sequence
  constructor(
    private readonly database: Database,
    private readonly scenes: WriteScenes,
    private readonly batches: SecretBatchesRepository,
    private readonly openings: SecretOpenings,
    private readonly rights: LockedAccess,
    private readonly storage: StorageQuota,
    private readonly audit: Audit,
    private readonly rows: PersonalSecretsRepository,
    private readonly vault: PersonalVault,
  ) {}

  /** Answers the new states; of a deletion those that were. Throws 404, 403, 400, 409 as writes of shared secrets do. */
  async write(
    actor: UserActor,
    where: SecretScope,
    order: PersonalOrder,
  ): Promise<SecretsOfProject> {
    const scene = await this.scenes.locate(actor, where);
    await this.storage.prepare(actor.orgId);
    let haveRightsChanged = false;
    return this.database.transaction(async (tx) => {
      // Whoever takes the person out of the project waits until this is committed, and takes it too.
      await this.openings.holdProject(tx, scene.project.id);
      const project = haveRightsChanged
        ? await this.rights.accessIn(tx, actor, scene.project.id)
        : scene.project;
      try {
        return await this.apply(tx, { actor, project }, scene, order);
      } catch (error) {
        haveRightsChanged ||= error instanceof RightsChanged;
        throw error;
      }
    });
  }

  /** What `write` would do. Nothing is written or locked, and nobody's consent would be asked. */
  async preview(actor: UserActor, where: SecretScope, order: PersonalOrder): Promise<Report> {
    const scene = await this.scenes.locate(actor, where);
    const caller = { actor, project: scene.project };
    return this.database.transaction(async (tx) =>
      reportOf(await this.plan(tx, caller, scene, order)),
    );
  }

  private async plan(
    tx: EntityManager,
    { actor, project }: Caller,
    { location, folder }: WriteScene,
    order: PersonalOrder,
  ): Promise<PersonalStep[]> {
    const { id } = project;
    const located = await this.batches.locate(tx, id, location, order.items, folder);
    const needed = NEEDS[order.verb];
    requireAnyOf(project, order.mode === 'upsert' ? [needed, 'create'] : [needed], located);
    const loaded = await this.batches.load(tx, id, located, false);
    const twins = loaded.flatMap(({ row }) => (row ? [row.id] : []));
    const held = await this.rows.findMany(tx, actor.userId, twins);
    const bySecret = new Map(held.map((row) => [row.secretId, row]));
    const steps = loaded.map((each) => personalStepOf(project, order, each, bySecret));
    markRepeated(steps);
    return steps;
  }

  private async apply(
    tx: EntityManager,
    caller: Caller,
    scene: WriteScene,
    order: PersonalOrder,
  ): Promise<SecretsOfProject> {
    const { actor, project } = caller;
    const holder = { projectId: project.id, userId: actor.userId };
    const now = await this.rows.touch(tx, holder);
    const steps = await this.plan(tx, caller, scene, order);
    refuse(project, steps);
    const done = steps.filter(isDone);
    const projectId = project.id;
    if (done.length === 0) return { projectId, secrets: [] };
    // A shared secret that was deleted meanwhile is not found when all is planned again.
    const isThere = await this.rows.hold(
      tx,
      done.map(({ twin }) => twin.id),
    );
    if (!isThere) throw new RightsChanged();
    const before = await this.contentsOf(tx, project, done);
    const secrets =
      order.verb === 'delete'
        ? await this.remove(tx, caller, { scene, done, before })
        : await this.put(tx, caller, { scene, done, before, now, verb: order.verb });
    return { projectId, secrets };
  }

  private async contentsOf(
    tx: EntityManager,
    project: ProjectAccess,
    steps: readonly PersonalStep[],
  ): Promise<ReadonlyMap<string, PersonalContent>> {
    const olds = steps.flatMap(({ old }) => old ?? []);
    const contents = await this.vault.open(project, olds, tx);
    return new Map(olds.map(({ id }, at) => [id, contents[at]!]));
  }

  private async remove(
    tx: EntityManager,
    { actor, project }: Caller,
    { scene, done, before }: Work,
  ): Promise<OpenSecret[]> {
    const olds = done.map(({ old }) => old!);
    this.storage.noteFreed(tx, actor.orgId);
    await this.database.finish(tx, [
      ...this.rows.removals(olds.map(({ id }) => id)),
      ...this.record(tx, { actor, project }, { scene, done }, 'delete'),
      stillHeld(project),
    ]);
    return done.map(({ twin, old }) =>
      openedAs({ actor, project, twin }, old!, before.get(old!.id)!),
    );
  }

  private async put(
    tx: EntityManager,
    { actor, project }: Caller,
    { scene, done, before, now, verb }: Work & { readonly now: Date; readonly verb: string },
  ): Promise<OpenSecret[]> {
    const key = await this.vault.forWriting(tx, project);
    const written = done.map((step): Written => {
      const { old, twin, item } = step;
      const content = contentAfter(old && before.get(old.id)!, item.changes);
      const state = {
        id: old?.id ?? newId(),
        secretId: twin.id,
        userId: actor.userId,
        version: (old?.version ?? 0) + 1,
      };
      const sealed = this.vault.seal(key, project, state, content);
      return {
        step,
        content,
        row: { ...state, keyVersion: key.keyVersion, salt: key.salt, sealed },
      };
    });
    const rowsOf = (isNew: boolean) =>
      written.filter(({ step }) => (step.old === null) === isNew).map(({ row }) => row);
    this.storage.reserveBytes(tx, actor.orgId, grownBy(written));
    await this.database.finish(tx, [
      key.guard,
      ...this.rows.updates(rowsOf(false)),
      ...this.rows.insertions({ projectId: project.id, userId: actor.userId }, rowsOf(true)),
      ...this.record(tx, { actor, project }, { scene, done }, verb),
      stillHeld(project),
    ]);
    return written.map(({ step: { twin, old }, row, content }) => {
      const dates = { createdAt: old?.createdAt ?? now, updatedAt: now };
      return openedAs({ actor, project, twin }, { ...row, ...dates }, content);
    });
  }

  private record(
    tx: EntityManager,
    { actor, project }: Caller,
    { scene, done }: Pick<Work, 'scene' | 'done'>,
    verb: string,
  ) {
    return this.audit.statementsOf(tx, actor, {
      action: `personal-secret.${verb}`,
      projectId: project.id,
      target: { ...scene.location, count: done.length },
    });
  }
}

interface Work {
  readonly scene: WriteScene;
  readonly done: readonly (PersonalStep & { readonly twin: SealedSecret })[];
  readonly before: ReadonlyMap<string, PersonalContent>;
}

const isDone = (step: PersonalStep): step is PersonalStep & { readonly twin: SealedSecret } =>
  step.outcome !== 'skip' && step.twin !== null;

const grownBy = (written: readonly Written[]): number =>
  written.reduce((sum, { step: { old }, row }) => {
    const before = old ? old.sealed.length : -ROW_BYTES;
    return sum + Math.max(0, row.sealed.length - before);
  }, 0);
