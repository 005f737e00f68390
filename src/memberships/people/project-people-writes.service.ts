import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { endStanding } from '../../access/leavers.js';
import { requireGainsGrantable } from '../../access/escalation/grants.js';
import { requireAllHoldable, requireHoldable } from '../../access/escalation/holding-limits.js';
import { rulesOf } from '../../access/held-rules.js';
import { listHoldings } from '../../access/holdings.repository.js';
import { type FreshAccess, LockedAccess } from '../../access/locked-access.js';
import type { Actor } from '../../auth/actor.js';
import {
  type EndedServiceTokens,
  serviceTokensOf,
} from '../../credentials/ended-service-tokens.js';
import { Database } from '../../database/database.js';
import { isUuid } from '../../database/uuid.js';
import { notFound } from '../../errors/api-error.js';
import { memberNotFound } from '../../errors/missing.js';
import {
  type AccessChange,
  AccessChangeRecorder,
} from '../../events/log/access-change-recorder.js';
import type { AccessItem } from '../../events/log/event-kinds.js';
import type { WrittenRoles } from '../changed-roles.js';
import {
  type RoleDraft,
  requireDistinct,
  requirePermanent,
  rowsOfRoles,
  rulesOfRoles,
} from '../membership-draft.js';
import { MembershipWritesRepository } from '../membership-writes.repository.js';
import {
  type HeldInProject,
  type OwnPlaceChange,
  mayDemote,
  requireNobodyDemoted,
  requireRemoval,
  requireRolesChange,
} from '../../access/escalation/own-roles.js';
import {
  type LockedProjectMember,
  ProjectPeopleWritesRepository,
} from './project-people-writes.repository.js';
import { nobodyNamed, requireAssignable, requireKnown } from './project-people-rules.js';
import type { GroupOfMemberView, ProjectMemberRow } from './project-people.presenter.js';
import { groupBy } from '../../database/group-by.js';

/** The event of each audited action. */
const EVENT_TYPES = {
  'user-membership.create': 'membership:create',
  'user-membership.update': 'membership:update',
  'user-membership.delete': 'membership:delete',
} as const;

interface RecordedChange extends EndedServiceTokens {
  readonly action: keyof typeof EVENT_TYPES;
  readonly members: readonly Pick<ProjectMemberRow, 'id' | 'userId'>[];
  readonly roles?: readonly RoleDraft[];
  /** Who were members for privileges alone. */
  readonly adopted?: RecordedChange['members'];
}

/** Several who were removed by one request. */
export interface RemovedMembers extends EndedServiceTokens {
  readonly members: readonly ProjectMemberRow[];
}

export interface RemovedMember extends ProjectMemberRow, EndedServiceTokens {
  /** Through which the person is in the project still. */
  readonly groups: readonly GroupOfMemberView[];
}

/** Changes of which people are in a project and as what: under the lock of the project, within what the caller may grant. */
@Injectable()
export class ProjectPeopleWritesService {
  constructor(
    private readonly locked: LockedAccess,
    private readonly people: ProjectPeopleWritesRepository,
    private readonly memberships: MembershipWritesRepository,
    private readonly database: Database,
    private readonly recorder: AccessChangeRecorder,
  ) {}

  /** Returns those who were no members before, but for privileges alone. Throws 400 for addresses of nobody in the organization. */
  add(
    actor: Actor,
    projectId: string,
    emails: readonly string[],
    drafts: readonly RoleDraft[],
  ): Promise<ProjectMemberRow[]> {
    return this.inProject(actor, projectId, (tx, access) =>
      this.addTo({ tx, actor, access }, emails, drafts),
    );
  }

  /** Whether some of the addresses are of nobody in the organization. */
  async someUnknown(actor: Actor, emails: readonly string[]): Promise<boolean> {
    const count = await this.people.countNamed(actor.orgId, emails);
    return count < new Set(emails).size;
  }

  /** `add` in a transaction that has the lock of the organization, and that the caller queued for. */
  addIn(
    tx: EntityManager,
    actor: Actor,
    projectId: string,
    emails: readonly string[],
    drafts: readonly RoleDraft[],
  ): Promise<ProjectMemberRow[]> {
    return this.locked.changeProjectIn(tx, actor, { id: projectId }, (access) =>
      this.addTo({ tx, actor, access }, emails, drafts),
    );
  }

  private async addTo(
    { tx, actor, access }: OwnPlaceChange,
    emails: readonly string[],
    drafts: readonly RoleDraft[],
  ): Promise<ProjectMemberRow[]> {
    const roles = await this.memberships.resolveRoles(tx, access.id, drafts);
    access.ability.require('create', 'member');
    requireAssignable(access, emails, roles);
    requireDistinct(roles);
    if (emails.length === 0) throw nobodyNamed();
    const people = await this.people.listNamed(tx, access.orgId, emails);
    requireKnown(emails, people);
    await requireGainsGrantable(access, { before: [], after: rulesOfRoles(roles) });
    const userIds = people.map(({ userId }) => userId);
    const given = rulesOfRoles(roles);
    for (const holder of mayDemote(given) ? await this.heldBy(tx, access, userIds) : [])
      await requireNobodyDemoted({ tx, actor, access }, holder, given);
    const adopted = await this.people.adopt(tx, access.id, userIds);
    const joined = await this.people.insert(tx, access.id, userIds);
    const added = [...joined, ...adopted];
    if (added.length === 0) return [];
    const ids = added.map(({ id }) => id);
    await this.people.insertRoles(tx, ids, rowsOfRoles(roles));
    const places = ids.map((membershipId) => ({ projectId: access.id, membershipId }));
    await requireAllHoldable(tx, places);
    const action = 'user-membership.create';
    await this.record(tx, actor, access.id, { action, members: joined, adopted, roles });
    return added;
  }

  /** The roles given replace those held. Throws 400 unless one of them is permanent, 409 for the last administrator's. */
  changeRoles(
    actor: Actor,
    projectId: string,
    membershipId: string,
    drafts: readonly RoleDraft[],
  ): Promise<WrittenRoles> {
    return this.inProject(actor, projectId, async (tx, access) => {
      const member = await this.find(tx, access, membershipId);
      const roles = await this.memberships.resolveRoles(tx, access.id, drafts);
      access.ability.require('edit', 'member', { userEmail: member.email });
      requireAssignable(access, [member.email], roles);
      requireDistinct(roles);
      requirePermanent(roles);
      const [holder] = await this.heldBy(tx, access, [member.userId]);
      await requireRolesChange({ tx, actor, access }, holder!, rulesOfRoles(roles));
      await this.memberships.removeRoles(tx, member.id);
      const written = await this.memberships.insertRoles(tx, member.id, rowsOfRoles(roles));
      await requireHoldable(tx, access.id, member.id);
      await this.memberships.touch(tx, member.id);
      const action = 'user-membership.update';
      await this.record(tx, actor, access.id, { action, members: [member], roles });
      return { membershipId: member.id, roles: written };
    });
  }

  /** Roles and privileges of the person's own go with it. Throws 409 for the last administrator. */
  remove(actor: Actor, projectId: string, membershipId: string): Promise<RemovedMember> {
    return this.inProject(actor, projectId, async (tx, access) => {
      const member = await this.find(tx, access, membershipId);
      const ended = await this.removeAll(tx, actor, access, [member]);
      const groups = await this.people.listGroups(tx, access.id, member.userId);
      return { ...member, ...ended, groups };
    });
  }

  /** Skips names that are no members. Throws 404 where none of them is one. */
  removeNamed(actor: Actor, projectId: string, emails: readonly string[]): Promise<RemovedMembers> {
    return this.inProject(actor, projectId, async (tx, access) => {
      if (emails.length === 0) throw nobodyNamed();
      const members = await this.people.listLocked(tx, access.id, emails);
      if (members.length === 0) throw memberNotFound();
      const ended = await this.removeAll(tx, actor, access, members);
      return { members, ...ended };
    });
  }

  private async removeAll(
    tx: EntityManager,
    actor: Actor,
    access: FreshAccess,
    members: readonly LockedProjectMember[],
  ): Promise<EndedServiceTokens> {
    const others = members.filter(({ userId }) => userId !== actor.callerId);
    // Everybody may leave.
    const rows = others.map(({ email }) => ({ userEmail: email }));
    if (rows.length > 0) access.ability.requireAll('delete', 'member', rows);
    const userIds = members.map(({ userId }) => userId);
    for (const holder of await this.heldBy(tx, access, userIds))
      await requireRemoval({ tx, actor, access }, holder);
    const ids = members.map(({ id }) => id);
    const ended = await serviceTokensOf(tx, ids);
    await this.people.remove(tx, ids);
    await endStanding(tx, { userIds });
    const change = { action: 'user-membership.delete', members, ...ended } as const;
    await this.record(tx, actor, access.id, change);
    return ended;
  }

  private inProject<T>(
    actor: Actor,
    projectId: string,
    work: (tx: EntityManager, access: FreshAccess) => Promise<T>,
  ): Promise<T> {
    if (!isUuid(projectId)) throw notFound();
    return this.database.transaction(async (tx) => {
      // First, so that only one request of the caller holds the organization while it waits for the project.
      await this.locked.queueForLock(tx, actor, projectId);
      // Nobody joins or leaves the organization, or a group of it, meanwhile.
      await this.locked.shareOrganization(tx, actor.orgId);
      return this.locked.changeProject(tx, actor, { id: projectId }, (access) => work(tx, access));
    });
  }

  private async find(
    tx: EntityManager,
    { id, ability }: FreshAccess,
    membershipId: string,
  ): Promise<LockedProjectMember> {
    const member = isUuid(membershipId) ? await this.people.findLocked(tx, id, membershipId) : null;
    if (!member) throw memberNotFound();
    const about = { userEmail: member.email };
    const isHidden =
      ability.mayEverAllow('read', 'member') && !ability.allows('read', 'member', about);
    if (isHidden) throw memberNotFound();
    return member;
  }

  /** Each with all that it holds in the project, by itself and by groups. */
  private async heldBy(
    tx: EntityManager,
    { id }: FreshAccess,
    userIds: readonly string[],
  ): Promise<HeldInProject[]> {
    const holdings = await listHoldings(tx, [id], userIds);
    const byHolder = groupBy(holdings, ({ holderId }) => holderId);
    return userIds.map((holderId) => ({
      holderId,
      held: (byHolder.get(holderId) ?? []).flatMap(rulesOf),
    }));
  }

  private record(
    tx: EntityManager,
    actor: Actor,
    projectId: string,
    { action, members, roles, adopted = [], serviceTokens }: RecordedChange,
  ): Promise<void> {
    const slugs = roles ? { roles: roles.map(({ slug }) => slug) } : {};
    const more = serviceTokens ? { ...slugs, serviceTokens } : slugs;
    const [named, kept] = [members, adopted].map((some) =>
      some.map(({ id, userId }) => ({ userId, membershipId: id })),
    ) as [AccessItem[], AccessItem[]];
    const all = [...named, ...kept];
    const target = all.length === 1 ? { ...all[0], ...more } : { members: all, ...more };
    const changes: AccessChange[] = [
      { type: EVENT_TYPES[action], changes: named },
      { type: 'membership:update', changes: kept },
    ];
    return this.recorder.record(tx, actor, { action, projectId, target }, changes);
  }
}
