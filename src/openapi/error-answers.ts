import { ERROR_STATUS, type ErrorName } from '../errors/error-names.js';
import type { DescribedAnswer, Components, Route } from './parts.js';

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
    'The server cannot do this now: it is starting or ending, too many people sign in, or the audit log is behind',
  GatewayTimeoutError:
    'The database, or whoever checks the login of a workload, did not answer in time',
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

/** Errors that say in `Retry-After` when to try again: always, or where they can. */
const TELLS_WHEN: readonly ErrorName[] = [
  ...(['RateLimitExceeded', 'UnauthorizedError', 'ServiceUnavailable'] as const),
  'GatewayTimeoutError',
];

/** Public routes that check a credential of another kind. */
const CREDENTIAL =
  /\/(login[12]?|renew|revoke|bootstrap|token|logout|lock|console\/code|account-recovery\/reset|complete-account|invite-org\/verify|callback(\/\{\w+\})?)$/;
/** Public routes that only pages of this server may call from a browser, or that take a token of people alone. */
const OWN_PAGES =
  /\/api\/(v3\/auth\/login|v1\/auth\/(token|token\/renew|token\/revoke|logout|lock|console\/(login|code))|v1\/invite-org\/verify|v3\/signup\/complete-account)$/;
/** Public routes that look at passwords, of which only so many are looked at at once. */
const PASSWORDS = /\/(v3\/auth\/login|bootstrap|account-recovery\/reset|complete-account)$/;
/** Public routes of what is published by id. */
const PUBLISHED = /\/(crl\/\{crlId\}(\/der)?|\{certificateId\}\/der|ocsp\/\{caId\}(\/\{\w+\})?)$/;
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
    ['PermissionDenied', takesToken || OWN_PAGES.test(path)],
    [
      'NotFound',
      PUBLISHED.test(path) ||
        (takesToken && (takesBody || parameters.some((each) => each.in !== 'header'))),
    ],
    ['RequestTimeout', takesBody],
    ['Conflict', isChange && takesToken],
    ['PayloadTooLarge', takesBody],
    ['UnsupportedMediaType', takesBody],
    ['ValidationFailure', takesAnything],
    ['RateLimitExceeded', takesAnything],
    ['InternalServerError', true],
    ['ServiceUnavailable', path.endsWith('/ready') || takesToken || PASSWORDS.test(path)],
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

/** Errors of a protocol with a body of its own. */
interface ProtocolErrors {
  readonly prefix: string;
  readonly schema: string;
  readonly mediaType: string;
  readonly errorsOf: (route: Route) => readonly ErrorName[];
}

/** RFC 6749, 5.2: what is wrong with a request is a 400. */
const OAUTH_ERRORS: readonly ErrorName[] = [
  ...(['BadRequest', 'UnauthorizedError', 'RequestTimeout', 'PayloadTooLarge'] as const),
  ...(['UnsupportedMediaType', 'RateLimitExceeded', 'InternalServerError'] as const),
  'GatewayTimeoutError',
];

/** RFC 8555, 6.7. Messages are signed, so that more can be wrong with them. */
const ACME_READS: readonly ErrorName[] = [
  ...(['BadRequest', 'NotFound', 'RateLimitExceeded', 'InternalServerError'] as const),
  ...(['GatewayTimeoutError', 'UriTooLong', 'RequestHeaderFieldsTooLarge'] as const),
];
const ACME_MESSAGES: readonly ErrorName[] = [
  ...(['UnauthorizedError', 'PermissionDenied', 'RequestTimeout', 'Conflict'] as const),
  ...(['PayloadTooLarge', 'UnsupportedMediaType', 'ServiceUnavailable'] as const),
];

const SHARED: ProtocolErrors = {
  prefix: '',
  schema: 'Error',
  mediaType: 'application/json',
  errorsOf,
};

const PROTOCOLS: Readonly<Record<string, ProtocolErrors>> = {
  '/api/v1/oauth/': {
    prefix: 'OAuth',
    schema: 'OAuthError',
    mediaType: 'application/json',
    errorsOf: () => OAUTH_ERRORS,
  },
  '/api/v1/scim/': {
    prefix: 'Scim',
    schema: 'ScimError',
    mediaType: 'application/scim+json',
    // What fails validation is a 400 there (RFC 7644 3.12).
    errorsOf: (route) => errorsOf(route).filter((name) => name !== 'ValidationFailure'),
  },
  '/api/v1/pki/acme/': {
    prefix: 'Acme',
    schema: 'AcmeProblem',
    mediaType: 'application/problem+json',
    errorsOf: (route) => (route.method === 'get' ? ACME_READS : [...ACME_READS, ...ACME_MESSAGES]),
  },
};

/** Adds the errors to the operation, each a reference to what all share. */
export function addErrors(route: Route, components: Components): void {
  const { path, operation } = route;
  const [, protocol = SHARED] =
    Object.entries(PROTOCOLS).find(([prefix]) => path.startsWith(prefix)) ?? [];
  for (const name of protocol.errorsOf(route)) {
    const status = String(ERROR_STATUS[name]);
    components.responses[protocol.prefix + name] ??= answerOf(name, protocol);
    operation.responses[status] ??= ref('responses', protocol.prefix + name) as DescribedAnswer;
  }
}

function answerOf(name: ErrorName, { schema, mediaType }: ProtocolErrors): DescribedAnswer {
  const headers: Record<string, object> = {
    'X-Request-Id': ref('headers', 'X-Request-Id'),
    Link: ref('headers', 'Error-Link'),
  };
  if (TELLS_WHEN.includes(name)) headers['Retry-After'] = ref('headers', 'Retry-After');
  return {
    description: MEANINGS[name] ?? name,
    headers,
    content: { [mediaType]: { schema: ref('schemas', schema) } },
  };
}
