import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Audit } from '../../audit/audit.js';
import type { Actor } from '../../auth/actor.js';
import { ServerKeys } from '../../auth/server-keys.js';
import { Database } from '../../database/database.js';
import { newId } from '../../database/uuid.js';
import { badRequest, notFound } from '../../errors/api-error.js';
import { IdentityGate } from '../identity-gate.js';
import { generateClientSecret } from './client-secret.js';
import { type ClientSecretRow, UniversalAuthRepository } from './universal-auth.repository.js';

export interface ClientSecretDraft {
  readonly description?: string;
  readonly numUsesLimit?: number;
  readonly ttl?: number;
}

const MAX_LIVE = 50;

@Injectable()
export class ClientSecretsService {
  constructor(
    private readonly gate: IdentityGate,
    private readonly auths: UniversalAuthRepository,
    private readonly keys: ServerKeys,
    private readonly database: Database,
    private readonly audit: Audit,
  ) {}

  /** The secret itself is in this answer and nowhere else. */
  create(
    actor: Actor,
    identityId: string,
    { description = '', numUsesLimit = 0, ttl = 0 }: ClientSecretDraft,
  ): Promise<{ clientSecret: string; stored: ClientSecretRow }> {
    return this.database.transaction(async (tx) => {
      const standing = await this.gate.enterTo(tx, actor, identityId, 'create-token');
      const auth = await this.getAuth(standing.target.id, tx);
      standing.require('create-token');
      if ((await this.auths.countLiveSecrets(tx, auth.id)) >= MAX_LIVE) {
        throw badRequest(`The identity has ${MAX_LIVE} client secrets already. Revoke one first.`);
      }
      const { clientSecret, kept } = generateClientSecret(this.keys);
      const ids = { id: newId(), universalAuthId: auth.id };
      const makers = await this.gate.makersOf(tx, actor);
      const row = { ...ids, ...kept, description, usesLimit: numUsesLimit, ttl, makers };
      const stored = await this.auths.insertSecret(tx, row);
      const target = { identityId: standing.target.id, clientSecretId: stored.id };
      await this.audit.record(tx, actor, { action: 'client-secret.create', target });
      return { clientSecret, stored };
    });
  }

  async list(actor: Actor, identityId: string): Promise<ClientSecretRow[]> {
    const standing = await this.gate.lookTo(actor, identityId);
    const auth = await this.getAuth(standing.target.id);
    standing.require('get-token');
    return this.auths.listSecrets(auth.id);
  }

  async get(actor: Actor, identityId: string, secretId: string): Promise<ClientSecretRow> {
    const standing = await this.gate.lookTo(actor, identityId);
    const secret = await this.getSecret(standing.target.id, secretId);
    standing.require('get-token');
    return secret;
  }

  /** Ends every token that came of it. Revoking again changes nothing. */
  revoke(actor: Actor, identityId: string, secretId: string): Promise<ClientSecretRow> {
    return this.database.transaction(async (tx) => {
      const standing = await this.gate.enterTo(tx, actor, identityId, 'delete-token');
      const secret = await this.getSecret(standing.target.id, secretId, tx);
      standing.require('delete-token');
      if (secret.isRevoked) return secret;
      await this.auths.revokeSecret(tx, secret.id);
      const target = { identityId: standing.target.id, clientSecretId: secret.id };
      await this.audit.record(tx, actor, { action: 'client-secret.revoke', target });
      return this.getSecret(standing.target.id, secretId, tx);
    });
  }

  private async getAuth(identityId: string, tx?: EntityManager) {
    const auth = await this.auths.find(identityId, tx);
    if (!auth) throw notFound();
    return auth;
  }

  private async getSecret(identityId: string, secretId: string, tx?: EntityManager) {
    const auth = await this.getAuth(identityId, tx);
    const secret = await this.auths.findSecret(auth.id, secretId, tx);
    if (!secret) throw notFound();
    return secret;
  }
}
