import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsString, ValidateBy } from 'class-validator';
import { canonicalDomain } from './email.field.js';

/** RFC 1035, 2.3.4. */
const MAX_DOMAIN = 253;

const IsCanonicalDomain = ValidateBy({
  name: 'domain',
  validator: {
    validate: (value: unknown) =>
      typeof value === 'string' &&
      value.length <= MAX_DOMAIN &&
      value.includes('.') &&
      canonicalDomain(value) === value,
    defaultMessage: () => '$property must be one domain, such as example.org',
  },
});

/** A domain with a dot. The DTO has it in the canonical spelling, as the addresses in it. */
export const Domain = (): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ type: 'string', minLength: 3, maxLength: MAX_DOMAIN, example: 'example.org' }),
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' ? (canonicalDomain(value.trim()) ?? value) : value,
    ),
    IsString(),
    IsCanonicalDomain,
  );
