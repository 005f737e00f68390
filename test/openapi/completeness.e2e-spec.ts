import { beforeAll, describe, expect, it } from '@jest/globals';
import { createDocument } from '../../src/openapi/document.js';
import {
  type Components,
  componentsOf,
  type Operation,
  resolved,
  type Route,
  routesOf,
  type Schema,
} from '../../src/openapi/parts.js';
import { useApp } from '../support/harness.js';

const server = useApp();
let routes: readonly Route[];
let schemas: Record<string, Schema>;
let examples: Components['examples'];

beforeAll(() => {
  const document = createDocument(server.app);
  routes = routesOf(document);
  ({ schemas, examples } = componentsOf(document));
});

const nameOf = ({ method, path }: Route) => `${method.toUpperCase()} ${path}`;
const exceptions = (holds: (operation: Operation, route: Route) => boolean) =>
  routes.filter((route) => !holds(route.operation, route)).map(nameOf);

/** Every schema of an operation's body, at any depth, with where it is. */
function* partsOf(
  schema: Schema,
  where = '',
  seen = new Set<Schema>(),
): Generator<[string, Schema]> {
  const own = resolved(schema, schemas);
  if (seen.has(own)) return;
  seen.add(own);
  yield [where, own];
  for (const [name, each] of Object.entries(own.properties ?? {}))
    yield* partsOf(each, `${where}.${name}`, seen);
  for (const each of [own.items, ...(own.oneOf ?? []), ...(own.allOf ?? [])])
    if (each) yield* partsOf(each, where, seen);
}

const bodyOf = ({ requestBody }: Operation): Schema | undefined =>
  requestBody?.content['application/json']?.schema;

describe('the document', () => {
  it('keeps the name of every operation; a new one is added to src/openapi/operations and here', () => {
    const names = Object.fromEntries(
      routes.map((route) => [nameOf(route), route.operation.operationId]),
    );

    expect(names).toMatchSnapshot();
    expect(
      exceptions(({ operationId }) => /^[a-z]+([A-Z0-9][a-zA-Z0-9]*)+$/.test(operationId)),
    ).toEqual([]);
  });

  it('says which fields a body needs together, and bounds no query more than the server does', () => {
    const needs = (name: string) => {
      const { required = [], anyOf = [] } = schemas[name]!;
      return [...required, ...anyOf.map((form) => form.required!.join(' and '))];
    };
    const parameters = routes.flatMap(({ operation }) => operation.parameters ?? []);
    const tooTight = parameters.filter(
      ({ in: where, required, schema: { minLength, maximum } }) =>
        where === 'query' &&
        ((!required && minLength === 1) || maximum === Number.MAX_SAFE_INTEGER),
    );

    expect(needs('SubscribeToProjectEventsBody')).toEqual(['register', 'projectId', 'projectSlug']);
    expect(needs('MoveSecretsBody')).toContain('projectId');
    expect(needs('PlannedChange')).toEqual([
      'identityId and grant',
      'userId and grant',
      'identityId and roles',
      'userId and roles',
      'groupId and roles',
      'privilegeId and permissions',
      'privilegeId and revoke',
      'roleSlug and permissions',
    ]);
    expect(tooTight.map(({ name }) => name)).toEqual([]);
  });

  it('describes every operation, parameter and property; src/openapi/field-descriptions.ts has what its declaration does not say', () => {
    const fields = Object.entries(schemas).flatMap(([name, schema]) =>
      [...partsOf(schema, name)].flatMap(([where, { properties = {} }]) =>
        Object.entries(properties)
          .filter(([, each]) => !each.description && !resolved(each, schemas).description)
          .map(([field]) => `${where}.${field}`),
      ),
    );

    expect(exceptions(({ description = '' }) => description.length > 10)).toEqual([]);
    expect(
      exceptions(({ parameters = [] }) => parameters.every((each) => each.description)),
    ).toEqual([]);
    expect(fields).toEqual([]);
  });

  it('shows an example of every request and of every answer', () => {
    const lacks = (content: object | undefined) =>
      Object.values(content ?? {}).some((each) => !('example' in each || 'examples' in each));

    expect(exceptions(({ requestBody }) => !lacks(requestBody?.content))).toEqual([]);
    expect(exceptions(({ responses }) => !lacks(responses['200']?.content))).toEqual([]);
  });

  it('shows no example that is empty or a mere placeholder, and calls a message of success none of what is wrong', () => {
    const isBare = (value: unknown): boolean =>
      value === 'text' ||
      (typeof value === 'object' &&
        value !== null &&
        ((!Array.isArray(value) && Object.keys(value).length === 0) ||
          Object.values(value).some(isBare)));
    const bare = Object.entries(examples).filter(([, example]) =>
      isBare((example as { value: unknown }).value),
    );
    const aboutErrors = Object.entries(schemas).filter(
      ([name, { properties = {} }]) =>
        name.endsWith('Result') && /wrong/.test(properties.message?.description ?? ''),
    );

    expect(Object.keys(examples).length).toBeGreaterThan(300);
    expect(bare.map(([name]) => name)).toEqual([]);
    expect(aboutErrors.map(([name]) => name)).toEqual([]);
  });

  it('has no default in a change, which a generated client would send and so overwrite what is stored', () => {
    const found = routes
      .filter(({ method }) => method === 'patch' || method === 'put')
      .flatMap((route) =>
        [...partsOf(bodyOf(route.operation) ?? {})]
          .filter(([, part]) => part.default !== undefined)
          .map(([where]) => `${nameOf(route)} ${where}`),
      );

    expect(found).toEqual([]);
  });

  it('gives no example of a key that may be used once, and only ASCII in headers', () => {
    const headers = routes.flatMap(({ operation }) =>
      (operation.parameters ?? []).filter((each) => each.in === 'header'),
    );

    expect(
      headers.filter(({ name, example }) => name === 'Idempotency-Key' && example !== undefined),
    ).toEqual([]);
    expect(headers.filter(({ example }) => !/^[ -~]*$/.test(String(example ?? '')))).toEqual([]);
    expect(JSON.stringify(schemas)).not.toMatch(/"examples?":\[?"[^"]*…/);
  });

  it('says which body may be left out, and refuses unknown properties where the server does', () => {
    const optional = exceptions(({ requestBody }) => requestBody?.required !== false);

    expect(
      exceptions(({ requestBody }) => typeof (requestBody?.required ?? true) === 'boolean'),
    ).toEqual([]);
    expect(optional).toContain('POST /api/v1/auth/universal-auth/identities/{identityId}');
    expect(optional).not.toContain('POST /api/v4/secrets/batch');
    for (const name of ['CreateOrganizationRoleBody', 'UpdateOrganizationRoleBody'])
      expect(schemas[name]).toMatchObject({ additionalProperties: false });
  });

  it('requires project and environment where the server does', () => {
    expect(schemas.CreateSecretsBody!.required).toEqual(
      expect.arrayContaining(['projectId', 'environment', 'secrets']),
    );
    expect(schemas.CreateSecretsV3Body).toMatchObject({
      required: expect.arrayContaining(['environment', 'secrets']) as unknown as string[],
      anyOf: expect.arrayContaining([
        { type: 'object', required: ['projectSlug'] },
      ]) as unknown as Schema[],
    });
    const list = routes.find(({ operation }) => operation.operationId === 'listSecrets')!.operation;
    const required = list.parameters!.filter((each) => each.required).map(({ name }) => name);
    expect(required.sort()).toEqual(['environment', 'projectId']);
  });

  it('has no two paths that differ only in the names of parameters', () => {
    const templates = [...new Set(routes.map(({ path }) => path))].map((path) =>
      path.replace(/\{[^}]+\}/g, '{}'),
    );

    expect(new Set(templates).size).toBe(templates.length);
  });

  it('offers only what can be had', () => {
    expect(schemas.CreateProjectBody!.properties!.type!.enum).toEqual([
      'secret-manager',
      'cert-manager',
    ]);

    expect(schemas.CreateSecretImportBody!.properties!.isReplication!.enum).toEqual([false]);
  });

  it('names every answer and every body', () => {
    const isNamed = (content: Record<string, { schema: Schema }> | undefined) =>
      Object.entries(content ?? {}).every(
        ([type, { schema }]) =>
          // A text has no name.
          type === 'text/event-stream' || schema.type === 'string' || schema.$ref,
      );

    expect(exceptions(({ requestBody }) => isNamed(requestBody?.content))).toEqual([]);
    expect(exceptions(({ responses }) => isNamed(responses['200']?.content))).toEqual([]);
    expect(Object.keys(schemas).filter((name) => /(Dto|View)$/.test(name))).toEqual([]);
  });

  it('sets older and deprecated paths apart, each with its successor', () => {
    const apart = ['Older paths', 'Secrets, v3', 'Service tokens'];
    const isApart = ({ tags }: Operation) => apart.includes(tags[0]!);

    expect(
      exceptions((operation) => (operation.deprecated === true) === isApart(operation)),
    ).toEqual([]);
    const alone = exceptions(
      ({ tags, description = '' }) =>
        tags[0] !== 'Older paths' || /`[A-Z]+ \/api/.test(description),
    );
    expect(alone).toEqual([]);
  });
});
