import { ApiProperty } from '@nestjs/swagger';
import { KEY_ALGORITHMS } from '../../x509/key-algorithms.js';
import { subjectText } from '../../x509/names.js';
import { certificatePem, CRL, writePem } from '../../x509/pem.js';
import type { PublishedList } from '../lists/revocation-lists.service.js';
import { NameConstraintsDto } from './authorities.dto.js';
import type { CertifiedCertificate } from './authority-reads.service.js';
import type { AuthorityRecord } from './authority.js';

const orNull = { nullable: true } as const;

export class AuthorityConfigurationView {
  @ApiProperty({ enum: ['root', 'intermediate'], example: 'intermediate' })
  type: string;
  @ApiProperty()
  friendlyName: string;
  @ApiProperty({ description: 'Empty where it was not given, as the other parts of the subject' })
  commonName: string;
  @ApiProperty({ example: 'Example Ltd' })
  organization: string;
  @ApiProperty()
  ou: string;
  @ApiProperty()
  country: string;
  @ApiProperty()
  province: string;
  @ApiProperty()
  locality: string;
  @ApiProperty({ enum: [...KEY_ALGORITHMS] })
  keyAlgorithm: string;
  @ApiProperty({
    example:
      'C=CH, ST=Zurich, L=Winterthur, O=Example Ltd, OU=Platform, CN=Example Issuing Authority',
  })
  dn: string;
  @ApiProperty({ type: 'integer', ...orNull, description: '-1 for no bound' })
  maxPathLength: number | null;
  @ApiProperty({ type: String, ...orNull, description: 'As it was sent, if it was' })
  notBefore: string | null;
  @ApiProperty({ type: String, ...orNull, description: 'As it was sent, if it was' })
  notAfter: string | null;
  @ApiProperty({ type: String, ...orNull, format: 'uuid' })
  parentCaId: string | null;
  @ApiProperty({ type: String, ...orNull, example: '5f1c6e0b2a7d4c3e9b8a7f6e5d4c3b2a' })
  serialNumber: string | null;
  @ApiProperty({ type: String, ...orNull, format: 'uuid' })
  activeCaCertId: string | null;
  @ApiProperty({ type: [String], example: ['http://pki.example.org/internal.crl'] })
  crlDistributionPointUrls: readonly string[];
  @ApiProperty({ description: 'Whether it answers who asks if a certificate is revoked (OCSP)' })
  isOcspEnabled: boolean;
  @ApiProperty({
    type: () => NameConstraintsDto,
    ...orNull,
    example: { permitted: { dns: ['example.org'] } },
  })
  nameConstraints: object | null;
}

export class AuthorityView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ example: 'issuing' })
  name: string;
  @ApiProperty({ format: 'uuid' })
  projectId: string;
  @ApiProperty({ enum: ['internal'] })
  type: string;
  @ApiProperty({
    enum: ['active', 'disabled', 'pending-certificate'],
    description: 'The answer to a creation repeats what was sent',
  })
  status: string;
  @ApiProperty({ type: AuthorityConfigurationView })
  configuration: AuthorityConfigurationView;
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
}

export class MadeCertificateView {
  @ApiProperty({ format: 'uuid' })
  certId: string;
  @ApiProperty({ description: 'In PEM' })
  certificate: string;
  @ApiProperty({ description: 'What certifies it, in PEM, the root last; empty for a root' })
  certificateChain: string;
  @ApiProperty({ example: '5f1c6e0b2a7d4c3e9b8a7f6e5d4c3b2a' })
  serialNumber: string;
}

export class AuthorityCertificateView extends MadeCertificateView {
  @ApiProperty({ description: 'As it was sent, if it was' })
  notBefore: string;
  @ApiProperty({ description: 'As it was sent, if it was' })
  notAfter: string;
  @ApiProperty({ type: 'integer', description: '-1 for no bound' })
  maxPathLength: number;
  @ApiProperty({ type: String, ...orNull, format: 'uuid' })
  parentCaId: string | null;
}

export class NumberedCertificateView extends MadeCertificateView {
  @ApiProperty({ type: 'integer', example: 1, description: 'The highest is the present one' })
  version: number;
}

export class CrlView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ description: 'The list, in PEM' })
  crl: string;
}

/** `status`: what a creation sent, which its answer repeats. */
export function presentAuthority(authority: AuthorityRecord, status?: string): AuthorityView {
  const { id, name, projectId, createdAt, updatedAt } = authority;
  return {
    ...{ id, name, projectId, type: 'internal', status: status ?? statusOf(authority) },
    configuration: presentConfiguration(authority),
    ...{ createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() },
  };
}

function statusOf({ isDisabled, certificate }: AuthorityRecord): string {
  if (isDisabled) return 'disabled';
  return certificate ? 'active' : 'pending-certificate';
}

function presentConfiguration(authority: AuthorityRecord): AuthorityConfigurationView {
  const { type, friendlyName, subject, keyAlgorithm, mirrorUrls, nameConstraints } = authority;
  const { commonName = '', organization = '', ou = '', country = '' } = subject;
  const { province = '', locality = '' } = subject;
  return {
    ...{ type, friendlyName, commonName, organization, ou, country, province, locality },
    ...{ keyAlgorithm, dn: subjectText(subject), ...presentDates(authority) },
    ...{ crlDistributionPointUrls: mirrorUrls, nameConstraints },
    isOcspEnabled: authority.isOcspEnabled,
  };
}

function presentDates({ id, certificate }: AuthorityRecord) {
  const issuerId = certificate?.issuerId ?? null;
  return {
    maxPathLength: certificate?.maxPathLength ?? null,
    notBefore: certificate && (certificate.sentNotBefore ?? certificate.notBefore.toISOString()),
    notAfter: certificate && (certificate.sentNotAfter ?? certificate.notAfter.toISOString()),
    parentCaId: issuerId === id ? null : issuerId,
    serialNumber: certificate?.serialNumber ?? null,
    activeCaCertId: certificate?.id ?? null,
  };
}

export const presentMade = ({ certificate, above }: CertifiedCertificate): MadeCertificateView => ({
  certId: certificate.id,
  certificate: certificatePem(certificate.der),
  certificateChain: above.map(certificatePem).join(''),
  serialNumber: certificate.serialNumber,
});

export function presentCertificate(certified: CertifiedCertificate): AuthorityCertificateView {
  const { authorityId, issuerId, notBefore, notAfter, ...rest } = certified.certificate;
  return {
    ...presentMade(certified),
    notBefore: rest.sentNotBefore ?? notBefore.toISOString(),
    notAfter: rest.sentNotAfter ?? notAfter.toISOString(),
    maxPathLength: rest.maxPathLength,
    parentCaId: issuerId === authorityId ? null : issuerId,
  };
}

export const presentNumbered = (certified: CertifiedCertificate): NumberedCertificateView => ({
  ...presentMade(certified),
  version: certified.certificate.version,
});

export const presentCrl = ({ id, der }: PublishedList): CrlView => ({
  id,
  crl: writePem(der, CRL),
});
