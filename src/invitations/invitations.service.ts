import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccessService } from '../access/access.service.js';
import { type AssignedRole, orgRoleToAssign } from '../access/assigned-role.js';
import { LockedAccess } from '../access/locked-access.js';
import { type Invitation, InvitedPeople } from '../accounts/invited-people.js';
import { Audit } from '../audit/audit.js';
import type { Actor } from '../auth/actor.js';
import { ORGANIZATION } from '../credentials/holding-snapshots.js';
import { WeighedChanges } from '../credentials/weighed-changes.js';
import { Database } from '../database/database.js';
import { isUuid } from '../database/uuid.js';
import { badRequest, notFound } from '../errors/api-error.js';
import type { ProjectMemberRow } from '../memberships/people/project-people.presenter.js';
import { ProjectPeopleWritesService } from '../memberships/people/project-people-writes.service.js';
import { InvitationsRepository } from './invitations.repository.js';
import { LinkMakers } from './link-makers.js';

/** What an invitation of several people led to. */
export interface Invited {
  /** Invitations whose link the inviter hands on, since no mail went out. */
  readonly links: readonly Invitation[];
  /** New memberships of the projects. */
  readonly added: readonly ProjectMemberRow[];
}

export interface InvitationDraft {
  readonly orgId: string;
  /** Canonical. */
  readonly emails: readonly string[];
  /** Slug of an organization role. */
  readonly role: string;
  readonly projects: readonly { readonly id: string; readonly roles: readonly string[] }[];
}

/** Invitations to an organization: made, and sent again. A membership that is deleted takes its invitation with it. */
@Injectable()
export class Invitations {
  // oxlint-disable-next-line max-params -- what is asked, what is weighed, and what is written
  constructor(
    private readonly access: AccessService,
    private readonly locked: LockedAccess,
    private readonly weighed: WeighedChanges,
    private readonly makers: LinkMakers,
    private readonly invited: InvitedPeople,
    private readonly places: InvitationsRepository,
    private readonly projects: ProjectPeopleWritesService,
    private readonly database: Database,
    private readonly audit: Audit,
  ) {}

  /**
   * Offers a place to everybody who has none, and makes all of them members of the projects: all of it, or nothing. The
   * role is weighed now, not when it is accepted.
   */
  async invite(actor: Actor, draft: InvitationDraft): Promise<Invited> {
    const { orgId, role: slug } = draft;
    if (actor.orgId !== orgId) throw notFound();
    const { ability } = await this.access.toOrganization(actor);
    await orgRoleToAssign(this.database.manager, orgId, slug);
    ability.require('create', 'member');
    const emails = [...new Set(draft.emails)].sort();
    const { made, added, organization } = await this.database.transaction(async (tx) => {
      await this.lock(tx, actor);
      await this.requireRole(tx, actor, await orgRoleToAssign(tx, orgId, slug));
      const role = await orgRoleToAssign(tx, orgId, slug);
      const made = await this.invited.invite(tx, actor, emails, role);
      const members = made.map(({ userId, membershipId, email }) => {
        return { userId, membershipId, email };
      });
      const target = { role: slug, members };
      await this.audit.record(tx, actor, { action: 'org-member.invite', target });
      const added = await this.addToProjects(tx, actor, emails, draft.projects);
      return { made, added, organization: await this.places.nameOf(tx, orgId) };
    });
    const links = this.invited.deliver(made, { organization, inviter: actor.name });
    return { links, added };
  }

  /** Returns the link that was not mailed. Throws 404, 403 for somebody who would hold more than the caller, 400. */
  async resend(actor: Actor, membershipId: string): Promise<Invitation | null> {
    const { orgId } = actor;
    const { ability } = await this.access.toOrganization(actor);
    const find = async (tx: EntityManager) =>
      isUuid(membershipId) ? this.places.findPlace(tx, orgId, membershipId) : null;
    if (!(await find(this.database.manager))) throw notFound();
    ability.require('create', 'member');
    const { made, organization } = await this.database.transaction(async (tx) => {
      await this.lock(tx, actor);
      const place = await find(tx);
      if (!place) throw notFound();
      await this.requireMayInvite(tx, actor);
      const { isMailed } = this.invited;
      await this.makers.require(tx, actor, { orgId, userId: place.userId, isMailed });
      if (!place.isInvited) throw badRequest('not-invited', 'The person is not only invited.');
      const made = await this.invited.offer(tx, actor, [place]);
      const target = { userId: place.userId, membershipId, email: place.email };
      await this.audit.record(tx, actor, { action: 'org-member.invite-again', target });
      return { made, organization: await this.places.nameOf(tx, orgId) };
    });
    return this.invited.deliver(made, { organization, inviter: actor.name })[0] ?? null;
  }

  private async lock(tx: EntityManager, actor: Actor): Promise<void> {
    await this.locked.lockOrganizationOf(tx, actor);
  }

  private async requireMayInvite(tx: EntityManager, actor: Actor): Promise<void> {
    (await this.locked.orgAccessIn(tx, actor)).ability.require('create', 'member');
  }

  private async requireRole(
    tx: EntityManager,
    actor: Actor,
    { rules }: AssignedRole,
  ): Promise<void> {
    await this.requireMayInvite(tx, actor);
    await this.weighed.requireHeld(tx, actor, [{ scopeId: ORGANIZATION, rules }]);
  }

  /** In the order of their ids, as projects are locked everywhere. Throws 400 for one that is named twice. */
  private async addToProjects(
    tx: EntityManager,
    actor: Actor,
    emails: readonly string[],
    projects: InvitationDraft['projects'],
  ): Promise<ProjectMemberRow[]> {
    const ids = projects.map(({ id }) => id);
    if (new Set(ids).size < ids.length)
      throw badRequest('repeated-item', 'A project is given more than once.');
    const added: ProjectMemberRow[] = [];
    for (const { id, roles } of projects.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      const drafts = roles.map((slug) => ({ slug, lifetime: { isTemporary: false } }) as const);
      added.push(...(await this.projects.addIn(tx, actor, id, emails, drafts)));
    }
    return added;
  }
}
