import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CredentialGuard } from '../credentials/credential-guard.js';
import { type AssignedRole, isOtherRole, orgRoleToAssign } from '../access/assigned-role.js';
import { raiseOrganizationEpoch } from '../access/epoch.js';
import { requestBudget } from '../access/work-budget.js';
import { Audit } from '../audit/audit.js';
import type { Actor } from '../auth/actor.js';
import { Database } from '../database/database.js';
import { hasSameMetadata, toMetadataEntries } from '../database/metadata-entries.js';
import { newId } from '../database/uuid.js';
import type { HolderFacts } from '../permissions/templates.js';
import { refuseForeign } from './identities.service.js';
import type { HolderWithRules } from './holder-with-rules.js';
import { IdentitiesRepository, type IdentityRecord } from './identities.repository.js';
import { IdentityAuthorizer, requireAction, requireHeld } from './identity-authorizer.js';

export interface IdentityDraft {
  readonly name: string;
  readonly organizationId?: string;
  readonly role?: string;
  readonly hasDeleteProtection?: boolean;
  readonly metadata?: readonly { readonly key: string; readonly value: string }[];
}

@Injectable()
export class IdentityChangesService {
  constructor(
    private readonly identities: IdentitiesRepository,
    private readonly authorizer: IdentityAuthorizer,
    private readonly credentials: CredentialGuard,
    private readonly database: Database,
    private readonly audit: Audit,
  ) {}

  create(actor: Actor, draft: IdentityDraft): Promise<IdentityRecord> {
    refuseForeign(actor, draft.organizationId);
    return this.database.transaction(async (tx) => {
      const caller = await this.authorizer.forCreate(tx, actor);
      const assigned = await orgRoleToAssign(tx, actor.orgId, draft.role ?? 'no-access');
      requireAction(caller, 'create');
      if (assigned.rules.length > 0) await requireToAssign(actor, caller, assigned);
      const { name, hasDeleteProtection = false } = draft;
      const { role, roleId } = assigned;
      const metadata = toMetadataEntries(draft.metadata ?? []);
      const ids = { id: newId(), membershipId: newId(), orgId: actor.orgId };
      const row = { ...ids, name, hasDeleteProtection, metadata, role, roleId };
      await this.identities.insert(tx, row);
      return this.recordAndReread(tx, actor, 'identity.create', ids.id);
    });
  }

  /** Changes what the caller names; the rest stays. Throws 409 for the last admin of the organization. */
  update(
    actor: Actor,
    identityId: string,
    { name, role, hasDeleteProtection, metadata }: Partial<IdentityDraft>,
  ): Promise<IdentityRecord> {
    return this.database.transaction(async (tx) => {
      const authorization = await this.authorizer.forChange(tx, actor, identityId, 'edit');
      const { caller, target } = authorization;
      const assigned = role === undefined ? null : await orgRoleToAssign(tx, actor.orgId, role);
      authorization.require('edit');
      const newRole = assigned !== null && isOtherRole(assigned, target) ? assigned : null;
      if (newRole) await requireToAssign(actor, caller, newRole);
      const facts = changedFacts(target, { name, metadata });
      if (facts) await this.authorizer.requireGainsByFacts(tx, actor, caller, facts);
      if (facts || newRole) await raiseOrganizationEpoch(tx, actor.orgId);
      const identityIds = newRole || facts ? [target.id] : [];
      const projectIds = facts ? await this.identities.listProjectIds(tx, target.id) : [];
      const scope = { organization: true, projectIds };
      await this.credentials.changeHoldings(tx, actor, { identityIds, scope }, async () => {
        if (newRole && target.role === 'admin') {
          await this.authorizer.requireOtherAdmin(tx, actor.orgId, target);
        }
        await this.identities.update(tx, target.id, {
          ...(newRole ? { role: newRole.role, roleId: newRole.roleId } : {}),
          ...(name === undefined ? {} : { name }),
          ...(hasDeleteProtection === undefined ? {} : { hasDeleteProtection }),
          ...(metadata ? { metadata: toMetadataEntries(metadata) } : {}),
          updatedAt: new Date(),
        });
      });
      return this.recordAndReread(tx, actor, 'identity.update', target.id);
    });
  }

  private async recordAndReread(
    tx: EntityManager,
    actor: Actor,
    action: string,
    identityId: string,
  ): Promise<IdentityRecord> {
    await this.audit.record(tx, actor, { action, target: { identityId } });
    return this.identities.reread(tx, actor.orgId, identityId);
  }
}

/** Rules beyond the caller come first, so that the refusal can name them; then the right to assign at all. */
async function requireToAssign(
  actor: Actor,
  caller: HolderWithRules,
  { rules }: AssignedRole,
): Promise<void> {
  await requireHeld(caller, rules, requestBudget(actor));
  requireAction(caller, 'grant-privileges');
}

/** Name and metadata after the change; null where they stay as they are. */
function changedFacts(
  { id, name, metadata }: HolderWithRules,
  changes: Partial<Pick<IdentityDraft, 'name' | 'metadata'>>,
): HolderFacts | null {
  const after = { id, name: changes.name ?? name, metadata: changes.metadata ?? metadata };
  const isSame = after.name === name && hasSameMetadata(after.metadata, metadata);
  return isSame ? null : after;
}
