import { Injectable } from '@nestjs/common';
import { AccessService } from '../access/access.service.js';
import { type FreshAccess, LockedAccess, type RowsRead } from '../access/locked-access.js';
import { CredentialGuard, projectScope } from '../credentials/credential-guard.js';
import { type MadeBy, madeBy } from '../credentials/credentials.repository.js';
import { requireHoldable, requireHoldableSoon } from '../access/escalation/holding-limits.js';
import type { Actor } from '../auth/actor.js';
import { Database } from '../database/database.js';
import { isUuid, toUuid } from '../database/uuid.js';
import { type ApiError, badRequest, notFound } from '../errors/api-error.js';
import { membershipNotFound, privilegeNotFound } from '../errors/missing.js';
import { AccessChangeRecorder } from '../events/log/access-change-recorder.js';
import { readCombinationProblem, templateProblem } from '../permissions/rule-refusals.js';
import type { Rule } from '../permissions/rule.js';
import {
  amendedContent,
  grantedContent,
  isMoreToHold,
  PRIVILEGE_EVENTS,
  type PrivilegeChanges,
  type PrivilegeDraft,
} from './privilege-content.js';
import { type HolderPlace, KnownGranters } from './known-granters.js';
import {
  type OngoingChange,
  grantingToIdentity,
  requireAmongOthers,
  requireWithinCaller,
} from './privilege-limits.js';
import {
  type LocatedPrivilege,
  type MembershipRef,
  membershipOf,
  PrivilegesRepository,
  type PrivilegeRow,
} from './privileges.repository.js';

/** An identity in a project, which a request names by id, by slug or by both. */
export interface MembershipAddress {
  readonly identityId: string;
  readonly projectId?: string;
  readonly projectSlug?: string;
}

/** A privilege by its slug, among those of a membership. */
export interface PrivilegeAddress extends MembershipAddress {
  readonly privilegeSlug: string;
}

/** A change for a membership, with its id. */
type OngoingGrant = OngoingChange & { readonly membershipId: string };

const noDraft = () => undefined;

/** Additional privileges, for both API generations. What is named is looked for without a lock first: 404, then 403. */
@Injectable()
export class PrivilegesService {
  private readonly granters = new KnownGranters();

  // oxlint-disable-next-line max-params -- what is asked before the lock and under it, and what is written
  constructor(
    private readonly access: AccessService,
    private readonly locked: LockedAccess,
    private readonly credentials: CredentialGuard,
    private readonly privileges: PrivilegesRepository,
    private readonly database: Database,
    private readonly recorder: AccessChangeRecorder,
  ) {}

  /** The privileges of a membership, the oldest first. */
  async list(actor: Actor, address: MembershipAddress): Promise<PrivilegeRow[]> {
    return this.privileges.list(await this.findMembership(actor, 'read', address));
  }

  /**
   * The privilege that a repository found, if the caller may read or edit its identity. With the address by which it
   * was looked for, the 404 says which part of that is not there.
   */
  async require(
    actor: Actor,
    action: 'read' | 'edit',
    privilege: LocatedPrivilege | null,
    address?: PrivilegeAddress,
  ): Promise<LocatedPrivilege> {
    if (!privilege) throw await this.refusalOf(actor, address);
    const { projectId, identityId } = privilege.projectMembership;
    const { ability } = await this.access.toProject(actor, { id: projectId });
    ability.require(action, 'identity', { identityId });
    return privilege;
  }

  /** `toDraft` may throw 400, which comes after 404 and 403. Throws 409 if the slug is taken. */
  async grant(
    actor: Actor,
    address: MembershipAddress,
    toDraft: () => PrivilegeDraft,
  ): Promise<PrivilegeRow> {
    const known = this.granters.placeOf(actor, address);
    if (known) return this.granters.watch(actor, known, this.grantIn(actor, known, toDraft));
    const place = await this.findMembership(actor, 'edit', address);
    const draft = toDraft();
    return this.granters.watch(
      actor,
      place,
      this.grantIn(actor, place, () => draft),
    );
  }

  private grantIn(actor: Actor, place: HolderPlace, toDraft: () => PrivilegeDraft) {
    const work = async (ongoing: OngoingGrant, draft: PrivilegeDraft): Promise<PrivilegeRow> => {
      const { tx, access, membershipId } = ongoing;
      const after = grantedContent(draft, membershipId);
      await requireWithinCaller(this.locked, ongoing, { before: null, after });
      refuseUnusable(after.permissions);
      const granted = await this.privileges.insertSoon(tx, after, access.now);
      await requireHoldableSoon(tx, place.projectId, place.identityId);
      await this.record(ongoing, 'privilege.grant', granted);
      return granted;
    };
    return this.change(actor, place, toDraft, work);
  }

  /** Changes what the caller names; the rest stays. Throws 409 if the new slug is taken by another privilege. */
  amend(
    actor: Actor,
    { id, projectMembership }: LocatedPrivilege,
    changes: PrivilegeChanges,
  ): Promise<PrivilegeRow> {
    return this.change(actor, projectMembership, noDraft, async (ongoing) => {
      const before = await this.lock(ongoing, id);
      const after = amendedContent(before, changes);
      await requireWithinCaller(this.locked, ongoing, { before, after });
      refuseUnusable(after.permissions);
      const amended = await this.privileges.update(ongoing.tx, after);
      if (isMoreToHold(changes, before, after))
        await requireHoldable(ongoing.tx, projectMembership.projectId, projectMembership.id);
      await this.record(ongoing, 'privilege.amend', amended);
      return amended;
    });
  }

  /** Removing a privilege that forbids is a grant; removing any other never is. */
  revoke(actor: Actor, { id, projectMembership }: LocatedPrivilege): Promise<PrivilegeRow> {
    return this.change(actor, projectMembership, noDraft, async (ongoing) => {
      const before = await this.lock(ongoing, id);
      await requireAmongOthers(this.locked, ongoing, { before, after: null });
      await this.privileges.remove(ongoing.tx, id);
      await this.record(ongoing, 'privilege.revoke', before);
      return before;
    });
  }

  private async refusalOf(actor: Actor, address?: PrivilegeAddress): Promise<ApiError> {
    if (!address) return notFound();
    const { identityId, projectId, projectSlug, privilegeSlug } = address;
    const { id } = await this.access.toNamedProject(actor, projectId, projectSlug);
    const isMember = isUuid(identityId) && (await this.privileges.findMembership(id, identityId));
    return isMember ? privilegeNotFound(privilegeSlug) : membershipNotFound(identityId);
  }

  private async findMembership(
    actor: Actor,
    action: 'read' | 'edit',
    { identityId, projectId, projectSlug }: MembershipAddress,
  ): Promise<MembershipRef> {
    const project = await this.access.toNamedProject(actor, projectId, projectSlug);
    const membership = await this.privileges.findMembership(project.id, toUuid(identityId));
    if (!membership) throw membershipNotFound(identityId);
    project.ability.require(action, 'identity', { identityId: membership.identityId });
    return membership;
  }

  /**
   * Locks the project first: the caller's rights, and all that is weighed, stay as they are. Refuses in the order 404, 403,
   * and what `toDraft` throws.
   */
  // oxlint-disable-next-line max-params -- who changes what where, and how
  private change<D, T>(
    actor: Actor,
    { projectId, identityId }: HolderPlace,
    toDraft: () => D,
    work: (ongoing: OngoingGrant, draft: D) => Promise<T>,
  ): Promise<T> {
    const scope = projectScope(projectId);
    const sparesCaller = identityId !== actor.callerId;
    const reads = [membershipOf(projectId, identityId), madeBy(actor, [identityId])];
    return this.database.transaction((tx) => {
      const change = async (access: FreshAccess, [members, made]: RowsRead) => {
        const [membership] = members as readonly { readonly id: string }[];
        if (!membership) throw membershipNotFound(identityId);
        access.ability.require('edit', 'identity', { identityId });
        const draft = toDraft();
        const gainers = { identityIds: [identityId], scope, made: made as readonly MadeBy[] };
        return this.credentials.changeHoldings(tx, actor, gainers, () => {
          const requireGranting = grantingToIdentity(access, identityId);
          const ongoing = { tx, access, actor, projectId, holderId: identityId, requireGranting };
          return work({ ...ongoing, membershipId: membership.id }, draft);
        });
      };
      const key = { id: projectId };
      return this.locked.changeProject(tx, actor, key, change, { sparesCaller, reads });
    });
  }

  private async lock({ tx }: OngoingChange, id: string): Promise<PrivilegeRow> {
    const privilege = await this.privileges.findLocked(tx, id);
    if (!privilege) throw notFound();
    return privilege;
  }

  private record(
    { tx, actor, projectId, holderId: identityId }: OngoingChange,
    action: keyof typeof PRIVILEGE_EVENTS,
    { id: privilegeId, slug, isTemporary }: PrivilegeRow,
  ): Promise<void> {
    const target = { privilegeId, slug, identityId, isTemporary };
    const changes = [{ identityId, privilegeId, privilegeSlug: slug }];
    const type = PRIVILEGE_EVENTS[action];
    return this.recorder.record(tx, actor, { action, projectId, target }, [{ type, changes }]);
  }
}

/** Throws 400 for rules that are well formed and yet cannot be meant. */
export function refuseUnusable(rules: readonly Rule[]): void {
  const problem = readCombinationProblem(rules) ?? templateProblem(rules);
  if (problem) throw badRequest('invalid-rule', problem);
}
