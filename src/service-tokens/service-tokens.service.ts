import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccessService } from '../access/access.service.js';
import { type FreshAccess, LockedAccess } from '../access/locked-access.js';
import { heldByServiceToken, serviceTokenRules } from '../access/service-token-rules.js';
import { Audit } from '../audit/audit.js';
import type {
  Actor,
  ServiceTokenActor,
  ServiceTokenPermission,
  ServiceTokenScope,
} from '../auth/actor.js';
import { ServerKeys } from '../auth/server-keys.js';
import { serviceTokenInvalid, ServiceTokenSettings } from '../auth/service-token-sessions.js';
import { CredentialBoundaries, type CredentialBounds } from '../credentials/credential-bounds.js';
import { CredentialMakers } from '../credentials/credential-makers.js';
import { WeighedChanges } from '../credentials/weighed-changes.js';
import { Database } from '../database/database.js';
import { newId, toUuid } from '../database/uuid.js';
import { badRequest, notFound } from '../errors/api-error.js';
import { environmentNotFound } from '../errors/missing.js';
import { type ServiceTokenRecord, ServiceTokensRepository } from './service-tokens.repository.js';

/** What a client asks for. */
export interface ServiceTokenDraft {
  readonly projectId: string;
  readonly name: string;
  readonly scopes: readonly ServiceTokenScope[];
  readonly permissions: readonly ServiceTokenPermission[];
  /** Seconds. */
  readonly life: number;
}

const MAX_LIVING = 50;

/** The older tokens of projects, which existing clients know. */
@Injectable()
export class ServiceTokensService {
  // oxlint-disable-next-line max-params -- reads and writes of tokens in one small service
  constructor(
    private readonly access: AccessService,
    private readonly locked: LockedAccess,
    private readonly tokens: ServiceTokensRepository,
    private readonly settings: ServiceTokenSettings,
    private readonly keys: ServerKeys,
    private readonly database: Database,
    private readonly audit: Audit,
    private readonly weighed: WeighedChanges,
    private readonly makers: CredentialMakers,
    private readonly bounds: CredentialBoundaries,
  ) {}

  /** The token itself is in this answer and nowhere else. Throws 403 where it could do what its maker may not. */
  async create(
    actor: Actor,
    draft: ServiceTokenDraft,
  ): Promise<{ readonly token: string; readonly stored: ServiceTokenRecord }> {
    const project = await this.access.toProject(actor, { id: draft.projectId });
    project.ability.require('create', 'service-tokens');
    const slugs = [...new Set(draft.scopes.map(({ environment }) => environment))];
    const missing = await this.tokens.findMissingEnvironment(project.id, slugs);
    if (missing !== null) throw environmentNotFound(project.id, missing);
    if (!this.settings.isOn) {
      throw badRequest(
        'not-offered',
        'Service tokens are switched off on this server. Make a machine identity.',
      );
    }
    return this.database.transaction(async (tx) => {
      await this.locked.queueForLock(tx, actor, project.id);
      await this.locked.lockProject(tx, project.id);
      const fresh = await this.locked.accessIn(tx, actor, project.id);
      fresh.ability.require('create', 'service-tokens');
      const bounds = await this.bounds.boundsOf(tx, actor);
      const bounded = { ...draft, bounds, life: lifeWithin(bounds, fresh.now, draft.life) };
      await this.requireHeld(tx, actor, fresh, bounded);
      return this.insert(tx, actor, fresh, bounded);
    });
  }

  async list(actor: Actor, projectId: string): Promise<ServiceTokenRecord[]> {
    const { id, ability } = await this.access.toProject(actor, { id: projectId });
    ability.require('read', 'service-tokens');
    return this.tokens.list(id);
  }

  /** The token of the request. */
  async getOwn({ serviceTokenId }: ServiceTokenActor): Promise<ServiceTokenRecord> {
    const token = await this.tokens.find(serviceTokenId);
    if (!token) throw serviceTokenInvalid();
    return token;
  }

  /** Deletes a token, which is dead at the next request, on every replica. */
  async remove(actor: Actor, tokenId: string): Promise<ServiceTokenRecord> {
    const token = await this.tokens.findInOrganization(actor.orgId, toUuid(tokenId));
    if (!token) throw notFound();
    const { id: projectId, ability } = await this.access.toProject(actor, { id: token.projectId });
    ability.require('delete', 'service-tokens');
    return this.database.transaction(async (tx) => {
      await this.locked.queueForLock(tx, actor, projectId);
      await this.locked.lockProject(tx, projectId);
      const fresh = await this.locked.accessIn(tx, actor, projectId);
      fresh.ability.require('delete', 'service-tokens');
      if (!(await this.tokens.remove(tx, token.id))) throw notFound();
      const target = { serviceTokenId: token.id, name: token.name };
      await this.audit.record(tx, actor, { action: 'service-token.delete', projectId, target });
      return token;
    });
  }

  private async requireHeld(
    tx: EntityManager,
    actor: Actor,
    { id, now }: FreshAccess,
    draft: ServiceTokenDraft,
  ): Promise<void> {
    const expiresAt = new Date(now.getTime() + draft.life * 1_000);
    const rules = heldByServiceToken({ ...draft, expiresAt });
    await this.weighed.requireHeld(tx, actor, [{ scopeId: id, rules }]);
  }

  private async insert(
    tx: EntityManager,
    actor: Actor,
    { id: projectId, membershipId }: FreshAccess,
    { name, scopes, permissions, life, bounds }: ServiceTokenDraft & { bounds: CredentialBounds },
  ) {
    if ((await this.tokens.countLiving(tx, projectId)) >= MAX_LIVING) {
      throw badRequest('limit-reached', `A project has at most ${MAX_LIVING} live service tokens.`);
    }
    const id = newId();
    const token = `st.${id}.${randomBytes(32).toString('hex')}`;
    const makers = await this.makers.listMakersFor(tx, actor);
    const what = { name, scopes: [...scopes], permissions: [...new Set(permissions)] };
    const stored = await this.tokens.insert(tx, {
      ...{ id, projectId, digest: this.keys.digest(token), ...what },
      rules: serviceTokenRules(what),
      ...{ makerId: actor.callerId, makers, membershipId, life, bounds },
    });
    const target = { serviceTokenId: id, ...what, expiresAt: stored.expiresAt.toISOString() };
    await this.audit.record(tx, actor, { action: 'service-token.create', projectId, target });
    return { token, stored };
  }
}

/** Seconds that a token lives: no longer than what it was made with could be used. */
function lifeWithin({ end }: CredentialBounds, now: Date, wanted: number): number {
  if (end === null) return wanted;
  return Math.max(1, Math.min(wanted, end - Math.floor(now.getTime() / 1_000)));
}
