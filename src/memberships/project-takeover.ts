import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { LockedAccess } from '../access/locked-access.js';
import { raiseEpochs } from '../access/epoch.js';
import { LastAdmin } from '../access/escalation/last-admin.js';
import { type Actor, idOf } from '../auth/actor.js';
import { conflict } from '../errors/api-error.js';
import { AccessChangeRecorder } from '../events/log/access-change-recorder.js';
import { MembershipWritesRepository } from './membership-writes.repository.js';
import type { TakenMembership } from './memberships.presenter.js';

/** Projects that a refusal names in its message, and by id in its details. */
const NAMED = 3;
const LISTED = 100;

/** Makes a caller with `access-all-projects` an administrator of projects of its organization. */
@Injectable()
export class ProjectTakeover {
  constructor(
    private readonly locked: LockedAccess,
    private readonly lastAdmin: LastAdmin,
    private readonly memberships: MembershipWritesRepository,
    private readonly recorder: AccessChangeRecorder,
  ) {}

  /** Throws 403 without `access-all-projects` in the organization, by the rights of this moment. */
  async requireRight(tx: EntityManager, actor: Actor): Promise<void> {
    const { ability } = await this.locked.orgAccessIn(tx, actor);
    ability.require('access-all-projects', 'organization-admin-console');
  }

  /** Needs the lock of the projects. `record` comes last in the transaction. */
  async grant(
    tx: EntityManager,
    actor: Actor,
    projectIds: readonly string[],
  ): Promise<TakenMembership[]> {
    if (projectIds.length === 0) return [];
    const memberships = await this.memberships.makeAdmin(tx, projectIds, actor);
    await raiseEpochs(tx, projectIds);
    return memberships;
  }

  /**
   * Takes over the projects that only the identity administers, before it is deleted. Comes before any other lock of
   * a project. Throws 409 for such projects without `isAllowed`, or where the identity is the caller itself.
   */
  async takeOverFrom(
    tx: EntityManager,
    actor: Actor,
    identityId: string,
    isAllowed: boolean,
  ): Promise<TakenMembership[]> {
    if (isAllowed) await this.memberships.lockProjectsOf(tx, actor.orgId, identityId);
    const projectIds = await this.lastAdmin.listProjectsAdministeredOnlyBy(
      tx,
      actor.orgId,
      identityId,
    );
    if (isAllowed && identityId !== actor.callerId) return this.grant(tx, actor, projectIds);
    if (projectIds.length > 0) throw await this.wouldBeLeft(tx, projectIds);
    return [];
  }

  /** One audit entry, and an event in each project. */
  async record(
    tx: EntityManager,
    actor: Actor,
    memberships: readonly TakenMembership[],
  ): Promise<void> {
    const [first, ...others] = memberships;
    if (!first) return;
    const who = idOf(actor);
    const action = 'project.grant-admin-access';
    const items = new Map(
      memberships.map(({ id, projectId }) => [projectId, [{ ...who, membershipId: id }]]),
    );
    const target = { ...who, roles: ['admin'] };
    const record =
      others.length === 0
        ? { action, projectId: first.projectId, target: { membershipId: first.id, ...target } }
        : { action, target: { ...target, projectIds: [...items.keys()] } };
    await this.recorder.recordInProjects(tx, actor, record, { type: 'membership:update', items });
  }

  private async wouldBeLeft(tx: EntityManager, projectIds: readonly string[]) {
    const projects = await this.memberships.listProjects(tx, projectIds.slice(0, NAMED));
    const names = projects.map(({ name, slug }) => `${name} (${slug})`).join(', ');
    const count = projectIds.length;
    const more = count > NAMED ? ` and ${count - NAMED} more` : '';
    return conflict(
      'last-administrator',
      `${count} projects would be left without an administrator: ${names}${more}. Make another identity a permanent ` +
        'administrator of each, take each over with POST /api/v1/organization-admin/projects/{projectId}/' +
        'grant-admin-access, or delete with ?takeOverProjects=true, which makes you their administrator. The last ' +
        'two need access-all-projects.',
      { projects: projectIds.slice(0, LISTED), projectCount: count },
    );
  }
}
