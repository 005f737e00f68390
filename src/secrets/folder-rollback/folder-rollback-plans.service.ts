import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ProjectAccess } from '../../access/access.service.js';
import type { Actor } from '../../auth/actor.js';
import { badRequest } from '../../errors/api-error.js';
import { tellTaken } from '../batch/secret-batch-steps.js';
import type { SealedSecret } from '../secret.js';
import { mayDescribe, requireAnyOf } from '../secret-guards.js';
import { SecretOpenings } from '../secret-openings.js';
import { SecretVault } from '../secret-vault.js';
import {
  FolderRollbackRepository,
  holderKey,
  type RollbackScope,
} from './folder-rollback.repository.js';
import { isAlikeOutside, type RollbackStep, stepsOf } from './folder-rollback-steps.js';
import { type RequestedPointInTime, PointsInTime } from '../as-of/points-in-time.service.js';
import { refuseForPersonal } from '../personal/refuse-personal.js';

/** Secrets that one rollback may change. */
const MAX_CHANGES = 1_000;

export interface RollbackScene extends RollbackScope {
  readonly actor: Actor;
  readonly project: ProjectAccess;
  readonly moment: RequestedPointInTime;
  readonly isPersonal: boolean;
  /** Ids of the secrets that go back; null: all. */
  readonly only: ReadonlySet<string> | null;
}

export interface RollbackPlan {
  readonly steps: readonly RollbackStep[];
  /** Secrets that are as they were. */
  readonly unchanged: number;
}

/** What a rollback would do, and what speaks against it: found out before anything is written. */
@Injectable()
export class FolderRollbackPlans {
  constructor(
    private readonly moments: PointsInTime,
    private readonly repository: FolderRollbackRepository,
    private readonly vault: SecretVault,
    private readonly openings: SecretOpenings,
  ) {}

  /** With locks the plan stays true until the transaction ends. Throws 404, 403, 400. */
  async of(tx: EntityManager, scene: RollbackScene, isLocking: boolean): Promise<RollbackPlan> {
    const { project, place, moment } = scene;
    let folders = await this.repository.getFolders(tx, scene);
    const anything = [{ index: 0, place, item: { secretKey: null } }];
    requireAnyOf(project, ['edit', 'create', 'delete'], anything);
    refuseForPersonal(scene.actor, scene);
    if (isLocking) {
      // Whatever the rights are now: it is planned anew if they change, and then the folders are locked already.
      await this.openings.holdProject(tx, project.id);
      folders = await this.repository.lock(tx, scene);
    }
    const states = await this.repository.load(tx, scene, folders);
    await this.moments.requireAnswerable(project, moment, tx);
    const all = await stepsOf(project, states);
    const wanted = all.filter(({ old, past }) => scene.only?.has((old ?? past!).id) ?? true);
    const steps = await this.withoutSame(tx, project, wanted);
    if (steps.length > MAX_CHANGES)
      throw badRequest(
        'too-much-at-once',
        `This would change ${steps.length} secrets; one call may change ${MAX_CHANGES}. Take fewer folders.`,
      );
    await this.markOpenings(tx, scene, steps);
    await this.markTaken(tx, steps);
    const same = states.same.filter((state) => mayDescribe(project, state)).length;
    return { steps, unchanged: same + wanted.length - steps.length };
  }

  /** What was changed and changed back needs no version of its own. Compared only for who may read both. */
  private async withoutSame(
    tx: EntityManager,
    project: ProjectAccess,
    steps: readonly RollbackStep[],
  ): Promise<RollbackStep[]> {
    const pairs = steps.flatMap(({ old, target, problems }) =>
      old && target && problems.length === 0 && isAlikeOutside(old, target)
        ? [{ old, target }]
        : [],
    );
    const olds = await this.contents(
      tx,
      project,
      pairs.map(({ old }) => old),
    );
    const targets = await this.contents(
      tx,
      project,
      pairs.map(({ target }) => target),
    );
    const alike = new Set(
      pairs.filter((_, index) => olds[index] === targets[index]).map(({ old }) => old),
    );
    return steps
      .filter(({ old }) => !old || !alike.has(old))
      .map((step, index) => ({ ...step, index }));
  }

  private async contents(
    tx: EntityManager,
    project: ProjectAccess,
    states: readonly SealedSecret[],
  ): Promise<string[]> {
    const opened = await this.vault.open(project, states, () => true, tx);
    return opened.map(({ value, comment, metadata }) => JSON.stringify([value, comment, metadata]));
  }

  /** Names and tags of then that open to somebody what the caller could not grant. */
  private async markOpenings(
    tx: EntityManager,
    scene: RollbackScene,
    steps: readonly RollbackStep[],
  ): Promise<void> {
    const changed = steps.flatMap((step) => {
      const { old, past, problems } = step;
      // Where it comes from another folder, it is weighed as a move.
      if (!old || !past || old.folderId !== past.folderId || problems.length > 0) return [];
      return [{ step, old, next: { key: past.key, tags: past.tags ?? [] } }];
    });
    const opened = await this.openings.find(tx, scene, changed);
    for (const [index, actions] of opened)
      changed[index]!.step.problems.push({ kind: 'opens', actions });
  }

  /** Names that secrets have which stay where they are: those of other folders, and those out of sight. */
  private async markTaken(tx: EntityManager, steps: readonly RollbackStep[]): Promise<void> {
    const going = new Set(steps.flatMap(({ old }) => (old ? [old.id] : [])));
    const coming = steps.flatMap((step) => (step.past ? [{ step, past: step.past }] : []));
    const holders = await this.repository.holders(
      tx,
      coming.map(({ past }) => past),
    );
    for (const { step, past } of coming) {
      const holder = holders.get(holderKey(past));
      if (holder !== undefined && !going.has(holder)) tellTaken(step);
    }
  }
}
