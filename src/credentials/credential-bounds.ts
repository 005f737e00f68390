import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { HoldingsRepository } from '../access/holdings.repository.js';
import { orgRulesOfHolder } from '../access/held-rules.js';
import { type IdentityClaims, isOfPerson } from '../auth/access-token.js';
import type { Actor } from '../auth/actor.js';
import { loginFactsOf } from '../auth/login-facts.js';
import { forbidden } from '../errors/api-error.js';
import { compile } from '../permissions/ability.js';
import { ORG_SUBJECTS } from '../permissions/org-subjects.js';
import { bindRules } from '../permissions/templates.js';

/** The bounds that a credential made by the caller takes over from the one that the caller signed in with. */
export interface CredentialBounds {
  /** Id of the credential that the caller signed in with; null for a person. */
  readonly credentialId: string | null;
  readonly trustEpoch: number | null;
  /** Whether it works only while, and from where, that credential does. */
  readonly endsWithCredential: boolean;
  /** Seconds since 1970, after which that credential could not be used any more; null: never. */
  readonly end: number | null;
}

const OF_PERSON: CredentialBounds = {
  credentialId: null,
  trustEpoch: null,
  endsWithCredential: false,
  end: null,
};

/** A secret that neither ends nor counts its logins signs in again at any time. */
const IS_LASTING = `select ttl = 0 and uses_limit = 0 "isLasting" from client_secrets where id = $1`;
const END_OF_SESSION = `select floor(extract(epoch from expires_at))::float8 "end" from sessions where id = $1`;

const notOffered = () =>
  forbidden(
    'service-token-not-offered',
    'The uses of your access token are counted, and those of a service token would not be.',
  );

/**
 * How far a credential reaches that somebody makes for its own use, beside the rights that it takes over. Who may set up
 * credentials of identities, its own among them, decides about their bounds by that right; all others make none that
 * reaches further than what they signed in with. A login of a workload has its bounds in any case: whom it trusts can end.
 */
@Injectable()
export class CredentialBoundaries {
  constructor(private readonly holdings: HoldingsRepository) {}

  /** Throws 403 where the uses of the caller's token are counted, unless it is not bounded. */
  async boundsOf(tx: EntityManager, actor: Actor): Promise<CredentialBounds> {
    const { claims } = actor;
    if (isOfPerson(claims)) return OF_PERSON;
    const { clientSecretId, credentialId, sessionId, jti, trustEpoch = null } = claims;
    const known = {
      credentialId: credentialId ?? clientSecretId ?? sessionId ?? jti,
      trustEpoch,
    };
    if (credentialId === undefined && (await this.setsUpCredentials(tx, actor)))
      return { ...known, endsWithCredential: false, end: null };
    if (claims.numUsesLimit > 0) throw notOffered();
    return { ...known, endsWithCredential: true, end: await this.endOf(tx, claims) };
  }

  private async setsUpCredentials(tx: EntityManager, actor: Actor): Promise<boolean> {
    const [own] = await this.holdings.listOrgHoldings(tx, actor.orgId, [actor.callerId]);
    if (!own) return false;
    const rules = bindRules(orgRulesOfHolder(own), { ...own.holder, auth: loginFactsOf(actor) });
    const ability = compile(ORG_SUBJECTS, rules);
    return ability.allows('edit-auth', 'identity') && ability.allows('create-token', 'identity');
  }

  private async endOf(
    tx: EntityManager,
    { clientSecretId, sessionId, creationEpoch, accessTokenMaxTTL }: IdentityClaims,
  ): Promise<number | null> {
    if (clientSecretId !== undefined) {
      const [secret] = await tx.query<{ isLasting: boolean }[]>(IS_LASTING, [clientSecretId]);
      if (secret?.isLasting) return null;
    }
    if (sessionId !== undefined) {
      const [session] = await tx.query<{ end: number }[]>(END_OF_SESSION, [sessionId]);
      return session?.end ?? 0;
    }
    return accessTokenMaxTTL === 0 ? null : creationEpoch + accessTokenMaxTTL;
  }
}
