import { Injectable } from '@nestjs/common';
import { isUuid } from '../../database/uuid.js';
import type { KeySource } from '../keys/key-documents.js';
import { KeySets } from '../keys/key-sets.js';
import { unsafe } from '../settings/bound-tokens.js';
import { TrustSettings } from '../settings/trust-settings.js';
import { checkTimes } from '../tokens/claim-checks.js';
import { splitList } from '../tokens/pattern.js';
import { type Claims, parseToken } from '../tokens/token-form.js';
import type { Attempt, CallsFor, Proof, WorkloadMethod } from './method.js';
import { checkSignature, proofOf, seenOf } from './token-proof.js';

export interface AzureSettings {
  readonly tenantId: string;
  readonly resource: string;
  readonly allowedServicePrincipalIds: string;
}

/** Tokens of managed identities live for a day and a little more. */
const MAX_AGE = 90_000;
const MAX_LISTED = 100;
/** Tokens of the two versions are signed under keys of their own. */
const V1_KEYS = 'discovery/keys';
const V2_KEYS = 'discovery/v2.0/keys';

/** Managed identities and applications of one Entra tenant. */
@Injectable()
export class AzureMethod implements WorkloadMethod<AzureSettings> {
  readonly name = 'azure-auth';
  readonly title = 'Azure auth';
  readonly wrapper = 'identityAzureAuth';
  readonly isPaced = false;
  readonly defaults: AzureSettings = { tenantId: '', resource: '', allowedServicePrincipalIds: '' };

  constructor(
    private readonly keySets: KeySets,
    private readonly trust: TrustSettings,
  ) {}

  refuseOpen({ tenantId, resource, allowedServicePrincipalIds }: AzureSettings): void {
    if (!isUuid(tenantId.toLowerCase())) throw unsafe('tenantId', 'is required.');
    if (resource === '') throw unsafe('resource', 'is required: the audience of the tokens.');
    const ids = splitList(allowedServicePrincipalIds);
    if (ids.length === 0)
      throw unsafe(
        'allowedServicePrincipalIds',
        'is required: without it, all of the tenant would log in.',
      );
    if (ids.length > MAX_LISTED || !ids.every((id) => isUuid(id.toLowerCase())))
      throw unsafe(
        'allowedServicePrincipalIds',
        `should be at most ${MAX_LISTED} object ids (UUIDs).`,
      );
  }

  trustOf({ tenantId }: AzureSettings) {
    return [tenantId.toLowerCase()];
  }

  warningsOf() {
    return [];
  }

  async prove(attempt: Attempt<AzureSettings>): Promise<Proof> {
    const { settings, checks, now, sent } = attempt;
    const token = parseToken(sent.jwt ?? '');
    const { claims } = token;
    const tenant = settings.tenantId.toLowerCase();
    const isV2 = claims.ver === '2.0';
    const issuer = isV2
      ? `${this.trust.azureAuthority}/${tenant}/v2.0`
      : `https://sts.windows.net/${tenant}/`;
    const isOfTenant =
      (isV2 || claims.ver === '1.0') && claims.iss === issuer && claims.tid === tenant;
    checks.require(isOfTenant, 'issuer', { field: 'iss', expected: issuer, actual: claims.iss });
    checks.require(isSameResource(claims.aud, settings.resource), 'audience', {
      field: 'aud',
      expected: settings.resource,
      actual: claims.aud,
    });
    checkTimes(checks, claims, { now, maxAge: MAX_AGE });
    this.checkPrincipal(attempt, claims);
    const source = this.sourceOf(tenant, isV2 ? V2_KEYS : V1_KEYS, attempt);
    const verified = await checkSignature(checks, () =>
      this.keySets.verify(token, source, issuer, now),
    );
    const seen = seenOf(claims, ['oid', 'appid', 'azp']);
    return proofOf(attempt, claims, verified, { facts: {}, seen });
  }

  private sourceOf(tenant: string, path: string, { orgId, payer }: CallsFor): KeySource {
    const url = `${this.trust.azureAuthority}/${tenant}/${path}`;
    return { kind: 'jwks', url, ca: '', orgId, payer, isOperators: this.trust.isAzureAuthoritySet };
  }

  private checkPrincipal({ settings, checks }: Attempt<AzureSettings>, claims: Claims): void {
    const { oid, scp, idtyp } = claims;
    const ids = splitList(settings.allowedServicePrincipalIds).map((id) => id.toLowerCase());
    // A token with scopes is a person's, with an application that acts for them.
    const isApplication = scp === undefined && (idtyp === undefined || idtyp === 'app');
    checks.require(isApplication, 'principal', {
      field: 'idtyp',
      expected: 'app',
      actual: idtyp ?? { scp },
      hint: 'The token is that of a person. Use a managed identity, or an application with a credential of its own.',
    });
    checks.require(typeof oid === 'string' && ids.includes(oid), 'principal', {
      field: 'oid',
      expected: settings.allowedServicePrincipalIds,
      actual: oid,
      hint: 'The object id of the service principal is compared, not the id of its application.',
    });
  }
}

/** SDKs ask for a resource with a slash at its end, whether or not it was set so. */
const isSameResource = (aud: unknown, resource: string): boolean =>
  typeof aud === 'string' && aud.replace(/\/$/, '') === resource.replace(/\/$/, '');
