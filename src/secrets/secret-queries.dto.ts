import type { Type } from '@nestjs/common';
import { Checked, QueryFlag, QueryIntField, Text } from '../http/body/fields.js';
import { pointInTimeProblem } from './as-of/point-in-time.js';
import { MAX_GROUPS, parseMetadataFilter } from './metadata-filter.js';
import { QueryExpansion } from './references/expansion.field.js';
import type { Expansion } from './references/reference-resolver.js';
import type { SecretGetOptions, SecretListOptions } from './secret-reads.service.js';
import { type SecretScopeDto, V3SecretScopeDto, V4SecretScopeDto } from './secrets.fields.js';

const MAX_FILTER = 8_192;

/** The point in time to read at. */
const AsOf = () =>
  Checked({ type: 'string', maxLength: 64 }, pointInTimeProblem, {
    optional: true,
    description: 'As of a point in time: a time, or the id of an event of the project',
    example: '2026-11-21T12:00:00.000Z',
  });

/** Query of a list. References and imports are off in v3 and on in v4 unless asked for. */
function ListQuery(Scope: Type<SecretScopeDto>, isOn: boolean) {
  class ListQueryDto extends Scope {
    @QueryFlag({ default: true })
    viewSecretValue = true;

    @QueryExpansion(isOn)
    expandSecretReferences: Expansion = isOn;

    @QueryFlag({ default: false })
    recursive = false;

    @QueryFlag({ default: isOn, description: 'Also spelled includeImports' })
    include_imports?: boolean;

    @QueryFlag({ default: isOn, description: 'Also spelled include_imports' })
    includeImports?: boolean;

    @Text({ optional: true, max: 4096, description: 'Slugs split by commas: any of these tags' })
    tagSlugs?: string;

    @Checked({ type: 'string', maxLength: MAX_FILTER }, filterProblem, {
      optional: true,
      example: 'key=owner,value=payments',
    })
    metadataFilter?: string;

    @AsOf()
    asOf?: string;

    toOptions(): SecretListOptions {
      const { viewSecretValue, expandSecretReferences, recursive } = this;
      const tagSlugs = slugsIn(this.tagSlugs ?? '');
      const filter = parseMetadataFilter(this.metadataFilter ?? '') ?? [];
      return {
        viewSecretValue,
        expandSecretReferences,
        recursive,
        // Imports have no history: with asOf they are off unless asked for, and then refused.
        includeImports: this.include_imports ?? this.includeImports ?? (isOn && !this.asOf),
        ...(this.asOf ? { asOf: this.asOf } : {}),
        ...(tagSlugs.length > 0 ? { tagSlugs } : {}),
        ...(filter.length > 0 ? { metadataFilter: filter } : {}),
      };
    }
  }
  return ListQueryDto;
}

const slugsIn = (text: string): string[] =>
  text
    .split(',')
    .map((slug) => slug.trim())
    .filter(Boolean);

function filterProblem(value: unknown): string | null {
  const isText = typeof value === 'string' && value.length <= MAX_FILTER;
  if (isText && parseMetadataFilter(value) !== null) return null;
  return `must be at most ${MAX_GROUPS} groups such as key=a,value=b|key=c,value=d`;
}

function GetQuery(Scope: Type<SecretScopeDto>, isOn: boolean) {
  class GetQueryDto extends Scope {
    @QueryIntField({ min: 1, description: 'A past version instead of the present one' })
    version?: number;

    @AsOf()
    asOf?: string;

    @QueryFlag({ default: true })
    viewSecretValue = true;

    @QueryExpansion(isOn)
    expandSecretReferences: Expansion = isOn;

    @QueryFlag({ default: isOn, description: 'Also spelled includeImports' })
    include_imports?: boolean;

    @QueryFlag({ default: isOn, description: 'Also spelled include_imports' })
    includeImports?: boolean;

    toOptions(): SecretGetOptions {
      const { viewSecretValue, expandSecretReferences, asOf } = this;
      const includeImports = this.include_imports ?? this.includeImports ?? isOn;
      return { viewSecretValue, expandSecretReferences, includeImports, ...(asOf ? { asOf } : {}) };
    }
  }
  return GetQueryDto;
}

const LISTED_IN_V3 = { both: 'beside', shared: 'none', personal: 'only' } as const;

export class V3ListQuery extends ListQuery(V3SecretScopeDto, false) {
  override toOptions(): SecretListOptions {
    const { type = 'both' } = this;
    return { ...super.toOptions(), personal: LISTED_IN_V3[type as keyof typeof LISTED_IN_V3] };
  }
}

export class V4ListQuery extends ListQuery(V4SecretScopeDto, true) {
  @QueryFlag({
    default: false,
    description:
      'Whether what the calling person holds for themselves stands in the place of the shared secret of the same name. Machines hold nothing for themselves. Not with asOf: personal secrets have no past states',
  })
  includePersonalOverrides = false;

  override toOptions(): SecretListOptions {
    const personal = this.includePersonalOverrides ? 'instead' : 'none';
    return { ...super.toOptions(), personal: this.type === 'personal' ? 'only' : personal };
  }
}
export class V3GetQuery extends GetQuery(V3SecretScopeDto, false) {}
export class V4GetQuery extends GetQuery(V4SecretScopeDto, true) {}

function ByIdQuery(isOn: boolean) {
  class ByIdQueryDto {
    @AsOf()
    asOf?: string;

    @QueryFlag({ default: true })
    viewSecretValue = true;

    @QueryExpansion(isOn)
    expandSecretReferences: Expansion = isOn;
  }
  return ByIdQueryDto;
}

export class V3GetByIdQuery extends ByIdQuery(false) {}
export class V4GetByIdQuery extends ByIdQuery(true) {}
