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
import { Lockout } from './lockout.js';
import { UniversalAuthRepository, type UniversalAuthRow } from './universal-auth.repository.js';

export interface UniversalAuthSettings {
  readonly accessTokenTTL?: number;
  readonly accessTokenMaxTTL?: number;
  readonly accessTokenNumUsesLimit?: number;
  readonly accessTokenPeriod?: number;
  readonly clientSecretTrustedIps?: readonly TrustedIpDto[];
  readonly accessTokenTrustedIps?: readonly TrustedIpDto[];
  readonly lockoutEnabled?: boolean;
  readonly lockoutThreshold?: number;
  readonly lockoutDurationSeconds?: number;
  readonly lockoutCounterResetSeconds?: number;
}

type Settings = Omit<
  UniversalAuthRow,
  'id' | 'identityId' | 'clientId' | 'createdAt' | 'updatedAt'
>;

export const UNIVERSAL_AUTH_DEFAULTS: Settings = {
  accessTokenTtl: 2_592_000,
  accessTokenMaxTtl: 2_592_000,
  accessTokenNumUsesLimit: 0,
  accessTokenPeriod: 0,
  clientSecretTrustedIps: ANYWHERE,
  accessTokenTrustedIps: ANYWHERE,
  lockoutEnabled: true,
  lockoutThreshold: 3,
  lockoutDurationSeconds: 300,
  lockoutCounterResetSeconds: 30,
};

@Injectable()
export class UniversalAuthService {
  constructor(
    private readonly authorizer: IdentityAuthorizer,
    private readonly auths: UniversalAuthRepository,
    private readonly database: Database,
    private readonly audit: Audit,
    private readonly lockout: Lockout,
  ) {}

  attach(
    actor: Actor,
    identityId: string,
    settings: UniversalAuthSettings,
  ): Promise<UniversalAuthRow> {
    return this.database.transaction(async (tx) => {
      const authorization = await this.authorizer.forChange(tx, actor, identityId, 'edit-auth');
      authorization.require('edit-auth');
      if (await this.auths.find(authorization.target.id, tx)) {
        throw badRequest('auth-method-exists', 'The identity has universal auth already.');
      }
      const ids = { id: newId(), clientId: newId(), identityId: authorization.target.id };
      const row = { ...ids, ...merged(UNIVERSAL_AUTH_DEFAULTS, settings) };
      const auth = await this.auths.save(tx, row);
      await this.record(tx, actor, 'universal-auth.attach', auth);
      return auth;
    });
  }

  async get(actor: Actor, identityId: string): Promise<UniversalAuthRow> {
    const authorization = await this.authorizer.forRead(actor, identityId);
    const auth = await this.auths.find(authorization.target.id);
    if (!auth) throw authMethodNotFound('universal auth');
    authorization.requireRead();
    return auth;
  }

  update(
    actor: Actor,
    identityId: string,
    settings: UniversalAuthSettings,
  ): Promise<UniversalAuthRow> {
    return this.change(actor, identityId, 'edit-auth', async (tx, auth) => {
      const saved = await this.auths.save(tx, { ...auth, ...merged(auth, settings) });
      await this.record(tx, actor, 'universal-auth.update', auth);
      return saved;
    });
  }

  /** Returns the number of locks that held. */
  clearLockouts(actor: Actor, identityId: string): Promise<number> {
    return this.change(actor, identityId, 'edit-auth', async (tx, auth) => {
      const cleared = await this.lockout.clear(tx, auth.clientId);
      await this.record(tx, actor, 'universal-auth.clear-lockouts', auth);
      return cleared;
    });
  }

  /** Ends every token that came of it, with its client secrets. */
  detach(actor: Actor, identityId: string): Promise<UniversalAuthRow & MadeServiceTokens> {
    return this.change(actor, identityId, 'revoke-auth', async (tx, auth) => {
      const made = await endServiceTokensMadeWith(tx, 'universal auth', auth.id);
      await this.auths.remove(tx, auth.id);
      await this.record(tx, actor, 'universal-auth.detach', auth, made);
      return { ...auth, ...made };
    });
  }

  /** Throws 404 for an identity without universal auth, before 403. */
  private change<T>(
    actor: Actor,
    identityId: string,
    action: IdentityAction,
    work: (tx: EntityManager, auth: UniversalAuthRow) => Promise<T>,
  ): Promise<T> {
    return this.database.transaction(async (tx) => {
      const authorization = await this.authorizer.forChange(tx, actor, identityId, action);
      const auth = await this.auths.find(authorization.target.id, tx);
      if (!auth) throw authMethodNotFound('universal auth');
      authorization.require(action);
      return work(tx, auth);
    });
  }

  private record(
    tx: EntityManager,
    actor: Actor,
    action: string,
    { id, identityId }: UniversalAuthRow,
    made: MadeServiceTokens = {},
  ): Promise<void> {
    const target = { identityId, universalAuthId: id, ...made };
    return this.audit.record(tx, actor, { action, target });
  }
}

/** Throws 400 if the time to live would be longer than its bound. */
function merged(old: Settings, next: UniversalAuthSettings): Settings {
  const settings = {
    accessTokenTtl: next.accessTokenTTL ?? old.accessTokenTtl,
    accessTokenMaxTtl: next.accessTokenMaxTTL ?? old.accessTokenMaxTtl,
    accessTokenNumUsesLimit: next.accessTokenNumUsesLimit ?? old.accessTokenNumUsesLimit,
    accessTokenPeriod: next.accessTokenPeriod ?? old.accessTokenPeriod,
    clientSecretTrustedIps: toTrustedIps(next.clientSecretTrustedIps) ?? old.clientSecretTrustedIps,
    accessTokenTrustedIps: toTrustedIps(next.accessTokenTrustedIps) ?? old.accessTokenTrustedIps,
    lockoutEnabled: next.lockoutEnabled ?? old.lockoutEnabled,
    lockoutThreshold: next.lockoutThreshold ?? old.lockoutThreshold,
    lockoutDurationSeconds: next.lockoutDurationSeconds ?? old.lockoutDurationSeconds,
    lockoutCounterResetSeconds: next.lockoutCounterResetSeconds ?? old.lockoutCounterResetSeconds,
  };
  refuseLongTtl(settings);
  return settings;
}

export function refuseLongTtl({
  accessTokenTtl,
  accessTokenMaxTtl,
}: Pick<Settings, 'accessTokenTtl' | 'accessTokenMaxTtl'>): void {
  if (accessTokenMaxTtl === 0 || accessTokenTtl <= accessTokenMaxTtl) return;
  throw badRequest('contradictory-fields', 'accessTokenTTL must not exceed accessTokenMaxTTL.');
}
