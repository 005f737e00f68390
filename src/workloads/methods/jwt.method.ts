import { Injectable } from '@nestjs/common';
import type { KeySource } from '../keys/key-documents.js';
import { KeySets, type VerifiedToken } from '../keys/key-sets.js';
import { effortProblem, keyFromPem } from '../keys/verification-key.js';
import { refuseOpenTokens, tokenWarnings, unsafe } from '../settings/bound-tokens.js';
import type { BoundToken } from '../tokens/claim-checks.js';
import { parseToken, type UnverifiedToken } from '../tokens/token-form.js';
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
  proofOf,
  requireTokenId,
  seenOf,
  type SingleUse,
  verifyByStored,
} from './token-proof.js';

export interface JwtSettings extends BoundToken, SingleUse {
  /** `jwks`, `static`; '' where it was not sent. */
  readonly configurationType: string;
  readonly jwksUrl: string;
  readonly jwksCaCert: string;
  readonly publicKeys: readonly string[];
}

/** Tokens of an issuer without metadata: a key set, or keys that are stored here. */
@Injectable()
export class JwtMethod implements WorkloadMethod<JwtSettings> {
  readonly name = 'jwt-auth';
  readonly title = 'JWT auth';
  readonly wrapper = 'identityJwtAuth';
  readonly isPaced = false;
  readonly defaults: JwtSettings = {
    configurationType: '',
    jwksUrl: '',
    jwksCaCert: '',
    publicKeys: [],
    boundIssuer: '',
    boundAudiences: '',
    boundSubject: '',
    boundClaims: {},
    maxTokenAge: 0,
    singleUse: false,
  };

  constructor(
    private readonly keySets: KeySets,
    private readonly sources: SourceProbe,
  ) {}

  /** What belongs to the other kind of configuration is not kept. */
  normalize(settings: JwtSettings): JwtSettings {
    const { jwksUrl, jwksCaCert, publicKeys } = this.defaults;
    if (settings.configurationType === 'static') return { ...settings, jwksUrl, jwksCaCert };
    return { ...settings, publicKeys };
  }

  refuseOpen(settings: JwtSettings, options: TrustOptions): void {
    const { configurationType, jwksUrl, boundIssuer, publicKeys } = settings;
    if (configurationType === '') throw unsafe('configurationType', 'is required: jwks or static.');
    if (configurationType === 'jwks') {
      if (jwksUrl === '') throw unsafe('jwksUrl', 'is required for jwks.');
      if (boundIssuer === '') throw unsafe('boundIssuer', 'is required for jwks.');
    } else if (publicKeys.length === 0) {
      throw unsafe('publicKeys', 'is required for static.');
    }
    publicKeys.forEach((pem, index) => {
      if (keyFromPem(pem) !== null) return;
      throw unsafe(
        `publicKeys[${index}]`,
        'should be a public key in PEM: RSA of 2048 to 8192 bits, P-256, P-384, P-521 or Ed25519. ' +
          'A private key, a certificate or a shared secret is none.',
      );
    });
    const problem = effortProblem(publicKeys);
    if (problem !== null) throw unsafe('publicKeys', `${problem}.`);
    refuseOpenTokens(settings, options);
  }

  trustOf({ configurationType, jwksUrl, jwksCaCert, publicKeys, boundIssuer }: JwtSettings) {
    return [configurationType, jwksUrl, jwksCaCert, publicKeys, boundIssuer];
  }

  warningsOf(settings: JwtSettings) {
    return tokenWarnings(settings);
  }

  async probe(written: WrittenTrust<JwtSettings>) {
    if (written.settings.configurationType !== 'jwks') return [];
    return this.sources.probe(sourceOf(written.settings, written), written.now);
  }

  async prove(attempt: Attempt<JwtSettings>): Promise<Proof> {
    const { settings, checks, sent } = attempt;
    const token = parseToken(sent.jwt ?? '');
    checkLocally(attempt, token, settings);
    if (settings.singleUse) requireTokenId(attempt, token.claims);
    const verified = await checkSignature(checks, () => this.verify(attempt, token));
    const { claims } = token;
    const seen = seenOf(claims, Object.keys(settings.boundClaims));
    return proofOf(attempt, claims, verified, { facts: {}, seen });
  }

  private verify(attempt: Attempt<JwtSettings>, token: UnverifiedToken): Promise<VerifiedToken> {
    const { settings, now } = attempt;
    const { configurationType, boundIssuer, publicKeys } = settings;
    if (configurationType !== 'jwks') return verifyByStored(token, publicKeys);
    return this.keySets.verify(token, sourceOf(settings, attempt), boundIssuer, now);
  }
}

const sourceOf = ({ jwksUrl, jwksCaCert }: JwtSettings, { orgId, payer }: CallsFor): KeySource => ({
  kind: 'jwks',
  url: jwksUrl,
  ca: jwksCaCert,
  orgId,
  payer,
});
