import { didYouMean } from '../../errors/nearest.js';
import {
  Checked,
  Id,
  IntField,
  ListOf,
  Nested,
  OneOf,
  QueryIntField,
  QueryOffset,
  Slug,
  Text,
  TextList,
} from '../../http/body/fields.js';
import { isPolicyDuration } from './policy-check.js';
import {
  EXTENDED_KEY_USAGES,
  KEY_USAGES,
  POLICY_KEY_ALGORITHMS,
  POLICY_SIGNATURE_ALGORITHMS,
  SAN_TYPES,
  SUBJECT_TYPES,
} from './policy-rules.js';

const MAX_PATTERNS = 100;

const Patterns = (description: string) =>
  TextList({
    optional: true,
    max: MAX_PATTERNS,
    each: 255,
    description,
    example: ['*.example.org'],
  });

export const AmongOf = (values: readonly string[], description: string, nullable = false) =>
  Checked(
    {
      type: 'array',
      items: { type: 'string', enum: [...values] },
      maxItems: values.length,
      example: [values[0]],
    },
    (value) => amongProblem(values, value),
    { optional: true, nullable, description },
  );

function amongProblem(values: readonly string[], list: unknown): string | null {
  const known = `must be a list of: ${values.join(', ')}`;
  if (!Array.isArray(list) || list.length > values.length) return known;
  const unknown = (list as readonly unknown[]).filter((each) => !values.includes(each as string));
  if (unknown.length === 0) return null;
  const [word] = unknown;
  return typeof word === 'string' ? `${known}.${didYouMean(word, values)}` : known;
}

class PatternsDto {
  @Patterns('What values may be; `*` is any run of characters')
  allowed?: string[];

  @Patterns('What has to be there, each once at least')
  required?: string[];

  @Patterns('What no value may be; prevails over the others')
  denied?: string[];
}

export class SubjectRuleDto extends PatternsDto {
  @OneOf(SUBJECT_TYPES, { example: 'common_name' })
  type: (typeof SUBJECT_TYPES)[number];
}

export class SanRuleDto extends PatternsDto {
  @OneOf(SAN_TYPES, { example: 'dns_name' })
  type: (typeof SAN_TYPES)[number];
}

export class KeyUsageRuleDto {
  @AmongOf(KEY_USAGES, 'What a certificate may have')
  allowed?: string[];

  @AmongOf(KEY_USAGES, 'What it has to have')
  required?: string[];

  @AmongOf(KEY_USAGES, 'What it may not have; prevails over the others')
  denied?: string[];
}

export class ExtendedKeyUsageRuleDto {
  @AmongOf(EXTENDED_KEY_USAGES, 'What a certificate may have')
  allowed?: string[];

  @AmongOf(EXTENDED_KEY_USAGES, 'What it has to have')
  required?: string[];

  @AmongOf(EXTENDED_KEY_USAGES, 'What it may not have; prevails over the others')
  denied?: string[];
}

export class PolicyAlgorithmsDto {
  @AmongOf(Object.values(POLICY_SIGNATURE_ALGORITHMS), 'Algorithms of the signature')
  signature?: string[];

  @AmongOf(Object.values(POLICY_KEY_ALGORITHMS), 'Algorithms of the key')
  keyAlgorithm?: string[];
}

export class PolicyValidityDto {
  @Checked(
    { type: 'string', pattern: '^[1-9]\\d{0,4}[hdmy]$', maxLength: 6, example: '90d' },
    (value) =>
      typeof value === 'string' && isPolicyDuration(value)
        ? null
        : 'must be hours, days, months or years such as 12h, 90d, 6m or 2y',
    { optional: true, description: 'How long a certificate may live; `m` is months' },
  )
  max?: string;
}

export class PolicyConstraintsDto {
  @OneOf(['allowed', 'required', 'denied'], {
    optional: true,
    description: 'Whether certificates are those of authorities; denied, if left out',
  })
  isCA?: 'allowed' | 'required' | 'denied';

  @IntField({ optional: true, min: 0, max: 100, description: 'Its greatest path length' })
  maxPathLength?: number;
}

/** What a policy holds; absent stays absent. */
class PolicyRulesDto {
  @ListOf(() => SubjectRuleDto, {
    optional: true,
    max: 20,
    description: 'Parts of the subject; a kind without a rule may not be there',
  })
  subject?: SubjectRuleDto[];

  @ListOf(() => SanRuleDto, {
    optional: true,
    max: 20,
    description: 'Names; a kind without a rule may not be there. An IP entry may be a range',
  })
  sans?: SanRuleDto[];

  @Nested(() => KeyUsageRuleDto, { optional: true, description: 'No bound, if left out' })
  keyUsages?: KeyUsageRuleDto;

  @Nested(() => ExtendedKeyUsageRuleDto, { optional: true, description: 'No bound, if left out' })
  extendedKeyUsages?: ExtendedKeyUsageRuleDto;

  @Nested(() => PolicyAlgorithmsDto, { optional: true, description: 'No bound, if left out' })
  algorithms?: PolicyAlgorithmsDto;

  @Nested(() => PolicyValidityDto, { optional: true, description: 'No bound, if left out' })
  validity?: PolicyValidityDto;

  @Nested(() => PolicyConstraintsDto, { optional: true, description: 'No authority, if left out' })
  basicConstraints?: PolicyConstraintsDto;
}

export class CreateCertificatePolicyDto extends PolicyRulesDto {
  @Slug(64, { example: 'web-servers' })
  name: string;

  @Text({ optional: true, nullable: true, max: 255, example: 'Internal web servers' })
  description?: string | null;

  @Id({ optional: true, description: 'The certificate project of the organization, if left out' })
  projectId?: string;
}

export class UpdateCertificatePolicyDto extends PolicyRulesDto {
  @Slug(64, { optional: true, example: 'web-servers' })
  name?: string;

  @Text({ optional: true, nullable: true, max: 255, example: 'Internal web servers' })
  description?: string | null;
}

export class ListCertificatePoliciesQuery {
  @Id({ optional: true, description: 'The certificate project of the organization, if left out' })
  projectId?: string;

  @QueryOffset()
  offset: number = 0;

  @QueryIntField({ min: 1, max: 100, default: 20 })
  limit: number = 20;

  @Text({ optional: true, max: 64, description: 'What stands somewhere in the name' })
  search?: string;
}
