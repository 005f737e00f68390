import type { NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { Request } from 'express';
import { PUBLIC_EXTENSION } from './auth/public.decorator.js';
import { API_DESCRIPTION, TAG_DESCRIPTIONS } from './openapi-descriptions.js';
import { addExamples } from './openapi-examples.js';
import { ERROR_STATUS, type ErrorName } from './errors/error-names.js';
import { CHANGES_NOTHING_EXTENSION } from './http/changes-nothing.decorator.js';
import { keptPages } from './http/kept-pages.js';
import { RateLimiter } from './http/limits/rate-limiter.js';
import { requestContext } from './http/request-context.js';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
type Responses = Record<string, object>;
type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;

/** The document of the application's real routes (OpenAPI 3.1). */
export function createDocument(app: NestExpressApplication): OpenAPIObject {
  const settings = new DocumentBuilder()
    .setTitle('Strongroom')
    .setDescription(API_DESCRIPTION)
    .setVersion('0.0.1')
    .setOpenAPIVersion('3.1.0')
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' })
    .addSecurityRequirements('bearer')
    .build();
  const document = SwaggerModule.createDocument(app, settings);
  const schemas = { ...document.components?.schemas, ...ERROR_SCHEMAS };
  document.components = { ...document.components, schemas: schemas as unknown as Schemas };
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(item) as [string, Operation][]) {
      describeWildcards(path, operation);
      openIfPublic(operation);
      describeKey(method, operation);
      operation.responses = { ...operation.responses, ...errorsOf(path) } as Operation['responses'];
    }
  }
  document.tags = Object.entries(TAG_DESCRIPTIONS).map(([name, description]) => ({
    name,
    description: description.trim(),
  }));
  addExamples(document);
  return document;
}

/** A public route asks for no token. */
function openIfPublic(operation: Operation): void {
  const marked = operation as unknown as Record<string, unknown>;
  if (marked[PUBLIC_EXTENSION] !== true) return;
  delete marked[PUBLIC_EXTENSION];
  operation.security = [];
}

const KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes the request safe to repeat: it happens once, and its answer is given again for 24 hours. A new key ' +
    'for every request; with another request: 422; while the first one runs: 409',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
  example: '0198f2a4-7c1e-7bd2-9a57-2f6c1e0d9b3a',
};

const REPLAYED = {
  description: 'There if the answer is that of an earlier request with the same Idempotency-Key',
  schema: { type: 'string', enum: ['true'] },
};

/** Every change with a token takes an Idempotency-Key. */
function describeKey(method: string, operation: Operation): void {
  const marked = operation as unknown as Record<string, unknown>;
  const changesNothing = marked[CHANGES_NOTHING_EXTENSION] === true;
  delete marked[CHANGES_NOTHING_EXTENSION];
  if (method === 'get' || changesNothing || operation.security?.length === 0) return;
  operation.parameters = [...(operation.parameters ?? []), KEY] as Operation['parameters'];
  const done = operation.responses['200'] as { headers?: object };
  done.headers = { ...done.headers, 'Idempotency-Replayed': REPLAYED };
}

/** The rest of a path is a parameter too, though no handler asks for it by name. */
function describeWildcards(path: string, operation: Operation): void {
  const known = (operation.parameters ?? []) as { in?: string; name?: string }[];
  for (const [, name = ''] of path.matchAll(/\{([^}]+)\}/g)) {
    if (known.some((each) => each.in === 'path' && each.name === name)) continue;
    const rest = { name, in: 'path', required: true, schema: { type: 'string' } };
    operation.parameters = [...(operation.parameters ?? []), rest] as Operation['parameters'];
  }
}

/** Below /api/docs: what is made from the document. */
const PAGES = ['/', '/json', '/yaml', '/swagger-ui-init.js'];

/** Serves the document at /api/docs/json and a page to read it at /api/docs; made at the first request. */
export function serveDocument(app: NestExpressApplication): void {
  const limiter = app.get(RateLimiter);
  const spend = (req: Request) => limiter.countRequest('anonymous', requestContext(req).address);
  app.use('/api/docs', keptPages(PAGES, spend));
  let document: OpenAPIObject | undefined;
  SwaggerModule.setup('api/docs', app, () => (document ??= createDocument(app)), {
    jsonDocumentUrl: 'api/docs/json',
    yamlDocumentUrl: 'api/docs/yaml',
    customSiteTitle: 'Strongroom API',
  });
}

const FIELD_ERROR = {
  type: 'object',
  required: ['code', 'path', 'message'],
  properties: {
    code: { type: 'string', examples: ['invalid_type'] },
    path: { type: 'array', items: { type: ['string', 'integer'] }, examples: [['secrets', 0]] },
    message: { type: 'string', examples: ['secretKey must be a string'] },
  },
};

const ERROR_SCHEMAS = {
  Error: {
    type: 'object',
    required: ['reqId', 'statusCode', 'error', 'message'],
    properties: {
      reqId: { type: 'string', pattern: '^req-[A-Za-z0-9]{14}$', examples: ['req-4kTq0Zc81bXyAm'] },
      statusCode: { type: 'integer', examples: [404] },
      error: { type: 'string', enum: Object.keys(ERROR_STATUS) },
      message: {
        oneOf: [
          { type: 'string', examples: ['The resource does not exist or is outside your scope.'] },
          { type: 'array', items: FIELD_ERROR },
        ],
      },
      details: { description: 'Depends on the error' },
    },
  },
  OAuthError: {
    type: 'object',
    required: ['error'],
    properties: { error: { type: 'string' }, error_description: { type: 'string' } },
  },
} as const;

const MEANINGS: readonly (readonly [ErrorName, string])[] = [
  ['BadRequest', 'A semantic check refused a well-formed request'],
  ['UnauthorizedError', 'The access token is missing, expired or invalid'],
  ['PermissionDenied', 'The caller lacks a role or permission'],
  ['NotFound', 'The resource does not exist or is outside the scope of the caller'],
  ['RequestTimeout', 'The request did not arrive in time'],
  ['Conflict', 'A conflict with the current state, such as a name that is taken'],
  ['PayloadTooLarge', 'The body is too large'],
  ['UnsupportedMediaType', 'The body is not in a media type of this route'],
  ['ValidationFailure', 'A field failed validation; `message` lists every one'],
  ['RateLimitExceeded', 'Too many requests; `Retry-After` gives the seconds to wait'],
  ['InternalServerError', 'An unexpected error'],
  ['ServiceUnavailable', 'Not ready, or shutting down'],
  ['GatewayTimeoutError', 'The database did not answer in time'],
];

function errorsOf(path: string): Responses {
  const name = path.startsWith('/api/v1/oauth/') ? 'OAuthError' : 'Error';
  const content = { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } };
  return Object.fromEntries(
    MEANINGS.map(([error, description]) => [ERROR_STATUS[error], { description, content }]),
  );
}
