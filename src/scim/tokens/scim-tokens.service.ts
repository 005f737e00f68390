import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AccessService, type OrgAccess } from '../../access/access.service.js';
import { LockedAccess } from '../../access/locked-access.js';
import { Audit } from '../../audit/audit.js';
import type { Actor } from '../../auth/actor.js';
import { requireFreshProof } from '../../auth/fresh-proof.js';
import { SCIM_TOKEN_PREFIX } from '../../auth/scim-sessions.js';
import { ServerKeys } from '../../auth/server-keys.js';
import { Database } from '../../database/database.js';
import { newId, toUuid } from '../../database/uuid.js';
import { badRequest, notFound } from '../../errors/api-error.js';
import { ScimTokenMakers } from './scim-token-makers.js';
import {
  type ScimEventRecord,
  type ScimTokenRecord,
  ScimTokensRepository,
} from './scim-tokens.repository.js';

const MAX_TOKENS = 20;

/** The tokens with which providers keep an organization's users and groups. */
@Injectable()
export class ScimTokensService {
  // oxlint-disable-next-line max-params -- reads and writes of tokens in one small service
  constructor(
    private readonly access: AccessService,
    private readonly locked: LockedAccess,
    private readonly tokens: ScimTokensRepository,
    private readonly keys: ServerKeys,
    private readonly database: Database,
    private readonly audit: Audit,
    private readonly makers: ScimTokenMakers,
  ) {}

  /** The token itself is in this answer and nowhere else. */
  async create(
    actor: Actor,
    {
      organizationId,
      description,
      ttlDays,
    }: { organizationId: string; description: string; ttlDays: number },
  ): Promise<{ readonly token: string; readonly stored: ScimTokenRecord }> {
    const { orgId, ability } = await this.toOrganization(actor, organizationId);
    ability.require('create', 'scim');
    const token = SCIM_TOKEN_PREFIX + randomBytes(32).toString('base64url');
    return this.database.transaction(async (tx) => {
      await this.locked.lockOrganizationOf(tx, actor);
      const fresh = await this.locked.orgAccessIn(tx, actor);
      fresh.ability.require('create', 'scim');
      if (actor.kind === 'user') requireFreshProof(actor);
      await this.makers.require(tx, actor);
      if ((await this.tokens.count(tx, orgId)) >= MAX_TOKENS) {
        throw badRequest('limit-reached', `An organization has at most ${MAX_TOKENS} SCIM tokens.`);
      }
      const id = newId();
      const digest = this.keys.digest(token);
      const row = { id, orgId, makerId: actor.callerId, digest, description, ttlDays };
      const stored = await this.tokens.insert(tx, row);
      const target = { scimTokenId: id, description, ttlDays };
      await this.audit.record(tx, actor, { action: 'scim-token.create', target });
      return { token, stored };
    });
  }

  async list(actor: Actor, organizationId: string): Promise<ScimTokenRecord[]> {
    const { orgId, ability } = await this.toOrganization(actor, organizationId);
    ability.require('read', 'scim');
    return this.tokens.list(orgId);
  }

  /** Deletes a token, which is dead at the next request. */
  async remove(actor: Actor, tokenId: string): Promise<ScimTokenRecord> {
    const { orgId, ability } = await this.access.toOrganization(actor);
    const token = await this.tokens.find(orgId, toUuid(tokenId));
    if (!token) throw notFound();
    ability.require('delete', 'scim');
    return this.database.transaction(async (tx) => {
      await this.locked.lockOrganizationOf(tx, actor);
      const fresh = await this.locked.orgAccessIn(tx, actor);
      fresh.ability.require('delete', 'scim');
      if (!(await this.tokens.remove(tx, token.id))) throw notFound();
      const target = { scimTokenId: token.id, description: token.description };
      await this.audit.record(tx, actor, { action: 'scim-token.delete', target });
      return token;
    });
  }

  /** What providers changed, the newest first. */
  async listEvents(
    actor: Actor,
    page: { readonly from: Date; readonly limit: number; readonly offset: number },
  ): Promise<ScimEventRecord[]> {
    const { orgId, ability } = await this.access.toOrganization(actor);
    ability.require('read', 'scim');
    return this.tokens.listEvents(orgId, page);
  }

  /** Throws 404 for another organization than the caller's. */
  private async toOrganization(actor: Actor, organizationId: string): Promise<OrgAccess> {
    if (actor.orgId !== organizationId) throw notFound();
    return this.access.toOrganization(actor);
  }
}
