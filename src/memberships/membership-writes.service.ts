import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { LockedAccess, type FreshAccess } from '../access/locked-access.js';
import { requireNoDemotion, requireNotStronger } from '../access/escalation/demotion.js';
import { requireGainsGrantable } from '../access/escalation/grants.js';
import { CredentialGuard, projectScope } from '../credentials/credential-guard.js';
import { requireHoldable } from '../access/escalation/holding-limits.js';
import type { Actor } from '../auth/actor.js';
import { Database } from '../database/database.js';
import { isUuid } from '../database/uuid.js';
import { badRequest, conflict, notFound } from '../errors/api-error.js';
import { membershipNotFound } from '../errors/missing.js';
import { AccessChangeRecorder } from '../events/log/access-change-recorder.js';
import type { SourcedRule } from '../permissions/rule.js';
import {
  type ResolvedRole,
  type RoleDraft,
  isPredefined,
  resolveRoles,
  rowsOfRoles,
  rulesOfRoles,
} from './membership-draft.js';
import { MembershipWritesRepository } from './membership-writes.repository.js';
import type { HeldRoleRecord, MembershipRow } from './memberships.presenter.js';

const NO_ACCESS: RoleDraft = { slug: 'no-access', lifetime: { isTemporary: false } };

/** The event of each audited action. */
const EVENT_TYPES = {
  'identity-membership.create': 'membership:create',
  'identity-membership.update': 'membership:update',
  'identity-membership.delete': 'membership:delete',
} as const;

type Action = keyof typeof EVENT_TYPES;

/** A membership as a request names it. */
export interface MembershipKey {
  readonly projectId: string;
  readonly identityId: string;
}

export interface ChangedRoles {
  readonly membershipId: string;
  readonly roles: readonly HeldRoleRecord[];
}

/** Changes of who is in a project and as what: each under the lock of the project, within what the caller may grant. */
@Injectable()
export class MembershipWritesService {
  constructor(
    private readonly locked: LockedAccess,
    private readonly memberships: MembershipWritesRepository,
    private readonly credentials: CredentialGuard,
    private readonly database: Database,
    private readonly recorder: AccessChangeRecorder,
  ) {}

  /** `drafts` null: without any right. Throws 404 for an identity of elsewhere, 409 for a member. */
  add(
    actor: Actor,
    key: MembershipKey,
    drafts: readonly RoleDraft[] | null,
  ): Promise<MembershipRow> {
    return this.inProject(actor, key, async (tx, access) => {
      const { id: projectId, orgId, ability } = access;
      const { identityId } = key;
      if (!(await this.memberships.hasIdentity(tx, orgId, identityId))) throw notFound();
      const roles = await this.resolve(tx, projectId, drafts ?? [NO_ACCESS]);
      ability.require('create', 'identity');
      if (drafts) requireAssign(access, identityId, roles);
      await requireGainsGrantable(access, { before: [], after: rulesOfRoles(roles) });
      const membership = await this.memberships.insert(tx, projectId, identityId);
      if (!membership)
        throw conflict('already-exists', 'The identity is a member of the project already.');
      await this.memberships.insertRoles(tx, membership.id, rowsOfRoles(roles));
      await requireHoldable(tx, membership.id);
      await this.record(tx, actor, 'identity-membership.create', membership, roles);
      return membership;
    });
  }

  /** The roles given replace those held. Throws 409 for the last administrator's. */
  changeRoles(
    actor: Actor,
    key: MembershipKey,
    drafts: readonly RoleDraft[],
  ): Promise<ChangedRoles> {
    return this.inProject(actor, key, async (tx, access) => {
      const membership = await this.find(tx, access, key);
      const { id, identityId } = membership;
      const roles = await this.resolve(tx, access.id, drafts);
      access.ability.require('edit', 'identity', { identityId });
      requireAssign(access, identityId, roles);
      await this.requireChange(tx, actor, access, identityId, rulesOfRoles(roles));
      await this.memberships.removeRoles(tx, id);
      const held = await this.memberships.insertRoles(tx, id, rowsOfRoles(roles));
      await requireHoldable(tx, id);
      await this.memberships.touch(tx, id);
      await this.record(tx, actor, 'identity-membership.update', membership, roles);
      return { membershipId: id, roles: held };
    });
  }

  /** Roles and privileges in the project go with it. Throws 409 for the last administrator. */
  remove(actor: Actor, key: MembershipKey): Promise<MembershipRow> {
    return this.inProject(actor, key, async (tx, access) => {
      const membership = await this.find(tx, access, key);
      access.ability.require('delete', 'identity', { identityId: membership.identityId });
      const { identityId } = membership;
      const held = await this.locked.rulesOf(tx, access.id, identityId);
      await requireNotStronger(tx, actor, access, identityId, held);
      await this.memberships.remove(tx, membership.id);
      await this.record(tx, actor, 'identity-membership.delete', membership);
      return membership;
    });
  }

  private async inProject<T>(
    actor: Actor,
    { projectId, identityId }: MembershipKey,
    work: (tx: EntityManager, access: FreshAccess) => Promise<T>,
  ): Promise<T> {
    if (!isUuid(projectId) || !isUuid(identityId)) throw notFound();
    return this.database.transaction(async (tx) => {
      // First, so that only one request of the caller holds the organization while it waits for the project.
      await this.locked.queueForLock(tx, actor, projectId);
      // Whoever makes a credential of the identity holds the organization: it does not join a project meanwhile.
      await this.locked.shareOrganization(tx, actor.orgId);
      return this.locked.changeProject(tx, actor, { id: projectId }, (access) =>
        this.credentials.changeHoldings(
          tx,
          actor,
          { identityIds: [identityId], scope: projectScope(projectId) },
          () => work(tx, access),
        ),
      );
    });
  }

  private async find(
    tx: EntityManager,
    { id }: FreshAccess,
    { identityId }: MembershipKey,
  ): Promise<MembershipRow> {
    const membership = await this.memberships.findLocked(tx, id, identityId);
    if (!membership) throw membershipNotFound(identityId);
    return membership;
  }

  private async resolve(
    tx: EntityManager,
    projectId: string,
    drafts: readonly RoleDraft[],
  ): Promise<ResolvedRole[]> {
    const slugs = drafts.map(({ slug }) => slug).filter((slug) => !isPredefined(slug));
    const none = slugs.length === 0;
    const custom = none ? [] : await this.memberships.listCustomRoles(tx, projectId, slugs);
    return resolveRoles(projectId, drafts, custom);
  }

  /**
   * Throws 403 for what the identity gains and the caller does not hold, and for a demotion of somebody stronger. The
   * new roles are weighed by themselves too: they may outlast a privilege that gives the same.
   */
  private async requireChange(
    tx: EntityManager,
    actor: Actor,
    access: FreshAccess,
    identityId: string,
    ofRoles: readonly SourcedRule[],
  ): Promise<void> {
    const before = await this.locked.rulesOf(tx, access.id, identityId);
    const isOfRole = ({ source }: SourcedRule) => source.kind === 'role';
    const after = [...before.filter((rule) => !isOfRole(rule)), ...ofRoles];
    const rolesBefore = before.filter(isOfRole);
    await requireGainsGrantable(access, { before: rolesBefore, after: ofRoles });
    await requireGainsGrantable(access, { before, after });
    await requireNoDemotion(tx, actor, access, identityId, { before, after });
  }

  private record(
    tx: EntityManager,
    actor: Actor,
    action: Action,
    { id: membershipId, projectId, identityId }: MembershipRow,
    roles?: readonly RoleDraft[],
  ): Promise<void> {
    const slugs = roles ? { roles: roles.map(({ slug }) => slug) } : {};
    const target = { membershipId, identityId, ...slugs };
    const type = EVENT_TYPES[action];
    const changes = [{ type, changes: [{ identityId, membershipId }] }];
    return this.recorder.record(tx, actor, { action, projectId, target }, changes);
  }
}

/** Throws 403 unless the caller may assign each role, and 400 for one that is given twice. */
function requireAssign(
  { ability }: FreshAccess,
  identityId: string,
  roles: readonly RoleDraft[],
): void {
  for (const { slug } of roles)
    ability.require('assign-role', 'identity', { identityId, assignableRole: slug });
  const slugs = roles.map(({ slug }) => slug);
  const repeated = slugs.filter((slug, i) => slugs.indexOf(slug) !== i);
  if (repeated.length > 0)
    throw badRequest('repeated-item', 'A membership holds each role once.', {
      roles: [...new Set(repeated)],
    });
}
