import ms, { type StringValue } from 'ms';
import {
  Checked,
  DateTimeField,
  Flag,
  Id,
  ListOf,
  Nested,
  OneOf,
  Text,
  TextList,
} from '../../http/body/fields.js';
import { KEY_ALGORITHMS, type KeyAlgorithm } from '../../x509/key-algorithms.js';
import { MAX_PEM } from '../../x509/pem.js';
import { REASON_CODES } from '../../x509/revocation-list.js';
import { AmongOf } from '../policies/policies.dto.js';
import {
  EXTENDED_KEY_USAGES,
  type ExtendedKeyUsage,
  KEY_USAGES,
  type KeyUsage,
  POLICY_SIGNATURE_ALGORITHMS,
  SAN_TYPES,
} from '../policies/policy-rules.js';
import { LeafConstraintsDto } from '../profiles/profiles.dto.js';
import { ALT_NAME_TYPES, MAX_NAMES } from './leaf-names.js';

const MAX_DAYS = 11_000;
const DAY = 86_400_000;
const SIGNATURES = Object.keys(POLICY_SIGNATURE_ALGORITHMS);
const REASONS = Object.keys(REASON_CODES).filter((each) => each !== 'CA_COMPROMISE');
const TTL = /^[1-9][0-9]{0,9}(s|m|h|d|w|y)$/;

/** Milliseconds of a text such as `90d`; null for what is none. */
export const lifeOf = (text: unknown): number | null =>
  typeof text === 'string' && TTL.test(text) ? ms(text as StringValue) : null;

const Part = (max: number, example: string, description?: string) =>
  Text({ optional: true, nullable: true, max, example, ...(description ? { description } : {}) });

export class AltNameDto {
  @OneOf(Object.keys(ALT_NAME_TYPES), {
    // Names that differ in case alone are one to generators of clients.
    offered: SAN_TYPES,
    example: 'dns_name',
    description: 'An IP address that is called a DNS name is an IP address',
  })
  type: keyof typeof ALT_NAME_TYPES;

  @Text({ min: 1, max: 1_024, example: 'api.example.org' })
  value: string;
}

export class CertificateMetadataDto {
  @Text({ min: 1, max: 255, example: 'team' })
  key: string;

  @Text({ max: 1_024, example: 'platform' })
  value: string;
}

export class CertificateAttributesDto {
  @Part(64, 'api.example.org')
  commonName?: string | null;

  @Part(64, 'Example Ltd')
  organization?: string | null;

  @Part(64, 'Platform', 'Part of its subject: a unit of the organization')
  organizationalUnit?: string | null;

  @Part(64, 'Platform', 'Another name of `organizationalUnit`')
  ou?: string | null;

  @Part(2, 'CH')
  country?: string | null;

  @Part(128, 'Zürich', 'Part of its subject: a state or province')
  state?: string | null;

  @Part(128, 'Zürich', 'Another name of `state`')
  province?: string | null;

  @Part(128, 'Winterthur')
  locality?: string | null;

  @TextList({
    ...{ optional: true, nullable: true, max: 10, each: 64, example: ['org', 'example'] },
    description: 'Parts of its subject: labels of a domain, the outermost first',
  })
  domainComponents?: string[] | null;

  @AmongOf(KEY_USAGES, 'What the key is for; follows from key and policy, if nobody says it', true)
  keyUsages?: KeyUsage[] | null;

  @AmongOf(
    EXTENDED_KEY_USAGES,
    'What the certificate is for; `server_auth`, if nobody says it',
    true,
  )
  extendedKeyUsages?: ExtendedKeyUsage[] | null;

  @ListOf(() => AltNameDto, { optional: true, max: MAX_NAMES })
  altNames?: AltNameDto[];

  @OneOf(KEY_ALGORITHMS, { optional: true, example: 'EC_prime256v1' })
  keyAlgorithm?: KeyAlgorithm;

  @OneOf(SIGNATURES, {
    optional: true,
    example: 'ECDSA-SHA256',
    description: 'The algorithm of its signature: that of the key of the authority',
  })
  signatureAlgorithm?: string;

  @Checked(
    { type: 'string', pattern: TTL.source, maxLength: 11, example: '90d' },
    (value) => {
      const life = lifeOf(value);
      return life !== null && life <= MAX_DAYS * DAY
        ? null
        : `must be seconds, minutes (m), hours, days, weeks or years such as 90d, ${MAX_DAYS} days at most`;
    },
    { optional: true, description: 'How long it lives; `m` is minutes' },
  )
  ttl?: string;

  @DateTimeField({ optional: true, description: 'A minute ago, if left out' })
  notBefore?: string;

  @DateTimeField({ optional: true, description: 'Its last moment, in place of `ttl`' })
  notAfter?: string;

  @Nested(() => LeafConstraintsDto, { optional: true, description: 'No authority, if left out' })
  basicConstraints?: LeafConstraintsDto;

  @Flag({ optional: true, description: 'As beside the attributes' })
  removeRootsFromChain?: boolean;
}

export class RequestCertificateDto {
  @Id({ description: 'The profile that issues' })
  profileId: string;

  @Id({
    optional: true,
    description:
      'The application that it is for: the profile is attached to it, with an enrollment by API',
  })
  applicationId?: string;

  @Text({ optional: true, min: 1, max: MAX_PEM, description: 'Key and names, in PEM (PKCS #10)' })
  csr?: string;

  @Nested(() => CertificateAttributesDto, {
    optional: true,
    description: 'What the certificate says; the profile says the rest',
  })
  attributes?: CertificateAttributesDto;

  @ListOf(() => CertificateMetadataDto, { optional: true, max: 20 })
  metadata?: CertificateMetadataDto[];

  @Flag({ optional: true, description: 'Whether the chain ends below its root' })
  removeRootsFromChain?: boolean;
}

export class ImportLeafDto {
  @Id({ optional: true, description: 'The project, or its slug; else that of the organization' })
  projectId?: string;

  @Text({ optional: true, min: 1, max: 256, description: 'In place of its id', example: 'shop' })
  projectSlug?: string;

  @Text({ min: 1, max: MAX_PEM, description: 'The certificate, in PEM' })
  certificatePem: string;

  @Text({
    ...{ min: 1, max: 16_384 },
    description: 'Its key, not encrypted, in PEM (PKCS #8, PKCS #1 or SEC 1)',
  })
  privateKeyPem: string;

  @Text({
    ...{ min: 1, max: MAX_PEM },
    description: 'What certifies it, in PEM, its issuer first; the root may be left out',
  })
  chainPem: string;

  @Text({ optional: true, max: 255, example: 'shop front', description: 'For people and rules' })
  friendlyName?: string;
}

export class RenewCertificateDto {
  @Flag({ optional: true, description: 'Whether the chain ends below its root' })
  removeRootsFromChain?: boolean;
}

export class RevokeCertificateDto {
  @OneOf(REASONS, { example: 'SUPERSEDED' })
  revocationReason: Exclude<keyof typeof REASON_CODES, 'CA_COMPROMISE'>;
}

export class RevokeByThumbprintDto extends RevokeCertificateDto {
  @Id({
    example: '5f'.repeat(32),
    description: 'SHA-256 of the certificate, in hexadecimal digits',
  })
  thumbprint: string;

  @Id({ optional: true, description: 'The certificate project of the organization, if left out' })
  projectId?: string;
}
