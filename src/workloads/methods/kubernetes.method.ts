import { Injectable } from '@nestjs/common';
import { badRequest } from '../../errors/api-error.js';
import { urlProblem } from '../../outgoing/target-url.js';
import type { KeySource } from '../keys/key-documents.js';
import { KeySets, type VerifiedToken } from '../keys/key-sets.js';
import { effortProblem, keyFromPem } from '../keys/verification-key.js';
import { LoginRefused } from '../logins/checks.js';
import { unsafe } from '../settings/bound-tokens.js';
import { warning } from '../settings/warnings.js';
import { WorkloadSeals } from '../settings/workload-seals.js';
import { checkAudience, checkIssuer, checkTimes } from '../tokens/claim-checks.js';
import { claimAt } from '../tokens/claim-values.js';
import { hasWildcards, splitList } from '../tokens/pattern.js';
import { parseToken, type UnverifiedToken } from '../tokens/token-form.js';
import {
  hostUrl,
  type ServiceAccount,
  serviceAccountOf,
  TokenReviews,
} from './kubernetes-review.js';
import type { Attempt, CallsFor, Proof, WorkloadMethod, WrittenTrust } from './method.js';
import { SourceProbe } from './source-probe.js';
import { checkSignature, proofOf, seenOf, verifyByStored } from './token-proof.js';

export interface KubernetesSettings {
  readonly kubernetesHost: string;
  readonly caCert: string;
  readonly tokenReviewMode: string;
  readonly allowedNamespaces: string;
  readonly allowedNames: string;
  readonly allowedAudience: string;
  readonly issuer: string;
  readonly jwksUrl: string;
  readonly publicKeys: readonly string[];
  readonly maxTokenAge: number;
}

/** Fields that would turn the verification of TLS off, and what they would have to be for that. */
const UNVERIFIED: Readonly<Record<string, boolean>> = {
  verifyTlsCertificate: false,
  tlsSkipVerify: true,
  insecureSkipVerify: true,
  allowInsecure: true,
  skipTlsVerify: true,
};

/** A day and an hour: the kubelet renews after a day. */
const MAX_AGE = 90_000;
const YEARS = 315_360_000;

/** Service accounts of a cluster: the cluster reviews the token, or its keys do without it. */
@Injectable()
export class KubernetesMethod implements WorkloadMethod<KubernetesSettings> {
  readonly name = 'kubernetes-auth';
  readonly title = 'Kubernetes auth';
  readonly wrapper = 'identityKubernetesAuth';
  readonly isPaced = true;
  readonly defaults: KubernetesSettings = {
    kubernetesHost: '',
    caCert: '',
    tokenReviewMode: 'api',
    allowedNamespaces: '',
    allowedNames: '',
    allowedAudience: '',
    issuer: '',
    jwksUrl: '',
    publicKeys: [],
    maxTokenAge: 0,
  };
  readonly sealing = {
    field: 'tokenReviewerJwt',
    targetOf: (settings: object) => reviewTargetOf(settings as KubernetesSettings),
  };

  constructor(
    private readonly keySets: KeySets,
    private readonly sources: SourceProbe,
    private readonly reviews: TokenReviews,
    private readonly seals: WorkloadSeals,
  ) {}

  present(settings: KubernetesSettings, hasToken: boolean): object {
    return { ...settings, tokenReviewerJwt: '', hasTokenReviewerJwt: hasToken };
  }

  /** Throws 400 for what is understood only to be refused. */
  refuseSent(sent: Readonly<Record<string, unknown>>): void {
    if (sent.tokenReviewMode === 'gateway' || sent.gatewayId)
      throw badRequest(
        'not-offered',
        'There are no gateways: use the tokenReviewMode api or oidc.',
      );
    for (const [field, off] of Object.entries(UNVERIFIED))
      if (sent[field] === off)
        throw unsafe(
          field,
          'would turn the verification of TLS off, which is always on. Send caCert.',
        );
  }

  /** What a cluster reviews needs no keys: they would be kept without having been looked at. */
  normalize(settings: KubernetesSettings): KubernetesSettings {
    return settings.tokenReviewMode === 'api' ? { ...settings, publicKeys: [] } : settings;
  }

  refuseOpen(settings: KubernetesSettings): void {
    const { tokenReviewMode, kubernetesHost, allowedNamespaces, allowedNames } = settings;
    if (tokenReviewMode === 'api') {
      if (kubernetesHost === '') throw unsafe('kubernetesHost', 'is required for the mode api.');
      const problem = urlProblem(hostUrl(kubernetesHost));
      if (problem !== null) throw unsafe('kubernetesHost', `${problem}.`);
      if (/[?#]/.test(kubernetesHost)) throw unsafe('kubernetesHost', 'should have no query.');
    } else refuseOpenOffline(settings);
    if (splitList(allowedNamespaces).length === 0) {
      throw unsafe('allowedNamespaces', 'is required: a name alone may be made in any namespace.');
    }
    for (const [field, list] of Object.entries({ allowedNamespaces, allowedNames }))
      if (splitList(list).some(hasWildcards))
        throw unsafe(field, 'is compared exactly and takes no wildcards.');
  }

  trustOf(settings: KubernetesSettings) {
    const { tokenReviewMode, issuer, jwksUrl, publicKeys } = settings;
    return [...reviewTargetOf(settings), tokenReviewMode, issuer, jwksUrl, publicKeys];
  }

  warningsOf({ allowedNames, tokenReviewMode }: KubernetesSettings) {
    return [
      ...(splitList(allowedNames).length === 0 ? [warning('namespace-only')] : []),
      ...(tokenReviewMode === 'oidc' ? [warning('offline-review')] : []),
    ];
  }

  async probe(written: WrittenTrust<KubernetesSettings>) {
    const { settings, now } = written;
    if (settings.tokenReviewMode === 'api') return this.reviews.probe(settings, written);
    if (settings.publicKeys.length > 0) return [];
    return this.sources.probe(sourceOf(settings, written), now);
  }

  async prove(attempt: Attempt<KubernetesSettings>): Promise<Proof> {
    const { settings, checks, sent } = attempt;
    const token = parseToken(sent.jwt ?? '');
    const claimed = serviceAccountOf(token.claims.sub);
    if (!claimed) throw new LoginRefused('subject', 'sub');
    checkAccount(attempt, claimed);
    const isReviewed = settings.tokenReviewMode === 'api';
    const account = isReviewed ? await checks.waitFor(this.review(attempt, token)) : claimed;
    let verified: VerifiedToken | null = null;
    if (isReviewed) {
      checks.require(true, 'signature', { field: 'jwt' });
      checkAccount(attempt, account);
    } else verified = await this.verifyOffline(attempt, token, claimed);
    const seen = seenOf(
      { ...token.claims, sub: `system:serviceaccount:${account.namespace}:${account.name}` },
      [],
    );
    return proofOf(attempt, token.claims, verified, { facts: { kubernetes: account }, seen });
  }

  private review(
    attempt: Attempt<KubernetesSettings>,
    token: UnverifiedToken,
  ): Promise<ServiceAccount> {
    const { settings, sealedToken, authId, now } = attempt;
    // A token without an end is an old one, which only the cluster can tell.
    if (token.claims.exp !== undefined)
      checkTimes(attempt.checks, token.claims, { now, maxAge: YEARS, needsIat: false });
    const reviewer =
      sealedToken && this.seals.openToken(authId, reviewTargetOf(settings), sealedToken);
    if (sealedToken && reviewer === null) throw new LoginRefused('form', 'tokenReviewerJwt');
    return this.reviews.review(settings, { token: token.text, reviewer, by: attempt });
  }

  private async verifyOffline(
    attempt: Attempt<KubernetesSettings>,
    token: UnverifiedToken,
    { namespace, name }: ServiceAccount,
  ): Promise<VerifiedToken | null> {
    const { settings, checks, now } = attempt;
    const { claims } = token;
    checkIssuer(checks, claims, settings.issuer);
    checkAudience(checks, claims, [settings.allowedAudience]);
    const maxAge = settings.maxTokenAge || MAX_AGE;
    checkTimes(checks, claims, { now, maxAge, longest: YEARS });
    const claimedNamespace = claimAt(claims, '/kubernetes.io/namespace');
    const claimedName = claimAt(claims, '/kubernetes.io/serviceaccount/name');
    checks.require(claimedNamespace === namespace, 'namespace', {
      field: 'kubernetes.io',
      expected: namespace,
      actual: claimedNamespace,
    });
    checks.require(claimedName === name, 'name', {
      field: 'kubernetes.io',
      expected: name,
      actual: claimedName,
    });
    const { publicKeys, issuer } = settings;
    return checkSignature(checks, () =>
      publicKeys.length > 0
        ? verifyByStored(token, publicKeys)
        : checks.waitFor(this.keySets.verify(token, sourceOf(settings, attempt), issuer, now)),
    );
  }
}

/** What a reviewer token is sent to. */
export const reviewTargetOf = ({
  kubernetesHost,
  caCert,
}: Pick<KubernetesSettings, 'kubernetesHost' | 'caCert'>): readonly string[] => [
  kubernetesHost,
  caCert,
];

const sourceOf = (
  { jwksUrl, issuer, caCert }: KubernetesSettings,
  { orgId, payer, onAsked }: CallsFor,
): KeySource => ({
  kind: jwksUrl === '' ? 'discovery' : 'jwks',
  url: jwksUrl === '' ? issuer : jwksUrl,
  ca: caCert,
  orgId,
  payer,
  onAsked,
});

function refuseOpenOffline({
  allowedAudience,
  issuer,
  jwksUrl,
  publicKeys,
}: KubernetesSettings): void {
  // It is one text, as a review has it: a comma is no separator.
  if (!/[^\s,]/.test(allowedAudience))
    throw unsafe('allowedAudience', 'is required for the mode oidc.');
  if (issuer === '') throw unsafe('issuer', 'is required for the mode oidc.');
  const isDiscovered = jwksUrl === '' && publicKeys.length === 0;
  if (isDiscovered && urlProblem(issuer) !== null)
    throw unsafe('issuer', 'should be a URL where neither jwksUrl nor publicKeys is given.');
  publicKeys.forEach((pem, index) => {
    if (keyFromPem(pem) === null)
      throw unsafe(`publicKeys[${index}]`, 'should be a public key in PEM.');
  });
  const problem = effortProblem(publicKeys);
  if (problem !== null) throw unsafe('publicKeys', `${problem}.`);
}

function checkAccount(
  { settings, checks }: Attempt<KubernetesSettings>,
  { namespace, name }: ServiceAccount,
): void {
  const { allowedNamespaces, allowedNames } = settings;
  const namespaces = splitList(allowedNamespaces);
  const names = splitList(allowedNames);
  checks.require(namespaces.includes(namespace), 'namespace', {
    field: 'allowedNamespaces',
    expected: allowedNamespaces,
    actual: namespace,
  });
  checks.require(names.length === 0 || names.includes(name), 'name', {
    field: 'allowedNames',
    expected: allowedNames,
    actual: name,
  });
}
