import { createHash, X509Certificate } from 'node:crypto';
import { ApiProperty } from '@nestjs/swagger';
import { certificatePem } from '../../x509/pem.js';
import { LeafConstraintsDto } from '../profiles/profiles.dto.js';
import { NO_PATH_LENGTH } from '../../x509/extensions.js';
import type { CertificateBundle } from './certificate-reads.service.js';
import { type CertificateOrigin, type CertificateRecord, ORIGINS } from './certificate.js';
import { CertificateMetadataDto } from './certificates.dto.js';
import type { MadeLeaf } from './certificate-issuing.service.js';

const orNull = { nullable: true } as const;

export class FingerprintsView {
  @ApiProperty({ example: '5f'.repeat(32), description: 'SHA-256, in hexadecimal digits' })
  sha256: string;
  @ApiProperty({ example: '5f'.repeat(20), description: 'SHA-1, in hexadecimal digits' })
  sha1: string;
}

export class CertificateView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ format: 'uuid' })
  projectId: string;
  @ApiProperty({ type: String, ...orNull, format: 'uuid', description: 'Null once it is deleted' })
  profileId: string | null;
  @ApiProperty({
    ...{ type: String, ...orNull, example: 'web-servers' },
    description: 'The slug of the profile; null once it is deleted',
  })
  profileName: string | null;
  @ApiProperty({
    ...{ type: String, ...orNull, format: 'uuid' },
    description:
      'The application that it was got through; null where there was none, or it is deleted',
  })
  applicationId: string | null;
  @ApiProperty({ type: String, ...orNull, format: 'uuid', description: 'The authority' })
  caId: string | null;
  @ApiProperty({
    ...{ type: String, ...orNull, example: 'internal-issuer' },
    description: 'The name of the authority; null once it is forgotten',
  })
  caName: string | null;
  @ApiProperty({ type: String, ...orNull, format: 'uuid', description: 'The certificate above it' })
  caCertId: string | null;
  @ApiProperty({ enum: ['active', 'expired', 'revoked'], description: 'At this moment' })
  status: string;
  @ApiProperty({ example: 'api.example.org', description: 'Empty where it has none' })
  commonName: string;
  @ApiProperty({ example: 'api.example.org, 10.0.0.7', description: 'Its further names' })
  altNames: string;
  @ApiProperty({ example: 'api', description: 'As it was imported; empty where it has none' })
  friendlyName: string;
  @ApiProperty({
    enum: [...ORIGINS],
    description:
      'What it came by: a profile, a signing request of an authority elsewhere, or an import',
  })
  origin: CertificateOrigin;
  @ApiProperty({ example: '5f1c6e0b2a7d4c3e9b8a7f6e5d4c3b2a' })
  serialNumber: string;
  @ApiProperty({ format: 'date-time', description: 'Its first moment' })
  notBefore: string;
  @ApiProperty({ format: 'date-time', description: 'Its last moment' })
  notAfter: string;
  @ApiProperty({ type: String, ...orNull, format: 'date-time' })
  revokedAt: string | null;
  @ApiProperty({ type: String, ...orNull })
  revocationReason: string | null;
  @ApiProperty({ type: [String], example: ['digital_signature'], description: 'Of its key' })
  keyUsages: readonly string[];
  @ApiProperty({ type: [String], example: ['server_auth'], description: 'What it is for' })
  extendedKeyUsages: readonly string[];
  @ApiProperty({ example: 'EC_prime256v1' })
  keyAlgorithm: string;
  @ApiProperty({ example: 'ECDSA-SHA256', description: 'The algorithm of its signature' })
  signatureAlgorithm: string;
  @ApiProperty({ type: () => FingerprintsView, description: 'Of the whole certificate' })
  fingerprints: FingerprintsView;
  @ApiProperty({ type: () => LeafConstraintsDto, description: 'Whether it is an authority' })
  basicConstraints: LeafConstraintsDto;
  @ApiProperty({ description: 'Whether its private key is kept here' })
  hasPrivateKey: boolean;
  @ApiProperty({ type: () => [CertificateMetadataDto], description: 'As it was sent' })
  metadata: readonly CertificateMetadataDto[];
  @ApiProperty({ type: String, ...orNull, format: 'uuid', description: 'The one before it' })
  renewedFromCertificateId: string | null;
  @ApiProperty({ type: String, ...orNull, format: 'uuid', description: 'The one after it' })
  renewedByCertificateId: string | null;
  @ApiProperty({ enum: ['api'], description: 'How it was got' })
  enrollmentType: string;
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
}

export function presentIssued(record: CertificateRecord): CertificateView {
  const { id, projectId, profileId, profileSlug, authorityId, authorityName } = record;
  const { status, commonName, content, serialNumber, revocationReason, metadata } = record;
  const { isAuthority: isCA, maxPathLength: pathLength } = content;
  const { keyUsages, extendedKeyUsages, keyAlgorithm, signatureAlgorithm } = content;
  const bounds = pathLength === NO_PATH_LENGTH ? {} : { pathLength };
  return {
    ...{ id, projectId, profileId, profileName: profileSlug, caId: authorityId },
    applicationId: record.applicationId,
    ...{ caName: authorityName, caCertId: record.caCertificateId, status, commonName },
    ...{ altNames: content.sans.map(({ value }) => value).join(', ') },
    ...{ friendlyName: record.friendlyName, origin: record.origin },
    ...{ serialNumber, revocationReason, keyUsages, extendedKeyUsages, metadata },
    ...{ keyAlgorithm, signatureAlgorithm, ...datesOf(record) },
    fingerprints: { sha256: record.sha256, sha1: sha1Of(record.der) },
    basicConstraints: { isCA, ...bounds },
    hasPrivateKey: record.hasPrivateKey,
    renewedFromCertificateId: record.renewedFromId,
    renewedByCertificateId: record.renewedById,
    enrollmentType: 'api',
  };
}

const datesOf = ({ notBefore, notAfter, revokedAt, createdAt, updatedAt }: CertificateRecord) => ({
  notBefore: notBefore.toISOString(),
  notAfter: notAfter.toISOString(),
  revokedAt: revokedAt?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

/** As others show it beside the SHA-256; nothing rests on it. */
const sha1Of = (der: Buffer): string => createHash('sha1').update(der).digest('hex');

class CertificateTextsView {
  @ApiProperty({ description: 'In PEM' })
  certificate: string;
  @ApiProperty({ description: 'What certifies it, in PEM, its issuer first' })
  certificateChain: string;
  @ApiProperty({ example: '5f1c6e0b2a7d4c3e9b8a7f6e5d4c3b2a' })
  serialNumber: string;
}

export class CertificateBodyView extends CertificateTextsView {}

export class CertificateBundleView extends CertificateTextsView {
  @ApiProperty({
    type: String,
    ...orNull,
    description: 'PKCS #8 in PEM; null where none is kept, or the caller may not read it',
  })
  privateKey: string | null;
}

export class SignedIntermediateView extends CertificateTextsView {
  @ApiProperty({ description: 'The certificate of the authority, in PEM' })
  issuingCaCertificate: string;
  @ApiProperty({ format: 'uuid', description: 'By which it is read and revoked' })
  certificateId: string;
}

export class NewCertificateView extends SignedIntermediateView {
  @ApiProperty({ required: false, description: 'PKCS #8 in PEM; absent for a key of your own' })
  privateKey?: string;
}

export class ImportedCertificateView extends CertificateTextsView {
  @ApiProperty({ description: 'PKCS #8 in PEM' })
  privateKey: string;
  @ApiProperty({ format: 'uuid' })
  certificateId: string;
}

export class RequestedCertificateView {
  @ApiProperty({ type: () => NewCertificateView })
  certificate: NewCertificateView;
  @ApiProperty({ format: 'uuid' })
  certificateRequestId: string;
  @ApiProperty({ enum: ['issued'], description: 'A request is answered at once' })
  status: string;
}

export class CertificateRequestView extends CertificateBundleView {
  @ApiProperty({ enum: ['issued'], description: 'A request is answered at once' })
  status: string;
  @ApiProperty({ description: 'The certificate of the authority, in PEM' })
  issuingCaCertificate: string;
  @ApiProperty({ format: 'uuid' })
  certificateId: string;
  @ApiProperty({
    ...{ type: String, ...orNull, example: null },
    description: 'Null: what is refused is refused at once',
  })
  errorMessage: string | null;
  @ApiProperty({ example: 'api.example.org' })
  commonName: string;
  @ApiProperty({ type: String, ...orNull, format: 'uuid', description: 'Null once it is deleted' })
  profileId: string | null;
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
}

type Made = Omit<MadeLeaf, 'privateKey'>;

function textsOf({ certificate, above }: Made, withoutRoots = false): CertificateTextsView {
  const chain = withoutRoots ? above.filter((der) => !isRoot(der)) : above;
  return {
    certificate: certificatePem(certificate.der),
    certificateChain: chain.map(certificatePem).join(''),
    serialNumber: certificate.serialNumber,
  };
}

/** Whether it certifies itself. */
function isRoot(der: Buffer): boolean {
  const certificate = new X509Certificate(der);
  return certificate.checkIssued(certificate);
}

const issuerOf = ({ above }: Made): string => above.slice(0, 1).map(certificatePem).join('');

export const presentBody = (made: Made): CertificateBodyView => textsOf(made);

export const presentBundle = (bundle: CertificateBundle): CertificateBundleView => ({
  ...textsOf(bundle),
  privateKey: bundle.privateKey,
});

export const presentNew = (made: MadeLeaf, withoutRoots = false): NewCertificateView => ({
  ...textsOf(made, withoutRoots),
  issuingCaCertificate: issuerOf(made),
  ...(made.privateKey === null ? {} : { privateKey: made.privateKey }),
  certificateId: made.certificate.id,
});

export const presentImported = (made: MadeLeaf): ImportedCertificateView => ({
  ...textsOf(made),
  privateKey: made.privateKey!, // it was sent
  certificateId: made.certificate.id,
});

export function presentCertificateRequest(bundle: CertificateBundle): CertificateRequestView {
  const { id: certificateId, commonName, profileId, createdAt, updatedAt } = bundle.certificate;
  return {
    ...{ ...presentBundle(bundle), status: 'issued', errorMessage: null },
    ...{ issuingCaCertificate: issuerOf(bundle), certificateId, commonName, profileId },
    ...{ createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() },
  };
}
