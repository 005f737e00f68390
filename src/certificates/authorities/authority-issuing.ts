import type { KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { notFound } from '../../errors/api-error.js';
import {
  makeIntermediateCertificate,
  makeRootCertificate,
} from '../../x509/authority-certificate.js';
import type { LeafIssuer } from '../../x509/leaf-certificate.js';
import { distinguishedName } from '../../x509/names.js';
import { readStoredCertificate } from '../../x509/read-certificate.js';
import type { Signer } from '../../x509/signer.js';
import { newId } from '../../database/uuid.js';
import { CertificateAddresses } from '../certificate-addresses.js';
import { AuthorityKeys } from '../keys/authority-keys.js';
import { RevocationListsRepository } from '../lists/revocation-lists.repository.js';
import { AuthoritiesRepository } from './authorities.repository.js';
import type { AuthorityCertificateRecord, AuthorityRecord, ChainLink } from './authority.js';
import {
  AuthorityCertificatesRepository,
  type NewAuthorityCertificate,
} from './authority-certificates.repository.js';
import {
  cannotSign,
  requireShorterPath,
  requireSigning,
  requireWithin,
  type Validity,
  validityOf,
  type WantedCertificate,
} from './authority-rules.js';

/** The authority that a certificate is made for. */
export interface Subordinate extends Pick<
  AuthorityRecord,
  'id' | 'orgId' | 'subject' | 'nameConstraints'
> {
  readonly keyNumber: number;
  /** The version that the certificate is to have. */
  readonly version: number;
  readonly signer: Signer;
}

/** A certificate that was signed and is not stored yet. */
export interface PreparedCertificate {
  readonly row: NewAuthorityCertificate;
  /** Who signed it; null for a root. */
  readonly parent: AuthorityRecord | null;
}

/** An authority that may sign now. */
export interface SigningAuthority {
  readonly chain: readonly ChainLink[];
  readonly certificate: AuthorityCertificateRecord;
  readonly issuer: LeafIssuer;
}

/** Makes certificates of authorities: first they are signed, then they are stored. */
@Injectable()
export class AuthorityIssuing {
  // oxlint-disable-next-line max-params -- who signs, with what, and what it says of where things are
  constructor(
    private readonly authorities: AuthoritiesRepository,
    private readonly certificates: AuthorityCertificatesRepository,
    private readonly lists: RevocationListsRepository,
    private readonly keys: AuthorityKeys,
    private readonly addresses: CertificateAddresses,
  ) {}

  /** Throws 400 where the parent may not sign it. Without a parent it signs itself. */
  async prepare(
    child: Subordinate,
    parent: AuthorityRecord | null,
    wanted: WantedCertificate,
  ): Promise<PreparedCertificate> {
    const now = await this.certificates.now();
    const validity = validityOf(wanted, now);
    const { maxPathLength } = wanted;
    const { subject, signer, nameConstraints } = child;
    const content = {
      ...{ subject: distinguishedName(subject), publicKey: signer.publicKey as KeyObject },
      ...{ ...validity, maxPathLength },
      ...(nameConstraints ? { constraints: nameConstraints } : {}),
    };
    const made = parent
      ? await makeIntermediateCertificate(
          content,
          (await this.signerOfChild(parent, validity, wanted)).issuer,
        )
      : await makeRootCertificate(content, signer);
    return { row: rowOf(child, parent, { ...made, ...validity }, wanted), parent };
  }

  /** Stores it. Throws 400 where the parent may not sign any more, or has another certificate by now. */
  async write(tx: EntityManager, { row, parent }: PreparedCertificate): Promise<void> {
    if (parent) {
      const present = await this.authorities.find(parent.orgId, parent.id, tx);
      if (!present) throw notFound();
      await this.requireStill(tx, present, row.parentId!); // a parent's is named
    }
    await this.certificates.insert(tx, row);
  }

  /** Throws 400 where the authority, as it is by now, may not sign any more, or has another certificate than that. */
  async requireStill(
    tx: EntityManager,
    present: AuthorityRecord,
    certificateId: string,
  ): Promise<void> {
    const chain = await this.certificates.chainOf(certificateId, tx);
    const { id } = requireSigning(present, chain, await this.certificates.now(tx));
    if (id !== certificateId)
      throw cannotSign(`${present.name} has just got another certificate. Try again.`);
  }

  /** What signs an authority below another. Throws 400 where that one may not sign it: it would outlive it, or have too long a path. */
  async signerOfChild(
    parent: AuthorityRecord,
    validity: Validity,
    { maxPathLength }: Pick<WantedCertificate, 'maxPathLength'>,
  ): Promise<SigningAuthority> {
    const signing = await this.issuerOf(parent);
    requireWithin(validity, signing.certificate);
    requireShorterPath(maxPathLength, signing.certificate);
    return signing;
  }

  /** What signs below an authority, and its chain. Throws 400 where it may not sign. */
  async issuerOf(parent: AuthorityRecord): Promise<SigningAuthority> {
    const now = await this.certificates.now();
    const chain = parent.certificate ? await this.certificates.chainOf(parent.certificate.id) : [];
    const certificate = requireSigning(parent, chain, now);
    const { keyNumber } = certificate;
    const listId = await this.lists.idOf(parent.id, keyNumber);
    const issuer = {
      certificate: readStoredCertificate(certificate.der),
      signer: await this.keys.signerOf(parent.id, keyNumber),
      certificateUrl: this.addresses.ofAuthorityCertificate(parent.id, certificate.id),
      revocationListUrls: [this.addresses.ofRevocationList(listId), ...parent.mirrorUrls],
      responderUrl: parent.isOcspEnabled ? this.addresses.ofResponder(parent.id) : null,
    };
    return { chain, certificate, issuer };
  }
}

const rowOf = (
  child: Subordinate,
  parent: AuthorityRecord | null,
  made: Validity & { readonly der: Buffer; readonly serialNumber: string },
  { notBefore, notAfter, maxPathLength }: WantedCertificate,
): NewAuthorityCertificate => ({
  ...{ id: newId(), authorityId: child.id, version: child.version, keyNumber: child.keyNumber },
  issuerId: parent?.id ?? child.id,
  issuerKeyNumber: parent?.certificate?.keyNumber ?? child.keyNumber,
  parentId: parent?.certificate?.id ?? null,
  outsideChain: [],
  ...made,
  ...{ sentNotBefore: notBefore ?? null, sentNotAfter: notAfter, maxPathLength },
});
