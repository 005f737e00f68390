import { ERROR_STATUS, type ErrorName } from '../errors/error-names.js';
import type { DescribedAnswer, Components, Route, Schema } from './parts.js';

/** What each error means, for the reader of one operation. */
const MEANINGS: Readonly<Partial<Record<ErrorName, string>>> = {
  BadRequest:
    'A semantic check refused a well-formed request; `details` says more where there is more to say',
  UnauthorizedError: 'The access token is missing, expired or invalid',
  PermissionDenied: 'The caller lacks a role or permission; `details` names it',
  NotFound: 'The resource does not exist or is outside the scope of the caller',
  RequestTimeout: 'The body did not arrive in time',
  Conflict:
    'A conflict with the current state, such as a name that is taken, or the Idempotency-Key of a request that still runs',
  PayloadTooLarge: 'The body is too large',
  UnsupportedMediaType: 'The body is not in a media type of this route',
  ValidationFailure: '`message` lists every field that failed validation',
  RateLimitExceeded: 'Too many requests; `Retry-After` gives the seconds to wait',
  InternalServerError: 'An unexpected error; `reqId` finds it in the log',
  ServiceUnavailable:
    'The server cannot do this now: it is starting or ending, or the audit log is behind',
  GatewayTimeoutError: 'The database did not answer in time',
  UriTooLong: 'The URL is longer than 8 KiB',
  RequestHeaderFieldsTooLarge: 'The header fields are too many or too long',
};

/** The specification's operations list its six errors, whatever they take. */
const SPECIFIED: readonly RegExp[] = [
  /^(post|get) \/api\/v1\/organization\/roles$/,
  /^\w+ \/api\/v2\/identity-project-additional-privilege/,
  /^\w+ \/api\/v1\/additional-privilege\/identity/,
  /^post \/api\/v3\/secrets\/batch\/raw$/,
  /^get \/api\/v1\/projects\/\{projectId\}\/identity-memberships$/,
];
const SIX: readonly ErrorName[] = [
  ...(['BadRequest', 'UnauthorizedError', 'PermissionDenied'] as const),
  ...(['NotFound', 'ValidationFailure', 'InternalServerError'] as const),
];

/** Public routes that check a credential of another kind. */
const CREDENTIAL = /\/(login|renew|revoke|bootstrap)$/;
/** Public routes that answer from the process alone. */
const ALONE = /^\/api\/(status|health\/live)$/;

/** The errors of an operation: what follows from what it takes. */
export function errorsOf({ method, path, operation }: Route): readonly ErrorName[] {
  const isSpecified = SPECIFIED.some((pattern) => pattern.test(`${method} ${path}`));
  const takesBody = operation.requestBody !== undefined;
  const takesToken = operation.security?.length !== 0;
  const parameters = operation.parameters ?? [];
  const takesAnything = takesBody || takesToken || parameters.length > 0;
  const isChange = method !== 'get' && (takesToken || takesBody);
  const happens: readonly (readonly [ErrorName, boolean])[] = [
    ['BadRequest', takesAnything],
    ['UnauthorizedError', takesToken || CREDENTIAL.test(path)],
    ['PermissionDenied', takesToken],
    ['NotFound', takesToken && (takesBody || parameters.some((each) => each.in !== 'header'))],
    ['RequestTimeout', takesBody],
    ['Conflict', isChange && takesToken],
    ['PayloadTooLarge', takesBody],
    ['UnsupportedMediaType', takesBody],
    ['ValidationFailure', takesAnything],
    ['RateLimitExceeded', takesAnything],
    ['InternalServerError', true],
    ['ServiceUnavailable', path.endsWith('/ready') || takesToken],
    ['GatewayTimeoutError', !ALONE.test(path)],
    // Refused before the route is known.
    ['UriTooLong', parameters.some((each) => each.in !== 'header')],
    ['RequestHeaderFieldsTooLarge', true],
  ];
  return happens
    .filter(([name, can]) => can || (isSpecified && SIX.includes(name)))
    .map(([name]) => name);
}

const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });
const bodyOf = (name: string) => ({ 'application/json': { schema: ref('schemas', name) } });

const OAUTH_PATH = '/api/v1/oauth/';
/** RFC 6749, 5.2: what is wrong with a request is a 400. */
const OAUTH_ERRORS: readonly ErrorName[] = [
  ...(['BadRequest', 'UnauthorizedError', 'RequestTimeout', 'PayloadTooLarge'] as const),
  ...(['UnsupportedMediaType', 'RateLimitExceeded', 'InternalServerError'] as const),
  'GatewayTimeoutError',
];

/** Adds the errors to the operation, each a reference to what all share. */
export function addErrors(route: Route, components: Components): void {
  const { path, operation } = route;
  const isOAuth = path.startsWith(OAUTH_PATH);
  const prefix = isOAuth ? 'OAuth' : '';
  for (const name of isOAuth ? OAUTH_ERRORS : errorsOf(route)) {
    const status = String(ERROR_STATUS[name]);
    components.responses[prefix + name] ??= answerOf(name, isOAuth);
    operation.responses[status] ??= ref('responses', prefix + name) as DescribedAnswer;
  }
}

function answerOf(name: ErrorName, isOAuth: boolean): DescribedAnswer {
  const headers: Record<string, object> = {
    'X-Request-Id': ref('headers', 'X-Request-Id'),
    Link: ref('headers', 'Error-Link'),
  };
  if (name === 'RateLimitExceeded') headers['Retry-After'] = ref('headers', 'Retry-After');
  return {
    description: MEANINGS[name] ?? name,
    headers,
    content: bodyOf(isOAuth ? 'OAuthError' : 'Error'),
  };
}

const FIELD_ERROR: Schema = {
  type: 'object',
  required: ['code', 'path', 'message'],
  properties: {
    code: {
      type: 'string',
      description: 'What kind of problem it is, for programs',
      examples: ['invalid_type'],
    },
    path: {
      type: 'array',
      description: 'Where it is: names of properties and indexes of lists, from the outside in',
      items: { type: ['string', 'integer'] },
      examples: [['secrets', 0, 'secretKey']],
    },
    message: {
      type: 'string',
      description: 'What is wrong, for people',
      examples: ['secretKey must be a string'],
    },
  },
};

/** The two shapes of errors, and one field of a 422. */
export const ERROR_SCHEMAS: Record<string, Schema> = {
  FieldError: FIELD_ERROR,
  Error: {
    type: 'object',
    required: ['reqId', 'statusCode', 'error', 'message'],
    properties: {
      reqId: {
        type: 'string',
        description: 'Identifies the request in the log; safe to share',
        pattern: '^req-[A-Za-z0-9]{14}$',
        examples: ['req-4kTq0Zc81bXyAm'],
      },
      statusCode: { type: 'integer', description: 'The status of the answer', examples: [404] },
      error: {
        type: 'string',
        description: 'The class of the error',
        enum: Object.keys(ERROR_STATUS),
      },
      message: {
        description: 'What is wrong: one sentence, or with a 422 every field that failed',
        oneOf: [
          { type: 'string', examples: ['The resource does not exist or is outside your scope.'] },
          { type: 'array', items: { $ref: '#/components/schemas/FieldError' } },
        ],
      },
      details: { description: 'More for programs; its structure depends on the error' },
    },
  },
  OAuthError: {
    type: 'object',
    required: ['error'],
    properties: {
      error: {
        type: 'string',
        description: 'One of the codes of RFC 6749, 5.2',
        examples: ['invalid_client'],
      },
      error_description: { type: 'string', description: 'What is wrong, for people' },
    },
  },
};
