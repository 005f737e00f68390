import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import ms, { type StringValue } from 'ms';
import {
  Checked,
  DateTimeField,
  Flag,
  Id,
  IntField,
  ListOf,
  Nested,
  OneOf,
  QueryIntField,
  QueryOffset,
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
import type { CertificateStatus } from './certificate.js';
import { ALT_NAME_TYPES, MAX_NAMES } from './leaf-names.js';

const MAX_DAYS = 11_000;
const DAY = 86_400_000;
const STATUSES = ['active', 'expired', 'revoked'] as const;
const SIGNATURES = Object.keys(POLICY_SIGNATURE_ALGORITHMS);
const REASONS = Object.keys(REASON_CODES).filter((each) => each !== 'CA_COMPROMISE');
const TTL = /^[1-9][0-9]{0,9}(s|m|h|d|w|y)$/;

/** Milliseconds of a text such as `90d`; null for what is none. */
export const lifeOf = (text: unknown): number | null =>
  typeof text === 'string' && TTL.test(text) ? ms(text as StringValue) : null;

const Part = (max: number, example: string, description?: string) =>
  Text({ optional: true, nullable: true, max, example, ...(description ? { description } : {}) });

const OfApplication = () =>
  Id({ optional: true, description: 'Those that were got through this application alone' });

const OrderBy = () =>
  OneOf(['notAfter'], {
    ...{ optional: true, example: 'notAfter' },
    description: '`notAfter`: those that end first; the newest first, if left out',
  });

const FriendlyName = () =>
  Text({
    ...{ optional: true, max: 255, example: 'web shop' },
    description: 'Those with this friendly name alone; certificates that were made here have none',
  });

const FromDate = () =>
  DateTimeField({ optional: true, description: 'Those that end then or later' });

const ToDate = () => DateTimeField({ optional: true, description: 'Those that end before' });

const PROFILE_IDS = {
  ...{ optional: true, max: 100, description: 'Those of these profiles alone' },
  example: ['0198f2a4-7c1e-7bd2-9a57-2f6c1e0d9b3a'],
} as const;

/** Given more than once, or split by commas. */
const QueryProfileIds = () =>
  applyDecorators(
    TextList(PROFILE_IDS),
    Transform(({ value }: { value: unknown }) => {
      if (value === undefined) return undefined;
      const parts: readonly unknown[] = Array.isArray(value) ? value : [value];
      const ids = parts.flatMap((each) => (typeof each === 'string' ? each.split(',') : [each]));
      const named = ids.filter((id) => id !== '');
      return named.length > 0 ? named : undefined;
    }),
  );

const PAIR = String.raw`key=[^,|]{1,255},value=[^|]{0,1024}`;
const PAIRS = new RegExp(`^${PAIR}([|]${PAIR}){0,19}$`);

const QueryMetadata = () =>
  Checked(
    { type: 'string', pattern: PAIRS.source },
    (value) =>
      typeof value === 'string' && PAIRS.test(value)
        ? null
        : 'must be of the form key=team,value=platform, and split by | if there are several, 20 at most',
    {
      ...{ optional: true, example: 'key=team,value=platform' },
      description: 'Those with all of these pairs, split by `|`',
    },
  );

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

export class CertificatePageQuery {
  @QueryOffset()
  offset: number = 0;

  @QueryIntField({ min: 1, max: 100, default: 25 })
  limit: number = 25;
}

export class ListCertificatesQuery extends CertificatePageQuery {
  @Text({ optional: true, max: 128, description: 'What stands in a name or the serial number' })
  search?: string;

  @Text({ optional: true, max: 64, example: 'api.example.org' })
  commonName?: string;

  @OneOf(STATUSES, { optional: true, example: 'active' })
  status?: CertificateStatus;

  @QueryProfileIds()
  profileIds?: string[];

  @OfApplication()
  applicationId?: string;

  @FriendlyName()
  friendlyName?: string;

  @FromDate()
  fromDate?: string;

  @ToDate()
  toDate?: string;

  @QueryMetadata()
  metadata?: string;

  @OrderBy()
  orderBy?: 'notAfter';
}

export class SearchCertificatesDto {
  @IntField({ optional: true, default: 0 })
  offset: number = 0;

  @IntField({ optional: true, min: 1, max: 100, default: 25 })
  limit: number = 25;

  @Text({ optional: true, max: 128, description: 'What stands in a name or the serial number' })
  search?: string;

  @Text({ optional: true, max: 64, example: 'api.example.org' })
  commonName?: string;

  @AmongOf(STATUSES, 'Those of these states alone')
  status?: CertificateStatus[];

  @TextList(PROFILE_IDS)
  profileIds?: string[];

  @OfApplication()
  applicationId?: string;

  @FriendlyName()
  friendlyName?: string;

  @FromDate()
  fromDate?: string;

  @ToDate()
  toDate?: string;

  @OrderBy()
  orderBy?: 'notAfter';

  @ListOf(() => CertificateMetadataDto, { optional: true, max: 20 })
  metadata?: CertificateMetadataDto[];
}
