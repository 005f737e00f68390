import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Audit } from '../../audit/audit.js';
import type { Actor } from '../../auth/actor.js';
import {
  endServiceTokensMadeWith,
  type MadeServiceTokens,
} from '../../credentials/made-service-tokens.js';
import { Database } from '../../database/database.js';
import { newId } from '../../database/uuid.js';
import { badRequest } from '../../errors/api-error.js';
import { authMethodNotFound } from '../../errors/missing.js';
import { type IdentityAction, IdentityAuthorizer } from '../identity-authorizer.js';
import { ANYWHERE, toTrustedIps, type TrustedIpDto } from '../trusted-ips.js';
import { refuseLongTtl } from '../universal-auth/universal-auth.service.js';
import { TokenAuthRepository, type TokenAuthRow } from './token-auth.repository.js';

export interface TokenAuthSettings {
  readonly accessTokenTTL?: number;
  readonly accessTokenMaxTTL?: number;
  readonly accessTokenNumUsesLimit?: number;
  readonly accessTokenTrustedIps?: readonly TrustedIpDto[];
}

type Settings = Omit<TokenAuthRow, 'id' | 'identityId' | 'createdAt' | 'updatedAt'>;

const DEFAULTS: Settings = {
  accessTokenTtl: 2_592_000,
  accessTokenMaxTtl: 2_592_000,
  accessTokenNumUsesLimit: 0,
  accessTokenTrustedIps: ANYWHERE,
};

@Injectable()
export class TokenAuthService {
  constructor(
    private readonly authorizer: IdentityAuthorizer,
    private readonly auths: TokenAuthRepository,
    private readonly database: Database,
    private readonly audit: Audit,
  ) {}

  attach(actor: Actor, identityId: string, settings: TokenAuthSettings): Promise<TokenAuthRow> {
    return this.database.transaction(async (tx) => {
      const authorization = await this.authorizer.forChange(tx, actor, identityId, 'edit-auth');
      authorization.require('edit-auth');
      if (await this.auths.find(authorization.target.id, tx)) {
        throw badRequest('auth-method-exists', 'The identity has token auth already.');
      }
      const ids = { id: newId(), identityId: authorization.target.id };
      const auth = await this.auths.save(tx, { ...ids, ...merged(DEFAULTS, settings) });
      await this.record(tx, actor, 'token-auth.attach', auth);
      return auth;
    });
  }

  async get(actor: Actor, identityId: string): Promise<TokenAuthRow> {
    const authorization = await this.authorizer.forRead(actor, identityId);
    const auth = await this.auths.find(authorization.target.id);
    if (!auth) throw authMethodNotFound('token auth');
    authorization.requireRead();
    return auth;
  }

  update(actor: Actor, identityId: string, settings: TokenAuthSettings): Promise<TokenAuthRow> {
    return this.change(actor, identityId, 'edit-auth', async (tx, auth) => {
      const saved = await this.auths.save(tx, { ...auth, ...merged(auth, settings) });
      await this.record(tx, actor, 'token-auth.update', auth);
      return saved;
    });
  }

  /** Ends every token that was made of it. */
  detach(actor: Actor, identityId: string): Promise<TokenAuthRow & MadeServiceTokens> {
    return this.change(actor, identityId, 'revoke-auth', async (tx, auth) => {
      const made = await endServiceTokensMadeWith(tx, 'token auth', auth.id);
      await this.auths.remove(tx, auth.id);
      await this.record(tx, actor, 'token-auth.detach', auth, made);
      return { ...auth, ...made };
    });
  }

  /** Throws 404 for an identity without token auth, before 403. */
  private change<T>(
    actor: Actor,
    identityId: string,
    action: IdentityAction,
    work: (tx: EntityManager, auth: TokenAuthRow) => Promise<T>,
  ): Promise<T> {
    return this.database.transaction(async (tx) => {
      const authorization = await this.authorizer.forChange(tx, actor, identityId, action);
      const auth = await this.auths.find(authorization.target.id, tx);
      if (!auth) throw authMethodNotFound('token auth');
      authorization.require(action);
      return work(tx, auth);
    });
  }

  private record(
    tx: EntityManager,
    actor: Actor,
    action: string,
    { id, identityId }: TokenAuthRow,
    made: MadeServiceTokens = {},
  ): Promise<void> {
    const target = { identityId, tokenAuthId: id, ...made };
    return this.audit.record(tx, actor, { action, target });
  }
}

function merged(old: Settings, next: TokenAuthSettings): Settings {
  const settings = {
    accessTokenTtl: next.accessTokenTTL ?? old.accessTokenTtl,
    accessTokenMaxTtl: next.accessTokenMaxTTL ?? old.accessTokenMaxTtl,
    accessTokenNumUsesLimit: next.accessTokenNumUsesLimit ?? old.accessTokenNumUsesLimit,
    accessTokenTrustedIps: toTrustedIps(next.accessTokenTrustedIps) ?? old.accessTokenTrustedIps,
  };
  refuseLongTtl(settings);
  return settings;
}
