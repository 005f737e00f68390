import { requireOrgRoleEdit } from '../access/escalation/demotion.js';
import {
  CredentialGuard,
  ORGANIZATION_SCOPE,
  onlyNarrows,
} from '../credentials/credential-guard.js';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccessService } from '../access/access.service.js';
import { LockedAccess, type FreshOrgAccess } from '../access/locked-access.js';
import { raiseOrganizationEpoch } from '../access/epoch.js';
import { withSource } from '../access/held-rules.js';
import { requireWithinLimits } from '../access/escalation/holding-limits.js';
import { Audit } from '../audit/audit.js';
import type { Actor } from '../auth/actor.js';
import { Database } from '../database/database.js';
import { isUuid, toUuid } from '../database/uuid.js';
import { badRequest, notFound } from '../errors/api-error.js';
import { orgRoleNotFound } from '../errors/missing.js';
import { ORG_SUBJECTS } from '../permissions/org-subjects.js';
import { ORG_ROLES, type PredefinedRole } from '../permissions/predefined-roles.js';
import type { Rule } from '../permissions/rule.js';
import { cleanRules } from '../permissions/rule-problems.js';
import { templateProblem } from '../permissions/rule-refusals.js';
import {
  type RoleContent,
  type RoleKey,
  changedRole,
  hasKey,
  newRole,
  predefinedRoles,
  refuseReserved,
} from '../roles/roles.js';
import { type OrgRoleRecord, OrgRolesRepository } from './org-roles.repository.js';

/** What organizations know as predefined. */
const PREDEFINED: readonly PredefinedRole[] = ORG_ROLES;

@Injectable()
export class OrgRolesService {
  // oxlint-disable-next-line max-params -- reads and writes of roles in one small service
  constructor(
    private readonly access: AccessService,
    private readonly roles: OrgRolesRepository,
    private readonly database: Database,
    private readonly audit: Audit,
    private readonly locked: LockedAccess,
    private readonly credentials: CredentialGuard,
  ) {}

  async create(actor: Actor, draft: RoleContent): Promise<OrgRoleRecord> {
    refuseReserved(draft.slug, PREDEFINED);
    const { orgId, ability } = await this.access.toOrganization(actor);
    ability.require('create', 'role');
    const permissions = usable(draft.permissions);
    return this.inOrganization(actor, 'create', async (tx) => {
      const role = { ...newRole(draft, permissions), orgId };
      await this.roles.insert(tx, role);
      await this.record(tx, actor, 'org-role.create', role);
      return role;
    });
  }

  /** The predefined roles, then the others by slug. */
  async list(actor: Actor): Promise<OrgRoleRecord[]> {
    const { orgId, ability } = await this.access.toOrganization(actor);
    ability.require('read', 'role');
    return [...predefinedIn(orgId), ...(await this.roles.list(orgId))];
  }

  async get(actor: Actor, key: RoleKey): Promise<OrgRoleRecord> {
    const { orgId, ability } = await this.access.toOrganization(actor);
    const role = await this.find(orgId, key);
    if (!role) throw 'slug' in key ? orgRoleNotFound(key.slug) : notFound();
    ability.require('read', 'role');
    return role;
  }

  /** Throws 404 for a predefined role: it cannot be changed. */
  async update(
    actor: Actor,
    roleId: string,
    changes: Partial<RoleContent>,
  ): Promise<OrgRoleRecord> {
    if (changes.slug !== undefined) refuseReserved(changes.slug, PREDEFINED);
    const { orgId, ability } = await this.access.toOrganization(actor);
    const id = toUuid(roleId);
    if (!(await this.roles.find(orgId, { id }))) throw notFound();
    ability.require('edit', 'role');
    const { permissions } = changes;
    const rules = permissions && usable(permissions);
    return this.inOrganization(actor, 'edit', async (tx, access) => {
      const role = await this.roles.findLocked(tx, orgId, id);
      if (!role) throw notFound();
      await this.requireGrantableEdit(tx, access, role, permissions ?? role.permissions);
      const isNarrower = !permissions || onlyNarrows(role.permissions, permissions);
      const identityIds = isNarrower ? [] : await this.roles.listHolders(tx, role.id);
      const saved = changedRole(role, changes, rules ?? role.permissions);
      const gainers = { identityIds, scope: ORGANIZATION_SCOPE };
      await this.credentials.changeHoldings(tx, actor, gainers, () => this.roles.update(tx, saved));
      await raiseOrganizationEpoch(tx, orgId);
      await this.record(tx, actor, 'org-role.update', saved);
      return saved;
    });
  }

  /** Under the lock of the organization, by the rights that the caller has then. */
  private inOrganization<T>(
    actor: Actor,
    action: 'create' | 'edit' | 'delete',
    work: (tx: EntityManager, access: FreshOrgAccess) => Promise<T>,
  ): Promise<T> {
    return this.database.transaction(async (tx) => {
      await this.locked.lockOrganizationOf(tx, actor);
      const access = await this.locked.orgAccessIn(tx, actor);
      access.ability.require(action, 'role');
      return work(tx, access);
    });
  }

  /**
   * What an edit gives to those who hold the role, and what it takes from them, must be the editor's own. Without
   * groups everybody holds one role in the organization, for good, so each holder gains and loses what the role does.
   */
  private async requireGrantableEdit(
    tx: EntityManager,
    access: FreshOrgAccess,
    role: OrgRoleRecord,
    permissions: readonly Rule[],
  ): Promise<void> {
    if ((await this.roles.countHolders(tx, role.id)) === 0) return;
    const source = { kind: 'role', slug: role.slug, id: role.id } as const;
    const change = {
      before: withSource(role.permissions, source),
      after: withSource(permissions, source),
    };
    const isBesideOthers = await this.roles.isHeldBesideOthers(tx, role.id);
    await requireOrgRoleEdit(access, change, isBesideOthers);
  }

  /** Throws 400 while somebody holds the role. */
  async remove(actor: Actor, roleId: string): Promise<OrgRoleRecord> {
    const { orgId, ability } = await this.access.toOrganization(actor);
    const id = toUuid(roleId);
    if (!(await this.roles.find(orgId, { id }))) throw notFound();
    ability.require('delete', 'role');
    return this.inOrganization(actor, 'delete', async (tx) => {
      const role = await this.roles.findLocked(tx, orgId, id);
      if (!role) throw notFound();
      const holders = await this.roles.countHolders(tx, id);
      if (holders > 0)
        throw badRequest('role-in-use', `The role is still held by ${holders} members.`);
      await this.roles.remove(tx, id);
      await raiseOrganizationEpoch(tx, orgId);
      await this.record(tx, actor, 'org-role.delete', role);
      return role;
    });
  }

  private async find(orgId: string, key: RoleKey) {
    const predefined = predefinedIn(orgId).find(hasKey(key));
    if (predefined) return predefined;
    return 'id' in key && !isUuid(key.id) ? null : this.roles.find(orgId, key);
  }

  private record(
    tx: EntityManager,
    actor: Actor,
    action: string,
    { id, slug }: OrgRoleRecord,
  ): Promise<void> {
    return this.audit.record(tx, actor, { action, target: { roleId: id, slug } });
  }
}

/** The rules as they are stored. Throws 400 for a template that names anything but the identity. */
function usable(rules: readonly Rule[]): readonly Rule[] {
  const problem = templateProblem(rules);
  if (problem) throw badRequest('invalid-rule', problem);
  requireWithinLimits(rules);
  return cleanRules(ORG_SUBJECTS, rules);
}

const predefinedIn = (orgId: string): OrgRoleRecord[] =>
  predefinedRoles(PREDEFINED).map((role) => ({ ...role, orgId }));
