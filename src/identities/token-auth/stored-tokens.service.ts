import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Audit } from '../../audit/audit.js';
import type { Actor } from '../../auth/actor.js';
import { Database } from '../../database/database.js';
import { notFound } from '../../errors/api-error.js';
import type { Page } from '../identities.repository.js';
import { IdentityGate } from '../identity-gate.js';
import type { IdentityAction } from '../identity-authorization.js';
import type { IssuedToken } from '../tokens/token-issuer.js';
import type { TokenRecord } from './token-auth.presenter.js';
import { TokenAuthRepository } from './token-auth.repository.js';
import { TokenMint } from './token-mint.js';

export interface TokenDraft {
  readonly name?: string;
  readonly organizationSlug?: string;
}

/** The tokens of token auth, as those who manage identities see them. */
@Injectable()
export class StoredTokensService {
  constructor(
    private readonly gate: IdentityGate,
    private readonly auths: TokenAuthRepository,
    private readonly mint: TokenMint,
    private readonly database: Database,
    private readonly audit: Audit,
  ) {}

  /** The token itself is in this answer and nowhere else. */
  async create(
    actor: Actor,
    identityId: string,
    { name = '', organizationSlug }: TokenDraft,
  ): Promise<{ issued: IssuedToken; stored: TokenRecord }> {
    const { orgId } = actor;
    if (organizationSlug && !(await this.auths.isSlugOf(orgId, organizationSlug))) throw notFound();
    return this.database.transaction(async (tx) => {
      const standing = await this.gate.enterTo(tx, actor, identityId, 'create-token');
      const { target } = standing;
      const auth = await this.auths.find(target.id, tx);
      if (!auth) throw notFound();
      standing.require('create-token');
      const makers = await this.gate.makersOf(tx, actor);
      const identity = { ...target, orgId };
      const { tokenId, issued } = await this.mint.make(tx, identity, auth, { name, makers });
      await this.record(tx, actor, 'token.create', { identityId: target.id, tokenId });
      return { issued, stored: await this.reread(tx, orgId, tokenId) };
    });
  }

  async list(actor: Actor, identityId: string, page: Page) {
    const standing = await this.gate.lookTo(actor, identityId);
    const auth = await this.auths.find(standing.target.id);
    if (!auth) throw notFound();
    standing.require('get-token');
    return this.auths.listTokens(auth.id, page);
  }

  rename(actor: Actor, tokenId: string, name?: string): Promise<TokenRecord> {
    return this.change(actor, tokenId, 'create-token', async (tx, token) => {
      if (name === undefined || name === token.name) return;
      await this.auths.updateToken(tx, token.id, { name });
      await this.record(tx, actor, 'token.update', token);
    });
  }

  /** Revoking again changes nothing. */
  revoke(actor: Actor, tokenId: string): Promise<TokenRecord> {
    return this.change(actor, tokenId, 'delete-token', async (tx, token) => {
      if (token.isRevoked) return;
      await this.auths.revokeToken(tx, token.id);
      await this.record(tx, actor, 'token.revoke', token);
    });
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
      const standing = await this.gate.enterTo(tx, actor, token.identityId, action);
      const current = await this.reread(tx, orgId, tokenId);
      standing.require(action);
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
    { identityId, tokenId }: { readonly identityId: string; readonly tokenId: string },
  ): Promise<void> {
    return this.audit.record(tx, actor, { action, target: { identityId, tokenId } });
  }
}
