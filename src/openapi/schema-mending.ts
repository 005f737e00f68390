import { formsOf } from '../http/body/forms.decorator.js';
import { isStrictName } from '../http/body/strict.decorator.js';
import { type Components, type Parameter, type Route, type Schema, resolved } from './parts.js';

const PREFIX = '#/components/schemas/';

/** Says of bodies what their fields, each by itself, cannot say. */
export function mendSchemas(routes: readonly Route[], components: Components): void {
  const { schemas } = components;
  for (const [name, schema] of Object.entries(schemas)) {
    if (isStrictName(name)) schema.additionalProperties = false;
    const [forms, ...more] = formsOf(name);
    if (forms) schema.anyOf = forms;
    if (more.length > 0) schema.allOf = more.map((anyOf) => ({ anyOf }));
  }
  for (const route of routes) {
    const { method, operation } = route;
    for (const parameter of operation.parameters ?? []) loosen(parameter);
    if (!operation.requestBody) continue;
    // RFC 6749, 2.3.1: the client may sign in by HTTP Basic.
    if (route.path === '/api/v1/oauth/token') operation.security = [{ clientBasic: [] }, {}];
    for (const { schema } of Object.values(operation.requestBody.content)) {
      const body = resolved(schema, schemas);
      if (method === 'patch' || method === 'put') dropDefaults(body);
      nameTheProject(route, body);
      operation.requestBody.required = (body.required ?? []).length > 0 || body.anyOf !== undefined;
    }
  }
  shareParts({ ...schemas }, schemas);
}

/** An empty text in a query counts as an absent one: existing clients send every parameter. */
function loosen({ in: where, required, schema }: Parameter): void {
  if (where === 'query' && !required && schema.minLength === 1) delete schema.minLength;
  // Beyond the end, however far, a page is empty.
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

/** A generated client sends defaults: in a change they would overwrite what is stored. */
function dropDefaults(body: Schema): void {
  for (const property of Object.values(body.properties ?? {})) delete property.default;
}

/** Names of one project, where one of them is needed. */
const PROJECT_NAMES = ['workspaceId', 'projectId', 'projectSlug', 'workspaceSlug'];
const NEEDS_A_PROJECT =
  /^(\w+ \/api\/v3\/secrets|post \/api\/v[12]\/(folders|secret-imports)$|patch \/api\/v[12]\/folders\/batch)/;

function nameTheProject({ method, path }: Route, body: Schema): void {
  if (!NEEDS_A_PROJECT.test(`${method} ${path}`)) return;
  const names = PROJECT_NAMES.filter((name) => body.properties?.[name] !== undefined);
  if (names.some((name) => body.required?.includes(name))) return;
  body.anyOf = names.map((name) => ({ type: 'object', required: [name] }));
}

/** Parts whose title is a name: rules and operators, which hundreds of fields have in common. */
const A_NAME = /^[A-Z][A-Za-z]+$/;

/** Makes such parts schemas of their own, each once, and refers to them. */
function shareParts(node: unknown, schemas: Record<string, Schema>): void {
  if (node === null || typeof node !== 'object') return;
  for (const [key, child] of Object.entries(node) as [string, Schema][]) {
    shareParts(child, schemas);
    const name = child?.title;
    if (typeof name !== 'string' || !A_NAME.test(name)) continue;
    const { title: _, ...shared } = child;
    schemas[name] ??= shared;
    (node as Record<string, Schema>)[key] = { $ref: PREFIX + name };
  }
}
