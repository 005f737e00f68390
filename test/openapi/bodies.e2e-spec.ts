import { beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { createDocument } from '../../src/openapi/document.js';
import {
  componentsOf,
  resolved,
  type Route,
  routesOf,
  type Schema,
} from '../../src/openapi/parts.js';
import { type Client, useApp } from '../support/harness.js';
import { sample } from '../support/runs.js';
import { aProject, aScene } from '../support/scene.js';

const server = useApp();
const ID = '0198f2a4-7c1e-7bd2-9a57-2f6c1e0d9b3a';
let routes: readonly Route[];
let schemas: Record<string, Schema>;
let examples: Record<string, { value: object }>;
let admin: Client;
let project: string;

beforeAll(async () => {
  const document = createDocument(server.app);
  const components = componentsOf(document);
  ({ schemas } = components);
  examples = components.examples as typeof examples;
  routes = routesOf(document);
  const scene = await aScene(server);
  admin = scene.admin.http;
  project = (await aProject(scene.admin)).id;
});

const nameOf = ({ method, path }: Route) => `${method.toUpperCase()} ${path}`;
const exampleOf = (content: { example?: unknown; examples?: Record<string, object> }) => {
  const ref = (content.examples?.default as { $ref?: string } | undefined)?.$ref ?? '';
  return content.example ?? examples[ref.replace('#/components/examples/', '')]?.value;
};

/** In a project that is there, so that more than the address is looked at. */
const inProject = (body: object): object =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      ['projectId', 'workspaceId'].includes(name) ? project : value,
    ]),
  );

/** An event stream does not end: its body has tests of its own. */
const isStream = ({ operation }: Route) =>
  operation.responses['200']?.content?.['text/event-stream'] !== undefined;

/** Requests with a body, by the example of their document. */
const requests = () =>
  routes.flatMap((route) => {
    const content = route.operation.requestBody?.content['application/json'];
    return content && !isStream(route)
      ? [{ route, schema: content.schema, body: inProject(exampleOf(content) as object) }]
      : [];
  });

const send = ({ method, path, operation }: Route, body: object) => {
  const asked = (operation.parameters ?? []).filter((each) => each.in === 'query' && each.required);
  return admin[method as 'post'](
    path.replace(/\{(projectId|workspaceId)\}/g, project).replace(/\{[^}]+\}/g, ID),
  )
    .query(Object.fromEntries(asked.map(({ name, schema }) => [name, schema?.example])))
    .send(body);
};

/** One for all examples: a schema that others refer to is compiled once. */
function documentAjv(): Ajv2020 {
  const ajv = new Ajv2020({ strict: false });
  (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
  ajv.addSchema({ $id: 'document', components: { schemas } });
  return ajv;
}

/** The schema of a property, where it stands in the document (RFC 6901). */
const pointerTo = (owner: string, property: string): string =>
  ['components', 'schemas', owner, 'properties', property]
    .map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')))
    .reduce((pointer, step) => `${pointer}/${step}`, 'document#');

describe('examples of the document', () => {
  let ajv: Ajv2020;
  beforeAll(() => {
    ajv = documentAjv();
  });

  it('are accepted by their own schemas', () => {
    const contents = routes.flatMap((route) =>
      [
        ...Object.values(route.operation.requestBody?.content ?? {}),
        ...Object.values(route.operation.responses['200']?.content ?? {}),
      ]
        .filter(({ schema }) => schema.$ref)
        .map((content) => ({ route, content })),
    );
    const refused = contents.filter(
      ({ content }) =>
        !ajv.validate({ $ref: `document${content.schema.$ref}` }, exampleOf(content)),
    );

    expect(contents.length).toBeGreaterThan(250);
    expect(refused.map(({ route, content }) => `${nameOf(route)} ${content.schema.$ref}`)).toEqual(
      [],
    );
  });

  it('of single properties are accepted by their own schemas too', () => {
    const described = Object.entries(schemas).flatMap(([owner, { properties = {} }]) =>
      Object.entries(properties).flatMap(([name, { example, examples }]) =>
        [example, ...((examples as unknown[] | undefined) ?? [])]
          .filter((each) => each !== undefined)
          .map((each) => ({ where: `${owner}.${name}`, $ref: pointerTo(owner, name), each })),
      ),
    );
    const refused = described.filter(({ $ref, each }) => !ajv.validate({ $ref }, each));

    expect(described.length).toBeGreaterThan(500);
    expect(refused.map(({ where }) => where)).toEqual([]);
  });

  it('are bodies that the server understands: it may miss what they name, but nothing in them is malformed', async () => {
    const refused: string[] = [];
    for (const { route, body } of requests()) {
      const answer = await send(route, body);
      if ([415, 422, 500].includes(answer.status))
        refused.push(`${nameOf(route)} ${answer.text.slice(0, 300)}`);
    }

    expect(refused).toEqual([]);
  });
});

describe('null', () => {
  it('in any field of any body is never an error of the server', async () => {
    const cases = requests().flatMap(({ route, schema, body }) => {
      const names = Object.keys(resolved(schema, schemas).properties ?? {});
      const all = Object.fromEntries(names.map((name) => [name, null]));
      const bodies = [all, ...names.map((name) => ({ ...body, [name]: null }))];
      return bodies.map((each) => ({ route, body: each }));
    });
    const failed: string[] = [];
    for (const { route, body } of sample(cases)) {
      const { status } = await send(route, body);
      if (status >= 500) failed.push(`${nameOf(route)} ${JSON.stringify(body).slice(0, 200)}`);
    }

    expect(cases.length).toBeGreaterThan(400);
    expect(failed).toEqual([]);
  });

  it('for the permissions of a role changes nothing in them', async () => {
    const permissions = [{ subject: 'audit-logs', action: ['read'] }];
    const made = await admin
      .post('/api/v1/organization/roles')
      .send({ name: 'Reader', slug: 'reader', permissions })
      .expect(200);
    const { id } = (made.body as { role: { id: string } }).role;

    const changed = await admin
      .patch(`/api/v1/organization/roles/${id}`)
      .send({ name: 'Auditor', permissions: null })
      .expect(200);

    expect((changed.body as { role: object }).role).toMatchObject({ name: 'Auditor', permissions });
  });

  it('for the permissions of a project role changes nothing in them', async () => {
    const permissions = [{ subject: 'secrets', action: ['describeSecret'] }];
    const roles = `/api/v1/projects/${project}/roles`;
    const made = await admin
      .post(roles)
      .send({ name: 'Reader', slug: 'reader', permissions })
      .expect(200);
    const { id } = (made.body as { role: { id: string } }).role;

    const changed = await admin
      .patch(`${roles}/${id}`)
      .send({ name: 'Lister', permissions: null })
      .expect(200);

    expect((changed.body as { role: object }).role).toMatchObject({ name: 'Lister', permissions });
  });
});
