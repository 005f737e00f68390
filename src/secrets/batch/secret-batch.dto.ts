import { applyDecorators, type Type } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { validateSync } from 'class-validator';
import type { FieldError } from '../../errors/api-error.js';
import { Flag, OneOf } from '../../http/body/fields.js';
import { ItemList } from '../../http/body/item-list.js';
import { toDto } from '../../http/body/to-dto.js';
import { problemsOf } from '../../http/body/validation-problems.js';
import type { SecretDraft } from '../secret.js';
import { DeleteItemDto, SecretItemDto, UpdateItemDto } from '../secret-bodies.dto.js';
import {
  keyProblem,
  valueProblem,
  type SecretScopeDto,
  V3SecretScopeDto,
  V4SecretScopeDto,
} from '../secrets.fields.js';
import { type ItemChanges, MODES, type Mode, type NamedItem } from './secret-batch-steps.js';

/** Secrets in one batch, which is one transaction. */
export const MAX_BATCH = 1_000;

/**
 * An item of nothing but key and value, as most are. It is held to the same two rules without the general
 * validator, which for a thousand of them costs more than their encryption.
 */
class PlainItem {
  constructor(
    readonly secretKey: string,
    readonly secretValue: string,
  ) {}

  problems(index: number): FieldError[] {
    const found = {
      secretKey: keyProblem(this.secretKey),
      secretValue: valueProblem(this.secretValue),
    };
    return Object.entries(found).flatMap(([field, problem]) =>
      problem === null
        ? []
        : [{ code: 'invalid_value', path: [index, field], message: `${field} ${problem}` }],
    );
  }

  toDraft(): SecretDraft {
    return { secretKey: this.secretKey, secretValue: this.secretValue };
  }

  toItem(): ItemChanges {
    return { secretKey: this.secretKey, changes: { secretValue: this.secretValue } };
  }
}

function toItem(Item: Type<object>, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  const { secretKey, secretValue } = value as Record<string, unknown>;
  const isPlain = typeof secretKey === 'string' && typeof secretValue === 'string';
  if (Item !== DeleteItemDto && isPlain && Object.keys(value).length === 2)
    return new PlainItem(secretKey.trim(), secretValue);
  return toDto(Item, value);
}

const ITEMS = [SecretItemDto, UpdateItemDto, DeleteItemDto];

function itemProblems(item: unknown, index: number): FieldError[] {
  if (item instanceof PlainItem) return item.problems(index);
  if (!ITEMS.some((Item) => item instanceof Item)) {
    return [{ code: 'invalid_type', path: [index], message: 'An item must be an object' }];
  }
  const errors = validateSync(item as object, { stopAtFirstError: true });
  return problemsOf(errors, [index]);
}

function Items(Item: Type<object>): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: [Item], minItems: 1, maxItems: MAX_BATCH }),
    ItemList({
      max: MAX_BATCH,
      name: 'secrets',
      toItem: (value) => toItem(Item, value),
      problems: itemProblems,
    }),
  );
}

const DryRun = () =>
  Flag({
    optional: true,
    default: false,
    description: 'Answer what would be done to each item, and why not, and write nothing',
  });

function CreateBatch(Scope: Type<SecretScopeDto>) {
  class CreateBatchBody extends Scope {
    @Items(SecretItemDto)
    secrets: (PlainItem | SecretItemDto)[];

    @DryRun()
    dryRun?: boolean;

    toDrafts(): SecretDraft[] {
      return this.secrets.map((item) => item.toDraft());
    }
  }
  return CreateBatchBody;
}

function UpdateBatch(Scope: Type<SecretScopeDto>) {
  class UpdateBatchBody extends Scope {
    @Items(UpdateItemDto)
    secrets: (PlainItem | UpdateItemDto)[];

    @OneOf(MODES, { optional: true, default: 'failOnNotFound' })
    mode?: Mode;

    @DryRun()
    dryRun?: boolean;

    toItems(): ItemChanges[] {
      return this.secrets.map((item) => item.toItem());
    }
  }
  return UpdateBatchBody;
}

function DeleteBatch(Scope: Type<SecretScopeDto>) {
  class DeleteBatchBody extends Scope {
    @Items(DeleteItemDto)
    secrets: DeleteItemDto[];

    @DryRun()
    dryRun?: boolean;

    toItems(): NamedItem[] {
      return this.secrets.map((item) => item.toItem());
    }
  }
  return DeleteBatchBody;
}

export class V3CreateBatchDto extends CreateBatch(V3SecretScopeDto) {}
export class V4CreateBatchDto extends CreateBatch(V4SecretScopeDto) {}
export class V3UpdateBatchDto extends UpdateBatch(V3SecretScopeDto) {}
export class V4UpdateBatchDto extends UpdateBatch(V4SecretScopeDto) {}
export class V3DeleteBatchDto extends DeleteBatch(V3SecretScopeDto) {}
export class V4DeleteBatchDto extends DeleteBatch(V4SecretScopeDto) {}
