import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccessService } from '../access/access.service.js';
import { requireHoldable } from '../access/escalation/holding-limits.js';
import { LockedAccess } from '../access/locked-access.js';
import type { Actor } from '../auth/actor.js';
import { Database } from '../database/database.js';
import { isUuid } from '../database/uuid.js';
import { badRequest, notFound } from '../errors/api-error.js';
import { memberNotFound } from '../errors/missing.js';
import { type AccessChange, AccessChangeRecorder } from '../events/log/access-change-recorder.js';
import {
  amendedContent,
  grantedContent,
  isMoreToHold,
  PRIVILEGE_EVENTS,
  type PrivilegeChanges,
  type PrivilegeDraft,
} from '../privileges/privilege-content.js';
import { requireWithinCaller } from '../privileges/privilege-limits.js';
import {
  type PrivilegeContent,
  type PrivilegeRow,
  PrivilegesRepository,
} from '../privileges/privileges.repository.js';
import { refuseUnusable } from '../privileges/privileges.service.js';
import {
  type LocatedUserPrivilege,
  type PersonInProject,
  UserPrivilegesRepository,
} from './user-privileges.repository.js';
import { grantingToPerson } from './granting-to-person.js';

/** How a request names whose privilege it is. */
export interface PersonAddress {
  readonly projectMembershipId?: string;
  readonly userId?: string;
  readonly projectId?: string;
}

type Weigh = (before: PrivilegeContent | null, after: PrivilegeContent | null) => Promise<void>;

/** Additional privileges of people: weighed like those of identities. */
@Injectable()
export class UserPrivilegesService {
  // oxlint-disable-next-line max-params -- what is asked before the lock and under it, and what is written
  constructor(
    private readonly access: AccessService,
    private readonly locked: LockedAccess,
    private readonly people: UserPrivilegesRepository,
    private readonly privileges: PrivilegesRepository,
    private readonly database: Database,
    private readonly recorder: AccessChangeRecorder,
  ) {}

  /** The oldest first. */
  async list(actor: Actor, membershipId: string): Promise<PrivilegeRow[]> {
    const person = await this.findPerson(actor, { projectMembershipId: membershipId });
    return this.privileges.list({ id: person.id ?? '' });
  }

  async get(actor: Actor, id: string): Promise<LocatedUserPrivilege> {
    const privilege = isUuid(id) ? await this.people.find(actor.orgId, id) : null;
    if (!privilege) throw notFound();
    await this.requireRead(actor, privilege.membership);
    return privilege;
  }

  /** `toDraft` may throw 400, which comes after 404 and 403. Throws 409 if the slug is taken. */
  async grant(
    actor: Actor,
    address: PersonAddress,
    toDraft: () => PrivilegeDraft,
  ): Promise<PrivilegeRow> {
    const person = await this.findPerson(actor, address);
    const draft = toDraft();
    return this.change(actor, person, async (tx, weigh) => {
      const place = await this.people.ensureMembership(tx, actor.orgId, person);
      const after = grantedContent(draft, place.id);
      await weigh(null, after);
      refuseUnusable(after.permissions);
      const granted = await this.privileges.insert(tx, after);
      await requireHoldable(tx, person.projectId, after.projectMembershipId);
      const made = place.isNew ? 'membership:create' : undefined;
      await this.record(tx, actor, person, 'privilege.grant', granted, made);
      return granted;
    });
  }

  /** Changes what the caller names; the rest stays. Throws 409 if the new slug is taken by another privilege. */
  async amend(actor: Actor, id: string, changes: PrivilegeChanges): Promise<PrivilegeRow> {
    const { membership } = await this.get(actor, id);
    return this.change(actor, membership, async (tx, weigh) => {
      const before = await this.privileges.findLocked(tx, id);
      if (!before) throw notFound();
      const after = amendedContent(before, changes);
      await weigh(before, after);
      refuseUnusable(after.permissions);
      const amended = await this.privileges.update(tx, after);
      if (isMoreToHold(changes, before, after))
        await requireHoldable(tx, membership.projectId, membership.id);
      await this.record(tx, actor, membership, 'privilege.amend', amended);
      return amended;
    });
  }

  /** A membership that was there for the privilege alone goes with the last one. */
  async revoke(actor: Actor, id: string): Promise<PrivilegeRow> {
    const { membership } = await this.get(actor, id);
    return this.change(actor, membership, async (tx, weigh) => {
      const before = await this.privileges.findLocked(tx, id);
      if (!before) throw notFound();
      await weigh(before, null);
      await this.privileges.remove(tx, id);
      const hasLeft = await this.people.endIfBare(tx, membership.id);
      const left = hasLeft ? 'membership:delete' : undefined;
      await this.record(tx, actor, membership, 'privilege.revoke', before, left);
      return before;
    });
  }

  /** Throws 404 for whoever is not in the project, then 403 unless the caller may read of the person. */
  private async findPerson(actor: Actor, address: PersonAddress): Promise<PersonInProject> {
    const { projectMembershipId, userId, projectId } = address;
    if (projectMembershipId === undefined && (userId === undefined || projectId === undefined))
      throw badRequest('missing-field', 'Send projectMembershipId, or userId and projectId.');
    const person =
      projectMembershipId === undefined
        ? await this.findByUser(actor, projectId ?? '', userId ?? '')
        : isUuid(projectMembershipId)
          ? await this.people.findMembership(actor.orgId, projectMembershipId)
          : null;
    if (!person) throw notFound();
    await this.requireRead(actor, person);
    return person;
  }

  private async findByUser(actor: Actor, projectId: string, userId: string) {
    const { id, orgId } = await this.access.toProject(actor, { id: projectId });
    const person = isUuid(userId) ? await this.people.findPerson(orgId, id, userId) : null;
    if (!person) throw memberNotFound();
    return person;
  }

  private async requireRead(
    actor: Actor,
    { projectId, email }: Pick<PersonInProject, 'projectId' | 'email'>,
  ): Promise<void> {
    const { ability } = await this.access.toProject(actor, { id: projectId });
    const about = { userEmail: email };
    if (ability.mayEverAllow('read', 'member') && !ability.allows('read', 'member', about))
      throw notFound();
    ability.require('read', 'member', about);
  }

  /** Under the lock of the project, by the rights that the caller has then. */
  private change<T>(
    actor: Actor,
    { projectId, userId, email }: PersonInProject,
    work: (tx: EntityManager, weigh: Weigh) => Promise<T>,
  ): Promise<T> {
    return this.database.transaction(async (tx) => {
      await this.locked.queueForLock(tx, actor, projectId);
      // Nobody leaves the organization, or a group of it, meanwhile.
      await this.locked.shareOrganization(tx, actor.orgId);
      return this.locked.changeProject(tx, actor, { id: projectId }, (access) => {
        const requireGranting = grantingToPerson(access, email);
        const ongoing = { tx, actor, access, projectId, holderId: userId, requireGranting };
        return work(tx, (before, after) =>
          requireWithinCaller(this.locked, ongoing, { before, after }),
        );
      });
    });
  }

  /** `ofMembership`: what became of a membership that is there for privileges alone. */
  // oxlint-disable-next-line max-params -- who did what to whose privilege
  private record(
    tx: EntityManager,
    actor: Actor,
    { projectId, userId }: PersonInProject,
    action: keyof typeof PRIVILEGE_EVENTS,
    { id: privilegeId, slug, isTemporary, projectMembershipId: membershipId }: PrivilegeRow,
    ofMembership?: 'membership:create' | 'membership:delete',
  ): Promise<void> {
    const target = { privilegeId, slug, userId, isTemporary };
    const changes: AccessChange[] = [
      { type: PRIVILEGE_EVENTS[action], changes: [{ userId, privilegeId, privilegeSlug: slug }] },
    ];
    if (ofMembership) changes.push({ type: ofMembership, changes: [{ userId, membershipId }] });
    return this.recorder.record(tx, actor, { action, projectId, target }, changes);
  }
}
