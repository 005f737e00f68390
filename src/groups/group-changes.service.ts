import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccessService } from '../access/access.service.js';
import { type AssignedRole, isOtherRole, orgRoleToAssign } from '../access/assigned-role.js';
import { endStanding } from '../access/leavers.js';
import { raiseEpochsIn, raiseOrganizationEpoch } from '../access/epoch.js';
import { Administrators } from '../access/escalation/administrators.js';
import { LockedAccess } from '../access/locked-access.js';
import { endMadeMemberships } from '../access/made-memberships.js';
import { Audit } from '../audit/audit.js';
import type { Actor } from '../auth/actor.js';
import { serviceTokensOf } from '../credentials/ended-service-tokens.js';
import { ORGANIZATION } from '../credentials/holding-snapshots.js';
import { WeighedChanges, onlyWidens } from '../credentials/weighed-changes.js';
import { Database } from '../database/database.js';
import { isUuid, newId, toUuid } from '../database/uuid.js';
import { badRequest, notFound } from '../errors/api-error.js';
import { AccessChangeRecorder } from '../events/log/access-change-recorder.js';
import { randomSlug, slugForm } from '../http/body/slugs.js';
import { GroupRenames } from './group-renames.js';
import {
  GroupRulesRepository,
  itemsInPlaces,
  projectsWithAdminRules,
} from './group-rules.repository.js';
import type { GroupRecord } from './groups.presenter.js';
import { entriesNaming, namedAsRemoved } from './member-entries.js';
import { type GroupChanges, GroupsRepository } from './groups.repository.js';

export interface GroupDraft {
  readonly name: string;
  readonly slug?: string;
  /** Slug of an organization role. */
  readonly role?: string;
}

/** Characters of a slug that come from the name, before a random ending that no other group has. */
const OF_NAME = 27;
const ENDING = 8;

/** Changes of groups themselves, each under the lock of the organization. */
@Injectable()
export class GroupChangesService {
  // oxlint-disable-next-line max-params -- what is asked, what is weighed, and what is written
  constructor(
    private readonly access: AccessService,
    private readonly locked: LockedAccess,
    private readonly weighed: WeighedChanges,
    private readonly administrators: Administrators,
    private readonly groups: GroupsRepository,
    private readonly rules: GroupRulesRepository,
    private readonly renames: GroupRenames,
    private readonly database: Database,
    private readonly audit: Audit,
    private readonly recorder: AccessChangeRecorder,
  ) {}

  /** Throws 409 where name or slug is taken, 400 for a name that is the id of another group. */
  create(actor: Actor, draft: GroupDraft): Promise<GroupRecord> {
    const { orgId } = actor;
    return this.database.transaction(async (tx) => {
      await this.lock(tx, actor);
      const assigned = await orgRoleToAssign(tx, orgId, draft.role ?? 'no-access');
      const { ability } = await this.locked.orgAccessIn(tx, actor);
      ability.require('create', 'groups');
      if (assigned.rules.length > 0) {
        ability.require('grant-privileges', 'groups');
        await this.requireHeld(tx, actor, assigned);
      }
      await this.refuseIdAsName(tx, orgId, draft.name);
      const { role, roleId } = assigned;
      const ending = randomSlug(ENDING);
      const slug = draft.slug ?? [slugForm(draft.name, OF_NAME), ending].filter(Boolean).join('-');
      const id = newId();
      await this.groups.insert(tx, { id, orgId, name: draft.name, slug, role, roleId });
      await this.audit.record(tx, actor, {
        action: 'group.create',
        target: { groupId: id, slug, role: draft.role ?? 'no-access' },
      });
      return this.groups.reread(tx, orgId, id);
    });
  }

  /**
   * Changes what the caller names; the rest stays. Throws 409 as `create` does, and for the last administrators of
   * the organization.
   */
  async update(actor: Actor, groupId: string, draft: Partial<GroupDraft>): Promise<GroupRecord> {
    const { orgId } = actor;
    const id = toUuid(groupId);
    return this.database.transaction(async (tx) => {
      await this.lock(tx, actor);
      const group = await this.groups.findLocked(tx, orgId, id);
      if (!group) throw notFound();
      const assigned =
        draft.role === undefined ? null : await orgRoleToAssign(tx, orgId, draft.role);
      // The right is asked for before anything is weighed.
      const access = await this.locked.orgAccessIn(tx, actor);
      const { ability } = access;
      ability.require('edit', 'groups');
      const isOther = assigned && isOtherRole(assigned, group);
      if (isOther) ability.require('grant-privileges', 'groups');
      const { name = group.name, slug = group.slug } = draft;
      if (name !== group.name) await this.refuseIdAsName(tx, orgId, name);
      await this.renames.require(tx, actor, access, { from: group.name, to: name });
      const changes = { name, slug, updatedAt: () => 'now()' };
      if (isOther) await this.changeRole(tx, actor, id, assigned, changes);
      else await this.groups.update(tx, id, changes);
      await raiseOrganizationEpoch(tx, orgId);
      const target = { groupId: id, slug, ...(isOther ? { role: draft.role } : {}) };
      await this.audit.record(tx, actor, { action: 'group.update', target });
      return this.groups.reread(tx, orgId, id);
    });
  }

  /**
   * Deletes the group. Its members leave it, and so all of its projects. Throws 409 where one would be left without
   * an administrator.
   */
  async remove(actor: Actor, groupId: string): Promise<GroupRecord> {
    const { orgId } = actor;
    const id = await this.requireDelete(actor, groupId);
    return this.database.transaction(async (tx) => {
      await this.lock(tx, actor);
      if (!(await this.groups.findLocked(tx, orgId, id))) throw notFound();
      const holdings = await this.rules.lock(tx, id);
      const { ability } = await this.locked.orgAccessIn(tx, actor);
      ability.require('delete', 'groups');
      const group = await this.groups.reread(tx, orgId, id);
      const members = await this.rules.listMembers(tx, id);
      const projectIds = holdings.places.map(({ projectId }) => projectId);
      const concerned = { ...members, scope: { organization: true, projectIds } };
      const membershipIds = holdings.places.map(({ membershipId }) => membershipId);
      const ended = await serviceTokensOf(tx, membershipIds);
      const administered = { orgId, projectIds: projectsWithAdminRules(holdings) };
      const memberships = await this.administrators.keepDuring(tx, administered, () =>
        this.weighed.during(tx, actor, concerned, async () => {
          await this.groups.remove(tx, id);
          return endMadeMemberships(tx, projectIds, members.holderIds);
        }),
      );
      await endStanding(tx, { userIds: members.holderIds });
      await raiseEpochsIn(tx, { orgId, projectIds });
      const items = itemsInPlaces(holdings.places, id);
      const target = { groupId: id, slug: group.slug, projectIds, ...ended };
      const named = namedAsRemoved(members);
      const [record, ...more] = entriesNaming({ action: 'group.delete', target }, named);
      const events = { type: 'membership:delete', items, more } as const;
      await this.recorder.recordInProjects(tx, actor, record!, events);
      await this.recorder.recordEnds(tx, actor, memberships);
      return group;
    });
  }

  private async changeRole(
    tx: EntityManager,
    actor: Actor,
    groupId: string,
    assigned: AssignedRole,
    changes: GroupChanges,
  ): Promise<void> {
    const { rules } = await this.rules.lock(tx, groupId);
    const before = rules.find(({ scopeId }) => scopeId === ORGANIZATION)?.rules ?? [];
    await this.requireHeld(tx, actor, assigned);
    const { holderIds, identityIds } = await this.rules.listMembers(tx, groupId);
    // Whoever only gains gains no more than the role itself, which the caller holds.
    const concerned = {
      holderIds: onlyWidens(before, assigned.rules) ? [] : holderIds,
      identityIds,
      scope: { organization: true, projectIds: [] },
    };
    const { role, roleId } = assigned;
    const administered = { orgId: actor.orgId, projectIds: [] };
    await this.administrators.keepDuring(tx, administered, () =>
      this.weighed.during(tx, actor, concerned, () =>
        this.groups.update(tx, groupId, { ...changes, role, roleId }),
      ),
    );
  }

  /** Refuses without a lock: 404, then 403. */
  private async requireDelete(actor: Actor, groupId: string): Promise<string> {
    const id = toUuid(groupId);
    const { orgId, ability } = await this.access.toOrganization(actor);
    if (!(await this.groups.find(orgId, id))) throw notFound();
    ability.require('delete', 'groups');
    return id;
  }

  private async lock(tx: EntityManager, actor: Actor): Promise<void> {
    await this.locked.lockOrganizationOf(tx, actor);
  }

  private requireHeld(tx: EntityManager, actor: Actor, { rules }: AssignedRole): Promise<void> {
    return this.weighed.requireHeld(tx, actor, [{ scopeId: ORGANIZATION, rules }]);
  }

  /** A path may name a group by id or name: the name must not be the id of another one. */
  private async refuseIdAsName(tx: EntityManager, orgId: string, name: string): Promise<void> {
    if (!isUuid(name) || !(await this.groups.isGroupId(tx, orgId, name))) return;
    throw badRequest('contradictory-fields', 'The name is the id of another group.');
  }
}
