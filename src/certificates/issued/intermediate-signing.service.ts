import type { KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../../auth/actor.js';
import { badRequest } from '../../errors/api-error.js';
import { makeIntermediateCertificate } from '../../x509/authority-certificate.js';
import { readRequest } from '../../x509/certificate-request.js';
import { algorithmOfKey } from '../../x509/key-algorithms.js';
import { subjectOfParts } from '../../x509/leaf-certificate.js';
import { readOnePem, REQUEST } from '../../x509/pem.js';
import { type NamePart, wholePartsOf } from '../../x509/subject-parts.js';
import { type Asked, AuthorityAccess } from '../authorities/authority-access.js';
import { AuthoritiesRepository } from '../authorities/authorities.repository.js';
import { AuthorityCertificatesRepository } from '../authorities/authority-certificates.repository.js';
import { AuthorityIssuing } from '../authorities/authority-issuing.js';
import {
  orUnusable,
  validityOf,
  type Validity,
  type WantedCertificate,
} from '../authorities/authority-rules.js';
import type { AuthorityRecord, ChainLink } from '../authorities/authority.js';
import { nameInCommonName } from '../host-names.js';
import { AuthorityKeysRepository } from '../keys/authority-keys.repository.js';
import { commonNameOfLeaf } from '../policies/policy-rules.js';
import { SerialNumbers } from '../serial-numbers.js';
import { requireReadable } from '../subject-texts.js';
import { bearsAuthorityName } from './authority-names.js';
import { CertificateAccess } from './certificate-access.js';
import type { MadeLeaf } from './certificate-issuing.service.js';
import type { CertificateRecord } from './certificate.js';
import { CertificatesRepository } from './certificates.repository.js';
import {
  certificatesOf,
  isKeyWithin,
  requireSoon,
  requireWithinConstraints,
  signedRow,
  type SignedLeaf,
} from './leaf-issuing.js';
import { AUTHORITY_USAGES, SIGNATURES } from './wanted-leaf.js';

const RIGHT = 'sign-intermediate';

/** All that is taken from the signing request of an authority elsewhere. */
interface ForeignAuthority {
  readonly publicKey: KeyObject;
  readonly subject: readonly NamePart[];
}

/** Signs authorities elsewhere, by their signing requests. They are revoked and listed as other certificates are. */
@Injectable()
export class IntermediateSigning {
  // oxlint-disable-next-line max-params -- a certificate touches its issuer, keys and the rows of others
  constructor(
    private readonly access: AuthorityAccess,
    private readonly issuing: AuthorityIssuing,
    private readonly authorities: AuthoritiesRepository,
    private readonly authorityCertificates: AuthorityCertificatesRepository,
    private readonly authorityKeys: AuthorityKeysRepository,
    private readonly issued: CertificateAccess,
    private readonly certificates: CertificatesRepository,
    private readonly serials: SerialNumbers,
  ) {}

  /** Throws 400 for a request that is not taken, and where the authority may not sign it. */
  async sign(
    actor: Actor,
    authorityId: string,
    { csr, ...wanted }: WantedCertificate & { readonly csr: string },
  ): Promise<MadeLeaf> {
    const found = await this.access.findFor(actor, authorityId, RIGHT);
    const asked: Asked[] = [[RIGHT, found.authority]];
    const foreign = orUnusable('csr', () => {
      const { publicKey, subject } = readRequest(readOnePem(csr, REQUEST));
      return { publicKey, subject: wholePartsOf(subject) };
    });
    for (const { type, value } of foreign.subject)
      requireReadable(type === 'common_name' ? 'commonName' : type, value);
    const certificate = await this.serials.retried(async () => {
      const signed = await this.prepare(found.authority, foreign, wanted);
      return this.access.change(actor, found, asked, (tx, present) =>
        this.store(tx, actor, present, foreign, signed),
      );
    });
    const above = await this.issued.chainOf(certificate);
    return { certificate, above, privateKey: null };
  }

  private async prepare(
    authority: AuthorityRecord,
    foreign: ForeignAuthority,
    wanted: WantedCertificate,
  ): Promise<SignedLeaf> {
    const now = await this.authorityCertificates.now();
    const validity = validityOf(wanted, now);
    requireSoon(validity.notBefore, now);
    const { chain, certificate, issuer } = await this.issuing.signerOfChild(
      ...([authority, validity, wanted] as const),
    );
    requireOther(chain, foreign);
    await this.requireElsewhere(authority, foreign);
    requireWithinConstraints(chain, hostsOf(foreign));
    const { publicKey, subject } = foreign;
    const { maxPathLength } = wanted;
    const content = { subject: subjectOfParts(subject), publicKey, ...validity, maxPathLength };
    const made = await makeIntermediateCertificate(content, issuer);
    const described = { wanted: describe(authority, foreign, validity, maxPathLength), publicKey };
    return signedRow(certificate, made, described);
  }

  /**
   * Throws 400 for an authority of the organization, which is certified by a request of its own: so it is revoked, and keeps its name
   * constraints. Also for the name of one of the project: who reads a revocation list finds its signer by name.
   */
  private async requireElsewhere(
    { orgId, projectId }: AuthorityRecord,
    { publicKey, subject }: ForeignAuthority,
  ): Promise<void> {
    if (await this.authorityKeys.isOfOrganization(orgId, publicKey))
      throw unusable(
        'csr: its key is that of an authority of your organization. POST /api/v1/cert-manager/ca/internal/{its id}/certificate with parentCaId certifies it.',
      );
    if (bearsAuthorityName(subject, await this.authorities.listSubjects(projectId), []))
      throw unusable('csr: its subject is that of an authority of the project.');
  }

  // oxlint-disable-next-line max-params -- who, by whom, for whom, and what was signed
  private async store(
    tx: EntityManager,
    actor: Actor,
    authority: AuthorityRecord,
    { publicKey }: ForeignAuthority,
    signed: SignedLeaf,
  ): Promise<CertificateRecord> {
    const { id: authorityId, orgId, projectId } = authority;
    await this.issuing.requireStill(tx, authority, signed.caCertificateId!); // a new one is named
    const isRevoked =
      (await this.authorityKeys.isRevoked(tx, publicKey)) ||
      (await this.certificates.isRevokedAuthority(tx, orgId, signed.keyHash)) ||
      (await this.certificates.isCompromised(tx, orgId, signed.keyHash));
    if (isRevoked)
      throw badRequest(
        'already-revoked',
        'csr: a certificate with this key was revoked. Make a new key.',
      );
    await this.certificates.insert(tx, {
      ...{ ...signed, projectId, origin: RIGHT, requesterId: actor.callerId, metadata: [] },
      ...{ profileId: null, applicationId: null, renewedFromId: null, nameSet: null },
    });
    const certificate = await this.issued.reread(tx, { orgId, id: signed.id });
    const notAfter = certificate.notAfter.toISOString();
    await this.issued.record(tx, actor, RIGHT, certificate, { authorityId, notAfter });
    return certificate;
  }
}

/** What the row says of it, as of certificates of services. */
const describe = (
  { keyAlgorithm }: AuthorityRecord,
  { publicKey, subject }: ForeignAuthority,
  validity: Validity,
  maxPathLength: number,
) => ({
  ...{ subject, sans: [], keyUsages: AUTHORITY_USAGES, extendedKeyUsages: [] },
  keyAlgorithm: algorithmOfKey(publicKey)!, // a sound key is of a known kind
  ...{ signatureAlgorithm: SIGNATURES[keyAlgorithm], ...validity, isAuthority: true },
  maxPathLength,
});

/** A common name of several labels, or an address, is that of a host; one word is the name of the authority. */
function hostsOf({ subject }: ForeignAuthority) {
  const commonName = commonNameOfLeaf({ subject });
  const host = /[.:]/.test(commonName) ? nameInCommonName(commonName) : null;
  return host ? [host] : [];
}

/**
 * Throws 400 for the key of an authority that certifies it, which would close a circle, and for its name: verifiers count no
 * path length between two of one name, and find who signed a revocation list by name.
 */
function requireOther(chain: readonly ChainLink[], { publicKey, subject }: ForeignAuthority): void {
  if (isKeyWithin(chain, publicKey))
    throw unusable('csr: its key is that of an authority which certifies it. Make a new key.');
  if (bearsAuthorityName(subject, [], certificatesOf(chain)))
    throw unusable('csr: its subject is that of an authority which certifies it.');
}

const unusable = (reason: string) => badRequest('certificate-unusable', reason);
