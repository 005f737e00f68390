import type { Type } from '@nestjs/common';
import { Flag, FreeObject, ListOf, Text, TextList, IntField } from '../http/body/fields.js';
import { FolderPath } from '../projects/folders/folder-path.field.js';
import type { SecretChanges, SecretDraft } from './secret.js';
import type { GuardedWhere } from './secret-changes.service.js';
import {
  NewSecretName,
  SecretKey,
  SecretType,
  SecretValue,
  type SecretScopeDto,
  V3SecretScopeDto,
  V4SecretScopeDto,
} from './secrets.fields.js';
import type { ItemChanges, NamedItem } from './batch/secret-batch-steps.js';

class MetadataItemDto {
  @Text({ min: 1, max: 255, example: 'owner' })
  key: string;

  @Text({
    optional: true,
    max: 1020,
    trim: false,
    description: 'Empty if absent',
    example: 'payments',
  })
  value = '';

  @Flag({ optional: true, description: 'Whether it is confidential; false if absent' })
  isEncrypted = false;
}

/** What creating and updating a secret have in common, on top of how the request names its place. */
function SecretFields<B extends object>(Base: Type<B>) {
  class SecretFieldsDto extends (Base as Type<object>) {
    @Text({
      optional: true,
      max: 65_536,
      trim: false,
      description: 'A comment; empty if it was never given',
    })
    secretComment?: string;

    @Flag({ optional: true })
    skipMultilineEncoding?: boolean;

    @FreeObject({ optional: true, description: 'Free-form, as older clients send it' })
    metadata?: Record<string, unknown>;

    @ListOf(() => MetadataItemDto, { optional: true, max: 100 })
    secretMetadata?: MetadataItemDto[];

    @TextList({ optional: true, max: 100, description: 'Ids of tags of the project' })
    tagIds?: string[];

    @Text({ optional: true, max: 1024, trim: false })
    secretReminderNote?: string;

    @IntField({ optional: true, max: 3650 })
    secretReminderRepeatDays?: number;
  }
  return SecretFieldsDto as Type<SecretFieldsDto & B>;
}

type Fields = InstanceType<ReturnType<typeof SecretFields>>;

/** The fields of a secret that were given. An empty note, or zero days, is stored as none. */
function given(dto: Fields) {
  const { secretComment, secretMetadata, tagIds, secretReminderNote, secretReminderRepeatDays } =
    dto;
  const options = present({
    skipMultilineEncoding: dto.skipMultilineEncoding,
    legacyMetadata: dto.metadata,
    reminderNote: secretReminderNote === '' ? null : secretReminderNote,
    reminderRepeatDays: secretReminderRepeatDays === 0 ? null : secretReminderRepeatDays,
  });
  return { ...present({ secretComment, secretMetadata, tagIds }), options };
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

const present = <T extends object>(all: T): Present<T> =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Present<T>;

export class SecretItemDto extends SecretFields(Object) {
  @SecretKey()
  secretKey: string;

  @SecretValue()
  secretValue: string;

  toDraft(): SecretDraft {
    return { ...given(this), secretKey: this.secretKey, secretValue: this.secretValue };
  }
}

const ExpectedVersion = () =>
  IntField({ optional: true, min: 1, description: 'Refuse with 409 unless it is at this version' });

/** An item's own folder, where it is not the batch's. */
const OwnPath = () => FolderPath({ optional: true });

export class UpdateItemDto extends SecretFields(Object) {
  @SecretKey()
  secretKey: string;

  @OwnPath()
  secretPath?: string;

  @SecretValue({ optional: true })
  secretValue?: string;

  @NewSecretName()
  newSecretName?: string;

  @ExpectedVersion()
  expectedVersion?: number;

  @SecretType()
  type?: string;

  toItem(): ItemChanges {
    const { secretKey, secretPath, secretValue, newSecretName, expectedVersion } = this;
    return {
      secretKey,
      isPersonal: this.type === 'personal',
      ...present({ secretPath, expectedVersion }),
      changes: { ...given(this), ...present({ secretValue, newSecretName }) },
    };
  }
}

export class DeleteItemDto {
  @SecretKey()
  secretKey: string;

  @OwnPath()
  secretPath?: string;

  @ExpectedVersion()
  expectedVersion?: number;

  @SecretType()
  type?: string;

  toItem(): NamedItem {
    const { secretKey, secretPath, expectedVersion } = this;
    const isPersonal = this.type === 'personal';
    return { secretKey, isPersonal, ...present({ secretPath, expectedVersion }) };
  }
}

function CreateBody(Scope: Type<SecretScopeDto>) {
  class CreateBodyDto extends SecretFields(Scope) {
    @SecretValue({ optional: true, default: '' })
    secretValue = '';

    toDraft(secretKey: string): SecretDraft {
      return { ...given(this), secretKey, secretValue: this.secretValue };
    }
  }
  return CreateBodyDto;
}

function UpdateBody(Scope: Type<SecretScopeDto>) {
  class UpdateBodyDto extends SecretFields(Scope) {
    @SecretValue({ optional: true })
    secretValue?: string;

    @NewSecretName()
    newSecretName?: string;

    @ExpectedVersion()
    expectedVersion?: number;

    override toScope(): GuardedWhere {
      return { ...super.toScope(), ...present({ expectedVersion: this.expectedVersion }) };
    }

    toChanges(): SecretChanges {
      const { secretValue, newSecretName } = this;
      return { ...given(this), ...present({ secretValue, newSecretName }) };
    }
  }
  return UpdateBodyDto;
}

function DeleteBody(Scope: Type<SecretScopeDto>) {
  class DeleteBodyDto extends Scope {
    @ExpectedVersion()
    expectedVersion?: number;

    override toScope(): GuardedWhere {
      return { ...super.toScope(), ...present({ expectedVersion: this.expectedVersion }) };
    }
  }
  return DeleteBodyDto;
}

export class V3CreateDto extends CreateBody(V3SecretScopeDto) {}
export class V4CreateDto extends CreateBody(V4SecretScopeDto) {}
export class V3UpdateDto extends UpdateBody(V3SecretScopeDto) {}
export class V4UpdateDto extends UpdateBody(V4SecretScopeDto) {}
export class V3DeleteDto extends DeleteBody(V3SecretScopeDto) {}
export class V4DeleteDto extends DeleteBody(V4SecretScopeDto) {}
