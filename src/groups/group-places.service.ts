import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccessService } from '../access/access.service.js';
import { endStanding } from '../access/leavers.js';
import { raiseEpochsIn } from '../access/epoch.js';
import { Administrators } from '../access/escalation/administrators.js';
import { requireAllHoldable } from '../access/escalation/holding-limits.js';
import { LockedAccess } from '../access/locked-access.js';
import { endMadeMemberships, type EndedMembership } from '../access/made-memberships.js';
import type { Actor } from '../auth/actor.js';
import {
  endedOf,
  type EndedServiceTokens,
  serviceTokensInGroup,
} from '../credentials/ended-service-tokens.js';
import { WeighedChanges } from '../credentials/weighed-changes.js';
import { Database } from '../database/database.js';
import { isUuid, toUuid } from '../database/uuid.js';
import { conflict, notFound } from '../errors/api-error.js';
import { personNotFound } from '../errors/missing.js';
import { AccessChangeRecorder } from '../events/log/access-change-recorder.js';
import { canonicalEmail } from '../http/body/email.field.js';
import { GroupMembersRepository } from './group-members.repository.js';
import {
  type GroupHoldings,
  GroupRulesRepository,
  itemsInPlaces,
  projectsWithAdminRules,
} from './group-rules.repository.js';
import type { GroupUserRecord } from './groups.presenter.js';
import { GroupsRepository } from './groups.repository.js';

/** Somebody who joins or leaves a group. */
interface Candidate {
  readonly kind: 'user' | 'identity';
  readonly id: string;
}

/** The right that each change needs. */
const ACTIONS = {
  'group.add-user': 'add-members',
  'group.remove-user': 'remove-members',
  'group.add-identity': 'add-identities',
  'group.remove-identity': 'remove-identities',
} as const;

type Action = keyof typeof ACTIONS;

type Person = Omit<GroupUserRecord, 'joinedGroupAt'>;

/** A change of who is in a group, in its transaction. */
interface CandidateSearch {
  readonly tx: EntityManager;
  readonly actor: Actor;
}

/** The change itself, with all that it concerns locked. */
interface Ongoing extends CandidateSearch {
  readonly groupId: string;
  readonly holdings: GroupHoldings;
}

/** The memberships and service tokens that ended with somebody's place in the group. */
interface Ended extends EndedServiceTokens {
  readonly memberships?: readonly EndedMembership[];
}

/** Joining and leaving a group: weighed against all that the group holds, in the organization and in each project. */
@Injectable()
export class GroupPlacesService {
  // oxlint-disable-next-line max-params -- what is asked, what is weighed, and what is written
  constructor(
    private readonly access: AccessService,
    private readonly locked: LockedAccess,
    private readonly weighed: WeighedChanges,
    private readonly administrators: Administrators,
    private readonly groups: GroupsRepository,
    private readonly rules: GroupRulesRepository,
    private readonly members: GroupMembersRepository,
    private readonly database: Database,
    private readonly recorder: AccessChangeRecorder,
  ) {}

  /** Throws 404 for somebody who is not in the organization, 409 for a member of the group. */
  addUser(actor: Actor, groupId: string, username: string): Promise<Person> {
    return this.change(actor, groupId, 'group.add-user', async (search) => {
      const person = await this.findPerson(search, username);
      return [{ kind: 'user', id: person.id }, person];
    });
  }

  /** Throws 404 for somebody who is not in the group. */
  removeUser(actor: Actor, groupId: string, username: string): Promise<Person> {
    return this.change(actor, groupId, 'group.remove-user', async (search) => {
      const person = await this.findPerson(search, username);
      return [{ kind: 'user', id: person.id }, person];
    });
  }

  /** Throws 404 for an identity of elsewhere, 409 for a member of the group. */
  addIdentity(actor: Actor, groupId: string, identityId: string): Promise<string> {
    return this.change(actor, groupId, 'group.add-identity', (search) =>
      this.findIdentity(search, identityId),
    );
  }

  /** Throws 404 for an identity that is not in the group. */
  removeIdentity(actor: Actor, groupId: string, identityId: string): Promise<string> {
    return this.change(actor, groupId, 'group.remove-identity', (search) =>
      this.findIdentity(search, identityId),
    );
  }

  private async change<T>(
    actor: Actor,
    groupId: string,
    action: Action,
    find: (search: CandidateSearch) => Promise<readonly [Candidate, T]>,
  ): Promise<T> {
    const id = toUuid(groupId);
    const { orgId, ability } = await this.access.toOrganization(actor);
    return this.database.transaction(async (tx) => {
      await this.locked.lockOrganizationOf(tx, actor);
      if (!(await this.groups.findLocked(tx, orgId, id))) throw notFound();
      const [candidate, found] = await find({ tx, actor });
      // Before the projects are locked, and once more by the rights of that moment.
      ability.require(ACTIONS[action], 'groups');
      const ongoing = { tx, actor, groupId: id, holdings: await this.rules.lock(tx, id) };
      const access = await this.locked.orgAccessIn(tx, actor);
      access.ability.require(ACTIONS[action], 'groups');
      const isJoining = action === 'group.add-user' || action === 'group.add-identity';
      const ended = isJoining
        ? await this.join(ongoing, candidate)
        : await this.leave(ongoing, candidate);
      await this.record(ongoing, action, candidate, ended);
      return found;
    });
  }

  private async join(ongoing: Ongoing, { kind, id }: Candidate): Promise<EndedServiceTokens> {
    const { tx, actor, groupId, holdings } = ongoing;
    // The group's rights are weighed by themselves as well: they may outlast what else gives the same.
    await this.weighed.requireHeld(tx, actor, holdings.rules);
    const isNew = await this.weigh(ongoing, { kind, id }, () =>
      this.members.add(tx, groupId, kind, id),
    );
    if (!isNew) throw conflict('already-exists', 'The group has this member already.');
    await requireAllHoldable(tx, holdings.places, id);
    return {};
  }

  private async leave(ongoing: Ongoing, { kind, id }: Candidate): Promise<Ended> {
    const { tx, groupId, holdings } = ongoing;
    const projectIds = holdings.places.map(({ projectId }) => projectId);
    const ended = endedOf(await serviceTokensInGroup(tx, groupId), [id]);
    const memberships = await this.weigh(ongoing, { kind, id }, async () => {
      if (!(await this.members.remove(tx, groupId, kind, id))) throw notFound();
      return endMadeMemberships(tx, projectIds, [id]);
    });
    await endStanding(tx, { userIds: [id] });
    return { ...ended, memberships };
  }

  private weigh<T>(
    { tx, actor, holdings }: Ongoing,
    { kind, id }: Candidate,
    change: () => Promise<T>,
  ): Promise<T> {
    const projectIds = holdings.places.map(({ projectId }) => projectId);
    const identityIds = kind === 'identity' ? [id] : [];
    const scope = { organization: true, projectIds };
    const concerned = { holderIds: [id], identityIds, scope };
    const administered = { orgId: actor.orgId, projectIds: projectsWithAdminRules(holdings) };
    return this.administrators.keepDuring(tx, administered, () =>
      this.weighed.during(tx, actor, concerned, change),
    );
  }

  private async findPerson({ tx, actor }: CandidateSearch, username: string): Promise<Person> {
    const email = canonicalEmail(username);
    const person = email && (await this.members.findPerson(tx, actor.orgId, email));
    if (!person) throw personNotFound(username);
    return person;
  }

  private async findIdentity(
    { tx, actor }: CandidateSearch,
    id: string,
  ): Promise<readonly [Candidate, string]> {
    const isKnown = isUuid(id) && (await this.members.hasIdentity(tx, actor.orgId, id));
    if (!isKnown) throw notFound();
    return [{ kind: 'identity', id }, id];
  }

  private async record(
    { tx, actor, groupId, holdings }: Ongoing,
    action: Action,
    { kind, id }: Candidate,
    { memberships = [], ...ended }: Ended,
  ): Promise<void> {
    const who = kind === 'user' ? { userId: id } : { identityId: id };
    const projectIds = holdings.places.map(({ projectId }) => projectId);
    await raiseEpochsIn(tx, { orgId: actor.orgId, projectIds });
    const items = itemsInPlaces(holdings.places, groupId, [who]);
    const record = { action, target: { groupId, ...who, ...ended } };
    await this.recorder.recordInProjects(tx, actor, record, { type: 'membership:update', items });
    await this.recorder.recordEnds(tx, actor, memberships);
  }
}
