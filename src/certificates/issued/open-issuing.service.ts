import type { KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { badRequest, internalError, notFound } from '../../errors/api-error.js';
import { TimeSlices } from '../../http/limits/time-slices.js';
import type { KeyAlgorithm } from '../../x509/key-algorithms.js';
import { AuthorityCertificatesRepository } from '../authorities/authority-certificates.repository.js';
import { cannotSign, requireWithin, type Validity } from '../authorities/authority-rules.js';
import type { EnrollmentPlace } from '../enrollments/enrollment.js';
import { EnrollmentsRepository } from '../enrollments/enrollments.repository.js';
import { CertificatePoliciesRepository } from '../policies/policies.repository.js';
import {
  commonNameProblems,
  latestEnd,
  orderProblems,
  type PolicyProblem,
} from '../policies/policy-check.js';
import type { PolicyRules, WantedLeaf } from '../policies/policy-rules.js';
import type { ProfileRecord } from '../profiles/profile.js';
import { ProfilesRepository } from '../profiles/profiles.repository.js';
import { CertificatesRepository } from './certificates.repository.js';
import type { LeafAttributes } from './leaf-request.js';
import { LeafIssuing, requireSoon, type SignedLeaf } from './leaf-issuing.js';
import { nameSetOf } from './name-sets.js';
import { ProfileSettings } from './profile-settings.js';
import { beginningOf, speaksForIssuer, wantedLeaf } from './wanted-leaf.js';

const DAY = 86_400_000;
const USUAL_LIFE = 90 * DAY;
/** RFC 5280, appendix A.1. */
const MAX_COMMON_NAME = 64;

/** A profile, alone or of an application, with an ACME directory. */
export type OpenPlace = EnrollmentPlace & { readonly orgId: string };

/** What somebody without rights proved to hold. */
export interface ProvedNames {
  readonly sans: WantedLeaf['sans'];
  /** Null: as the profile says. */
  readonly notBefore: Date | null;
  readonly notAfter: Date | null;
}

export type ProvedRequest = ProvedNames & {
  readonly publicKey: KeyObject;
  readonly keyAlgorithm: KeyAlgorithm;
};

/** A certificate that was signed, and is stored in a transaction of whoever asked. */
export interface PreparedLeaf {
  readonly profile: ProfileRecord;
  readonly open: OpenPlace;
  readonly signed: SignedLeaf;
}

/**
 * Issues through profiles for whoever holds no rights and proved the names instead: ACME accounts. Only names, key and dates are
 * theirs; the rest is the profile's, and never an authority.
 */
@Injectable()
export class OpenIssuing {
  // oxlint-disable-next-line max-params -- a certificate touches its profile, policy, authority and key
  constructor(
    private readonly profiles: ProfilesRepository,
    private readonly enrollments: EnrollmentsRepository,
    private readonly policies: CertificatePoliciesRepository,
    private readonly settings: ProfileSettings,
    private readonly authorityCertificates: AuthorityCertificatesRepository,
    private readonly certificates: CertificatesRepository,
    private readonly leaves: LeafIssuing,
  ) {}

  /** What keeps the policy from allowing these names and dates. Throws 400 for dates beyond those of the authority. */
  async problemsOf(open: OpenPlace, names: ProvedNames): Promise<readonly PolicyProblem[]> {
    const profile = await this.find(open);
    const { authority, rules } = await this.settings.of(profile, open.orgId);
    const now = await this.authorityCertificates.now();
    const { certificate } = authority;
    if (certificate) requireWithin(namedDates(names, certificate), certificate);
    const wanted = { ...names, notBefore: names.notBefore ?? now };
    requireSoon(wanted.notBefore, now);
    return new TimeSlices().run(orderProblems(rules, wanted));
  }

  /** Signs, and stores nothing. Throws 400 where policy, authority or name constraints do not allow it. */
  async prepare(open: OpenPlace, request: ProvedRequest): Promise<PreparedLeaf> {
    const profile = await this.find(open);
    const { authority, rules } = await this.settings.of(profile, open.orgId);
    const now = await this.authorityCertificates.now();
    const authorityFrom = authority.certificate?.notBefore ?? null;
    const authorityUntil = authority.certificate?.notAfter ?? null;
    const defaults = profile.defaults ?? {};
    const setting = { defaults, rules, issuer: authority.keyAlgorithm, now, authorityFrom };
    const notBefore = request.notBefore ?? beginningOf(setting);
    const attributes = {
      ...(await attributesOf(request, rules)),
      ...lifeOf(request, profile, { notBefore, rules, authorityUntil }),
    };
    const wanted = wantedLeaf({ attributes, signed: null, metadata: [] }, setting);
    if (speaksForIssuer(wanted))
      throw cannotSign('The profile issues what speaks for its authority: never without rights.');
    const { publicKey } = request;
    const signed = await this.leaves.sign({ authority, rules, wanted, publicKey }, () => {
      throw cannotSign(
        'The certificate would bear the name of an authority. Leave the common name out by the policy.',
      );
    });
    return { profile, open, signed };
  }

  /** Stores it, under the lock of the project, if all that it stands on is still so. */
  async store(
    tx: EntityManager,
    { open, signed }: PreparedLeaf,
    requesterId: string,
  ): Promise<void> {
    const { orgId, applicationId } = open;
    const present = await this.find(open, tx);
    if (present.authorityId !== signed.authorityId)
      throw cannotSign('The profile has just got another authority. Try again.');
    const policy = await this.policies.find(orgId, present.policyId, tx);
    if (!policy) throw internalError();
    await this.leaves.requireStill(tx, orgId, policy.rules, signed);
    const { id: profileId, projectId } = present;
    if (await this.certificates.isCompromised(tx, orgId, signed.keyHash))
      throw badRequest('certificate-unusable', 'The key of the request is known to others.');
    const origin = { projectId, profileId, applicationId, requesterId };
    const nameSet = nameSetOf(open, signed.content.sans);
    const rest = { metadata: [], renewedFromId: null, nameSet };
    await this.certificates.insert(tx, { ...signed, ...origin, ...rest });
  }

  /** Throws 404 where it has no directory. */
  private async find(open: OpenPlace, tx?: EntityManager): Promise<ProfileRecord> {
    const enrollment = await this.enrollments.find(open, tx);
    const profile = await this.profiles.find(open.orgId, open.profileId, tx);
    if (!enrollment?.setting || !profile) throw notFound();
    return profile;
  }
}

/** The first name that fits is the common name too, where the policy allows it; defaults of the profile are no proved names. */
async function attributesOf(
  { sans, keyAlgorithm }: ProvedRequest,
  rules: PolicyRules,
): Promise<LeafAttributes> {
  const hosts = sans.filter(
    ({ type, value }) => type === 'dns_name' && value.length <= MAX_COMMON_NAME,
  );
  let commonName: string | null = null;
  for (const { value } of hosts) {
    const problems = await new TimeSlices().run(commonNameProblems(rules, value));
    if (problems.length > 0) continue;
    commonName = value;
    break;
  }
  return { altNames: sans, commonName, keyAlgorithm, basicConstraints: { isCA: false } };
}

/** The dates that are named; in place of others those that are always allowed. */
function namedDates({ notBefore, notAfter }: ProvedNames, authority: Validity): Validity {
  return {
    notBefore: notBefore ?? authority.notBefore,
    notAfter: notAfter ?? notBefore ?? authority.notAfter,
  };
}

interface LifeBounds {
  readonly notBefore: Date;
  readonly rules: PolicyRules;
  readonly authorityUntil: Date | null;
}

/**
 * What the order says; else the default of the profile; else 90 days, or as long as the policy allows. What the order does not say
 * ends with the authority.
 */
function lifeOf(
  request: ProvedNames,
  { defaults }: ProfileRecord,
  { notBefore, rules, authorityUntil }: LifeBounds,
): LeafAttributes {
  const sentBefore = request.notBefore ? { notBefore: request.notBefore.toISOString() } : {};
  if (request.notAfter) return { ...sentBefore, notAfter: request.notAfter.toISOString() };
  const { max } = rules.validity ?? {};
  const usual = defaults?.ttlDays === undefined ? USUAL_LIFE : defaults.ttlDays * DAY;
  const bounds = [
    ...(max === undefined || defaults?.ttlDays !== undefined ? [] : [latestEnd(notBefore, max)]),
    ...(authorityUntil ? [authorityUntil] : []),
  ];
  const lives = bounds.map((end) => end.getTime() - notBefore.getTime());
  return { ...sentBefore, ttl: Math.min(usual, ...lives) };
}
