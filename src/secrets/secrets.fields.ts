import { Checked, type FieldOptions, OneOf } from '../http/fields.js';
import { Transform } from 'class-transformer';
import { applyDecorators } from '@nestjs/common';

export const MAX_KEY_LENGTH = 256;
export const MAX_VALUE_BYTES = 1024 * 1024;

/** Null if it can name a secret, else what is wrong. `:` and `/` mean something to references and paths. */
export function keyProblem(value: unknown): string | null {
  if (typeof value !== 'string') return 'must be a string';
  if (value === '') return 'must not be empty';
  if (value.length > MAX_KEY_LENGTH) return `must have at most ${MAX_KEY_LENGTH} characters`;
  if (/[:/\0]/.test(value)) return 'must not contain a colon, a slash or the character NUL';
  return null;
}

function valueProblem(value: unknown): string | null {
  if (typeof value !== 'string') return 'must be a string';
  return Buffer.byteLength(value) <= MAX_VALUE_BYTES ? null : 'must have at most 1 MiB in UTF-8';
}

const Trimmed = Transform(({ value }: { value: unknown }) =>
  typeof value === 'string' ? value.trim() : value,
);

export const SecretKey = (options: FieldOptions = {}) =>
  applyDecorators(
    Checked({ type: 'string', minLength: 1, maxLength: MAX_KEY_LENGTH }, keyProblem, {
      example: 'DB_PASSWORD',
      ...options,
    }),
    Trimmed,
  );

/** Any text, NUL included, kept byte for byte (decisions 24, 27a). */
export const SecretValue = (options: FieldOptions = {}) =>
  Checked({ type: 'string', maxLength: MAX_VALUE_BYTES }, valueProblem, {
    example: 's3cret',
    ...options,
  });

/** `personal` is understood, and refused with a 400: a machine has no personal secrets. */
export const SecretType = () =>
  OneOf(['shared', 'personal'], { optional: true, default: 'shared' });
