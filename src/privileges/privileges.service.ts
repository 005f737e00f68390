import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { LockedAccess, type FreshAccess } from '../access/locked-access.js';
import { requireNoDemotion } from '../access/escalation/demotion.js';
import { requireGainsGrantable, requireGrantable } from '../access/escalation/grants.js';
import { CredentialGuard } from '../credentials/credential-guard.js';
import { projectScope } from '../credentials/gain-scope.js';
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
import { randomSlug } from '../http/body/slugs.js';
import { AccessChangeRecorder } from '../events/log/access-change-recorder.js';
import { PROJECT_SUBJECTS } from '../permissions/project-subjects.js';
import { cleanRules } from '../permissions/rule-problems.js';
import { readCombinationProblem, templateProblem } from '../permissions/rule-refusals.js';
import type { Rule } from '../permissions/rule.js';
import {
  type PrivilegeChange,
  grantedByChange,
  removedDenials,
  requireGranting,
  rulesOfPrivilege,
} from './privilege-limits.js';
import {
  type LocatedPrivilege,
  type MembershipRef,
  type PrivilegeContent,
  PrivilegesRepository,
  type PrivilegeRow,
} from './privileges.repository.js';

export interface PrivilegeDraft {
  /** Generated where none is given. */
  readonly slug?: string;
  readonly permissions: readonly Rule[];
  readonly lifetime: Lifetime;
}

export interface PrivilegeChanges {
  readonly slug?: string;
  readonly permissions?: readonly Rule[];
  readonly lifetime?: Partial<LifetimeChangesDto>;
}

/** The event of each audited action. */
const EVENT_TYPES = {
  'privilege.grant': 'privilege:grant',
  'privilege.amend': 'privilege:update',
  'privilege.revoke': 'privilege:revoke',
} as const;

/** Random characters of a generated slug: so many that no two meet by chance. */
const SLUG_LENGTH = 12;

/** A change under way in its transaction, with the project locked. */
interface OngoingChange {
  readonly tx: EntityManager;
  readonly access: FreshAccess;
  readonly membership: MembershipRef;
  readonly actor: Actor;
}

/** Changes of additional privileges, for both API generations; `PrivilegeFinder` locates what they change. */
@Injectable()
export class PrivilegesService {
  constructor(
    private readonly locked: LockedAccess,
    private readonly credentials: CredentialGuard,
    private readonly privileges: PrivilegesRepository,
    private readonly database: Database,
    private readonly recorder: AccessChangeRecorder,
  ) {}

  /** Throws 409 if the slug is taken. */
  grant(actor: Actor, membership: MembershipRef, draft: PrivilegeDraft): Promise<PrivilegeRow> {
    const after: PrivilegeContent = {
      id: newId(),
      projectMembershipId: membership.id,
      slug: draft.slug ?? randomSlug(SLUG_LENGTH),
      permissions: cleanRules(PROJECT_SUBJECTS, draft.permissions),
      ...lifetimeColumns(draft.lifetime),
    };
    return this.change(actor, membership, async (ongoing) => {
      await this.requireWithinCaller(ongoing, { before: null, after });
      refuseUnusable(after.permissions);
      const granted = await this.privileges.insert(ongoing.tx, after);
      await requireHoldable(ongoing.tx, membership.id);
      await this.record(ongoing, 'privilege.grant', granted);
      return granted;
    });
  }

  /** What is left out stays. Throws 409 if the new slug is taken by another privilege. */
  amend(
    actor: Actor,
    { id, projectMembership }: LocatedPrivilege,
    { slug, permissions, lifetime }: PrivilegeChanges,
  ): Promise<PrivilegeRow> {
    return this.change(actor, projectMembership, async (ongoing) => {
      const before = await this.lock(ongoing, id);
      const after: PrivilegeContent = {
        id,
        projectMembershipId: before.projectMembershipId,
        slug: slug ?? before.slug,
        permissions: permissions ? cleanRules(PROJECT_SUBJECTS, permissions) : before.permissions,
        ...lifetimeColumns(changedLifetime(before, lifetime ?? {})),
      };
      await this.requireWithinCaller(ongoing, { before, after });
      refuseUnusable(after.permissions);
      const amended = await this.privileges.update(ongoing.tx, after);
      if (lifetime || isLarger(after.permissions, before.permissions))
        await requireHoldable(ongoing.tx, projectMembership.id);
      await this.record(ongoing, 'privilege.amend', amended);
      return amended;
    });
  }

  /** Removing a privilege that forbids is a grant; removing any other never is. */
  revoke(actor: Actor, { id, projectMembership }: LocatedPrivilege): Promise<PrivilegeRow> {
    return this.change(actor, projectMembership, async (ongoing) => {
      const before = await this.lock(ongoing, id);
      await this.requireAmongOthers(ongoing, { before, after: null });
      await this.privileges.remove(ongoing.tx, id);
      await this.record(ongoing, 'privilege.revoke', before);
      return before;
    });
  }

  /** Locks the project first: the caller's rights, and all that is weighed, stay as they are. */
  private change<T>(
    actor: Actor,
    membership: MembershipRef,
    work: (ongoing: OngoingChange) => Promise<T>,
  ): Promise<T> {
    const { projectId, identityId } = membership;
    const gainers = { identityIds: [identityId], scope: projectScope(projectId) };
    return this.database.transaction((tx) =>
      this.locked.changeProject(tx, actor, { id: projectId }, async (access) => {
        access.ability.require('edit', 'identity', { identityId });
        return this.credentials.changeHoldings(tx, actor, gainers, () =>
          work({ tx, access, membership, actor }),
        );
      }),
    );
  }

  private async lock({ tx }: OngoingChange, id: string): Promise<PrivilegeRow> {
    const privilege = await this.privileges.findLocked(tx, id);
    if (!privilege) throw notFound();
    return privilege;
  }

  /** Throws 403 for what the change grants and the caller may not grant, or does not hold as long. */
  private async requireWithinCaller(
    ongoing: OngoingChange,
    change: PrivilegeChange,
  ): Promise<void> {
    const { access, membership } = ongoing;
    requireGranting(access, membership.identityId, change);
    const grant = await grantedByChange(change, access.budget);
    if (grant) await requireGrantable(access, [grant]);
    await this.requireAmongOthers(ongoing, change);
  }

  /** Throws 403 for what the change sets free or takes away, given all else that the identity holds. */
  private async requireAmongOthers(ongoing: OngoingChange, change: PrivilegeChange): Promise<void> {
    const { tx, actor, access, membership } = ongoing;
    const { before, after } = change;
    if (before === null && !after?.permissions.some((rule) => rule.inverted)) return;
    const { projectId, identityId } = membership;
    const held = await this.locked.rulesOf(tx, projectId, identityId);
    const others = held.filter(({ source }) => source.id !== before?.id);
    const freed = removedDenials(change, others);
    if (freed) await requireGainsGrantable(access, freed);
    const all = {
      before: [...others, ...rulesOfPrivilege(before)],
      after: [...others, ...rulesOfPrivilege(after)],
    };
    await requireNoDemotion(tx, actor, access, identityId, all);
  }

  private record(
    { tx, actor, membership }: OngoingChange,
    action: keyof typeof EVENT_TYPES,
    { id: privilegeId, slug, isTemporary }: PrivilegeRow,
  ): Promise<void> {
    const { projectId, identityId } = membership;
    const target = { privilegeId, slug, identityId, isTemporary };
    const changes = [{ identityId, privilegeId, privilegeSlug: slug }];
    const type = EVENT_TYPES[action];
    return this.recorder.record(tx, actor, { action, projectId, target }, [{ type, changes }]);
  }
}

/** Throws 400 for rules that are well formed and yet cannot be meant. */
function refuseUnusable(rules: readonly Rule[]): void {
  const problem = readCombinationProblem(rules) ?? templateProblem(rules);
  if (problem) throw badRequest('invalid-rule', problem);
}
