import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { Checked, IntField, Flag, Text, type TextOptions } from '../../http/body/fields.js';
import { urlProblem } from '../../outgoing/target-url.js';
import { caProblem } from '../keys/verification-key.js';
import { splitList } from '../tokens/pattern.js';

/** A text that null or '' empties, at a change too. */
export const SettingText = (options: TextOptions = {}) =>
  Text({ max: 2_048, trim: false, ...options, optional: true, nullable: true });

export const SettingFlag = (description: string) =>
  Flag({ optional: true, default: false, description });

export const AGE_FIELD = {
  optional: true,
  min: 60,
  max: 2_592_000,
  description: 'Seconds since a token was made; a day without it',
} as const;

export const MaxTokenAge = () => IntField(AGE_FIELD);

const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

/** An `https` URL that may be called, or ''. */
export const SettingUrl = (description: string, example: string) =>
  Checked(
    { type: 'string', pattern: '^(https://[!-~]*)?$', maxLength: 2_048, nullable: true },
    (value) => {
      if (isEmpty(value)) return null;
      return typeof value === 'string' ? urlProblem(value) : 'should be a text';
    },
    { optional: true, nullable: true, description, example },
  );

/** A certificate of nobody, whose key was thrown away. */
const EXAMPLE_CERTIFICATE = [
  '-----BEGIN CERTIFICATE-----',
  'MIIBezCCASGgAwIBAgIUBWlB73B+NZ4/jiLil0HJ1kINBGEwCgYIKoZIzj0EAwIw',
  'EjEQMA4GA1UEAwwHZXhhbXBsZTAgFw0yNjExMjMwMzQyMDZaGA8yMTI2MTAzMDAz',
  'NDIwNlowEjEQMA4GA1UEAwwHZXhhbXBsZTBZMBMGByqGSM49AgEGCCqGSM49AwEH',
  'A0IABFd8gvAj1L77+50LHlCGf3rygXgwSEFO7+3cvSRUVAZHWTNCupKVcsRPLvol',
  '08mHNS88vuJudc6ST3Oevs2ciomjUzBRMB0GA1UdDgQWBBRIsdfSNVDJKGjPiyb4',
  'qRjE6YGeDTAfBgNVHSMEGDAWgBRIsdfSNVDJKGjPiyb4qRjE6YGeDTAPBgNVHRMB',
  'Af8EBTADAQH/MAoGCCqGSM49BAMCA0gAMEUCIQDCyS6/DJDOJSuJZhn8VlN72MwB',
  'SKZ69bw2sSx+OligGgIgDCJFRjB1Wrzv8/Kk+kB3vv+vFO1X7SsgWoQ+hT3ncSQ=',
  '-----END CERTIFICATE-----',
].join('\n');

/** Certificates in PEM, or ''. */
export const SettingCa = () =>
  Checked(
    { type: 'string', maxLength: 65_536, nullable: true },
    (value) => {
      if (isEmpty(value)) return null;
      return typeof value === 'string' ? caProblem(value) : 'should be a text';
    },
    {
      optional: true,
      nullable: true,
      description: 'Certificates (PEM) that count in place of the roots of the system',
      example: EXAMPLE_CERTIFICATE,
    },
  );

const MAX_TOKEN = 8_192;
/** White space around it is taken off before. */
const TOKEN_FORM = '^\\s*[!-~]*\\s*$';

function tokenProblem(value: unknown): string | null {
  if (isEmpty(value)) return null;
  const isToken = typeof value === 'string' && /^[\x21-\x7e]*$/.test(value);
  if (!isToken) return 'should be a token: visible ASCII characters alone';
  return value.length > MAX_TOKEN ? `should have at most ${MAX_TOKEN} characters` : null;
}

/** A token that is sent in a header, or ''. White space around it, as at the end of a file, is no part of it. */
export const SettingToken = (description: string) =>
  applyDecorators(
    Checked(
      { type: 'string', maxLength: MAX_TOKEN, pattern: TOKEN_FORM, nullable: true },
      tokenProblem,
      {
        ...{ optional: true, nullable: true, description },
      },
    ),
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' ? value.trim() : value,
    ),
  );

/** A comma list. It is answered as it was sent. */
export const SettingList = (description: string, example?: string) =>
  SettingText({ max: 8_192, description, ...(example === undefined ? {} : { example }) });

/** No text of the database holds it. */
const NUL = 'must not contain the character NUL';

const MAX_CLAIMS = 30;
const MAX_ALTERNATIVES_LENGTH = 1_024;
const MAX_NAME = 256;

function claimsProblem(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value !== 'object' || Array.isArray(value)) return 'should be an object of texts';
  const entries = Object.entries(value);
  if (entries.length > MAX_CLAIMS) return `should have at most ${MAX_CLAIMS} claims`;
  for (const [name, patterns] of entries) {
    if (name === '' || name.length > MAX_NAME)
      return 'holds a name of a claim that is empty or too long';
    if (name.includes('\0')) return NUL;
    if (
      typeof patterns !== 'string' ||
      splitList(patterns).length === 0 ||
      patterns.length > MAX_ALTERNATIVES_LENGTH
    )
      return `should have a text of 1 to ${MAX_ALTERNATIVES_LENGTH} characters for ${name}`;
    if (patterns.includes('\0')) return NUL;
  }
  return null;
}

export const BoundClaims = () =>
  Checked(
    {
      type: 'object',
      maxProperties: MAX_CLAIMS,
      additionalProperties: {
        type: 'string',
        pattern: '[^,\\s]',
        maxLength: MAX_ALTERNATIVES_LENGTH,
      },
      nullable: true,
    },
    claimsProblem,
    {
      optional: true,
      nullable: true,
      example: { repository: 'octo/app' },
      description: 'Patterns by claim, comma lists; every claim has to hold',
    },
  );

const MAX_MAPPED = 20;

function mappingProblem(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value !== 'object' || Array.isArray(value)) return 'should be an object of texts';
  const entries = Object.entries(value);
  if (entries.length > MAX_MAPPED) return `should have at most ${MAX_MAPPED} names`;
  const isBad = ([name, path]: [string, unknown]) =>
    !/^[A-Za-z0-9_-]{1,64}$/.test(name) ||
    typeof path !== 'string' ||
    path === '' ||
    path.includes('\0') ||
    path.length > MAX_NAME;
  return entries.some(isBad)
    ? 'should have names of letters, digits, _ and -, each with the path of a claim'
    : null;
}

export const ClaimMapping = () =>
  Checked(
    {
      type: 'object',
      maxProperties: MAX_MAPPED,
      additionalProperties: { type: 'string', minLength: 1, maxLength: MAX_NAME },
      nullable: true,
    },
    mappingProblem,
    {
      optional: true,
      nullable: true,
      example: { team: 'team' },
      description: 'Claims that are told in the access token, by a name',
    },
  );
