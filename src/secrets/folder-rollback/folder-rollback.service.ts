import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccessService, type ProjectAccess } from '../../access/access.service.js';
import { LockedAccess } from '../../access/locked-access.js';
import type { Actor } from '../../auth/actor.js';
import { Database } from '../../database/database.js';
import { conflict } from '../../errors/api-error.js';
import type { SecretChange } from '../../events/log/event-log.js';
import { addCost } from '../../http/limits/admission.js';
import type { WithBrokenReferences } from '../references/broken-reference-report.js';
import { refuse } from '../batch/secret-batch-steps.js';
import {
  type ChangedNames,
  type CreateMutation,
  folderOf,
  namesOf,
  type SecretMutation,
  type UpdateMutation,
  type WriteRecord,
} from '../secret-mutations.js';
import { SecretVault } from '../secret-vault.js';
import { SecretWriter } from '../secret-writer.js';
import { WriteGate } from '../write-gate.js';
import { FolderRollbackPlans, type RollbackScene } from './folder-rollback-plans.service.js';
import {
  digestOf,
  rollbackReport,
  type RollbackReport,
  type RollbackStep,
} from './folder-rollback-steps.js';
import { PointsInTime } from '../as-of/points-in-time.service.js';
import { toLocation, type SecretScope, merged } from '../secret.js';

/** Secrets looked at that cost as much as one more request. */
const ITEMS_OF_A_UNIT = 200;

export interface RollbackOrder {
  readonly asOf: string;
  readonly recursive: boolean;
  /** The digest of a preview: anything else that it would do now is refused. */
  readonly expectedPlan?: string;
  /** Only these go back; absent: all. */
  readonly secretIds?: readonly string[];
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
    private readonly database: Database,
    private readonly writer: SecretWriter,
    private readonly vault: SecretVault,
    private readonly gate: WriteGate,
  ) {}

  /** What it would do. Nothing is written or locked. */
  async preview(actor: Actor, where: SecretScope, order: RollbackOrder): Promise<RollbackReport> {
    const scene = await this.sceneOf(actor, where, order);
    return this.database.transaction(async (tx) => {
      const { steps, unchanged } = await this.plans.of(tx, scene, false);
      addCost(1 + (steps.length + unchanged) / ITEMS_OF_A_UNIT);
      const report = rollbackReport(steps, unchanged, false);
      const places = steps.flatMap(({ place, target }) => (target ? [place, target] : [place]));
      return this.gate.previewed(tx, scene, report, places);
    });
  }

  /** All of it or nothing. Throws 409 if it is not what `expectedPlan` was. */
  async rollBack(actor: Actor, where: SecretScope, order: RollbackOrder): Promise<RolledBack> {
    const seen = await this.sceneOf(actor, where, order);
    const done = await this.writer.write(seen, async (tx) => {
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
        throw conflict('plan-changed', 'The plan would be another one now.', {
          plan: digestOf(steps),
        });
      const { asOf, recursive } = order;
      return {
        project,
        report: rollbackReport(steps, unchanged, true),
        mutations: await this.mutationsOf(tx, project, steps),
        record: recordOf({ ...scene.place, asOf, recursive }, steps),
      };
    });
    return { report: done.report, brokenReferences: done.brokenReferences };
  }

  /** Deletions, then what comes back, then what changes: the order in which events name them. */
  private async mutationsOf(
    tx: EntityManager,
    project: ProjectAccess,
    steps: readonly RollbackStep[],
  ): Promise<SecretMutation[]> {
    const gone = steps.flatMap(({ old, past }): SecretMutation[] =>
      old && !past ? [{ kind: 'delete', old }] : [],
    );
    const returns = steps.flatMap(({ old, target }) => (target ? [{ old, target }] : []));
    const targets = returns.map(({ target }) => target);
    const opened = await this.vault.open(project, targets, () => true, tx);
    const written = returns.map(({ old, target }, index): CreateMutation | UpdateMutation => {
      const { environment, secretPath, id, lastVersion, createdAt } = target;
      const tags = target.tags ?? [];
      const draft = merged(opened[index]!, {}, tags);
      const next = { draft, location: { environment, secretPath }, tags, ...folderOf(target) };
      if (old) return { kind: 'update', old, ...next };
      return { kind: 'create', restores: { id, lastVersion, createdAt }, ...next };
    });
    const isNew = ({ kind }: SecretMutation) => kind === 'create';
    return [...gone, ...written.filter(isNew), ...written.filter((each) => !isNew(each))];
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
    const only = order.secretIds ? new Set(order.secretIds) : null;
    return { actor, project, projectId: project.id, place, recursive, moment, isPersonal, only };
  }
}

/** Events as those of the same changes made one by one; one audit entry. */
const recordOf =
  (scope: Readonly<Record<string, unknown>>, steps: readonly RollbackStep[]) =>
  ({ deleted, updated, created }: ChangedNames): WriteRecord => {
    const keysOf = (outcome: RollbackStep['outcome']) =>
      steps.filter((step) => step.outcome === outcome).map(({ secretKey }) => secretKey);
    return {
      action: 'secret.rollback',
      target: {
        ...scope,
        ...namesOf(eachOnce([...deleted, ...updated, ...created])),
        createdKeys: keysOf('create'),
        deletedKeys: keysOf('delete'),
      },
      events: [
        { type: 'secret:delete', changes: deleted },
        { type: 'secret:update', changes: eachOnce(updated) },
        { type: 'secret:create', changes: created },
      ],
    };
  };

/** Names that were exchanged are both an old and a new one; the tags of both secrets count. */
function eachOnce(changes: readonly SecretChange[]): SecretChange[] {
  const byName = new Map<string, SecretChange>();
  for (const change of changes) {
    const name = JSON.stringify([change.environment, change.secretPath, change.secretKey]);
    const secretTags = [...(byName.get(name)?.secretTags ?? []), ...(change.secretTags ?? [])];
    byName.set(name, { ...change, secretTags: [...new Set(secretTags)] });
  }
  return [...byName.values()];
}
