import {
  Flag,
  Id,
  IntField,
  Nested,
  OneOf,
  QueryFlag,
  QueryIntField,
  QueryOffset,
  Slug,
  Text,
  TextList,
} from '../../http/body/fields.js';
import { HasForms } from '../../http/body/forms.decorator.js';
import { KEY_ALGORITHMS, type KeyAlgorithm } from '../../x509/key-algorithms.js';
import { AmongOf } from '../policies/policies.dto.js';
import {
  EXTENDED_KEY_USAGES,
  type ExtendedKeyUsage,
  KEY_USAGES,
  type KeyUsage,
  POLICY_SIGNATURE_ALGORITHMS,
} from '../policies/policy-rules.js';

/** A name in lower case, of two labels at least. */
export const HOST = /^(?!-)[a-z0-9-]{1,63}(?<!-)(\.(?!-)[a-z0-9-]{1,63}(?<!-))+$/;
const MAX_DAYS = 11_000;
const ISSUERS = ['ca', 'self-signed'] as const;
const ENROLLMENTS = ['api', 'acme', 'est', 'scep'] as const;
const SIGNATURES = Object.keys(POLICY_SIGNATURE_ALGORITHMS);

const PROJECT = {
  optional: true,
  description: 'The certificate project of the organization, if left out',
} as const;

/** Upper bounds of RFC 5280, appendix A.1. */
const Part = (max: number, example: string, description?: string) =>
  Text({ optional: true, max, example, ...(description ? { description } : {}) });

export class LeafConstraintsDto {
  @Flag({ optional: true, example: false, description: 'Whether it is that of an authority' })
  isCA?: boolean;

  @IntField({ optional: true, min: 0, max: 100, description: 'How many authorities may follow' })
  pathLength?: number;
}

export class ProfileDefaultsDto {
  @IntField({
    optional: true,
    min: 1,
    max: MAX_DAYS,
    example: 90,
    description: 'How long it lives',
  })
  ttlDays?: number;

  @Part(64, 'api.example.org')
  commonName?: string;

  @Part(64, 'Example Ltd')
  organization?: string;

  @Part(64, 'Platform', 'Part of its subject: a unit of the organization')
  organizationalUnit?: string;

  @Part(2, 'CH')
  country?: string;

  @Part(128, 'Zürich', 'Part of its subject: a state or province')
  state?: string;

  @Part(128, 'Winterthur')
  locality?: string;

  @TextList({
    ...{ optional: true, max: 10, each: 64, example: ['org', 'example'] },
    description: 'Parts of its subject: labels of a domain, the outermost first',
  })
  domainComponents?: string[];

  @OneOf(KEY_ALGORITHMS, { optional: true, example: 'EC_prime256v1' })
  keyAlgorithm?: KeyAlgorithm;

  @OneOf(SIGNATURES, {
    optional: true,
    example: 'ECDSA-SHA256',
    description: 'The algorithm of its signature: that of the key of the authority',
  })
  signatureAlgorithm?: string;

  @AmongOf(KEY_USAGES, 'What the key is for')
  keyUsages?: KeyUsage[];

  @AmongOf(EXTENDED_KEY_USAGES, 'What the certificate is for')
  extendedKeyUsages?: ExtendedKeyUsage[];

  @Nested(() => LeafConstraintsDto, { optional: true, description: 'No authority, if left out' })
  basicConstraints?: LeafConstraintsDto;
}

export class AcmeConfigDto {
  @Flag({
    optional: true,
    description:
      'Whether names are taken for granted: whoever has the binding secret may have each name that the policy allows',
  })
  skipDnsOwnershipVerification?: boolean;

  @Flag({
    optional: true,
    description: 'Whether accounts need no external account binding: challenges alone decide',
  })
  skipEabBinding?: boolean;

  @TextList({
    optional: true,
    min: 1,
    max: 5,
    each: 253,
    form: { pattern: HOST.source },
    example: ['ca.example.org'],
    description:
      'Names by which CAA records of DNS mean this authority: names are then refused whose records name others alone. Absent: CAA is not asked for',
  })
  caaIdentities?: string[];
}

class ProfileFieldsDto {
  @Id({ optional: true, description: 'The authority that issues' })
  caId?: string;

  @Id({ optional: true, description: 'The policy that its certificates keep' })
  certificatePolicyId?: string;

  @Id({ optional: true, deprecated: true, description: 'An older name of `certificatePolicyId`' })
  certificateTemplateId?: string;

  @Text({ optional: true, nullable: true, max: 255, example: 'Internal web servers' })
  description?: string | null;

  @OneOf(ISSUERS, {
    optional: true,
    offered: ['ca'],
    description: 'Certificates that sign themselves are not offered',
  })
  issuerType?: (typeof ISSUERS)[number];

  @OneOf(ENROLLMENTS, {
    optional: true,
    offered: ['api', 'acme'],
    description:
      'How certificates are got; by the API always, with `acme` also at an ACME directory',
  })
  enrollmentType?: (typeof ENROLLMENTS)[number];

  @Nested(() => AcmeConfigDto, {
    optional: true,
    description: 'How its ACME directory works, with `enrollmentType` `acme`',
  })
  acmeConfig?: AcmeConfigDto;

  @Flag({
    optional: true,
    description: 'Whether private keys that are made here are kept, to be read later',
    default: true,
  })
  storePrivateKey?: boolean;

  @Nested(() => ProfileDefaultsDto, {
    optional: true,
    description: 'What certificates say where their requests do not',
  })
  defaults?: ProfileDefaultsDto;
}

@HasForms(
  { required: ['caId', 'certificatePolicyId'] },
  { required: ['caId', 'certificateTemplateId'] },
)
export class CreateProfileDto extends ProfileFieldsDto {
  @Slug(64, { example: 'web-servers' })
  slug: string;

  @Id(PROJECT)
  projectId?: string;
}

export class UpdateProfileDto extends ProfileFieldsDto {
  @Slug(64, { optional: true, example: 'web-servers' })
  slug?: string;
}

export class ProfileProjectQuery {
  @Id(PROJECT)
  projectId?: string;
}

export class ListProfilesQuery extends ProfileProjectQuery {
  @QueryOffset()
  offset: number = 0;

  @QueryIntField({ min: 1, max: 100, default: 20 })
  limit: number = 20;

  @Text({ optional: true, max: 64, description: 'What stands somewhere in the slug' })
  search?: string;

  @Id({ optional: true, description: 'Those of this authority alone' })
  caId?: string;

  @Id({ optional: true, description: 'Those that are attached to this application alone' })
  applicationId?: string;

  @OneOf(ISSUERS, { optional: true, description: 'Those with such an issuer alone' })
  issuerType?: (typeof ISSUERS)[number];

  @OneOf(ENROLLMENTS, { optional: true, description: 'Those of that kind alone' })
  enrollmentType?: (typeof ENROLLMENTS)[number];

  @QueryFlag({ description: 'Changes nothing: profiles have no further settings' })
  includeConfigs?: boolean;
}
