import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { LockedAccess, type FreshAccess } from '../access/locked-access.js';
import { EscalationGuard } from '../access/escalation/escalation-guard.js';
import { projectScope } from '../access/rise-guard.js';
import { isLarger, requireHoldable } from '../access/escalation/holding-limits.js';
import {
  type Lifetime,
  type LifetimeChangesDto,
  changedLifetime,
  lifetimeColumns,
} from '../access/dto/lifetime.js';
import type { Actor } from '../auth/actor.js';
import { Database } from '../database/database.js';
import { newId } from '../database/uuid.js';
import { badRequest, notFound } from '../errors/api-error.js';
import { AccessChangeRecorder } from '../events/log/access-change-recorder.js';
import { PROJECT_SUBJECTS } from '../permissions/project-subjects.js';
import { cleanRules } from '../permissions/rule-problems.js';
import { readCombinationProblem, templateProblem } from '../permissions/rule-refusals.js';
import type { Rule } from '../permissions/rule.js';
import { generateSlug } from './generated-slug.js';
import {
  type PrivilegeChange,
  grantOf,
  privilegeRules,
  removedDenials,
  requireGranting,
} from './privilege-limits.js';
import {
  type Privilege,
  type PrivilegeContent,
  type PrivilegeKey,
  PrivilegesRepository,
  type MembershipRef,
} from './privileges.repository.js';

export interface PrivilegeDraft {
  /** One is made up where none is given. */
  readonly slug?: string;
  readonly permissions: readonly Rule[];
  readonly lifetime: Lifetime;
}

export interface PrivilegeChanges {
  readonly slug?: string;
  readonly permissions?: readonly Rule[];
  readonly lifetime?: Partial<LifetimeChangesDto>;
}

/** What the audit calls a change, and the event that tells of it. */
const KINDS = {
  'privilege.grant': 'privilege:grant',
  'privilege.amend': 'privilege:update',
  'privilege.revoke': 'privilege:revoke',
} as const;

type Action = keyof typeof KINDS;

/** A change that is being made, in its transaction. */
interface Work {
  readonly tx: EntityManager;
  readonly access: FreshAccess;
  readonly seat: MembershipRef;
  readonly actor: Actor;
}

/** All the rules of additional privileges; both generations of paths come here with a seat. */
@Injectable()
export class PrivilegesService {
  constructor(
    private readonly boundary: LockedAccess,
    private readonly changes: EscalationGuard,
    private readonly privileges: PrivilegesRepository,
    private readonly database: Database,
    private readonly news: AccessChangeRecorder,
  ) {}

  /** Throws 409 if the slug is taken. */
  async grant(actor: Actor, seat: MembershipRef, draft: PrivilegeDraft): Promise<Privilege> {
    const after: PrivilegeContent = {
      id: newId(),
      projectMembershipId: seat.membershipId,
      slug: draft.slug ?? generateSlug(),
      permissions: cleanRules(PROJECT_SUBJECTS, draft.permissions),
      ...lifetimeColumns(draft.lifetime),
    };
    return this.change(actor, seat, async (work) => {
      await this.refuseBeyond(work, { before: null, after });
      refuseUnusable(after.permissions);
      const made = await this.privileges.insert(work.tx, after);
      await requireHoldable(work.tx, seat.membershipId);
      await this.record(work, 'privilege.grant', made);
      return made;
    });
  }

  /** What is left out stays. Throws 409 if the new slug is taken by another privilege. */
  async amend(
    actor: Actor,
    seat: MembershipRef,
    key: PrivilegeKey,
    { slug, permissions, lifetime }: PrivilegeChanges,
  ): Promise<Privilege> {
    return this.change(actor, seat, async (work) => {
      const before = await this.lock(work, key);
      const after: PrivilegeContent = {
        ...before,
        slug: slug ?? before.slug,
        permissions: permissions ? cleanRules(PROJECT_SUBJECTS, permissions) : before.permissions,
        ...(lifetime ? lifetimeColumns(changedLifetime(before, lifetime)) : {}),
      };
      await this.refuseBeyond(work, { before, after });
      refuseUnusable(after.permissions);
      const amended = await this.privileges.update(work.tx, after);
      if (lifetime || isLarger(after.permissions, before.permissions))
        await requireHoldable(work.tx, seat.membershipId);
      await this.record(work, 'privilege.amend', amended);
      return amended;
    });
  }

  /** Taking away what forbids is a grant (decision 27c); taking away anything else never is. */
  async revoke(actor: Actor, seat: MembershipRef, key: PrivilegeKey): Promise<Privilege> {
    return this.change(actor, seat, async (work) => {
      const before = await this.lock(work, key);
      await this.refuseAround(work, { before, after: null });
      await this.privileges.remove(work.tx, before);
      await this.record(work, 'privilege.revoke', before);
      return before;
    });
  }

  /** Locks the project first, so that the caller's rights and all it weighs stand still. */
  private change<T>(
    actor: Actor,
    seat: MembershipRef,
    work: (work: Work) => Promise<T>,
  ): Promise<T> {
    return this.database.transaction((tx) =>
      this.changes.inProject(tx, actor, seat.projectId, async (access) => {
        access.ability.require('edit', 'identity', { identityId: seat.identityId });
        const rising = { identityIds: [seat.identityId], scope: projectScope(seat.projectId) };
        return this.boundary.changeHoldings(tx, actor, rising, () =>
          work({ tx, access, seat, actor }),
        );
      }),
    );
  }

  private async lock({ tx, seat }: Work, key: PrivilegeKey): Promise<Privilege> {
    const privilege = await this.privileges.findLocked(tx, seat, key);
    if (!privilege) throw notFound();
    return privilege;
  }

  private async refuseBeyond(work: Work, change: PrivilegeChange): Promise<void> {
    const { tx, actor, access, seat } = work;
    requireGranting(access, seat.identityId, change);
    const grant = await grantOf(change, access.budget);
    if (grant) await this.boundary.requireGrantable(tx, actor, access, grant);
    await this.refuseAround(work, change);
  }

  /** What the change sets free or takes away, in view of all that the identity holds beside the privilege. */
  private async refuseAround(work: Work, change: PrivilegeChange): Promise<void> {
    const { tx, actor, access, seat } = work;
    const { before, after } = change;
    if (before === null && !after?.permissions.some((rule) => rule.inverted)) return;
    const held = await this.boundary.rulesOf(tx, seat.projectId, seat.identityId);
    const others = held.filter(({ source }) => source.id !== before?.id);
    const lifting = removedDenials(change, others);
    if (lifting) await this.boundary.requireGainsGrantable(access, lifting);
    const all = {
      before: [...others, ...privilegeRules(before)],
      after: [...others, ...privilegeRules(after)],
    };
    await this.changes.requireNoDemotion(tx, actor, access, seat.identityId, all);
  }

  private record({ tx, actor, seat }: Work, action: Action, privilege: Privilege): Promise<void> {
    const { id: privilegeId, slug, isTemporary } = privilege;
    const { projectId, identityId } = seat;
    const target = { privilegeId, slug, identityId, isTemporary };
    const type = KINDS[action];
    const changes = [{ identityId, privilegeId, privilegeSlug: slug }];
    return this.news.record(tx, actor, { action, projectId, target }, [{ type, changes }]);
  }
}

/** Throws 400 for rules that are well formed and yet cannot be meant. */
function refuseUnusable(rules: readonly Rule[]): void {
  const problem = readCombinationProblem(rules) ?? templateProblem(rules);
  if (problem) throw badRequest(problem);
}
