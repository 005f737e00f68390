import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccessService } from '../access/access.service.js';
import { requestBudget } from '../access/weighing.js';
import { Audit } from '../audit/audit.js';
import type { Actor } from '../auth/actor.js';
import { Database } from '../database/database.js';
import type { MetadataEntry } from '../database/entities/identity.entity.js';
import { newId, toUuid } from '../database/uuid.js';
import { badRequest, notFound } from '../errors/api-error.js';
import { ORG_ROLES } from '../permissions/predefined-roles.js';
import type { Rule } from '../permissions/rule.js';
import type { IdentityFacts } from '../permissions/templates.js';
import { IdentitiesRepository, type IdentityRecord, type Page } from './identities.repository.js';
import { IdentityGate } from './identity-gate.js';
import { type Holder, requireAction, requireHeld } from './identity-authorization.js';

export interface IdentityDraft {
  readonly name: string;
  readonly organizationId?: string;
  readonly role?: string;
  readonly hasDeleteProtection?: boolean;
  readonly metadata?: readonly { readonly key: string; readonly value: string }[];
}

interface GivenRole {
  readonly role: string;
  readonly roleId: string | null;
  readonly rules: readonly Rule[];
}

@Injectable()
export class IdentitiesService {
  constructor(
    private readonly access: AccessService,
    private readonly identities: IdentitiesRepository,
    private readonly gate: IdentityGate,
    private readonly database: Database,
    private readonly audit: Audit,
  ) {}

  create(actor: Actor, draft: IdentityDraft): Promise<IdentityRecord> {
    refuseForeign(actor, draft.organizationId);
    return this.database.transaction(async (tx) => {
      const caller = await this.gate.enter(tx, actor);
      const given = await this.getRole(tx, actor.orgId, draft.role ?? 'no-access');
      requireAction(caller, 'create');
      if (given.rules.length > 0) await requireToGive(actor, caller, given);
      const { name, hasDeleteProtection = false } = draft;
      const { role, roleId } = given;
      const metadata = toMetadata(draft.metadata ?? []);
      const ids = { id: newId(), membershipId: newId(), orgId: actor.orgId };
      const row = { ...ids, name, hasDeleteProtection, metadata, role, roleId };
      await this.identities.insert(tx, row);
      return this.finish(tx, actor, 'identity.create', ids.id);
    });
  }

  update(
    actor: Actor,
    identityId: string,
    { name, role, hasDeleteProtection, metadata }: Partial<IdentityDraft>,
  ): Promise<IdentityRecord> {
    return this.database.transaction(async (tx) => {
      const standing = await this.gate.enterTo(tx, actor, identityId, 'edit');
      const { caller, target } = standing;
      const given = role === undefined ? null : await this.getRole(tx, actor.orgId, role);
      standing.require('edit');
      const isGiven = given !== null && isOther(given, target);
      if (isGiven) await requireToGive(actor, caller, given);
      const facts = changedFacts(target, { name, metadata });
      if (facts) {
        await this.gate.requireFacts(tx, actor, caller, facts);
        await this.identities.raiseEpoch(tx, actor.orgId);
      }
      const identityIds = isGiven || facts ? [target.id] : [];
      const projectIds = facts ? await this.identities.listProjectIds(tx, target.id) : [];
      await this.gate.changeHoldings(
        tx,
        actor,
        { identityIds, scope: { organization: true, projectIds } },
        async () => {
          if (isGiven) await this.changeRole(tx, actor.orgId, target, given);
          await this.identities.update(tx, target.id, {
            ...(name === undefined ? {} : { name }),
            ...(hasDeleteProtection === undefined ? {} : { hasDeleteProtection }),
            ...(metadata ? { metadata: toMetadata(metadata) } : {}),
            updatedAt: new Date(),
          });
        },
      );
      return this.finish(tx, actor, 'identity.update', target.id);
    });
  }

  async get(actor: Actor, identityId: string): Promise<IdentityRecord> {
    const { orgId, ability } = await this.access.toOrganization(actor);
    const identity = await this.identities.find(orgId, toUuid(identityId));
    if (!identity) throw notFound();
    ability.require('read', 'identity');
    return identity;
  }

  async list(actor: Actor, organizationId: string | undefined, page: Page) {
    refuseForeign(actor, organizationId);
    const { orgId, ability } = await this.access.toOrganization(actor);
    ability.require('read', 'identity');
    return this.identities.list(orgId, page);
  }

  /** Who the token belongs to: nobody needs a permission to know their own organization. */
  async getOwnOrganization(actor: Actor) {
    const organization = await this.identities.getOrganization(actor.orgId);
    if (!organization) throw notFound();
    return organization;
  }

  private async changeRole(
    tx: EntityManager,
    orgId: string,
    target: Holder,
    { role, roleId }: GivenRole,
  ): Promise<void> {
    await this.gate.requireOtherAdmin(tx, orgId, target);
    await this.identities.update(tx, target.id, { role, roleId });
    await this.identities.raiseEpoch(tx, orgId);
  }

  private async getRole(tx: EntityManager, orgId: string, slug: string): Promise<GivenRole> {
    const predefined = ORG_ROLES.find((role) => role.slug === slug);
    if (predefined) return { role: slug, roleId: null, rules: predefined.rules };
    const custom = await this.identities.findRole(tx, orgId, slug);
    if (!custom) throw notFound();
    return { role: 'custom', roleId: custom.id, rules: custom.permissions };
  }

  private async finish(tx: EntityManager, actor: Actor, action: string, identityId: string) {
    await this.record(tx, actor, action, identityId);
    return this.identities.reread(tx, actor.orgId, identityId);
  }

  private record(tx: EntityManager, actor: Actor, action: string, identityId: string) {
    return this.audit.record(tx, actor, { action, target: { identityId } });
  }
}

/** First what lies beyond the caller, so that the refusal can name it; then the right to give at all. */
async function requireToGive(actor: Actor, caller: Holder, { rules }: GivenRole): Promise<void> {
  await requireHeld(caller, rules, requestBudget(actor));
  requireAction(caller, 'grant-privileges');
}

type Facts = Pick<IdentityDraft, 'name' | 'metadata'>;

/** Null where name and metadata stay as they are. */
function changedFacts({ id, name, metadata }: Holder, given: Partial<Facts>): IdentityFacts | null {
  const after = { id, name: given.name ?? name, metadata: given.metadata ?? metadata };
  const isSame = after.name === name && told(after.metadata) === told(metadata);
  return isSame ? null : after;
}

/** The order of metadata tells nothing. */
const told = (metadata: IdentityFacts['metadata']): string =>
  JSON.stringify(metadata.map(({ key, value }) => JSON.stringify([key, value])).sort());

const isOther = ({ role, roleId }: GivenRole, target: Holder) =>
  role !== target.role || roleId !== target.roleId;

function refuseForeign(actor: Actor, organizationId: string | undefined): void {
  if (organizationId !== undefined && organizationId !== actor.orgId) throw notFound();
}

/** Throws 400 for a key that is there twice (decision 13). */
function toMetadata(entries: readonly { key: string; value: string }[]): MetadataEntry[] {
  const keys = entries.map(({ key }) => key);
  const repeated = keys.filter((key, index) => keys.indexOf(key) !== index);
  if (repeated.length > 0) {
    throw badRequest('A metadata key is given more than once.', { keys: [...new Set(repeated)] });
  }
  return entries.map(({ key, value }) => ({ id: newId(), key, value }));
}
