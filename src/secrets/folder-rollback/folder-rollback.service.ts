import { Injectable } from '@nestjs/common';
import { AccessService } from '../../access/access.service.js';
import { LockedAccess } from '../../access/locked-access.js';
import type { Actor } from '../../auth/actor.js';
import { conflict } from '../../errors/api-error.js';
import { addCost } from '../../http/limits/request-work.js';
import type { WithBrokenReferences } from '../references/broken-reference-report.js';
import { refuse } from '../batch/secret-batch-steps.js';
import { toLocation, type SecretScope } from '../secret-reads.service.js';
import { SecretWriter } from '../secret-writer.js';
import { FolderRollbackPlans, type RollbackScene } from './folder-rollback-plans.service.js';
import { digestOf, rollbackReport, type RollbackReport } from './folder-rollback-steps.js';
import { FolderRollbackWrites, lostBy, toldOf } from './folder-rollback-writes.service.js';
import { PointsInTime } from '../as-of/points-in-time.service.js';

/** Secrets looked at that cost as much as one more request. */
const ITEMS_OF_A_UNIT = 200;

export interface RollbackOrder {
  readonly asOf: string;
  readonly recursive: boolean;
  /** The digest of a preview: anything else that it would do now is refused. */
  readonly expectedPlan?: string;
}

export interface RolledBack extends WithBrokenReferences {
  readonly report: RollbackReport;
}

/**
 * A folder goes back to a moment: every secret that is in it, or was then, becomes what it was, where it
 * was. Of what the caller may not know of, nothing is touched.
 */
@Injectable()
export class FolderRollbacks {
  // oxlint-disable-next-line max-params -- what is asked before the lock and under it, and what is written
  constructor(
    private readonly access: AccessService,
    private readonly boundary: LockedAccess,
    private readonly moments: PointsInTime,
    private readonly plans: FolderRollbackPlans,
    private readonly writes: FolderRollbackWrites,
    private readonly ground: SecretWriter,
  ) {}

  /** What it would do. Nothing is written or locked. */
  async preview(actor: Actor, where: SecretScope, order: RollbackOrder): Promise<RollbackReport> {
    const scene = await this.sceneOf(actor, where, order);
    return this.ground.look(async (tx) => {
      const { steps, unchanged } = await this.plans.of(tx, scene, false);
      addCost(1 + (steps.length + unchanged) / ITEMS_OF_A_UNIT);
      return rollbackReport(steps, unchanged, false);
    });
  }

  /** All of it or nothing. Throws 409 if it is not what `expectedPlan` was. */
  async rollBack(actor: Actor, where: SecretScope, order: RollbackOrder): Promise<RolledBack> {
    const seen = await this.sceneOf(actor, where, order);
    return this.ground.write(actor, seen.project, async (tx) => {
      const planned = await this.plans.of(tx, seen, true);
      // The rights may be taken away while this waits for the secrets: then it is planned anew by those left.
      const project = await this.boundary.accessIn(tx, actor, seen.projectId);
      const scene = { ...seen, project };
      const isSame = project.epoch === seen.project.epoch;
      const { steps, unchanged } = isSame ? planned : await this.plans.of(tx, scene, true);
      addCost((steps.length + unchanged) / ITEMS_OF_A_UNIT);
      refuse(project, steps);
      const { expectedPlan = digestOf(steps) } = order;
      if (expectedPlan !== digestOf(steps))
        throw conflict('The plan would be another one now.', { plan: digestOf(steps) });
      await this.writes.write(tx, actor, project, steps);
      const note = await this.ground.notes.findAfterRemoval(tx, project, lostBy(steps));
      const { asOf, recursive } = order;
      const target = { ...scene.place, asOf, recursive };
      const result = { report: rollbackReport(steps, unchanged, true), brokenReferences: note };
      return { result, ...toldOf(target, steps) };
    });
  }

  private async sceneOf(
    actor: Actor,
    where: SecretScope,
    order: RollbackOrder,
  ): Promise<RollbackScene> {
    const project = await this.access.toNamedProject(actor, where.projectId, where.projectSlug);
    const moment = this.moments.parse(project, order.asOf);
    const { recursive } = order;
    const { isPersonal } = where;
    const place = toLocation(where);
    return { actor, project, projectId: project.id, place, recursive, moment, isPersonal };
  }
}
