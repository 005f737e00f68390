import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { LockedAccess, type FreshAccess } from '../access/locked-access.js';
import { requireGainsGrantable } from '../access/escalation/grants.js';
import { CredentialGuard, projectScope } from '../credentials/credential-guard.js';
import { requireHoldable } from '../access/escalation/holding-limits.js';
import type { Actor } from '../auth/actor.js';
import { type EndedServiceTokens, serviceTokensOf } from '../credentials/ended-service-tokens.js';
import { Database } from '../database/database.js';
import { isUuid } from '../database/uuid.js';
import { conflict, notFound } from '../errors/api-error.js';
import { identityNotFound, membershipNotFound } from '../errors/missing.js';
import { AccessChangeRecorder } from '../events/log/access-change-recorder.js';
import { type RoleDraft, requireDistinct, rowsOfRoles, rulesOfRoles } from './membership-draft.js';
import { MembershipWritesRepository } from './membership-writes.repository.js';
import type { HeldRoleRecord, MembershipRow } from './memberships.presenter.js';
import {
  mayDemote,
  requireNobodyDemoted,
  requireRemoval,
  requireRolesChange,
} from '../access/escalation/own-roles.js';

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
    return this.inProject(
      actor,
      key,
      async (tx, access) => {
        const { id: projectId, orgId, ability } = access;
        const { identityId } = key;
        if (!(await this.memberships.hasIdentity(tx, orgId, identityId)))
          throw identityNotFound(identityId);
        const roles = await this.memberships.resolveRoles(tx, projectId, drafts ?? [NO_ACCESS]);
        ability.require('create', 'identity');
        if (drafts) requireAssign(access, identityId, roles);
        const given = rulesOfRoles(roles);
        await requireGainsGrantable(access, { before: [], after: given });
        if (mayDemote(given)) {
          const holder = await this.heldBy(tx, access, identityId);
          await requireNobodyDemoted({ tx, actor, access }, holder, given);
        }
        const membership = await this.memberships.insert(tx, projectId, identityId);
        if (!membership)
          throw conflict('already-exists', 'The identity is a member of the project already.');
        await this.memberships.insertRoles(tx, membership.id, rowsOfRoles(roles));
        await requireHoldable(tx, projectId, membership.id);
        await this.record(tx, actor, 'identity-membership.create', membership, roles);
        return membership;
      },
      identityNotFound,
    );
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
      const roles = await this.memberships.resolveRoles(tx, access.id, drafts);
      access.ability.require('edit', 'identity', { identityId });
      requireAssign(access, identityId, roles);
      const holder = await this.heldBy(tx, access, identityId);
      await requireRolesChange({ tx, actor, access }, holder, rulesOfRoles(roles));
      await this.memberships.removeRoles(tx, id);
      const held = await this.memberships.insertRoles(tx, id, rowsOfRoles(roles));
      await requireHoldable(tx, access.id, id);
      await this.memberships.touch(tx, id);
      await this.record(tx, actor, 'identity-membership.update', membership, roles);
      return { membershipId: id, roles: held };
    });
  }

  /** Roles and privileges in the project go with it. Throws 409 for the last administrator. */
  remove(actor: Actor, key: MembershipKey): Promise<MembershipRow & EndedServiceTokens> {
    return this.inProject(actor, key, async (tx, access) => {
      const membership = await this.find(tx, access, key);
      access.ability.require('delete', 'identity', { identityId: membership.identityId });
      const holder = await this.heldBy(tx, access, membership.identityId);
      await requireRemoval({ tx, actor, access }, holder);
      const ended = await serviceTokensOf(tx, [membership.id]);
      await this.memberships.remove(tx, membership.id);
      await this.record(tx, actor, 'identity-membership.delete', { ...membership, ...ended });
      return { ...membership, ...ended };
    });
  }

  private async inProject<T>(
    actor: Actor,
    { projectId, identityId }: MembershipKey,
    work: (tx: EntityManager, access: FreshAccess) => Promise<T>,
    missing = membershipNotFound,
  ): Promise<T> {
    if (!isUuid(projectId)) throw notFound();
    return this.database.transaction(async (tx) => {
      // First, so that only one request of the caller holds the organization while it waits for the project.
      await this.locked.queueForLock(tx, actor, projectId);
      // Whoever makes a credential of the identity holds the organization: it does not join a project meanwhile.
      await this.locked.shareOrganization(tx, actor.orgId);
      return this.locked.changeProject(tx, actor, { id: projectId }, (access) => {
        if (!isUuid(identityId)) throw missing(identityId);
        return this.credentials.changeHoldings(
          tx,
          actor,
          { identityIds: [identityId], scope: projectScope(projectId) },
          () => work(tx, access),
        );
      });
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

  /** All that the identity holds in the project, by itself and by groups. */
  private async heldBy(tx: EntityManager, { id }: FreshAccess, identityId: string) {
    return { holderId: identityId, held: await this.locked.rulesOf(tx, id, identityId) };
  }

  private record(
    tx: EntityManager,
    actor: Actor,
    action: Action,
    { id: membershipId, projectId, identityId, serviceTokens }: MembershipRow & EndedServiceTokens,
    roles?: readonly RoleDraft[],
  ): Promise<void> {
    const slugs = roles ? { roles: roles.map(({ slug }) => slug) } : {};
    const ended = serviceTokens ? { serviceTokens } : {};
    const target = { membershipId, identityId, ...slugs, ...ended };
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
  requireDistinct(roles);
}
