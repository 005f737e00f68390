import { type KeyObject, X509Certificate } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ProjectAccess } from '../../access/access.service.js';
import type { Actor } from '../../auth/actor.js';
import { badRequest, internalError } from '../../errors/api-error.js';
import type { Ability } from '../../permissions/ability.js';
import type { ProjectSubjects } from '../../permissions/project-subjects.js';
import type { KeyAlgorithm, KeyPair } from '../../x509/key-algorithms.js';
import { AuthorityCertificatesRepository } from '../authorities/authority-certificates.repository.js';
import { cannotSign } from '../authorities/authority-rules.js';
import type { AuthorityRecord } from '../authorities/authority.js';
import { ApiEnrollments } from '../enrollments/api-enrollments.js';
import type { EnrollmentPlace } from '../enrollments/enrollment.js';
import { LockedChanges } from '../locked-changes.js';
import { CertificatePoliciesRepository } from '../policies/policies.repository.js';
import { commonNameOfLeaf, type PolicyRules, type WantedLeaf } from '../policies/policy-rules.js';
import type { ProfileRecord } from '../profiles/profile.js';
import { SerialNumbers } from '../serial-numbers.js';
import { ProfilesService } from '../profiles/profiles.service.js';
import { KeyMaking } from '../key-making.js';
import type { CertificateOrigin, CertificateRecord } from './certificate.js';
import { CertificateAccess } from './certificate-access.js';
import { CertificateKeys, pemOfKey } from './certificate-keys.js';
import { requireCertificate } from './certificate-rights.js';
import { CertificatesRepository } from './certificates.repository.js';
import { LeafIssuing, type SignedLeaf } from './leaf-issuing.js';
import type { KeyAndValue, LeafRequest } from './leaf-request.js';
import { ProfileSettings } from './profile-settings.js';
import { beginningOf, SIGNATURES, speaksForIssuer, wantedLeaf } from './wanted-leaf.js';

/** A certificate that has just been made. */
export interface MadeLeaf {
  readonly certificate: CertificateRecord;
  /** What certifies it, its issuer first and the root last. */
  readonly above: readonly Buffer[];
  /** In PEM; null where the key came from the caller. */
  readonly privateKey: string | null;
}

/** What a certificate is made from. */
interface Order {
  readonly profile: ProfileRecord;
  readonly project: ProjectAccess;
  readonly authority: AuthorityRecord;
  readonly applicationId: string | null;
  readonly wanted: WantedLeaf;
  readonly metadata: readonly KeyAndValue[];
  /** Null where a pair of keys is to be made. */
  readonly publicKey: KeyObject | null;
  readonly renewedFrom: CertificateRecord | null;
}

/** Issues certificates through profiles, and renews them. */
@Injectable()
export class CertificateIssuing {
  // oxlint-disable-next-line max-params -- a certificate touches its profile, policy, authority and key
  constructor(
    private readonly access: CertificateAccess,
    private readonly changes: LockedChanges,
    private readonly profiles: ProfilesService,
    private readonly policies: CertificatePoliciesRepository,
    private readonly settings: ProfileSettings,
    private readonly authorityCertificates: AuthorityCertificatesRepository,
    private readonly certificates: CertificatesRepository,
    private readonly keys: CertificateKeys,
    private readonly leaves: LeafIssuing,
    private readonly enrollments: ApiEnrollments,
    private readonly serials: SerialNumbers,
    private readonly making: KeyMaking,
  ) {}

  /** Throws 400 for what policy or authority do not allow and without an enrollment by API, 403 for names that the caller may not have. */
  async issue(actor: Actor, place: EnrollmentPlace, read: () => LeafRequest): Promise<MadeLeaf> {
    const { applicationId } = place;
    const { profile, project } = await this.profiles.locate(actor, place.profileId);
    await this.enrollments.requireApplication(project, place);
    project.ability.require('issue-cert', 'certificate-profiles', { slug: profile.slug });
    await this.enrollments.requireOpen(place);
    const { authority, rules } = await this.settings.of(profile, project.orgId);
    const now = await this.authorityCertificates.now();
    const defaults = profile.defaults ?? {};
    const authorityFrom = authority.certificate?.notBefore ?? null;
    const setting = { defaults, rules, issuer: authority.keyAlgorithm, now, authorityFrom };
    const request = read();
    const wanted = wantedLeaf(request, setting);
    const { metadata, signed } = request;
    const publicKey = signed?.publicKey ?? null;
    const from = { profile, project, authority, applicationId };
    const order = { ...from, wanted, metadata, publicKey, renewedFrom: null };
    return this.make(actor, order, rules);
  }

  /**
   * Makes the same certificate again, for as long as before: with the same key where that is the caller's, else with a new one. Throws 400 for
   * one that is revoked or was renewed, and where its profile is gone, has another authority or a narrower policy, or is enrolled by API no more.
   */
  async renew(actor: Actor, id: string): Promise<MadeLeaf> {
    const { certificate, project: home } = await this.access.find(actor, id);
    const again = { ...certificate, serialNumber: '', status: 'active' };
    const { profileId, metadata, hasPrivateKey, origin } = certificate;
    if (!profileId) {
      await requireCertificate(home.ability, 'create', again);
      throw notRenewable(WITHOUT_PROFILE[origin]);
    }
    const { profile, project } = await this.profiles.findFor(actor, profileId, 'issue-cert');
    await requireCertificate(project.ability, 'create', again);
    requireRenewable(certificate);
    const { applicationId } = certificate;
    await this.enrollments.requireOpen({ profileId, applicationId });
    const { authority, rules } = await this.settings.of(profile, project.orgId);
    const now = await this.authorityCertificates.now();
    const life = certificate.notAfter.getTime() - certificate.notBefore.getTime();
    const notBefore = beginningOf({
      now,
      authorityFrom: authority.certificate?.notBefore ?? null,
    });
    const notAfter = new Date(notBefore.getTime() + life);
    const signatureAlgorithm = SIGNATURES[authority.keyAlgorithm];
    const wanted = { ...certificate.content, signatureAlgorithm, notBefore, notAfter };
    const publicKey = hasPrivateKey ? null : new X509Certificate(certificate.der).publicKey;
    const renewedFrom = certificate;
    const from = { profile, project, authority, applicationId };
    const order = { ...from, wanted, metadata, publicKey, renewedFrom };
    return this.make(actor, order, rules);
  }

  private async make(actor: Actor, order: Order, rules: PolicyRules): Promise<MadeLeaf> {
    const { profile, project, authority, wanted, publicKey } = order;
    await requireRights(project.ability, order, profile.slug);
    const pair = publicKey ? null : await this.making.newPair(keyAlgorithmOf(wanted), actor);
    const key = publicKey ?? pair?.publicKey;
    if (!key) throw internalError();
    const certificate = await this.serials.retried(async () => {
      let bearsName = false;
      const signed = await this.leaves.sign({ authority, rules, wanted, publicKey: key }, () => {
        bearsName = true;
        requireSpeaking(project.ability, authority);
      });
      return this.changes.in(actor, project.id, async (tx, { ability }) => {
        const present = await this.profiles.reread(tx, project.orgId, profile.id);
        await requireRights(ability, order, present.slug);
        if (bearsName) requireSpeaking(ability, authority);
        if (present.authorityId !== authority.id)
          throw cannotSign('The profile has just got another authority. Try again.');
        const policy = await this.policies.find(project.orgId, present.policyId, tx);
        if (!policy) throw internalError();
        await this.leaves.requireStill(tx, project.orgId, policy.rules, signed);
        const { applicationId } = order;
        await this.enrollments.requireOpen({ profileId: profile.id, applicationId }, tx);
        return this.store(tx, actor, order, signed, present.storesPrivateKeys ? pair : null);
      });
    });
    const above = await this.access.chainOf(certificate);
    return { certificate, above, privateKey: pair && pemOfKey(pair.privateKey) };
  }

  // oxlint-disable-next-line max-params -- who, what for, what was signed, and the key to keep
  private async store(
    tx: EntityManager,
    actor: Actor,
    { project, profile, applicationId, metadata, renewedFrom }: Order,
    signed: SignedLeaf,
    pair: KeyPair | null,
  ): Promise<CertificateRecord> {
    const { id: projectId, orgId } = project;
    if (renewedFrom) requireRenewable(await this.access.reread(tx, renewedFrom));
    if (await this.certificates.isCompromised(tx, orgId, signed.keyHash))
      throw badRequest(
        'certificate-unusable',
        'csr: a certificate with this key was revoked because others know the key. Make a new key.',
      );
    const requesterId = actor.callerId;
    const origin = { projectId, profileId: profile.id, applicationId, requesterId };
    const renewedFromId = renewedFrom?.id ?? null;
    await this.certificates.insert(tx, {
      ...signed,
      ...origin,
      metadata,
      renewedFromId,
      nameSet: null,
    });
    if (pair) await this.keys.insert(tx, { id: signed.id, orgId, projectId }, pair);
    const certificate = await this.access.reread(tx, { orgId, id: signed.id });
    const { authorityId, notAfter } = certificate;
    const through = applicationId === null ? {} : { applicationId };
    const of = { profileId: profile.id, authorityId, ...through };
    const more = { ...of, notAfter: notAfter.toISOString() };
    const verb = renewedFrom ? 'renew' : 'issue';
    await this.access.record(tx, actor, verb, certificate, { ...more, renewedFromId });
    return certificate;
  }
}

async function requireRights(
  ability: Ability<ProjectSubjects>,
  { wanted, metadata, authority }: Pick<Order, 'wanted' | 'metadata' | 'authority'>,
  slug: string,
): Promise<void> {
  ability.require('issue-cert', 'certificate-profiles', { slug });
  await requireCertificate(ability, 'create', {
    ...{ content: wanted, commonName: commonNameOfLeaf(wanted), serialNumber: '' },
    ...{ status: 'active', metadata },
  });
  if (speaksForIssuer(wanted)) requireSpeaking(ability, authority);
}

/**
 * What speaks for the authority, as one below it, by its name, by its lists or by its answers about revocation, is made only by
 * who may sign an authority with it, whatever the profile allows.
 */
const requireSpeaking = (
  ability: Ability<ProjectSubjects>,
  { name }: Pick<AuthorityRecord, 'name'>,
): void => ability.require('sign-intermediate', 'certificate-authorities', { name });

/** One below a revoked authority is renewed by the key that the authority has now. */
function requireRenewable({ revokedAt, renewedById }: CertificateRecord): void {
  if (revokedAt) throw notRenewable('it is revoked');
  if (renewedById) throw notRenewable(`it was renewed: ${renewedById} came after it`);
}

/** Why one without a profile is not renewed. */
const WITHOUT_PROFILE: Readonly<Record<CertificateOrigin, string>> = {
  profile: 'its profile is deleted',
  'sign-intermediate': 'it is that of an authority elsewhere. Sign a request of it again',
  import: 'it was imported. Whoever issued it renews it: import what they issue',
};

const notRenewable = (reason: string) =>
  badRequest('not-renewable', `The certificate cannot be renewed: ${reason}.`);

const keyAlgorithmOf = ({ keyAlgorithm }: WantedLeaf) => keyAlgorithm as KeyAlgorithm;
