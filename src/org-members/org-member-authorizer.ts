import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccessService } from '../access/access.service.js';
import {
  cannotGrant,
  holdsEverything,
  missingPermissionsDetails,
} from '../access/escalation/grants.js';
import { IdentityComparison } from '../access/escalation/identity-comparison.js';
import { Administrators } from '../access/escalation/administrators.js';
import { LastInstanceAdmin } from '../access/escalation/last-instance-admin.js';
import { type FreshOrgAccess, LockedAccess } from '../access/locked-access.js';
import { lockAccount } from '../accounts/account-lock.js';
import type { Actor } from '../auth/actor.js';
import { isUuid } from '../database/uuid.js';
import { notFound, permissionDenied } from '../errors/api-error.js';
import type { HolderFacts } from '../permissions/templates.js';
import type { OrgMemberRecord } from './org-members.presenter.js';
import { OrgMemberEnds } from './org-member-ends.js';
import { OrgMembersRepository } from './org-members.repository.js';

/** Members about to be changed, and the caller's rights in the organization, which is locked. */
export interface LockedMembers {
  readonly access: FreshOrgAccess;
  readonly members: readonly OrgMemberRecord[];
  /** Every project in which one of them is, locked. */
  readonly projectIds: readonly string[];
}

/** Finds and locks the people of a request about organization members, and compares them with the caller. */
@Injectable()
export class OrgMemberAuthorizer {
  // oxlint-disable-next-line max-params -- whom to compare with, and the three kinds of administrators that stay
  constructor(
    private readonly access: AccessService,
    private readonly locked: LockedAccess,
    private readonly comparison: IdentityComparison,
    private readonly members: OrgMembersRepository,
    private readonly ends: OrgMemberEnds,
    private readonly administrators: Administrators,
    private readonly lastInstanceAdmin: LastInstanceAdmin,
  ) {}

  /**
   * Refuses without a lock: 404 for another organization and for members of elsewhere, then 403 unless the caller may
   * do this to members. Everybody may `delete` their own membership. `alsoNamed` may throw 404 for what else is named.
   */
  async require(
    actor: Actor,
    orgId: string,
    ids: readonly string[],
    action: 'edit' | 'delete',
    alsoNamed: () => Promise<unknown> = () => Promise.resolve(),
  ): Promise<void> {
    if (actor.orgId !== orgId || !ids.every(isUuid)) throw notFound();
    const { ability } = await this.access.toOrganization(actor);
    const found = await this.members.list(orgId, ids);
    if (found.length < new Set(ids).size) throw notFound();
    await alsoNamed();
    if (!isLeaving(actor, found, action)) ability.require(action, 'member');
  }

  /** Locks the account of a member, before `lock` its place: more is to end than what the place opens. */
  async lockAccount(tx: EntityManager, actor: Actor, id: string): Promise<void> {
    await this.locked.lockOrganizationOf(tx, actor);
    const [member] = await this.members.list(actor.orgId, [id]);
    if (!member) return;
    await this.ends.lockProjects(tx, actor.orgId, [member.userId]);
    await lockAccount(tx, member.userId);
  }

  /** `require` once more, with everything locked that the change concerns. */
  async lock(
    tx: EntityManager,
    actor: Actor,
    ids: readonly string[],
    action: 'edit' | 'delete',
  ): Promise<LockedMembers> {
    const { orgId } = actor;
    await this.locked.lockOrganizationOf(tx, actor);
    const members = await this.members.findLocked(tx, orgId, ids);
    if (members.length < new Set(ids).size) throw notFound();
    const userIds = members.map(({ userId }) => userId);
    const projectIds = await this.ends.lockProjects(tx, orgId, userIds);
    const access = await this.locked.orgAccessIn(tx, actor);
    if (!isLeaving(actor, members, action)) access.ability.require(action, 'member');
    return { access, members, projectIds };
  }

  /** Throws 403 for somebody who holds more than the caller, in the organization or in any project, or in the instance. */
  async requireNotStronger(
    tx: EntityManager,
    actor: Actor,
    { access, members }: LockedMembers,
  ): Promise<void> {
    const others = members.filter(({ userId }) => userId !== actor.callerId);
    const userIds = others.map(({ userId }) => userId);
    if (!actor.isInstanceAdmin && (await this.members.hasSuperAdmin(tx, userIds)))
      throw stronger([{ subject: 'instance', action: ['administer'] }]);
    // An organization's admin covers everything in it.
    if (holdsEverything(access)) return;
    for (const userId of userIds) {
      const beyond = await this.comparison.rulesBeyondCaller(tx, actor, userId);
      if (beyond.length > 0) throw stronger(beyond);
    }
  }

  /**
   * Does `work`, after which the members count no longer. Throws 409 where the instance, the organization or one of the
   * projects would be left without an administrator.
   */
  async keepAdmins<T>(
    tx: EntityManager,
    { access: { orgId }, members, projectIds }: LockedMembers,
    work: () => Promise<T>,
  ): Promise<T> {
    const userIds = members.map(({ userId }) => userId);
    const inOrganization = () => this.administrators.keepDuring(tx, { orgId, projectIds }, work);
    return (await this.members.hasSuperAdmin(tx, userIds))
      ? this.lastInstanceAdmin.keepDuring(tx, inOrganization)
      : inOrganization();
  }

  /** Throws 403 for what the person would gain by other metadata, through rules that speak of them. */
  async requireGainsByFacts(
    tx: EntityManager,
    actor: Actor,
    { access }: LockedMembers,
    facts: HolderFacts,
  ): Promise<void> {
    if (holdsEverything(access)) return;
    const gained = await this.comparison.rulesGainedByFacts(tx, actor, facts);
    if (gained.length > 0) throw cannotGrant(gained, access.budget);
  }
}

const isLeaving = (
  actor: Actor,
  members: readonly Pick<OrgMemberRecord, 'userId'>[],
  action: 'edit' | 'delete',
): boolean => action === 'delete' && members.every(({ userId }) => userId === actor.callerId);

const stronger = (beyond: Parameters<typeof missingPermissionsDetails>[0]) =>
  permissionDenied(
    'beyond-own-permissions',
    'You cannot change or remove somebody who holds more than you do, in the organization or in one of its projects',
    missingPermissionsDetails(beyond),
  );
