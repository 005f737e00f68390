import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { endStanding } from '../../access/leavers.js';
import { requireGainsGrantable } from '../../access/escalation/grants.js';
import { requireHoldable } from '../../access/escalation/holding-limits.js';
import { type FreshAccess, LockedAccess } from '../../access/locked-access.js';
import { endMadeMemberships } from '../../access/made-memberships.js';
import type { Actor } from '../../auth/actor.js';
import { projectScope } from '../../credentials/credential-guard.js';
import { WeighedChanges, onlyWidens } from '../../credentials/weighed-changes.js';
import {
  type EndedServiceTokens,
  serviceTokensOf,
} from '../../credentials/ended-service-tokens.js';
import { Database } from '../../database/database.js';
import { isUuid } from '../../database/uuid.js';
import { conflict, notFound } from '../../errors/api-error.js';
import { groupNotFound } from '../../errors/missing.js';
import { AccessChangeRecorder } from '../../events/log/access-change-recorder.js';
import { GroupRulesRepository } from '../../groups/group-rules.repository.js';
import type { SourcedRule } from '../../permissions/rule.js';
import type { WrittenRoles } from '../changed-roles.js';
import {
  type ResolvedRole,
  type RoleDraft,
  requireDistinct,
  requirePermanent,
  rowsOfRoles,
  rulesOfRoles,
} from '../membership-draft.js';
import { MembershipWritesRepository } from '../membership-writes.repository.js';
import { ProjectGroupWritesRepository } from './project-group-writes.repository.js';
import type { ProjectGroupRow } from './project-groups.presenter.js';
import { type FoundGroup, ProjectGroupsRepository } from './project-groups.repository.js';
import type { ProjectGroupKey } from './project-groups.service.js';

/** The event of each audited action. */
const EVENT_TYPES = {
  'group-membership.create': 'membership:create',
  'group-membership.update': 'membership:update',
  'group-membership.delete': 'membership:delete',
} as const;

/** A change of a group in a project, under the lock of the project. */
interface Ongoing {
  readonly tx: EntityManager;
  readonly actor: Actor;
  readonly access: FreshAccess;
  readonly group: FoundGroup;
}

/** Changes of which groups are in a project and as what. What is given is weighed by itself, and for each who is in the group. */
@Injectable()
export class ProjectGroupWritesService {
  // oxlint-disable-next-line max-params -- what is asked, what is weighed, and what is written
  constructor(
    private readonly locked: LockedAccess,
    private readonly weighed: WeighedChanges,
    private readonly groups: ProjectGroupsRepository,
    private readonly writes: ProjectGroupWritesRepository,
    private readonly memberships: MembershipWritesRepository,
    private readonly rules: GroupRulesRepository,
    private readonly database: Database,
    private readonly recorder: AccessChangeRecorder,
  ) {}

  /** Throws 404 for a group of elsewhere, 409 for a member. */
  add(actor: Actor, key: ProjectGroupKey, drafts: readonly RoleDraft[]): Promise<ProjectGroupRow> {
    return this.inProject(actor, key, async (ongoing) => {
      const { tx, access, group } = ongoing;
      const roles = await this.memberships.resolveRoles(tx, access.id, drafts);
      access.ability.require('create', 'groups', { groupName: group.name, assignableRole: null });
      requireAssignable(ongoing, roles);
      await requireGainsGrantable(access, { before: [], after: rulesOfRoles(roles) });
      const added = await this.weigh(ongoing, [], rulesOfRoles(roles), async () => {
        const row = await this.writes.insert(tx, access.id, group.id);
        if (row) await this.memberships.insertRoles(tx, row.id, rowsOfRoles(roles));
        return row;
      });
      if (!added) throw conflict('already-exists', 'The group is a member of the project already.');
      await requireHoldable(tx, access.id, added.id);
      await this.record(ongoing, 'group-membership.create', added, roles);
      return added;
    });
  }

  /** The roles given replace those held. Throws 400 unless one is permanent, 409 where no administrator would be left. */
  changeRoles(
    actor: Actor,
    key: ProjectGroupKey,
    drafts: readonly RoleDraft[],
  ): Promise<WrittenRoles> {
    return this.inProject(actor, key, async (ongoing) => {
      const { tx, access, group } = ongoing;
      const membership = await this.find(ongoing, key);
      const roles = await this.memberships.resolveRoles(tx, access.id, drafts);
      access.ability.require('edit', 'groups', { groupName: group.name });
      requireAssignable(ongoing, roles);
      const after = rulesOfRoles(roles);
      const before = await this.rules.listIn(tx, group.id, access.id);
      await requireGainsGrantable(access, { before, after });
      const written = await this.weigh(ongoing, before, after, async () => {
        await this.memberships.removeRoles(tx, membership.id);
        return this.memberships.insertRoles(tx, membership.id, rowsOfRoles(roles));
      });
      await requireHoldable(tx, access.id, membership.id);
      await this.memberships.touch(tx, membership.id);
      await this.record(ongoing, 'group-membership.update', membership, roles);
      return { membershipId: membership.id, roles: written };
    });
  }

  /** Throws 409 where no administrator would be left. */
  remove(actor: Actor, key: ProjectGroupKey): Promise<ProjectGroupRow & EndedServiceTokens> {
    return this.inProject(actor, key, async (ongoing) => {
      const { tx, access, group } = ongoing;
      const membership = await this.find(ongoing, key);
      access.ability.require('delete', 'groups', { groupName: group.name });
      const ended = await serviceTokensOf(tx, [membership.id]);
      const members = await this.rules.listMembers(tx, group.id);
      const userIds = members.holderIds;
      // A group that gives nothing holds people in the project, with the privileges that they have there.
      const concerned = { ...members, scope: projectScope(access.id) };
      const memberships = await this.weighed.during(tx, actor, concerned, async () => {
        await this.memberships.remove(tx, membership.id);
        return endMadeMemberships(tx, [access.id], userIds);
      });
      await endStanding(tx, { userIds, groupId: group.id });
      await this.record(ongoing, 'group-membership.delete', { ...membership, ...ended });
      await this.recorder.recordEnds(tx, actor, memberships);
      return { ...membership, ...ended };
    });
  }

  private async inProject<T>(
    actor: Actor,
    { projectId, group: reference }: ProjectGroupKey,
    work: (ongoing: Ongoing) => Promise<T>,
  ): Promise<T> {
    if (!isUuid(projectId)) throw notFound();
    return this.database.transaction(async (tx) => {
      // First, so that only one request of the caller holds the organization while it waits for the project.
      await this.locked.queueForLock(tx, actor, projectId);
      // Nobody joins or leaves a group meanwhile.
      await this.locked.shareOrganization(tx, actor.orgId);
      return this.locked.changeProject(tx, actor, { id: projectId }, async (access) => {
        const group = await this.groups.findGroup(access.orgId, reference, tx);
        if (!group || isHidden(access, group)) throw groupNotFound(reference);
        return work({ tx, actor, access, group });
      });
    });
  }

  private async find(
    { tx, access, group }: Ongoing,
    key: ProjectGroupKey,
  ): Promise<ProjectGroupRow> {
    const membership = await this.writes.findLocked(tx, access.id, group.id);
    if (!membership) throw groupNotFound(key.group);
    return membership;
  }

  /** Does `change`, and weighs it for each who is in the group unless nobody can lose by it, or gain more than the rules. */
  private async weigh<T>(
    { tx, actor, access, group }: Ongoing,
    before: readonly SourcedRule[],
    after: readonly SourcedRule[],
    change: () => Promise<T>,
  ): Promise<T> {
    const { holderIds, identityIds } = await this.rules.listMembers(tx, group.id);
    const concerned = onlyWidens(before, after) ? [] : holderIds;
    const scope = projectScope(access.id);
    return this.weighed.during(tx, actor, { holderIds: concerned, identityIds, scope }, change);
  }

  private record(
    { tx, actor, access }: Ongoing,
    action: keyof typeof EVENT_TYPES,
    { id: membershipId, groupId, serviceTokens }: ProjectGroupRow & EndedServiceTokens,
    roles?: readonly RoleDraft[],
  ): Promise<void> {
    const slugs = roles ? { roles: roles.map(({ slug }) => slug) } : {};
    const ended = serviceTokens ? { serviceTokens } : {};
    const target = { membershipId, groupId, ...slugs, ...ended };
    const changes = [{ type: EVENT_TYPES[action], changes: [{ groupId, membershipId }] }];
    return this.recorder.record(tx, actor, { action, projectId: access.id, target }, changes);
  }
}

/** Whether the caller may read some groups, and not this one: then it is as if it were not there. */
const isHidden = ({ ability }: FreshAccess, { name }: FoundGroup): boolean =>
  ability.mayEverAllow('read', 'groups') && !ability.allows('read', 'groups', { groupName: name });

/** Throws 403 unless the caller may assign each role to the group, and 400 for roles that no group may hold together. */
function requireAssignable(
  { access, group }: Pick<Ongoing, 'access' | 'group'>,
  roles: readonly ResolvedRole[],
): void {
  const rows = roles.map(({ slug }) => ({ groupName: group.name, assignableRole: slug }));
  access.ability.requireAll('assign-role', 'groups', rows);
  requireDistinct(roles);
  requirePermanent(roles);
}
