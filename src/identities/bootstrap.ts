import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ServerKeys } from '../auth/server-keys.js';
import { newId } from '../database/uuid.js';
import { ConsoleCodes } from './console-codes/console-codes.js';
import { IdentitiesRepository } from './identities.repository.js';
import { TokenAuthRepository } from './token-auth/token-auth.repository.js';
import { StoredTokensService } from './token-auth/stored-tokens.service.js';
import { ANYWHERE } from './trusted-ips.js';
import { generateClientSecret } from './universal-auth/client-secrets.service.js';
import { UniversalAuthRepository } from './universal-auth/universal-auth.repository.js';
import { UNIVERSAL_AUTH_DEFAULTS } from './universal-auth/universal-auth.service.js';

/** 30 days. */
export const BOOTSTRAP_TOKEN_SECONDS = 2_592_000;

export interface BootstrapAdmin {
  readonly id: string;
  readonly name: string;
  readonly orgId: string;
}

/** Creates the admin identity of a new organization and its credential. Asks for no permission. */
@Injectable()
export class Bootstrap {
  // oxlint-disable-next-line max-params -- each way in that the admin is given
  constructor(
    private readonly identities: IdentitiesRepository,
    private readonly universalAuths: UniversalAuthRepository,
    private readonly tokenAuths: TokenAuthRepository,
    private readonly tokens: StoredTokensService,
    private readonly keys: ServerKeys,
    private readonly consoleCodes: ConsoleCodes,
  ) {}

  async createAdmin(
    tx: EntityManager,
    orgId: string,
    name: string,
    isInstanceAdmin: boolean,
  ): Promise<BootstrapAdmin> {
    const admin = { id: newId(), name, orgId };
    const row = { ...admin, membershipId: newId(), role: 'admin', isInstanceAdmin };
    await this.identities.insert(tx, row);
    return admin;
  }

  /** A token for setting up the organization; it ends after 30 days, so that lasting credentials take its place. */
  async giveToken(tx: EntityManager, admin: BootstrapAdmin): Promise<string> {
    const auth = await this.tokenAuths.save(tx, {
      id: newId(),
      identityId: admin.id,
      accessTokenTtl: BOOTSTRAP_TOKEN_SECONDS,
      accessTokenMaxTtl: BOOTSTRAP_TOKEN_SECONDS,
      accessTokenNumUsesLimit: 0,
      accessTokenTrustedIps: ANYWHERE,
    });
    const { issued } = await this.tokens.make(tx, admin, auth, { name: 'First token', makers: [] });
    return issued.accessToken;
  }

  /** A code by which the console is opened as the admin, within 15 minutes. */
  giveConsoleCode(tx: EntityManager, admin: BootstrapAdmin): Promise<string> {
    return this.consoleCodes.make(tx, admin.id);
  }

  async giveClientSecret(
    tx: EntityManager,
    admin: BootstrapAdmin,
  ): Promise<{ clientId: string; clientSecret: string }> {
    const ids = { id: newId(), clientId: newId(), identityId: admin.id };
    const auth = await this.universalAuths.save(tx, { ...ids, ...UNIVERSAL_AUTH_DEFAULTS });
    const { clientSecret, kept } = generateClientSecret(this.keys);
    const row = { id: newId(), universalAuthId: auth.id, ...kept };
    const terms = { description: 'First client secret', usesLimit: 0, ttl: 0, makers: [] };
    await this.universalAuths.insertSecret(tx, { ...row, ...terms });
    return { clientId: ids.clientId, clientSecret };
  }
}
