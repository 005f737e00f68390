import { Injectable } from '@nestjs/common';
import type { KeySource } from '../keys/key-documents.js';
import { KeySets } from '../keys/key-sets.js';
import { refuseOpenTokens, tokenWarnings, unsafe } from '../settings/bound-tokens.js';
import type { BoundToken } from '../tokens/claim-checks.js';
import { parseToken } from '../tokens/token-form.js';
import type {
  Attempt,
  CallsFor,
  Proof,
  TrustOptions,
  WorkloadMethod,
  WrittenTrust,
} from './method.js';
import { SourceProbe } from './source-probe.js';
import {
  checkLocally,
  checkSignature,
  mappedClaims,
  proofOf,
  requireTokenId,
  seenOf,
  type SingleUse,
} from './token-proof.js';

export interface OidcSettings extends BoundToken, SingleUse {
  readonly oidcDiscoveryUrl: string;
  readonly claimMetadataMapping: Readonly<Record<string, string>>;
  readonly caCert: string;
}

/** Tokens of an issuer with metadata (OpenID Connect Discovery 1.0): pipelines, clusters, clouds. */
@Injectable()
export class OidcMethod implements WorkloadMethod<OidcSettings> {
  readonly name = 'oidc-auth';
  readonly title = 'OIDC auth';
  readonly wrapper = 'identityOidcAuth';
  readonly isPaced = false;
  readonly defaults: OidcSettings = {
    oidcDiscoveryUrl: '',
    boundIssuer: '',
    boundAudiences: '',
    boundSubject: '',
    boundClaims: {},
    claimMetadataMapping: {},
    caCert: '',
    maxTokenAge: 0,
    singleUse: false,
  };

  constructor(
    private readonly keySets: KeySets,
    private readonly sources: SourceProbe,
  ) {}

  refuseOpen(settings: OidcSettings, options: TrustOptions): void {
    if (settings.oidcDiscoveryUrl === '') throw unsafe('oidcDiscoveryUrl', 'is required.');
    if (settings.boundIssuer === '') throw unsafe('boundIssuer', 'is required.');
    refuseOpenTokens(settings, options);
  }

  trustOf({ oidcDiscoveryUrl, boundIssuer, caCert }: OidcSettings) {
    return [oidcDiscoveryUrl, boundIssuer, caCert];
  }

  warningsOf(settings: OidcSettings) {
    return tokenWarnings(settings);
  }

  probe(written: WrittenTrust<OidcSettings>) {
    return this.sources.probe(sourceOf(written.settings, written), written.now);
  }

  async prove(attempt: Attempt<OidcSettings>): Promise<Proof> {
    const { settings, checks, now, sent } = attempt;
    const token = parseToken(sent.jwt ?? '');
    checkLocally(attempt, token, settings);
    if (settings.singleUse) requireTokenId(attempt, token.claims);
    const source = sourceOf(settings, attempt);
    const verified = await checkSignature(checks, () =>
      this.keySets.verify(token, source, settings.boundIssuer, now),
    );
    const { claims } = token;
    const { boundClaims, claimMetadataMapping } = settings;
    const mapped = mappedClaims(claims, claimMetadataMapping);
    const names = [...Object.keys(boundClaims), ...Object.values(claimMetadataMapping)];
    const proved = { facts: { oidc: { claims: mapped } }, seen: seenOf(claims, names) };
    return proofOf(attempt, claims, verified, proved);
  }
}

const sourceOf = (
  { oidcDiscoveryUrl, caCert }: OidcSettings,
  { orgId, payer }: CallsFor,
): KeySource => ({
  kind: 'discovery',
  url: oidcDiscoveryUrl,
  ca: caCert,
  orgId,
  payer,
});
