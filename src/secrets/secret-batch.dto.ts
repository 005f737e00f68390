import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { plainToInstance, Transform } from 'class-transformer';
import { ValidateBy, validateSync } from 'class-validator';
import type { FieldError } from '../errors/api-error.js';
import { problemsOf } from '../http/validation-problems.js';
import type { SecretDraft } from './secret.js';
import { SecretItemDto } from './secret-bodies.dto.js';
import { V3PlaceDto } from './secret-place.dto.js';
import { keyProblem, valueProblem } from './secrets.fields.js';

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
}

type Item = PlainItem | SecretItemDto;

function toItem(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  const { secretKey, secretValue } = value as Record<string, unknown>;
  const isPlain = typeof secretKey === 'string' && typeof secretValue === 'string';
  if (isPlain && Object.keys(value).length === 2)
    return new PlainItem(secretKey.trim(), secretValue);
  return plainToInstance(SecretItemDto, value, { exposeUnsetFields: false });
}

function itemsProblems(value: unknown): FieldError[] {
  if (!Array.isArray(value)) {
    return [{ code: 'invalid_type', path: [], message: 'secrets must be an array' }];
  }
  if (value.length < 1 || value.length > MAX_BATCH) {
    const code = value.length < 1 ? 'too_small' : 'too_big';
    return [{ code, path: [], message: `secrets must contain 1 to ${MAX_BATCH} elements` }];
  }
  return value.flatMap((item: unknown, index) => itemProblems(item, index));
}

function itemProblems(item: unknown, index: number): FieldError[] {
  if (item instanceof PlainItem) return item.problems(index);
  if (!(item instanceof SecretItemDto)) {
    return [{ code: 'invalid_type', path: [index], message: 'An item must be an object' }];
  }
  const errors = validateSync(item, { whitelist: true, stopAtFirstError: true });
  return problemsOf(errors, [index]);
}

function SecretItems(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: [SecretItemDto], minItems: 1, maxItems: MAX_BATCH }),
    Transform(({ value }: { value: unknown }) =>
      Array.isArray(value) ? value.map(toItem) : value,
    ),
    ValidateBy(
      {
        name: 'secretItems',
        validator: {
          validate: (value: unknown) => itemsProblems(value).length === 0,
          defaultMessage: () => 'secrets must be an array of secrets',
        },
      },
      { context: { problems: itemsProblems } },
    ),
  );
}

export class CreateBatchDto extends V3PlaceDto {
  @SecretItems()
  secrets: Item[];

  toDrafts(): SecretDraft[] {
    return this.secrets.map((item) => item.toDraft());
  }
}
