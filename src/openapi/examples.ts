import type { OpenAPIObject } from '@nestjs/swagger';
import { CERTIFICATE_EXAMPLES } from './certificate-examples.js';
import { baseNameOf, typeName } from './operation-names.js';
import { type Components, type Content, doneOf, type Route } from './parts.js';
import { REQUEST_EXAMPLES } from './request-examples.js';
import { Sampler } from './sampler.js';
import { WORKLOAD_EXAMPLES } from './workload-examples.js';

const UUID = '0198f2a4-7c1e-7bd2-9a57-2f6c1e0d9b3a';
const TOKEN =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJpZGVudGl0eUlkIjoiMDE5OGYyYTQifQ.c2lnbmF0dXJl';
/** Cursors of the stream have 59 characters. */
const CURSOR = 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJCrze8SNFZ4kKvN7xI';

/** What a field or parameter of that name may hold, where its declaration gives no example itself. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  ...WORKLOAD_EXAMPLES,
  ...CERTIFICATE_EXAMPLES,
  $contains: 'bot',
  $eq: 'prod',
  $glob: '/apps/**',
  $ne: 'prod',
  access_token: TOKEN,
  accessToken: TOKEN,
  activeLockoutAuthMethods: [],
  auditLogsRetentionDays: 90,
  clientSecret: 'r2UMbHp2HwKzJFJAew32WjXsqYSSICuAv6CyoAO4NXM',
  client_secret: 'r2UMbHp2HwKzJFJAew32WjXsqYSSICuAv6CyoAO4NXM',
  code: '123456',
  context: 'login',
  group: 'developers',
  url: 'https://login.example.org/authorize?client_id=strongroom&state=4f2c',
  otpUrl: 'otpauth://totp/Strongroom:ada@example.org?secret=JBSWY3DPEHPK3PXP',
  username: 'ada@example.org',
  inviter: { kind: 'user', id: UUID },
  color: '#c0ffee',
  conditions: { environment: 'dev' },
  cursor: CURSOR,
  customRoleName: 'Deployer',
  details: { subject: 'secrets', action: 'create' },
  environment: 'dev',
  error: 'invalid_client',
  error_description: 'The client could not be authenticated.',
  firstName: 'Ada',
  folderIdOrName: 'web',
  identityName: 'ci',
  key: 'owner',
  'Last-Event-ID': CURSOR,
  lastLoginAuthMethod: 'universal-auth',
  lastName: 'Lovelace',
  message: 'The version has moved on',
  metadata: { team: 'payments' },
  metadataFilter: 'key=owner,value=payments',
  name: 'ci',
  nextCursor: CURSOR,
  newSecretName: 'DB_PASSWORD_OLD',
  password: 'a long one',
  publicKeys: [],
  recoveryCodes: ['mfrgg-zdfmz-tq2lt-knyxw-63lqm-f'],
  path: '/apps/web',
  description: 'What it is for',
  scope: '',
  scimToken: 'srscim_q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJC',
  serviceToken: `st.${UUID}.${'5f'.repeat(32)}`,
  search: 'ci',
  secretComment: 'Rotated every quarter',
  secretKey: 'DB_PASSWORD',
  secretName: 'DB_PASSWORD',
  secretReminderNote: 'Ask the database team',
  tagSlugs: 'payments,internal',
  temporaryMode: 'relative',
  temporaryRange: '2h',
  token: TOKEN,
  urn: 'urn:ietf:params:scim:schemas:core:2.0:User',
  value: 'payments',
  workspace: UUID,
};

/** Headers that are better left out of a first try: a second request under the same key is not done again. */
const WITHOUT_EXAMPLE = ['Idempotency-Key', 'If-None-Match'];

interface Described {
  readonly name?: string;
  example?: unknown;
  readonly examples?: unknown;
  readonly schema?: Described;
  readonly items?: Described;
  readonly type?: unknown;
  readonly $ref?: unknown;
  readonly enum?: unknown;
  readonly format?: unknown;
  readonly default?: unknown;
  readonly allOf?: unknown;
  readonly oneOf?: unknown;
}

/** An example of the same name may be of another type: `context` is a word in one body, an object in another. */
const isOfType = (example: unknown, { schema, type = schema?.type }: Described): boolean =>
  type === undefined || (type === 'object') === (typeof example === 'object');

/** Looks for the name, then for what it ends in; undefined where neither tells. */
function exampleFor(name: string, described: Described): unknown {
  if (Object.hasOwn(BY_NAME, name) && isOfType(BY_NAME[name], described)) return BY_NAME[name];
  if (/(^id|Id|_id)$/.test(name)) return UUID;
  if (/slug$/i.test(name)) return 'the-shop';
  if (/path$/i.test(name)) return '/apps/web';
  return undefined;
}

/** A list of texts shows what it is a list of. */
const listExampleFor = (name: string, { type, example, items }: Described): unknown => {
  if (type !== 'array' || example !== undefined || items?.type !== 'string') return example;
  return /Ids$/.test(name) ? [UUID] : BY_NAME[name];
};

/** Whether a reader can tell from the schema alone what to write there. */
const speaksForItself = ({ example, examples, type, ...rest }: Described): boolean =>
  example !== undefined ||
  examples !== undefined ||
  ['boolean', 'integer', 'number', 'array'].includes(String(type)) ||
  [rest.$ref, rest.enum, rest.format, rest.allOf, rest.oneOf].some((each) => each !== undefined) ||
  (rest.default !== undefined && rest.default !== '');

/** Gives every field and parameter an example that has none; returns the names of those left without. */
export function addExamples(document: OpenAPIObject): string[] {
  const fields = Object.values(document.components?.schemas ?? {}).flatMap((schema) =>
    Object.entries((schema as { properties?: Record<string, Described> }).properties ?? {}),
  );
  const parameters = Object.values(document.paths)
    .flatMap((item) => Object.values(item) as { parameters?: Described[] }[])
    .flatMap((operation) => operation.parameters ?? [])
    .map((parameter) => [parameter.name ?? '', parameter] as const);
  return [...fields, ...parameters].flatMap(([name, described]) => {
    const list = listExampleFor(name, described);
    if (list !== undefined) described.example = list;
    if (
      WITHOUT_EXAMPLE.includes(name) ||
      speaksForItself(described) ||
      (described.schema && speaksForItself(described.schema))
    )
      return [];
    described.example = exampleFor(name, described);
    return described.example === undefined ? [name] : [];
  });
}

/** An example of every body and answer: the older paths of a thing refer to those of its newest. */
export function addBodyExamples(routes: readonly Route[], components: Components): void {
  const requests = new Sampler(components.schemas, true);
  const answers = new Sampler(components.schemas, false);
  const known = new Map<string, string>();
  const give = (content: Content | undefined, key: string, name: string, make: () => unknown) => {
    if (!content || content.example !== undefined || content.examples !== undefined) return;
    const value = make();
    const id = `${key} ${JSON.stringify(value)}`;
    if (!known.has(id)) components.examples[name] = { value };
    content.examples = { default: { $ref: `#/components/examples/${known.get(id) ?? name}` } };
    known.set(id, known.get(id) ?? name);
  };
  for (const { operation } of routes) {
    const base = baseNameOf(operation);
    for (const content of Object.values(operation.requestBody?.content ?? {})) {
      const own = REQUEST_EXAMPLES[operation.operationId] ?? REQUEST_EXAMPLES[base];
      give(
        content,
        `${base} request`,
        typeName(operation, 'Request'),
        () => own ?? requests.sample(content.schema),
      );
    }
    for (const [type, content] of Object.entries(doneOf(operation)?.content ?? {})) {
      if (!/^application\/(scim\+)?json$/.test(type)) continue;
      give(content, base, typeName(operation, 'Answer'), () => answers.sample(content.schema));
    }
  }
}
