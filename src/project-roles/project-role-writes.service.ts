import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ProjectKey } from '../auth/prefetched-project.js';
import { type FreshAccess, LockedAccess } from '../access/locked-access.js';
import { CredentialGuard, projectScope, onlyNarrows } from '../credentials/credential-guard.js';
import { requireRoleEdit } from '../access/escalation/role-edit-check.js';
import {
  isLarger,
  requireHoldableByAll,
  requireWithinLimits,
} from '../access/escalation/holding-limits.js';
import type { Actor } from '../auth/actor.js';
import { Database } from '../database/database.js';
import type { ProjectRole } from '../database/entities/project-role.entity.js';
import { isUuid } from '../database/uuid.js';
import { badRequest } from '../errors/api-error.js';
import { roleNotFound } from '../errors/missing.js';
import { AccessChangeRecorder } from '../events/log/access-change-recorder.js';
import type { Rule } from '../permissions/rule.js';
import { PROJECT_ROLES } from '../permissions/predefined-roles.js';
import { PROJECT_SUBJECTS } from '../permissions/project-subjects.js';
import { cleanRules } from '../permissions/rule-problems.js';
import { readCombinationProblem, templateProblem } from '../permissions/rule-refusals.js';
import { type RoleContent, changedRole, newRole, refuseReserved } from '../roles/roles.js';
import { type ProjectRoleRecord, ProjectRolesRepository } from './project-roles.repository.js';

/** The event of each audited action. */
const EVENT_TYPES = {
  'project-role.create': 'role:create',
  'project-role.update': 'role:update',
  'project-role.delete': 'role:delete',
} as const;

type Action = keyof typeof EVENT_TYPES;

/** A role of a project, as a request names it. */
export interface RoleAddress {
  readonly project: ProjectKey;
  readonly roleId: string;
}

/** Changes of a project's own roles: each under the lock of the project, within what the editor may grant and take. */
@Injectable()
export class ProjectRoleWritesService {
  constructor(
    private readonly locked: LockedAccess,
    private readonly credentials: CredentialGuard,
    private readonly roles: ProjectRolesRepository,
    private readonly database: Database,
    private readonly recorder: AccessChangeRecorder,
  ) {}

  /** Nobody holds a new role, so it grants nothing until it is assigned. */
  create(actor: Actor, project: ProjectKey, draft: RoleContent): Promise<ProjectRoleRecord> {
    refuseReserved(draft.slug, PROJECT_ROLES);
    const sparesCaller = true;
    const create = async (tx: EntityManager, { id: projectId, ability }: FreshAccess) => {
      ability.require('create', 'role');
      const permissions = usableRules(draft.permissions);
      requireWithinLimits(permissions);
      const role = { ...newRole(draft, permissions), projectId };
      await this.roles.insertSoon(tx, role);
      await this.record(tx, actor, 'project-role.create', role);
      return role;
    };
    return this.inProject(actor, project, create, { sparesCaller });
  }

  /** Changes the role for all its holders. Throws 404 for a predefined role: it cannot be changed. */
  update(
    actor: Actor,
    { project, roleId }: RoleAddress,
    changes: Partial<RoleContent>,
  ): Promise<ProjectRoleRecord> {
    if (changes.slug !== undefined) refuseReserved(changes.slug, PROJECT_ROLES);
    return this.inProject(actor, project, async (tx, access) => {
      const role = await this.find(tx, access, roleId);
      access.ability.require('edit', 'role');
      const { permissions } = changes;
      const after = permissions === undefined ? role.permissions : usableRules(permissions);
      const change = { id: role.id, slug: role.slug, before: role.permissions, after };
      if (permissions !== undefined) await requireRoleEdit(tx, access, change);
      if (isLarger(after, role.permissions)) requireWithinLimits(after);
      const isNarrower = !permissions || onlyNarrows(role.permissions, permissions);
      const identityIds = isNarrower ? [] : await this.roles.listHolders(tx, role.id);
      const saved = changedRole(role, changes, after);
      const gainers = { identityIds, scope: projectScope(access.id) };
      await this.credentials.changeHoldings(tx, actor, gainers, () => this.roles.update(tx, saved));
      if (isLarger(after, role.permissions)) {
        const maySee = (identityId: string) =>
          access.ability.allows('read', 'identity', { identityId });
        await requireHoldableByAll(tx, access.id, role.id, maySee);
      }
      await this.record(tx, actor, 'project-role.update', saved);
      return saved;
    });
  }

  /** Throws 400 while somebody holds the role. */
  remove(actor: Actor, { project, roleId }: RoleAddress): Promise<ProjectRoleRecord> {
    return this.inProject(actor, project, async (tx, access) => {
      const role = await this.find(tx, access, roleId);
      access.ability.require('delete', 'role');
      const holders = await this.roles.countHolders(tx, role.id);
      if (holders > 0)
        throw badRequest('role-in-use', `The role is still held by ${holders} members.`);
      await this.roles.remove(tx, role.id);
      await this.record(tx, actor, 'project-role.delete', role);
      return role;
    });
  }

  private async inProject<T>(
    actor: Actor,
    project: ProjectKey,
    work: (tx: EntityManager, access: FreshAccess) => Promise<T>,
    facts: { readonly sparesCaller?: boolean } = {},
  ): Promise<T> {
    return this.database.transaction((tx) =>
      this.locked.changeProject(tx, actor, project, (access) => work(tx, access), facts),
    );
  }

  private async find(tx: EntityManager, { id }: FreshAccess, roleId: string): Promise<ProjectRole> {
    const role = isUuid(roleId) ? await this.roles.findIn(tx, id, roleId) : null;
    if (!role) throw roleNotFound(id, roleId);
    return role;
  }

  private record(
    tx: EntityManager,
    actor: Actor,
    action: Action,
    { id: roleId, slug, projectId }: ProjectRoleRecord,
  ): Promise<void> {
    const type = EVENT_TYPES[action];
    const changes = [{ type, changes: [{ roleId, roleSlug: slug }] }];
    return this.recorder.record(
      tx,
      actor,
      { action, projectId, target: { roleId, slug } },
      changes,
    );
  }
}

/** The rules as they are stored. Throws 400 for well-formed ones that contradict themselves. */
function usableRules(rules: readonly Rule[]): readonly Rule[] {
  const problem = readCombinationProblem(rules) ?? templateProblem(rules);
  if (problem) throw badRequest('invalid-rule', problem);
  return cleanRules(PROJECT_SUBJECTS, rules);
}
