import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { endStanding } from '../../access/leavers.js';
import { raiseEpochsIn } from '../../access/epoch.js';
import { Administrators } from '../../access/escalation/administrators.js';
import type { MembershipInProject } from '../../access/escalation/holding-limits.js';
import { LockedAccess } from '../../access/locked-access.js';
import { endMadeMemberships } from '../../access/made-memberships.js';
import { Audit } from '../../audit/audit.js';
import type { ScimActor } from '../../auth/actor.js';
import {
  endedOf,
  serviceTokensInGroup,
  serviceTokensOf,
} from '../../credentials/ended-service-tokens.js';
import { Database } from '../../database/database.js';
import { newId, toUuid } from '../../database/uuid.js';
import { notFound } from '../../errors/api-error.js';
import { AccessChangeRecorder } from '../../events/log/access-change-recorder.js';
import { GroupRulesRepository, itemsInPlaces } from '../../groups/group-rules.repository.js';
import { entriesNaming, namedAsRemoved } from '../../groups/member-entries.js';
import { randomSlug, slugForm } from '../../http/body/slugs.js';
import { leftIn } from '../left-without-administrator.js';
import { readGroup } from '../protocol/group-attributes.js';
import type { ListRequest } from '../protocol/list-request.js';
import { readPatch } from '../protocol/patch-body.js';
import {
  type GroupChange,
  groupChange,
  type MemberChange,
  replacedMembers,
} from '../protocol/patch-group.js';
import { needs, type Projection } from '../protocol/projection.js';
import { scimProblem } from '../protocol/scim-problem.js';
import { ScimAddress } from '../scim-address.js';
import { letsNobodyIn, ScimTokenMakers } from '../tokens/scim-token-makers.js';
import {
  readOnlyPartsOf,
  type ScimGroupMemberRecord,
  type ScimGroupRecord,
} from './group.presenter.js';
import { ScimGroupsRepository } from './scim-groups.repository.js';

/** Members that one answer shows. */
const MAX_MEMBERS = 50_000;
const MAX_SLUG_BASE = 27;

const TAKEN =
  'The organization has a group with this displayName or externalId already. If it was made by hand, only a person can change it.';

/** A group with those of its members that an answer shows. */
export interface ShownGroup {
  readonly group: ScimGroupRecord;
  readonly members: readonly ScimGroupMemberRecord[];
}

/**
 * Groups of an organization as a provider keeps them: those that it made, and no others. Their members are changed as
 * sets, so that changes at the same time all hold. What a group may do is for people to decide.
 */
@Injectable()
export class ScimGroupsService {
  // oxlint-disable-next-line max-params -- the layers of the module
  constructor(
    private readonly groups: ScimGroupsRepository,
    private readonly access: LockedAccess,
    private readonly database: Database,
    private readonly audit: Audit,
    private readonly recorder: AccessChangeRecorder,
    private readonly rules: GroupRulesRepository,
    private readonly administrators: Administrators,
    private readonly address: ScimAddress,
    private readonly makers: ScimTokenMakers,
  ) {}

  async list({ orgId }: ScimActor, { filter, startIndex, count, projection }: ListRequest) {
    const total = await this.groups.count(orgId, filter);
    const page = { filter, offset: startIndex - 1, limit: count };
    const groups = count === 0 ? [] : await this.groups.list(orgId, page);
    return { total, groups: await this.withMembers(orgId, groups, projection) };
  }

  /** Throws 404. */
  async get({ orgId }: ScimActor, id: string, projection: Projection): Promise<ShownGroup> {
    const group = await this.groups.find(orgId, toUuid(id));
    if (!group) throw notFound();
    const [shown] = await this.withMembers(orgId, [group], projection);
    return shown!;
  }

  /** Gives the id of the group. Throws 409 for a name that is taken, by a group made by hand as well. */
  create(actor: ScimActor, body: unknown): Promise<string> {
    const { displayName, externalId = null, members = new Set() } = readGroup(body);
    const { orgId } = actor;
    return this.database.transaction(async (tx) => {
      await this.access.lockOrganizationOf(tx, actor);
      const id = newId();
      await this.requireFree(tx, orgId, id, { displayName, externalId });
      const slug = `${slugForm(displayName, MAX_SLUG_BASE) || 'group'}-${randomSlug(8)}`;
      await this.groups.insert(tx, { id, orgId, displayName, externalId, slug });
      const accounts = await this.accountsOf(tx, orgId, members);
      if (accounts.length > 0) await this.makers.requireToLetIn(tx, actor);
      const added = await this.groups.addMembers(tx, id, accounts);
      const target = { groupId: id, name: displayName, added: added.length };
      const record = { action: 'scim-group.create', target };
      for (const entry of entriesNaming(record, { addedUserIds: idsOf(added) }))
        await this.audit.record(tx, actor, entry);
      return id;
    });
  }

  /** Members that the body does not speak of stay. */
  replace(actor: ScimActor, id: string, body: unknown): Promise<void> {
    const { displayName, externalId = null, members } = readGroup(body);
    const all = members === undefined ? NOBODY : replacedMembers(members);
    return this.change(actor, id, () => ({ displayName, externalId, members: all }));
  }

  patch(actor: ScimActor, id: string, body: unknown): Promise<void> {
    const operations = readPatch(body);
    return this.change(actor, id, (group) =>
      groupChange(operations, readOnlyPartsOf(group, this.address.base)),
    );
  }

  remove(actor: ScimActor, id: string): Promise<void> {
    return this.locked(actor, id, async (tx, group, places) => {
      const scopes = scopesOf(actor, places);
      const membershipIds = places.map(({ membershipId }) => membershipId);
      const ended = await serviceTokensOf(tx, membershipIds);
      if (await this.rules.forbids(tx, group.id)) await this.makers.requireToLetIn(tx, actor);
      const members = await this.rules.listMembers(tx, group.id);
      const userIds = members.holderIds;
      const { left, result } = await this.administrators.watch(tx, scopes, async () => {
        await this.groups.remove(tx, group.id);
        return endMadeMemberships(tx, scopes.projectIds, userIds);
      });
      await endStanding(tx, { userIds });
      await raiseEpochsIn(tx, scopes);
      const target = { groupId: group.id, name: group.displayName, ...leftIn(left), ...ended };
      const named = namedAsRemoved(members);
      const [record, ...more] = entriesNaming({ action: 'scim-group.delete', target }, named);
      const items = itemsInPlaces(places, group.id);
      const events = { type: 'membership:delete', items, more } as const;
      await this.recorder.recordInProjects(tx, actor, record!, events);
      await this.recorder.recordEnds(tx, actor, result);
    });
  }

  private change(
    actor: ScimActor,
    id: string,
    changeOf: (group: ScimGroupRecord) => GroupChange,
  ): Promise<void> {
    return this.locked(actor, id, async (tx, group, places) => {
      const change = changeOf(group);
      const mayLetIn = !moves(change.members) || (await this.makers.mayLetIn(tx, actor));
      const isRelabelled = await this.relabel(tx, actor, group, change);
      const scopes = scopesOf(actor, places);
      const tokens = await serviceTokensInGroup(tx, group.id);
      const { result, left } = await this.administrators.watch(tx, scopes, () =>
        this.changeMembers(tx, { ...scopes, id: group.id }, change.members),
      );
      const { added, removed, ended } = result;
      const frees = removed.length > 0 && (await this.rules.forbids(tx, group.id));
      if (!mayLetIn && (added.length > 0 || frees)) throw letsNobodyIn();
      const moved = [...added, ...removed];
      if (!isRelabelled && moved.length === 0) return;
      if (!isRelabelled) await this.groups.touch(tx, group.id);
      await raiseEpochsIn(tx, scopes);
      const { displayName = group.displayName } = change;
      const counts = { added: added.length, removed: removed.length };
      const gone = idsOf(removed);
      const more = { ...counts, ...leftIn(left), ...endedOf(tokens, gone) };
      const former = displayName === group.displayName ? {} : { formerName: group.displayName };
      const target = { groupId: group.id, name: displayName, ...former, ...more };
      const named = { addedUserIds: idsOf(added), removedUserIds: gone };
      const [record, ...rest] = entriesNaming({ action: 'scim-group.update', target }, named);
      const items = moved.length > 0 ? itemsInPlaces(places, group.id, moved) : new Map();
      const events = { type: 'membership:update', items, more: rest } as const;
      await this.recorder.recordInProjects(tx, actor, record!, events);
      await this.recorder.recordEnds(tx, actor, ended);
    });
  }

  /** Returns whether there was anything to write. Throws 409. */
  private async relabel(
    tx: EntityManager,
    actor: ScimActor,
    group: ScimGroupRecord,
    change: GroupChange,
  ): Promise<boolean> {
    const { displayName = group.displayName, externalId = group.externalId } = change;
    if (displayName === group.displayName && externalId === group.externalId) return false;
    await this.requireFree(tx, actor.orgId, group.id, { displayName, externalId });
    // Rules of projects may speak of the group by its name.
    if (displayName !== group.displayName) await this.makers.requireToLetIn(tx, actor);
    await this.groups.update(tx, { id: group.id, displayName, externalId });
    return true;
  }

  private async changeMembers(
    tx: EntityManager,
    { orgId, projectIds, id }: ReturnType<typeof scopesOf> & { readonly id: string },
    { clears, added, removed }: MemberChange,
  ) {
    const accounts = await this.accountsOf(tx, orgId, added);
    const gone = clears
      ? await this.groups.keepOnly(tx, id, accounts)
      : await this.groups.removeMembers(tx, { orgId, id }, removed);
    const came = await this.groups.addMembers(tx, id, accounts);
    const userIds = gone.map(({ userId }) => userId);
    const ended = await endMadeMemberships(tx, projectIds, userIds);
    await endStanding(tx, { userIds });
    return { added: came, removed: gone, ended };
  }

  /** Throws `invalidValue`, in the same words for users of other organizations as for those that do not exist. */
  private async accountsOf(
    tx: EntityManager,
    orgId: string,
    ids: ReadonlySet<string>,
  ): Promise<string[]> {
    if (ids.size === 0) return [];
    const accounts = await this.groups.accountsOf(tx, orgId, ids);
    if (accounts.length === ids.size) return accounts;
    throw scimProblem('invalidValue', 'A member is no user of the organization.');
  }

  /** Does the work under the locks of all that the group holds rights in. Throws 404. */
  private locked<T>(
    actor: ScimActor,
    id: string,
    work: (tx: EntityManager, group: ScimGroupRecord, places: MembershipInProject[]) => Promise<T>,
  ): Promise<T> {
    const { orgId } = actor;
    const groupId = toUuid(id);
    return this.database.transaction(async (tx) => {
      await this.access.lockOrganizationOf(tx, actor);
      // Projects are locked before groups, as everywhere; then those that the group was just joining.
      await this.rules.lockPlaces(tx, groupId);
      const group = await this.groups.findLocked(tx, orgId, groupId);
      if (!group) throw notFound();
      return work(tx, group, await this.rules.lockPlaces(tx, groupId));
    });
  }

  private async requireFree(
    tx: EntityManager,
    orgId: string,
    id: string,
    names: { readonly displayName: string; readonly externalId: string | null },
  ): Promise<void> {
    if (await this.groups.isTaken(tx, orgId, id, names)) throw scimProblem('uniqueness', TAKEN);
  }

  /** Throws `tooMany` where an answer would show more members than one may. */
  private async withMembers(
    orgId: string,
    groups: readonly ScimGroupRecord[],
    projection: Projection,
  ): Promise<ShownGroup[]> {
    if (groups.length === 0 || !needs(projection, 'members'))
      return groups.map((group) => ({ group, members: [] }));
    const ids = groups.map(({ id }) => id);
    const all = await this.groups.listMembers(orgId, ids, MAX_MEMBERS + 1);
    if (all.length > MAX_MEMBERS) {
      const message = `The groups have more than ${MAX_MEMBERS} members. Ask with excludedAttributes=members, or for fewer groups.`;
      throw scimProblem('tooMany', message);
    }
    const byGroup = new Map<string, ScimGroupMemberRecord[]>(ids.map((id) => [id, []]));
    for (const member of all) byGroup.get(member.groupId)!.push(member);
    return groups.map((group) => ({ group, members: byGroup.get(group.id)! }));
  }
}

const idsOf = (moved: readonly { readonly userId: string }[]) => moved.map(({ userId }) => userId);

const scopesOf = ({ orgId }: ScimActor, places: readonly MembershipInProject[]) => ({
  orgId,
  projectIds: places.map(({ projectId }) => projectId),
});

const moves = ({ clears, added, removed }: MemberChange): boolean =>
  clears || added.size > 0 || removed.size > 0;

const NOBODY: MemberChange = { clears: false, added: new Set(), removed: new Set() };
