import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { invalid } from '../errors/api-error.js';
import { Checked, type FieldOptions, OneOf } from '../http/body/fields.js';

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

/** Null if it can be a secret's value, else what is wrong. */
export function valueProblem(value: unknown): string | null {
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

const newNameProblem = (value: unknown) => (value === '' ? null : keyProblem(value));

/** An empty one is understood, and refused with a 400. */
export const NewSecretName = () =>
  applyDecorators(
    Checked({ type: 'string', maxLength: MAX_KEY_LENGTH }, newNameProblem, {
      optional: true,
      description: 'A new name for the secret',
    }),
    Trimmed,
  );

/** A name in a path. Every key is stored trimmed, so white space around it is no part of it. */
export const toKey = (name: string): string => name.trim();

/** The name in the path of a creation, held to the same rule as one in a body. Throws 422. */
export function toNewKey(name: string): string {
  const key = toKey(name);
  const problem = keyProblem(key);
  if (problem === null) return key;
  const message = `secretName ${problem}`;
  throw invalid([{ code: 'invalid_value', path: ['secretName'], message }]);
}

/** Any text, NUL included, kept byte for byte. */
export const SecretValue = (options: FieldOptions = {}) =>
  Checked({ type: 'string', maxLength: MAX_VALUE_BYTES }, valueProblem, {
    example: 's3cret',
    ...options,
  });

/** `personal` is understood, and refused with a 400: a machine has no personal secrets. */
export const SecretType = () =>
  OneOf(['shared', 'personal'], { optional: true, default: 'shared' });
