import type { NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { PERSON_EXTENSION, PUBLIC_EXTENSION } from '../auth/public.decorator.js';
import { SCIM_EXTENSION } from '../auth/scim-token.decorators.js';
import { CHANGES_NOTHING_EXTENSION } from '../http/changes-nothing.decorator.js';
import { addHeaders, IDEMPOTENCY_KEY } from './answer-headers.js';
import { describeFields } from './describe-fields.js';
import { API_DESCRIPTION, TAG_GROUPS } from './api-description.js';
import { TAG_DESCRIPTIONS } from './descriptions.js';
import { addErrors } from './error-answers.js';
import { ERROR_SCHEMAS } from './error-schemas.js';
import { addBodyExamples, addExamples } from './examples.js';
import { nameOperations } from './operation-names.js';
import { componentsOf, type Operation, type Parameter, type Route, routesOf } from './parts.js';
import { nameSchemas } from './schema-names.js';
import { mendSchemas } from './schema-mending.js';

/** The document of the application's real routes (OpenAPI 3.1). */
export function createDocument(app: NestExpressApplication): OpenAPIObject {
  // Its parts are those of the decorators, which a second document needs as they are.
  const document = structuredClone(SwaggerModule.createDocument(app, settings()));
  const components = componentsOf(document);
  const routes = routesOf(document);
  Object.assign(components.schemas, structuredClone(ERROR_SCHEMAS));
  nameOperations(routes);
  for (const route of routes) {
    describeWildcards(route);
    const changesNothing = takeMark(route.operation, CHANGES_NOTHING_EXTENSION);
    const hasOwnSecurity = takeSecurity(route.operation);
    // Callers without a token, people at their own account, and providers have no keys.
    if (route.method !== 'get' && !changesNothing && !hasOwnSecurity) addKey(route.operation);
    addHeaders(route, components);
    addErrors(route, components);
  }
  mendSchemas(routes, components);
  nameSchemas(routes, components);
  describeFields(routes, components);
  addExamples(document);
  addBodyExamples(routes, components);
  describeTags(document, routes);
  return document;
}

const settings = () =>
  new DocumentBuilder()
    .setTitle('Strongroom')
    .setDescription(API_DESCRIPTION)
    .setVersion('0.0.1')
    .setOpenAPIVersion('3.1.0')
    .addServer('/', 'This server')
    .addBearerAuth({
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description: 'An access token, as a login answers it',
    })
    .addOAuth2(
      {
        type: 'oauth2',
        description: 'A client id and client secret of universal auth, which get an access token',
        flows: { clientCredentials: { tokenUrl: '/api/v1/oauth/token', scopes: {} } },
      },
      'clientCredentials',
    )
    .addBasicAuth(
      { type: 'http', scheme: 'basic', description: 'Client id and client secret' },
      'clientBasic',
    )
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'A token of SCIM' }, 'scim')
    .addSecurityRequirements('bearer')
    .addSecurityRequirements('clientCredentials')
    .build();

/** Tools list tags in the order of the document, which is that of the sidebar. */
function describeTags(document: OpenAPIObject, routes: readonly Route[]): void {
  const used = new Set(routes.flatMap(({ operation }) => operation.tags));
  const groups = TAG_GROUPS.map(({ name, tags }) => ({
    name,
    tags: tags.filter((tag) => used.has(tag)),
  }));
  const names = groups.flatMap(({ tags }) => tags);
  document.tags = names.map((name) => ({ name, description: TAG_DESCRIPTIONS[name]!.trim() }));
  Object.assign(document, { 'x-tagGroups': groups });
}

/** Takes the mark off the operation; returns whether it was there. */
function takeMark(operation: Operation, mark: string): boolean {
  const marked = operation as unknown as Record<string, unknown>;
  const isMarked = marked[mark] === true;
  delete marked[mark];
  return isMarked;
}

/** What operations take that do not take the token of every caller with rights; of several marks the last counts. */
const OWN_SECURITY = {
  [PERSON_EXTENSION]: [{ bearer: [] }],
  [SCIM_EXTENSION]: [{ scim: [] }],
  [PUBLIC_EXTENSION]: [],
};

/** Says of a marked operation what it takes; returns whether it was marked. */
function takeSecurity(operation: Operation): boolean {
  const marks = Object.entries(OWN_SECURITY).filter(([mark]) => takeMark(operation, mark));
  for (const [, security] of marks) operation.security = structuredClone(security);
  return marks.length > 0;
}

function addKey(operation: Operation): void {
  const key = { ...IDEMPOTENCY_KEY, schema: { ...IDEMPOTENCY_KEY.schema } };
  operation.parameters = [...(operation.parameters ?? []), key];
}

/** The rest of a path is a parameter too, though no handler asks for it by name. */
function describeWildcards({ path, operation }: Route): void {
  const known = operation.parameters ?? [];
  for (const [, name = ''] of path.matchAll(/\{([^}]+)\}/g)) {
    if (known.some((each) => each.in === 'path' && each.name === name)) continue;
    const rest: Parameter = { name, in: 'path', required: true, schema: { type: 'string' } };
    operation.parameters = [...(operation.parameters ?? []), rest];
  }
}
