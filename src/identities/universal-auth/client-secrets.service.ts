import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Audit } from '../../audit/audit.js';
import type { Actor } from '../../auth/actor.js';
import { ServerKeys } from '../../auth/server-keys.js';
import {
  endServiceTokensMadeWith,
  type MadeServiceTokens,
} from '../../credentials/made-service-tokens.js';
import { Database } from '../../database/database.js';
import { newId } from '../../database/uuid.js';
import { badRequest } from '../../errors/api-error.js';
import { authMethodNotFound, clientSecretNotFound } from '../../errors/missing.js';
import { IdentityAuthorizer } from '../identity-authorizer.js';
import { type ClientSecretRow, UniversalAuthRepository } from './universal-auth.repository.js';

export interface ClientSecretDraft {
  readonly description?: string;
  readonly numUsesLimit?: number;
  readonly ttl?: number;
}

const MAX_LIVE = 50;
/** Characters of a client secret that are kept and shown. */
const PREFIX = 4;

/** 256 random bits, so a fast digest under the server's pepper is all that need be kept. */
export function generateClientSecret(keys: ServerKeys) {
  const clientSecret = randomBytes(32).toString('base64url');
  const digest = keys.digest(clientSecret);
  return { clientSecret, kept: { digest, prefix: clientSecret.slice(0, PREFIX) } };
}

@Injectable()
export class ClientSecretsService {
  constructor(
    private readonly authorizer: IdentityAuthorizer,
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
      const authorization = await this.authorizer.forChange(tx, actor, identityId, 'create-token');
      const auth = await this.getAuth(authorization.target.id, tx);
      authorization.require('create-token');
      if ((await this.auths.countLiveSecrets(tx, auth.id)) >= MAX_LIVE) {
        throw badRequest(
          'limit-reached',
          `The identity has ${MAX_LIVE} client secrets already. Revoke one first.`,
        );
      }
      const { clientSecret, kept } = generateClientSecret(this.keys);
      const ids = { id: newId(), universalAuthId: auth.id };
      const makers = await this.authorizer.makersOf(tx, actor);
      const row = { ...ids, ...kept, description, usesLimit: numUsesLimit, ttl, makers };
      const stored = await this.auths.insertSecret(tx, row);
      const target = { identityId: authorization.target.id, clientSecretId: stored.id };
      await this.audit.record(tx, actor, { action: 'client-secret.create', target });
      return { clientSecret, stored };
    });
  }

  async list(actor: Actor, identityId: string): Promise<ClientSecretRow[]> {
    const authorization = await this.authorizer.forRead(actor, identityId);
    const auth = await this.getAuth(authorization.target.id);
    authorization.require('get-token');
    return this.auths.listSecrets(auth.id);
  }

  async get(actor: Actor, identityId: string, secretId: string): Promise<ClientSecretRow> {
    const authorization = await this.authorizer.forRead(actor, identityId);
    const secret = await this.getSecret(authorization.target.id, secretId);
    authorization.require('get-token');
    return secret;
  }

  /** Ends every token that came of it. Revoking again changes nothing. */
  revoke(
    actor: Actor,
    identityId: string,
    secretId: string,
  ): Promise<ClientSecretRow & MadeServiceTokens> {
    return this.database.transaction(async (tx) => {
      const authorization = await this.authorizer.forChange(tx, actor, identityId, 'delete-token');
      const secret = await this.getSecret(authorization.target.id, secretId, tx);
      authorization.require('delete-token');
      if (secret.isRevoked) return secret;
      const made = await endServiceTokensMadeWith(tx, 'client secret', secret.id);
      await this.auths.revokeSecret(tx, secret.id);
      const target = { identityId: authorization.target.id, clientSecretId: secret.id, ...made };
      await this.audit.record(tx, actor, { action: 'client-secret.revoke', target });
      return { ...(await this.getSecret(authorization.target.id, secretId, tx)), ...made };
    });
  }

  private async getAuth(identityId: string, tx?: EntityManager) {
    const auth = await this.auths.find(identityId, tx);
    if (!auth) throw authMethodNotFound('universal auth');
    return auth;
  }

  private async getSecret(identityId: string, secretId: string, tx?: EntityManager) {
    const auth = await this.getAuth(identityId, tx);
    const secret = await this.auths.findSecret(auth.id, secretId, tx);
    if (!secret) throw clientSecretNotFound();
    return secret;
  }
}
