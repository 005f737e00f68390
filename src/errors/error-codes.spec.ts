import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ACME_CODES } from './acme-codes.js';
import { APPROVAL_CODES } from './approval-codes.js';
import { ERROR_CODES, helpLink } from './error-codes.js';
import { ERROR_STATUS } from './error-names.js';
import { PEOPLE_CODES } from './people-codes.js';
import { REQUEST_CODES } from './request-codes.js';
import { SCIM_CODES } from './scim-codes.js';
import { CERTIFICATE_CODES } from './certificate-codes.js';
import { CONSOLE_CODES } from './console-error-codes.js';
import { IDEMPOTENCY_CODES } from './idempotency-codes.js';
import { SSO_CODES } from './sso-codes.js';
import { SERVICE_TOKEN_CODES } from './service-token-codes.js';
import { STATE_CODES } from './state-codes.js';

const ALL = Object.entries(ERROR_CODES);

const SOURCE = join(import.meta.dirname, '..');
const TABLES = /^errors\/.*-codes\.ts$/;

/** The source of the server without the tables and the tests. */
const source = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts') && !TABLES.test(file))
  .map((file) => readFileSync(join(SOURCE, file), 'utf8'))
  .join('\n');

describe('the codes of errors', () => {
  it.each(ALL)('has a name, a meaning and a next step: %s', (code, [error, meaning, next]) => {
    expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(Object.keys(ERROR_STATUS)).toContain(error);
    for (const text of [meaning, next]) expect(text).toMatch(/^[A-Z`].*[.)]$/s);
  });

  it.each(ALL)('is thrown somewhere: %s', (code) => {
    expect(source.includes(`'${code}'`)).toBe(true);
  });

  it('has no code in two tables', () => {
    const tables = [
      ACME_CODES,
      REQUEST_CODES,
      STATE_CODES,
      IDEMPOTENCY_CODES,
      PEOPLE_CODES,
      SCIM_CODES,
      SSO_CODES,
      SERVICE_TOKEN_CODES,
      CERTIFICATE_CODES,
      CONSOLE_CODES,
      APPROVAL_CODES,
    ];
    const count = tables.reduce((sum, table) => sum + Object.keys(table).length, 0);

    expect(ALL).toHaveLength(count);
  });

  it('covers every name of an error', () => {
    const names = new Set<string>(ALL.map(([, [error]]) => error));

    expect([...names].sort()).toEqual(Object.keys(ERROR_STATUS).sort());
  });

  it('makes a link that no proxy can turn elsewhere', () => {
    expect(helpLink('not-found')).toBe('</api/docs/errors#not-found>; rel="help"');
  });
});
