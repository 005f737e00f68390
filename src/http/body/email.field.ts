import { domainToASCII } from 'node:url';
import { ApiProperty } from '@nestjs/swagger';
import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsString, ValidateBy, ValidateIf } from 'class-validator';
import type { FieldOptions } from './fields.js';

const MAX_EMAIL = 254;
const MAX_LOCAL = 64;
/** Enough for any address that becomes a canonical one; longer texts are not looked at. */
const MAX_SENT = 1024;

/** A dot-atom (RFC 5322 3.2.3): ASCII alone, so that no normalization can turn one local part into another. */
const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
/** What `domainToASCII` may be asked: it would also decode `%41` and read `0x7f` as an IPv4 address. */
const DOMAIN = /^[\p{L}\p{M}\p{N}\-.\u3002\uFF0E\uFF61]+$/u;
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Returns the one spelling under which an e-mail address is stored and compared; null for what is none. The local part
 * is lower case, the domain is in ASCII (IDNA) without a final dot. Dots and `+` stay: folding them would merge strangers.
 */
export function canonicalEmail(text: string): string | null {
  if (text.length > MAX_SENT) return null;
  const [local = '', domain = '', ...more] = text.trim().split('@');
  if (more.length > 0 || local.length > MAX_LOCAL || !LOCAL.test(local)) return null;
  const host = canonicalDomain(domain);
  if (host === null) return null;
  const email = `${local.toLowerCase()}@${host}`;
  return email.length <= MAX_EMAIL ? email : null;
}

/** Returns a domain in ASCII (IDNA), lower case, without a final dot; null for what is none. */
export function canonicalDomain(text: string): string | null {
  if (text.length > MAX_SENT || !DOMAIN.test(text)) return null;
  const labels = domainToASCII(text).replace(/\.$/, '').split('.');
  // A last label of digits, or in hexadecimal, makes an IPv4 address of the whole (WHATWG URL, 3.5).
  const isAddress = /^([0-9]+|0x[0-9a-f]*)$/.test(labels.at(-1)!);
  return labels.every((label) => LABEL.test(label)) && !isAddress ? labels.join('.') : null;
}

const IsCanonicalEmail = ValidateBy({
  name: 'email',
  validator: {
    validate: (value: unknown) => typeof value === 'string' && canonicalEmail(value) === value,
    defaultMessage: () =>
      '$property must be one e-mail address: ASCII letters, digits and signs, an @, and a domain',
  },
});

/** An e-mail address. The DTO has it in the canonical spelling. */
export function Email({ optional = false, ...options }: FieldOptions = {}): PropertyDecorator {
  const schema = { type: 'string', format: 'email', minLength: 3, maxLength: MAX_SENT } as const;
  const canonical = Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? (canonicalEmail(value) ?? value) : (value ?? undefined),
  );
  return applyDecorators(
    ApiProperty({ example: 'ann@example.org', ...options, ...schema, required: !optional }),
    canonical,
    IsString(),
    IsCanonicalEmail,
    ...(optional ? [ValidateIf((_, value) => value !== undefined)] : []),
  );
}
