import {
  Checked,
  DateTimeField,
  Flag,
  Id,
  IntField,
  Nested,
  OneOf,
  QueryFlag,
  Slug,
  Text,
} from '../../http/body/fields.js';
import { NO_PATH_LENGTH } from '../../x509/extensions.js';
import { KEY_ALGORITHMS } from '../../x509/key-algorithms.js';
import { MAX_PEM } from '../../x509/pem.js';
import { REASON_CODES } from '../../x509/revocation-list.js';

const TYPES = ['root', 'intermediate'] as const;
/** What clients plan and send back; an authority that waits counts as active. */
const STATUSES = ['active', 'disabled', 'pending-certificate'] as const;
const MAX_PATH_LENGTH = 100;
const MAX_MIRRORS = 4;
const MAX_URL = 1_024;

/** Upper bounds of RFC 5280, appendix A.1. */
const Part = (max: number, example: string) => Text({ optional: true, max, example });

const Country = () =>
  Checked(
    { type: 'string', pattern: '^([A-Za-z]{2})?$', maxLength: 2, example: 'CH' },
    (value) =>
      typeof value === 'string' && /^([A-Za-z]{2})?$/.test(value)
        ? null
        : 'must be a country of two letters',
    { optional: true },
  );

const PathLength = (options: { readonly optional: boolean }) =>
  IntField({
    ...options,
    min: NO_PATH_LENGTH,
    max: MAX_PATH_LENGTH,
    example: 0,
    description: 'How many authorities may follow below; -1 for any number',
  });

const Moment = (description: string, optional = false) =>
  DateTimeField({ optional, description, example: '2036-11-23T00:00:00Z' });

const isUrl = (text: unknown): boolean =>
  typeof text === 'string' &&
  text.length <= MAX_URL &&
  /^https?:\/\/[\x21-\x7e]+$/.test(text) &&
  URL.canParse(text);

const Mirrors = () =>
  Checked(
    {
      type: 'array',
      items: { type: 'string', format: 'uri', maxLength: MAX_URL },
      maxItems: MAX_MIRRORS,
      example: ['http://pki.example.org/internal.crl'],
    },
    (value) =>
      Array.isArray(value) && value.length <= MAX_MIRRORS && value.every(isUrl)
        ? null
        : `must be at most ${MAX_MIRRORS} http or https URLs`,
    {
      optional: true,
      description: 'Where its lists of revoked certificates are as well; put there by you',
    },
  );

const HOST =
  '[A-Za-z0-9_]([A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?(\\.[A-Za-z0-9_]([A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?)*';

/** The forms that bounds of names have (RFC 5280, 4.2.1.10): one of another form would bound nothing. Ranges are read later. */
const FORMS = {
  dns: `\\.?${HOST}`,
  ip: '[!-~]+',
  email: `([!-?A-~]{1,64}@|\\.)?${HOST}`,
  uri: `\\.?${HOST}`,
} as const;

const Names = (kind: keyof typeof FORMS, example: string) =>
  Checked(
    {
      type: 'array',
      items: { type: 'string', minLength: 1, maxLength: 255, pattern: `^${FORMS[kind]}$` },
      maxItems: 100,
      example: [example],
    },
    (value) =>
      Array.isArray(value) && value.length <= 100 && value.every((each) => isBound(kind, each))
        ? null
        : `must be at most 100 bounds such as ${example}, in ASCII, without a star and without a dot at the end`,
    { optional: true },
  );

const isBound = (kind: keyof typeof FORMS, value: unknown): boolean =>
  typeof value === 'string' && value.length <= 255 && new RegExp(`^${FORMS[kind]}$`).test(value);

export class ConstrainedNamesDto {
  @Names('dns', 'example.org')
  dns?: string[];

  @Names('ip', '10.0.0.0/8')
  ip?: string[];

  @Names('email', 'example.org')
  email?: string[];

  @Names('uri', '.example.org')
  uri?: string[];
}

export class NameConstraintsDto {
  @Nested(() => ConstrainedNamesDto, { optional: true, description: 'Names below it are allowed' })
  permitted?: ConstrainedNamesDto;

  @Nested(() => ConstrainedNamesDto, { optional: true, description: 'Names below it are refused' })
  excluded?: ConstrainedNamesDto;
}

class SubjectDto {
  @Text({ optional: true, max: 255, example: 'Internal root', description: 'For people alone' })
  friendlyName?: string;

  @Part(64, 'Example Internal Root')
  commonName?: string;

  @Part(64, 'Example Ltd')
  organization?: string;

  @Part(64, 'Platform')
  ou?: string;

  @Country()
  country?: string;

  @Part(128, 'Zürich')
  province?: string;

  @Part(128, 'Winterthur')
  locality?: string;

  @Moment('As `notAfter`; now, if left out', true)
  notBefore?: string;

  @Moment('With it the certificate is made at once', true)
  notAfter?: string;

  @PathLength({ optional: true })
  maxPathLength?: number;

  @Id({ optional: true, description: 'Who signs its certificate, for an intermediate' })
  parentCaId?: string;

  @Mirrors()
  crlDistributionPointUrls?: string[];

  @Flag({
    optional: true,
    description: 'Whether it answers who asks if a certificate is revoked (OCSP)',
  })
  isOcspEnabled?: boolean;

  @Nested(() => NameConstraintsDto, { optional: true, description: 'For an intermediate' })
  nameConstraints?: NameConstraintsDto;
}

export class CreateAuthorityConfigurationDto extends SubjectDto {
  @OneOf(TYPES, { example: 'root' })
  type: (typeof TYPES)[number];

  @OneOf(KEY_ALGORITHMS, { optional: true, default: 'RSA_2048', example: 'EC_prime256v1' })
  keyAlgorithm: (typeof KEY_ALGORITHMS)[number] = 'RSA_2048';
}

export class UpdateAuthorityConfigurationDto extends SubjectDto {
  @OneOf(TYPES, { optional: true, example: 'root', description: 'Cannot change' })
  type?: (typeof TYPES)[number];

  @OneOf(KEY_ALGORITHMS, {
    optional: true,
    example: 'EC_prime256v1',
    description: 'Cannot change',
  })
  keyAlgorithm?: (typeof KEY_ALGORITHMS)[number];
}

const PROJECT = {
  optional: true,
  description: 'The certificate project of the organization, if left out',
} as const;

const Status = () => OneOf(STATUSES, { optional: true, default: 'active' });

export class CreateAuthorityDto {
  @Slug(64, { example: 'internal-root' })
  name: string;

  @Status()
  status: (typeof STATUSES)[number] = 'active';

  @Id(PROJECT)
  projectId?: string;

  @Nested(() => CreateAuthorityConfigurationDto)
  configuration: CreateAuthorityConfigurationDto;
}

export class UpdateAuthorityDto {
  @Slug(64, { optional: true, example: 'internal-root' })
  name?: string;

  @OneOf(STATUSES, { optional: true })
  status?: (typeof STATUSES)[number];

  @Nested(() => UpdateAuthorityConfigurationDto, { optional: true })
  configuration?: UpdateAuthorityConfigurationDto;
}

export class ListAuthoritiesQuery {
  @Id(PROJECT)
  projectId?: string;
}

export class DeleteAuthorityQuery {
  @QueryFlag({
    default: false,
    description: 'Whether to delete it although what it signed has not expired. Revokes nothing',
  })
  force: boolean = false;
}

export class MakeCertificateDto {
  @Moment('Now, if left out', true)
  notBefore?: string;

  @Moment('Its last moment')
  notAfter: string;

  @PathLength({ optional: false })
  maxPathLength: number;

  @Id({ optional: true, description: 'Who signs it, for an intermediate' })
  parentCaId?: string;
}

export class SignIntermediateDto {
  @Text({ min: 1, max: MAX_PEM, description: 'Key and subject, in PEM (PKCS #10)' })
  csr: string;

  @Moment('Now, if left out', true)
  notBefore?: string;

  @Moment('Its last moment')
  notAfter: string;

  @PathLength({ optional: true })
  maxPathLength: number = NO_PATH_LENGTH;
}

export class RenewAuthorityDto {
  @OneOf(['existing', 'rekey'], { description: '`rekey` makes a new key; both lists stay' })
  type: 'existing' | 'rekey';

  @Moment('Its last moment')
  notAfter: string;
}

export class ImportCertificateDto {
  @Text({ min: 1, max: MAX_PEM, description: 'The certificate, in PEM' })
  certificate: string;

  @Text({ min: 1, max: MAX_PEM, description: 'What certifies it, in PEM, the root last' })
  certificateChain: string;
}

export class RevokeAuthorityDto {
  @OneOf(Object.keys(REASON_CODES), { example: 'CESSATION_OF_OPERATION' })
  revocationReason: keyof typeof REASON_CODES;
}
