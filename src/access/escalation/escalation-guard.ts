import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../../auth/actor.js';
import { permissionDenied } from '../../errors/api-error.js';
import { PROJECT_SUBJECTS } from '../../permissions/project-subjects.js';
import type { Rule } from '../../permissions/rule.js';
import { LockedAccess, type HoldingsChange, type FreshAccess } from '../locked-access.js';
import { gainedGrants } from './gained-grants.js';
import { holdsEverything } from '../holds-everything.js';
import { HoldersRepository } from '../holders.repository.js';
import { LastAdmin } from './last-admin.js';
import { missingForFacts } from './scope-holdings.js';
import type { GainingIdentities } from '../rise-guard.js';
import { type RoleEdit, RoleEditCheck } from './role-edit-check.js';
import { runInSlices } from '../weighing.js';

const MAX_NAMED = 100;

/** Changes of who holds what in a project, weighed against whoever makes them. */
@Injectable()
export class EscalationGuard {
  constructor(
    private readonly boundary: LockedAccess,
    private readonly holders: HoldersRepository,
    private readonly lastAdmin: LastAdmin,
    private readonly roles: RoleEditCheck,
  ) {}

  /**
   * The frame of every change of who holds what in a project: `Boundary.inProject`, and the project keeps a
   * lasting administrator. Throws 409 where it would not.
   */
  inProject<T>(
    tx: EntityManager,
    actor: Actor,
    projectId: string,
    work: (access: FreshAccess) => Promise<T>,
  ): Promise<T> {
    return this.boundary.inProject(tx, actor, projectId, (access) =>
      this.lastAdmin.keepDuring(tx, actor.identityId, projectId, () => work(access)),
    );
  }

  /** `Boundary.changeHoldings` for identities that come to hold more in the project. */
  changeHoldings<T>(
    tx: EntityManager,
    actor: Actor,
    rising: GainingIdentities,
    change: () => Promise<T>,
  ): Promise<T> {
    return this.boundary.changeHoldings(tx, actor, rising, change);
  }

  /** Throws 403 for what the holders of a role gain by its new rules and the caller does not hold. */
  requireRoleEdit(tx: EntityManager, access: FreshAccess, change: RoleEdit): Promise<void> {
    return this.roles.requireWithin(tx, access, change);
  }

  /** Throws 403 if the change takes something from an identity that holds more than the caller (decision 416). */
  async requireNoDemotion(
    tx: EntityManager,
    actor: Actor,
    access: FreshAccess,
    identityId: string,
    { before, after }: HoldingsChange,
  ): Promise<void> {
    if (actor.identityId === identityId || holdsEverything(PROJECT_SUBJECTS, access)) return;
    // What the way back would give is what the change takes.
    const back = { before: after, after: before };
    const lost = await runInSlices(gainedGrants(PROJECT_SUBJECTS, back, access.now, access.budget));
    if (lost.length === 0) return;
    await this.requireNotStronger(tx, actor, access, identityId, before);
  }

  /** Throws 403 if the identity, which holds `rules` in the project, holds more there than the caller, or longer. */
  async requireNotStronger(
    tx: EntityManager,
    actor: Actor,
    access: FreshAccess,
    identityId: string,
    rules: HoldingsChange['before'],
  ): Promise<void> {
    if (actor.identityId === identityId || holdsEverything(PROJECT_SUBJECTS, access)) return;
    const facts = (await this.holders.listFacts(tx, [identityId])).get(identityId);
    if (!facts) return;
    const place = { table: PROJECT_SUBJECTS, callerHolds: access.held, otherHolds: rules };
    const stepping = { before: null, after: facts };
    const more = await runInSlices(missingForFacts(place, stepping, access.now, access.budget));
    if (more.length > 0) throw strongerThanCaller(access, more);
  }
}

/** The 403 of decision 416. What a role says is named only to whom may read roles. */
function strongerThanCaller({ ability }: FreshAccess, more: readonly Rule[]) {
  const distinct = new Map(more.map((rule) => [JSON.stringify(rule), rule]));
  const missingPermissions = [...distinct.values()].slice(0, MAX_NAMED);
  return permissionDenied(
    'You cannot take rights from an identity that holds more in this project than you do, or for longer',
    ability.allows('read', 'role') ? { missingPermissions } : undefined,
  );
}
