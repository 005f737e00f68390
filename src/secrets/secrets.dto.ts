import type { Type } from '@nestjs/common';
import { badRequest } from '../errors/api-error.js';
import {
  Checked,
  Flag,
  FreeObject,
  Id,
  ListOf,
  QueryFlag,
  QueryWhole,
  Text,
  TextList,
  Whole,
} from '../http/fields.js';
import { FolderPath } from '../projects/folders/folder-path.field.js';
import { MAX_GROUPS, parseMetadataFilter } from './metadata-filter.js';
import type { SecretDraft } from './secret.js';
import type { ListOptions, Where } from './secret-reads.service.js';
import { SecretKey, SecretType, SecretValue } from './secrets.fields.js';

/** Secrets in one batch, which is one transaction. */
const MAX_BATCH = 1_000;
const MAX_FILTER = 8_192;

/** The folder a request is about; each dialect adds its names for the project. */
class PlaceDto {
  @Text({ optional: true, max: 64, description: 'Slug of the environment', example: 'dev' })
  environment?: string;

  @FolderPath({ optional: true, default: '/' })
  secretPath = '/';

  @SecretType()
  type?: string;

  /** Id and slug of the project, where given. */
  protected project(): readonly [id: string | undefined, slug: string | undefined] {
    return [undefined, undefined];
  }

  /** Throws 400 for a personal secret. */
  toWhere(): Where {
    if (this.type === 'personal') throw badRequest('A machine identity has no personal secrets.');
    const { environment, secretPath } = this;
    const [projectId, projectSlug] = this.project();
    return {
      secretPath,
      ...(environment ? { environment } : {}),
      ...(projectId ? { projectId } : {}),
      ...(projectSlug ? { projectSlug } : {}),
    };
  }
}

class V3PlaceDto extends PlaceDto {
  @Id({ optional: true, description: 'Id of the project' })
  workspaceId?: string;

  @Id({ optional: true, description: 'Another name of workspaceId' })
  projectId?: string;

  @Text({ optional: true, max: 64, description: 'Slug of the project', example: 'shop-x7k2' })
  projectSlug?: string;

  @Text({ optional: true, max: 64, description: 'Another name of projectSlug' })
  workspaceSlug?: string;

  protected override project() {
    const id = this.workspaceId ?? this.projectId;
    return [id, this.projectSlug || this.workspaceSlug] as const;
  }
}

class V4PlaceDto extends PlaceDto {
  @Id({ optional: true, description: 'Id of the project' })
  projectId?: string;

  protected override project() {
    return [this.projectId, undefined] as const;
  }
}

/** Query of a list. References and imports are off in v3 and on in v4 unless asked for (decision 18). */
function ListQuery(Place: Type<PlaceDto>, isOn: boolean) {
  class ListQueryDto extends Place {
    @QueryFlag({ default: true })
    viewSecretValue = true;

    @QueryFlag({ default: isOn })
    expandSecretReferences = isOn;

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

    toOptions(): ListOptions {
      const { viewSecretValue, expandSecretReferences, recursive, tagSlugs } = this;
      const filter = parseMetadataFilter(this.metadataFilter ?? '') ?? [];
      return {
        viewSecretValue,
        expandSecretReferences,
        recursive,
        ...(tagSlugs ? { tagSlugs: tagSlugs.split(',').map((slug) => slug.trim()) } : {}),
        ...(filter.length > 0 ? { metadataFilter: filter } : {}),
      };
    }

    get wantsImports(): boolean {
      return this.include_imports ?? this.includeImports ?? isOn;
    }
  }
  return ListQueryDto;
}

function filterProblem(value: unknown): string | null {
  const isText = typeof value === 'string' && value.length <= MAX_FILTER;
  if (isText && parseMetadataFilter(value) !== null) return null;
  return `must be at most ${MAX_GROUPS} groups such as key=a,value=b|key=c,value=d`;
}

function GetQuery(Place: Type<PlaceDto>, isOn: boolean) {
  class GetQueryDto extends Place {
    @QueryWhole({ min: 1, description: 'A past version instead of the present one' })
    version?: number;

    @QueryFlag({ default: true })
    viewSecretValue = true;

    @QueryFlag({ default: isOn })
    expandSecretReferences = isOn;
  }
  return GetQueryDto;
}

export class V3ListQuery extends ListQuery(V3PlaceDto, false) {}
export class V4ListQuery extends ListQuery(V4PlaceDto, true) {}
export class V3GetQuery extends GetQuery(V3PlaceDto, false) {}
export class V4GetQuery extends GetQuery(V4PlaceDto, true) {}

export class GetByIdQuery {
  @QueryFlag({ default: true })
  viewSecretValue = true;

  @QueryFlag({ default: false })
  expandSecretReferences = false;
}

class MetadataItemDto {
  @Text({ min: 1, max: 255, example: 'owner' })
  key: string;

  @Text({ optional: true, max: 1020, default: '', trim: false })
  value = '';

  @Flag({ optional: true, default: false })
  isEncrypted = false;
}

/** What creating and updating a secret have in common, on top of how the request names its place. */
function SecretFields<B extends object>(Base: Type<B>) {
  class SecretFieldsDto extends (Base as Type<object>) {
    @Text({ optional: true, max: 65_536, default: '' })
    secretComment?: string;

    @Flag({ optional: true })
    skipMultilineEncoding?: boolean;

    @FreeObject({ optional: true, description: 'Free-form, as older clients send it' })
    metadata?: Record<string, unknown>;

    @ListOf(() => MetadataItemDto, { optional: true, max: 100 })
    secretMetadata?: MetadataItemDto[];

    @TextList({ optional: true, max: 100, description: 'Ids of tags of the project' })
    tagIds?: string[];

    @Text({ optional: true, max: 1024 })
    secretReminderNote?: string;

    @Whole({ optional: true, max: 3650 })
    secretReminderRepeatDays?: number;

    /** Only what was given. */
    toFields(): Omit<SecretDraft, 'secretKey' | 'secretValue'> {
      const { secretComment, skipMultilineEncoding, metadata, secretMetadata, tagIds } = this;
      const { secretReminderNote, secretReminderRepeatDays } = this;
      const all = { secretComment, skipMultilineEncoding, metadata, secretMetadata, tagIds };
      const reminder = { secretReminderNote, secretReminderRepeatDays };
      const entries = Object.entries({ ...all, ...reminder });
      return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
    }
  }
  return SecretFieldsDto as Type<SecretFieldsDto & B>;
}

export class SecretItemDto extends SecretFields(Object) {
  @SecretKey()
  secretKey: string;

  @SecretValue()
  secretValue: string;
}

export class CreateBatchDto extends V3PlaceDto {
  @ListOf(() => SecretItemDto, { min: 1, max: MAX_BATCH })
  secrets: SecretItemDto[];
}

export class V3CreateDto extends SecretFields(V3PlaceDto) {
  @SecretValue({ optional: true, default: '' })
  secretValue = '';
}

export class V3UpdateDto extends SecretFields(V3PlaceDto) {
  @SecretValue({ optional: true })
  secretValue?: string;

  @SecretKey({ optional: true, description: 'A new name for the secret' })
  newSecretName?: string;
}

export class V3DeleteDto extends V3PlaceDto {}
