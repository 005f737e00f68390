import { Injectable } from '@nestjs/common';
import type { KeySource } from '../keys/key-documents.js';
import { KeySets } from '../keys/key-sets.js';
import { type Check, LoginRefused } from '../logins/checks.js';
import { unsafe } from '../settings/bound-tokens.js';
import { TrustSettings } from '../settings/trust-settings.js';
import { checkTimes, CLOCK_TOLERANCE } from '../tokens/claim-checks.js';
import { claimAt } from '../tokens/claim-values.js';
import { splitList } from '../tokens/pattern.js';
import { type Claims, parseToken, type UnverifiedToken } from '../tokens/token-form.js';
import type { Attempt, CallsFor, Proof, WorkloadMethod } from './method.js';
import { checkSignature, proofOf, seenOf } from './token-proof.js';

export interface GcpSettings {
  /** `gce` or `iam`; never guessed from a token. */
  readonly type: string;
  readonly allowedServiceAccounts: string;
  readonly allowedProjects: string;
  readonly allowedZones: string;
}

const ISSUER = 'https://accounts.google.com';
const MAX_LISTED = 100;
const HOUR = 3_600;
const EMAIL = /^[A-Za-z0-9.-]{1,64}@[a-z0-9.-]{1,190}$/;

const CERTIFICATES = 'oauth2/v3/certs';
const keysOf = (account: string): string =>
  `service_accounts/v1/jwk/${encodeURIComponent(account)}`;

/** Service accounts of Google Cloud. */
@Injectable()
export class GcpMethod implements WorkloadMethod<GcpSettings> {
  readonly name = 'gcp-auth';
  readonly title = 'GCP auth';
  readonly wrapper = 'identityGcpAuth';
  readonly isPaced = false;
  readonly defaults: GcpSettings = {
    type: '',
    allowedServiceAccounts: '',
    allowedProjects: '',
    allowedZones: '',
  };

  constructor(
    private readonly keySets: KeySets,
    private readonly trust: TrustSettings,
  ) {}

  refuseOpen({ type, allowedServiceAccounts, allowedProjects, allowedZones }: GcpSettings): void {
    if (type === '') throw unsafe('type', 'is required: gce or iam.');
    const accounts = splitList(allowedServiceAccounts);
    const narrowing = { allowedServiceAccounts, allowedProjects };
    const lists = { ...narrowing, allowedZones };
    if (type === 'iam' && allowedZones !== '')
      throw unsafe('allowedZones', 'is for the type gce: a token of iam names no zone.');
    if (type === 'iam' && accounts.length === 0)
      throw unsafe('allowedServiceAccounts', 'is required for the type iam.');
    if (Object.values(narrowing).every((list) => splitList(list).length === 0))
      throw unsafe(
        'allowedServiceAccounts',
        'or allowedProjects is required: a zone alone lets in the machines that any customer of Google Cloud has there.',
      );
    for (const [field, list] of Object.entries(lists))
      if (splitList(list).length > MAX_LISTED)
        throw unsafe(field, `has more than ${MAX_LISTED} entries.`);
    if (!accounts.every((email) => EMAIL.test(email)))
      throw unsafe('allowedServiceAccounts', 'should be e-mail addresses of service accounts.');
  }

  trustOf({ type }: GcpSettings) {
    return [type];
  }

  warningsOf() {
    return [];
  }

  async prove(attempt: Attempt<GcpSettings>): Promise<Proof> {
    const { settings, checks, sent, identityId, now } = attempt;
    const token = parseToken(sent.jwt ?? '');
    const { aud } = token.claims;
    const isMeant = Array.isArray(aud) ? aud.includes(identityId) : aud === identityId;
    checks.require(isMeant, 'audience', { field: 'aud', expected: identityId, actual: aud });
    const source =
      settings.type === 'gce'
        ? this.checkInstance(attempt, token)
        : this.checkSigned(attempt, token);
    const verified = await checkSignature(checks, () =>
      this.keySets.verify(token, source, ISSUER, now),
    );
    const seen = seenOf(token.claims, ['email', 'google.compute_engine.project_id']);
    return proofOf(attempt, token.claims, verified, { facts: {}, seen });
  }

  /** An identity token that Google made for an instance: one that a service account signed itself is none. */
  private checkInstance(attempt: Attempt<GcpSettings>, { claims }: UnverifiedToken): KeySource {
    const { settings, checks, now } = attempt;
    checks.require(claims.iss === ISSUER, 'issuer', {
      field: 'iss',
      expected: ISSUER,
      actual: claims.iss,
    });
    checkTimes(checks, claims, { now, maxAge: 2 * HOUR });
    checks.require(claims.email_verified === true, 'principal', {
      field: 'email_verified',
      expected: 'true',
      actual: claims.email_verified,
    });
    const isListed = (check: Check, field: string, list: string, actual: unknown) =>
      checks.require(list === '' || splitList(list).includes(actual as string), check, {
        field,
        expected: list,
        actual,
      });
    const { allowedServiceAccounts, allowedProjects, allowedZones } = settings;
    isListed('principal', 'allowedServiceAccounts', allowedServiceAccounts, claims.email);
    isListed('account', 'allowedProjects', allowedProjects, engineClaim(claims, 'project_id'));
    isListed('account', 'allowedZones', allowedZones, engineClaim(claims, 'zone'));
    return this.sourceOf(CERTIFICATES, attempt);
  }

  /** A token that the account's own key signed. Keys are asked for only of accounts that are listed. */
  private checkSigned(attempt: Attempt<GcpSettings>, { claims }: UnverifiedToken): KeySource {
    const { settings, checks, now } = attempt;
    const { sub, iss = sub, exp } = claims;
    const { allowedServiceAccounts, allowedProjects } = settings;
    const isListed = typeof sub === 'string' && splitList(allowedServiceAccounts).includes(sub);
    checks.require(isListed, 'principal', {
      field: 'allowedServiceAccounts',
      expected: allowedServiceAccounts,
      actual: sub,
    });
    if (!isListed) throw new LoginRefused('principal', 'sub');
    checks.require(iss === sub, 'issuer', { field: 'iss', expected: sub, actual: iss });
    checkTimes(checks, claims, { now, maxAge: HOUR, needsIat: false });
    checks.require(Number(exp) <= now + HOUR + CLOCK_TOLERANCE, 'times', {
      field: 'exp',
      expected: 'within an hour',
      actual: exp,
    });
    const [, project] = /@([a-z0-9-]+)\.iam\.gserviceaccount\.com$/.exec(sub) ?? [];
    const isInProject =
      allowedProjects === '' || splitList(allowedProjects).includes(project ?? '');
    checks.require(isInProject, 'account', {
      field: 'allowedProjects',
      expected: allowedProjects,
      actual: project,
    });
    return this.sourceOf(keysOf(sub), attempt);
  }

  private sourceOf(path: string, { orgId, payer }: CallsFor): KeySource {
    const url = `${this.trust.googleKeys}/${path}`;
    return { kind: 'jwks', url, ca: '', orgId, payer, isOperators: this.trust.isGoogleKeysSet };
  }
}

const engineClaim = (claims: Claims, name: string): unknown =>
  claimAt(claims, `/google/compute_engine/${name}`);
