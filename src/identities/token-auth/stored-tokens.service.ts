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
import { notFound } from '../../errors/api-error.js';
import { authMethodNotFound } from '../../errors/missing.js';
import type { IdentityPage } from '../identities.repository.js';
import { type IdentityAction, IdentityAuthorizer } from '../identity-authorizer.js';
import { type IssuedTokenView, TokenIssuer } from '../tokens/token-issuer.js';
import type { TokenRecord } from './token-auth.presenter.js';
import { TokenAuthRepository, type TokenAuthRow } from './token-auth.repository.js';

export interface TokenDraft {
  readonly name?: string;
  readonly organizationSlug?: string;
}

type TokenTerms = Pick<
  TokenAuthRow,
  'id' | 'accessTokenTtl' | 'accessTokenMaxTtl' | 'accessTokenNumUsesLimit'
>;

interface RecordedToken extends MadeServiceTokens {
  readonly identityId: string;
  readonly tokenId: string;
}

/** Tokens of token auth: made, listed, named and revoked by those who manage the identity. */
@Injectable()
export class StoredTokensService {
  constructor(
    private readonly authorizer: IdentityAuthorizer,
    private readonly auths: TokenAuthRepository,
    private readonly issuer: TokenIssuer,
    private readonly database: Database,
    private readonly audit: Audit,
  ) {}

  /** The token itself is in this answer and nowhere else. */
  async create(
    actor: Actor,
    identityId: string,
    { name = '', organizationSlug }: TokenDraft,
  ): Promise<{ issued: IssuedTokenView; stored: TokenRecord }> {
    const { orgId } = actor;
    if (organizationSlug && !(await this.auths.hasSlug(orgId, organizationSlug))) throw notFound();
    return this.database.transaction(async (tx) => {
      const authorization = await this.authorizer.forChange(tx, actor, identityId, 'create-token');
      const { target } = authorization;
      const auth = await this.auths.find(target.id, tx);
      if (!auth) throw authMethodNotFound('token auth');
      authorization.require('create-token');
      const makers = await this.authorizer.makersOf(tx, actor);
      const identity = { ...target, orgId };
      const { tokenId, issued } = await this.make(tx, identity, auth, { name, makers });
      await this.record(tx, actor, 'token.create', { identityId: target.id, tokenId });
      return { issued, stored: await this.reread(tx, orgId, tokenId) };
    });
  }

  async list(actor: Actor, identityId: string, page: IdentityPage) {
    const authorization = await this.authorizer.forRead(actor, identityId);
    const auth = await this.auths.find(authorization.target.id);
    if (!auth) throw authMethodNotFound('token auth');
    authorization.require('get-token');
    return this.auths.listTokens(auth.id, page);
  }

  async get(actor: Actor, tokenId: string): Promise<TokenRecord> {
    const token = await this.auths.findToken(actor.orgId, tokenId);
    if (!token) throw notFound();
    const authorization = await this.authorizer.forRead(actor, token.identityId);
    authorization.require('get-token');
    return token;
  }

  rename(actor: Actor, tokenId: string, name?: string): Promise<TokenRecord> {
    return this.change(actor, tokenId, 'create-token', async (tx, token) => {
      if (name === undefined || name === token.name) return;
      await this.auths.updateToken(tx, token.id, { name });
      await this.record(tx, actor, 'token.update', token);
    });
  }

  /** Revoking again changes nothing. */
  async revoke(actor: Actor, tokenId: string): Promise<TokenRecord & MadeServiceTokens> {
    let made: MadeServiceTokens = {};
    const token = await this.change(actor, tokenId, 'delete-token', async (tx, { id, ...old }) => {
      if (old.isRevoked) return;
      made = await endServiceTokensMadeWith(tx, 'stored token', id);
      await this.auths.revokeToken(tx, id);
      await this.record(tx, actor, 'token.revoke', { ...old, ...made });
    });
    return { ...token, ...made };
  }

  /** Makes a token and its row, and asks for no permission. */
  async make(
    tx: EntityManager,
    identity: { readonly id: string; readonly name: string; readonly orgId: string },
    { id: tokenAuthId, accessTokenTtl, accessTokenMaxTtl, accessTokenNumUsesLimit }: TokenTerms,
    { name, makers }: { readonly name: string; readonly makers: readonly string[] },
  ): Promise<{ tokenId: string; issued: IssuedTokenView }> {
    const tokenId = newId();
    const terms = {
      ttl: accessTokenTtl,
      maxTtl: accessTokenMaxTtl,
      usesLimit: accessTokenNumUsesLimit,
    };
    const row = { id: tokenId, tokenAuthId, name, makers: [...makers], ...terms };
    const now = await this.auths.insertToken(tx, row);
    const subject = {
      jti: tokenId,
      identityId: identity.id,
      identityName: identity.name,
      authMethod: 'token-auth',
      orgId: identity.orgId,
    } as const;
    return { tokenId, issued: this.issuer.issue(subject, { ...terms, period: 0 }, now) };
  }

  private async change(
    actor: Actor,
    tokenId: string,
    action: IdentityAction,
    work: (tx: EntityManager, token: TokenRecord & { tokenId: string }) => Promise<void>,
  ): Promise<TokenRecord> {
    const { orgId } = actor;
    const token = await this.auths.findToken(orgId, tokenId);
    if (!token) throw notFound();
    return this.database.transaction(async (tx) => {
      const authorization = await this.authorizer.forChange(tx, actor, token.identityId, action);
      const current = await this.reread(tx, orgId, tokenId);
      authorization.require(action);
      await work(tx, { ...current, tokenId });
      return this.reread(tx, orgId, tokenId);
    });
  }

  private async reread(tx: EntityManager, orgId: string, tokenId: string): Promise<TokenRecord> {
    const token = await this.auths.findToken(orgId, tokenId, tx);
    if (!token) throw notFound();
    return token;
  }

  private record(
    tx: EntityManager,
    actor: Actor,
    action: string,
    { identityId, tokenId, serviceTokens, remainingServiceTokens }: RecordedToken,
  ): Promise<void> {
    const made = { serviceTokens, remainingServiceTokens };
    return this.audit.record(tx, actor, { action, target: { identityId, tokenId, ...made } });
  }
}
