import { createHash, type KeyObject, X509Certificate } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { newId } from '../../database/uuid.js';
import { badRequest } from '../../errors/api-error.js';
import { TimeSlices } from '../../http/limits/time-slices.js';
import type { MadeCertificate } from '../../x509/authority-certificate.js';
import { makeLeafCertificate } from '../../x509/leaf-certificate.js';
import { namesBeyond } from '../../x509/name-constraints.js';
import { isSameKey } from '../../x509/read-certificate.js';
import { AuthoritiesRepository } from '../authorities/authorities.repository.js';
import { AuthorityCertificatesRepository } from '../authorities/authority-certificates.repository.js';
import { AuthorityIssuing } from '../authorities/authority-issuing.js';
import {
  cannotSign,
  orUnusable,
  outOfBounds,
  requireShorterPath,
  requireWithin,
} from '../authorities/authority-rules.js';
import type {
  AuthorityCertificateRecord,
  AuthorityRecord,
  ChainLink,
} from '../authorities/authority.js';
import { AuthorityKeysRepository } from '../keys/authority-keys.repository.js';
import { policyProblems } from '../policies/policy-check.js';
import { commonNameOfLeaf, type PolicyRules, type WantedLeaf } from '../policies/policy-rules.js';
import type { NewCertificate } from './certificate.js';
import { SerialNumbers } from '../serial-numbers.js';
import { bearsAuthorityName } from './authority-names.js';
import { CertificatesRepository } from './certificates.repository.js';
import { nameInCommonName } from '../host-names.js';
import { requireReadable } from '../subject-texts.js';

/** A certificate that was signed and is not stored yet. */
export type SignedLeaf = Pick<
  NewCertificate,
  | 'id'
  | 'authorityId'
  | 'issuerKeyNumber'
  | 'caCertificateId'
  | 'serialNumber'
  | 'der'
  | 'sha256'
  | 'keyHash'
  | 'commonName'
  | 'content'
  | 'notBefore'
  | 'notAfter'
>;

/** What a certificate is to be made of. */
interface UnsignedLeaf {
  readonly authority: AuthorityRecord;
  readonly rules: PolicyRules;
  readonly wanted: WantedLeaf;
  readonly publicKey: KeyObject;
}

/** Makes certificates below authorities: first they are judged, then signed; whoever stores them asks `requireStill`. */
@Injectable()
export class LeafIssuing {
  // oxlint-disable-next-line max-params -- a certificate touches its issuer, keys and the rows of others
  constructor(
    private readonly authorities: AuthoritiesRepository,
    private readonly certificates: AuthorityCertificatesRepository,
    private readonly issuing: AuthorityIssuing,
    private readonly serials: SerialNumbers,
    private readonly authorityKeys: AuthorityKeysRepository,
    private readonly issued: CertificatesRepository,
  ) {}

  /**
   * Throws 400 where policy, authority or name constraints do not allow it, and what `requireName` throws, which is called
   * where it would bear the name of an authority.
   */
  async sign(
    { authority, rules, wanted, publicKey }: UnsignedLeaf,
    requireName: () => void,
  ): Promise<SignedLeaf> {
    for (const { type, value } of wanted.subject)
      requireReadable(type === 'common_name' ? 'commonName' : type, value);
    await requireAllowed(rules, wanted);
    const { chain, certificate, issuer } = await this.issuing.issuerOf(authority);
    const now = await this.certificates.now();
    requireLife(wanted, now);
    requireWithin(wanted, certificate);
    if (wanted.isAuthority) requireShorterPath(wanted.maxPathLength, certificate);
    await this.requireOwnKey(publicKey, chain, wanted);
    requireNames(chain, wanted);
    const subjects = await this.authorities.listSubjects(authority.projectId);
    const outside = chain.flatMap(({ outsideChain }) => outsideChain);
    if (bearsAuthorityName(wanted.subject, subjects, outside)) requireName();
    const { sans: altNames, keyUsages: usages, extendedKeyUsages: extendedUsages } = wanted;
    const serial = this.serials.next();
    const content = { ...wanted, altNames, usages, extendedUsages, publicKey, serial };
    return signedRow(certificate, await makeLeafCertificate(content, issuer), {
      wanted,
      publicKey,
    });
  }

  /**
   * Throws 400 for the key of an authority, of this server or from outside and above: a service that had it could sign as that
   * authority, and who trusts the authority would take its signatures for those of the service. An authority has its own, but none
   * from above.
   */
  private async requireOwnKey(
    publicKey: KeyObject,
    chain: readonly ChainLink[],
    { isAuthority }: WantedLeaf,
  ): Promise<void> {
    const isTaken =
      isKeyWithin(chain, publicKey) ||
      (!isAuthority && (await this.authorityKeys.isKnown(publicKey)));
    if (isTaken)
      throw badRequest(
        'certificate-unusable',
        'csr: its key is that of an authority, which no service may have. Make a new key.',
      );
  }

  /** Throws 400 where the policy does not allow it any more, or the authority may not sign or has another certificate by now. */
  async requireStill(
    tx: EntityManager,
    orgId: string,
    rules: PolicyRules,
    { authorityId, caCertificateId, content, notBefore, notAfter, ...signed }: SignedLeaf,
  ): Promise<void> {
    await requireAllowed(rules, { ...content, notBefore, notAfter });
    const present = await this.authorities.find(orgId, authorityId!, tx); // a new one is named
    if (!present) throw cannotSign('The authority of the profile is deleted.');
    await this.issuing.requireStill(tx, present, caCertificateId!); // a new one is named
    if (content.isAuthority) await this.requireGoodKey(tx, orgId, signed);
  }

  /** Throws 400 for an authority whose key was revoked, wherever in the organization. */
  private async requireGoodKey(
    tx: EntityManager,
    orgId: string,
    { der, keyHash }: Pick<SignedLeaf, 'der' | 'keyHash'>,
  ): Promise<void> {
    const isRevoked =
      (await this.authorityKeys.isRevoked(tx, new X509Certificate(der).publicKey)) ||
      (await this.issued.isRevokedAuthority(tx, orgId, keyHash));
    if (isRevoked)
      throw badRequest(
        'already-revoked',
        'csr: a certificate of an authority with this key was revoked. Make a new key.',
      );
  }
}

/** Every certificate of a chain, those from outside too. */
export const certificatesOf = (chain: readonly ChainLink[]): Buffer[] =>
  chain.flatMap(({ der, outsideChain }) => [der, ...outsideChain]);

/** Whether a certificate of the chain is for that key. */
export const isKeyWithin = (chain: readonly ChainLink[], publicKey: KeyObject): boolean =>
  certificatesOf(chain).some((der) => isSameKey(new X509Certificate(der).publicKey, publicKey));

/** A certificate that one of an authority certifies, as it is stored. */
export function signedRow(
  { id: caCertificateId, authorityId, keyNumber }: AuthorityCertificateRecord,
  { der, serialNumber }: MadeCertificate,
  { wanted, publicKey }: Pick<UnsignedLeaf, 'wanted' | 'publicKey'>,
): SignedLeaf {
  const { notBefore, notAfter, ...content } = wanted;
  return {
    ...{ id: newId(), authorityId, caCertificateId, issuerKeyNumber: keyNumber },
    ...{ serialNumber, der, ...hashesOf(der, publicKey) },
    ...{ commonName: commonNameOfLeaf(wanted), content, notBefore, notAfter },
  };
}

/** What a certificate, and its key, are found by. */
export const hashesOf = (der: Buffer, publicKey: KeyObject) => ({
  sha256: hashOf(der),
  keyHash: keyHashOf(publicKey.export({ type: 'spki', format: 'der' })),
});

/** How certificates are found by their key, which is given as its SubjectPublicKeyInfo. */
export const keyHashOf = (spki: Buffer): string => hashOf(spki);

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

async function requireAllowed(rules: PolicyRules, wanted: WantedLeaf): Promise<void> {
  const problems = await new TimeSlices().run(policyProblems(rules, wanted));
  const [first] = problems;
  if (!first) return;
  const more = problems.length > 1 ? ` ${problems.length - 1} more: see details.` : '';
  throw badRequest('policy-refused', `${first.message}${more}`, {
    problems: problems.slice(0, 100),
  });
}

/** Milliseconds. */
const MOST_AHEAD = 30 * 24 * 3_600_000;

/**
 * Throws 400 for a beginning that is far ahead: whoever loses the right tomorrow would else have certificates for all the
 * years of the authority, whatever the policy says of how long one lives.
 */
export function requireSoon(notBefore: Date, now: Date): void {
  if (notBefore.getTime() > now.getTime() + MOST_AHEAD)
    throw outOfBounds('notBefore: a certificate begins within 30 days.');
}

function requireLife({ notBefore, notAfter }: WantedLeaf, now: Date): void {
  requireSoon(notBefore, now);
  if (notAfter <= notBefore || notAfter <= now)
    throw outOfBounds('The certificate has to end after it begins, and in the future.');
}

/** A common name that looks like a host counts as one. */
function requireNames(chain: readonly ChainLink[], wanted: WantedLeaf): void {
  const common = nameInCommonName(commonNameOfLeaf(wanted));
  requireWithinConstraints(chain, [...wanted.sans, ...(common ? [common] : [])]);
}

/** Throws 400 for names that an authority above, one from outside too, keeps those below it from having. */
export function requireWithinConstraints(
  chain: readonly ChainLink[],
  names: WantedLeaf['sans'],
): void {
  const beyond = orUnusable('altNames', () =>
    certificatesOf(chain).flatMap((der) => namesBeyond(der, names)),
  );
  const [first] = beyond;
  if (first)
    throw outOfBounds(
      `The name constraints of the authority do not allow ${first.type} ${first.value}.`,
    );
}
