import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsString, ValidateIf } from 'class-validator';
import { HasLength } from './length.js';

/** Characters of a password as it is sent. Those of a new one are bounded far closer. */
const MAX_PASSWORD = 4096;

/** Characters of a password that is to be set. */
export const NEW_PASSWORD = { min: 8, max: 1024 } as const;

interface PasswordOptions {
  readonly optional?: boolean;
  /** Whether the password is to be set: the document says how long it may be, and the rules of passwords refuse it. */
  readonly isNew?: boolean;
}

/** A password as it is sent: every character counts, also white space around it. */
export function Password({ optional = false, isNew = false }: PasswordOptions = {}) {
  return applyDecorators(
    ApiProperty({
      type: 'string',
      minLength: isNew ? NEW_PASSWORD.min : 1,
      maxLength: isNew ? NEW_PASSWORD.max : MAX_PASSWORD,
      required: !optional,
      example: 'correct horse battery staple',
    }),
    IsString(),
    HasLength(1, MAX_PASSWORD),
    ...(optional ? [ValidateIf((_, value) => value !== undefined)] : []),
  );
}
