import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type AssignedRole, isOtherRole, orgRoleToAssign } from '../access/assigned-role.js';
import { raiseEpochsIn } from '../access/epoch.js';
import { Administrators } from '../access/escalation/administrators.js';
import { Audit } from '../audit/audit.js';
import type { Actor } from '../auth/actor.js';
import { ORGANIZATION } from '../credentials/holding-snapshots.js';
import { WeighedChanges } from '../credentials/weighed-changes.js';
import { Database } from '../database/database.js';
import type { MetadataEntry } from '../database/entities/identity.entity.js';
import {
  hasSameMetadata,
  type SentMetadata,
  toMetadataEntries,
} from '../database/metadata-entries.js';
import { badRequest } from '../errors/api-error.js';
import { type LockedMembers, OrgMemberAuthorizer } from './org-member-authorizer.js';
import type { OrgMemberRecord } from './org-members.presenter.js';
import { OrgMemberEnds } from './org-member-ends.js';
import { OrgMembersRepository } from './org-members.repository.js';

export interface OrgMemberDraft {
  /** Slug of an organization role. */
  readonly role?: string;
  readonly isActive?: boolean;
  readonly metadata?: readonly SentMetadata[];
}

/** What of a membership becomes different; null: stays. */
interface Changes {
  readonly role: AssignedRole | null;
  readonly isActive: boolean | null;
  readonly metadata: readonly MetadataEntry[] | null;
}

/** Changes of people as members of the organization, each under its lock and within what the caller may grant. */
@Injectable()
export class OrgMemberChangesService {
  // oxlint-disable-next-line max-params -- what is asked, what is weighed, and what is written
  constructor(
    private readonly authorizer: OrgMemberAuthorizer,
    private readonly weighed: WeighedChanges,
    private readonly administrators: Administrators,
    private readonly members: OrgMembersRepository,
    private readonly ends: OrgMemberEnds,
    private readonly database: Database,
    private readonly audit: Audit,
  ) {}

  /**
   * Changes what the caller names; the rest stays. Throws 409 for the last administrator, 400 for one who deactivates
   * itself.
   */
  async update(
    actor: Actor,
    orgId: string,
    id: string,
    draft: OrgMemberDraft,
  ): Promise<OrgMemberRecord> {
    const { role } = draft;
    await this.authorizer.require(actor, orgId, [id], 'edit', async () => {
      if (role !== undefined) await orgRoleToAssign(this.database.manager, orgId, role);
    });
    return this.database.transaction(async (tx) => {
      const locked = await this.authorizer.lock(tx, actor, [id], 'edit');
      const member = locked.members[0]!; // `lock` throws for none
      const changes = await this.changesOf(tx, member, draft);
      await this.weigh(tx, actor, locked, changes);
      const { projectIds } = locked;
      const write = () => this.write(tx, actor, member, changes);
      await (changes.isActive === false
        ? this.authorizer.keepAdmins(tx, locked, write)
        : this.administrators.keepDuring(tx, { orgId, projectIds: [] }, write));
      await raiseEpochsIn(tx, { orgId, projectIds });
      const { isActive, metadata } = changes;
      const target = {
        ...{ userId: member.userId, membershipId: id },
        ...(changes.role ? { role } : {}),
        ...(isActive === null ? {} : { isActive }),
        ...(metadata ? { metadataKeys: metadata.map(({ key }) => key) } : {}),
      };
      await this.audit.record(tx, actor, { action: 'org-member.update', target });
      const [changed] = await this.members.findLocked(tx, orgId, [id]);
      return changed!; // it was locked above
    });
  }

  private async changesOf(
    tx: EntityManager,
    member: OrgMemberRecord,
    draft: OrgMemberDraft,
  ): Promise<Changes> {
    const { role, isActive, metadata } = draft;
    const assigned = role === undefined ? null : await orgRoleToAssign(tx, member.orgId, role);
    const isSame = metadata && hasSameMetadata(metadata, member.metadata);
    return {
      role: assigned && isOtherRole(assigned, member) ? assigned : null,
      isActive: isActive === undefined || isActive === member.isActive ? null : isActive,
      metadata: metadata && !isSame ? toMetadataEntries(metadata) : null,
    };
  }

  private async weigh(
    tx: EntityManager,
    actor: Actor,
    locked: LockedMembers,
    { role, isActive, metadata }: Changes,
  ): Promise<void> {
    const [member] = locked.members;
    const { userId, email } = member!;
    if (role) {
      // The role is weighed by itself as well: a group that gives the same may go.
      const rules = [{ scopeId: ORGANIZATION, rules: role.rules }];
      await this.weighed.requireHeld(tx, actor, rules);
    }
    // To wake somebody is to give, and to silence somebody to take, all that they hold.
    if (isActive !== null || metadata) await this.authorizer.requireNotStronger(tx, actor, locked);
    if (metadata) {
      const facts = { id: userId, name: '', username: email, metadata };
      await this.authorizer.requireGainsByFacts(tx, actor, locked, facts);
    }
    if (isActive === false && userId === actor.callerId)
      throw badRequest('not-oneself', 'You cannot deactivate yourself.');
  }

  private write(
    tx: EntityManager,
    actor: Actor,
    { id, orgId, userId }: OrgMemberRecord,
    { role, isActive, metadata }: Changes,
  ): Promise<void> {
    const scope = { organization: true, projectIds: [] };
    const holderIds = role ? [userId] : [];
    return this.weighed.during(tx, actor, { holderIds, identityIds: [], scope }, async () => {
      await this.members.update(tx, id, {
        ...(role ? { role: role.role, roleId: role.roleId } : {}),
        ...(isActive === null ? {} : { isActive }),
        ...(metadata ? { metadata } : {}),
      });
      if (isActive === false) await this.ends.endAccess(tx, orgId, [{ id, userId }]);
    });
  }
}
