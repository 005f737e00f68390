import { randomUUID } from 'node:crypto';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { Response } from 'supertest';
import { callerOf } from '../authorization/bench.js';
import { own, toCall } from '../authorization/call.js';
import { briefly } from '../authorization/outcome.js';
import {
  type Addressed,
  isForProviders,
  isShut,
  scimRoutes,
  waysTo,
} from '../authorization/routes.js';
import { stored } from '../authorization/stored.js';
import { Tenant } from '../authorization/tenant.js';
import { createDocument } from '../../src/openapi/document.js';
import { useApp } from '../support/harness.js';
import { sample } from '../support/runs.js';

/** With one connection, a request that asked for a second one beside its transaction would never end. */
const server = useApp({ DATABASE_POOL_SIZE: '1' });

/** Some hundred requests, one after the other. */
const PATIENCE = 300_000;

/** Entries are chained in the background, whenever that may be. */
const AFTER_THE_FACT = /^audit_(pending|links|checkpoints)$/;

const READING = [
  /\/events\/subscribe\/.*\/ticket$/,
  /\/permissions\/(explain|who-can|preview|effect|matrix|mine)$/,
  /\/secrets\/compare$/,
  /\/auth\/\w+-auth\/login\/explain$/,
  /\/auth\/oidc-auth\/templates\/[\w-]+$/,
  /\/identities\/search$/,
  /\/memberships\/details$/,
];

/** Every way to make every request that needs a token. SCIM itself has no keys, but whoever manages its tokens has. */
const shut = [...waysTo(isShut), ...scimRoutes().filter(({ entry }) => !isForProviders(entry))];

/** Every way to make every change that needs a token. */
const changes = shut.filter(
  ({ route, entry }) =>
    !route.startsWith('GET ') &&
    entry.streams !== true &&
    entry.status === undefined &&
    !READING.some((pattern) => pattern.test(route)),
);

const sender = (way: Addressed, tenant: Tenant) => {
  const { method, url, body } = toCall(way.route, way.template, own(tenant.ids));
  const key = randomUUID();
  const { http } = callerOf(way, tenant);
  return async (): Promise<Response> => {
    const test = http[method](url).set('Idempotency-Key', key);
    return body === undefined ? test : test.send(body);
  };
};

/** The wrong in it, or null. */
type Check = (send: () => Promise<Response>, way: Addressed) => Promise<string | null>;

async function failuresOfAll(tenant: Tenant, check: Check): Promise<string[]> {
  const failures: string[] = [];
  for (const way of sample(changes)) {
    const failure = await check(sender(way, tenant), way);
    if (failure !== null) failures.push(`${way.route}: ${failure}`);
    for (const used of way.entry.renews ?? []) await tenant.renew(used);
  }
  return failures;
}

/** Private keys in an answer. */
function secretsIn(body: unknown): string[] {
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'string' && name === 'privateKey' ? [value] : secretsIn(value),
  );
}

/** What is wrong in a refusal to show them again. */
function shown({ body, text }: Response, secrets: readonly string[]): string | null {
  const { details, detail } = body as { details?: { answer?: object }; detail?: string };
  const rest = details?.answer ?? detail; // the errors of SCIM have no details
  if (!text.includes('is not kept') || !rest) return `refused otherwise: ${text}`;
  return secrets.some((secret) => text.includes(JSON.stringify(secret))) ? 'shown again' : null;
}

describe('Every change that needs a token', () => {
  it('is one of many', () => expect(changes.length).toBeGreaterThan(60));

  it(
    'happens once under one key, on one connection, is replayed but for private keys (409), and not to a caller who has lost every right since (403)',
    async () => {
      const tenant = await Tenant.make(server);
      const replays = async (send: () => Promise<Response>): Promise<string | null> => {
        const first = await send();
        if (first.status !== 200) return `first ${briefly(first)}`;
        if (first.headers['idempotency-replayed'] !== undefined) return 'the first is marked';
        const before = await stored(server);
        const again = await send();
        const secrets = secretsIn(first.body);
        if (secrets.length > 0) return again.status === 409 ? shown(again, secrets) : 'kept';
        if (again.status !== 200) return `again ${briefly(again)}`;
        if (again.headers['idempotency-replayed'] !== 'true') return 'the second is not marked';
        if (again.text !== first.text) return `${again.text} instead of ${first.text}`;
        const changed = Object.entries(await stored(server)).filter(
          ([table, sum]) => before[table] !== sum && !AFTER_THE_FACT.test(table),
        );
        return changed.length > 0 ? `wrote ${changed.map(([table]) => table).join()}` : null;
      };
      const replaysWithoutRights = async (send: () => Promise<Response>, way: Addressed) => {
        const caller = callerOf(way, tenant);
        await standAs(caller.id, 'no-access', false);
        const again = await send();
        await standAs(caller.id, 'admin', caller === tenant.instanceAdmin);
        const expected = ENDS.test(way.route) ? [200] : [403];
        return expected.includes(again.status) ? null : `without rights ${briefly(again)}`;
      };

      const failures = await failuresOfAll(
        tenant,
        async (send, way) => (await replays(send)) ?? replaysWithoutRights(send, way),
      );

      expect(failures).toEqual([]);
    },
    PATIENCE,
  );
});

/** Every way to make every request that needs a token and only reads. */
const reads = shut.filter(
  ({ route, entry }) =>
    entry.streams !== true &&
    entry.status === undefined &&
    (route.startsWith('GET ') || READING.some((pattern) => pattern.test(route))),
);

describe('Every request that only reads', () => {
  it(
    'ends on one connection: it waits for no second one while it holds the first',
    async () => {
      const tenant = await Tenant.make(server);
      const failures: string[] = [];
      for (const way of reads) {
        const answer = await sender(way, tenant)();
        if (answer.status >= 500) failures.push(`${way.route}: ${briefly(answer)}`);
      }

      expect(reads.length).toBeGreaterThan(100);
      expect(failures).toEqual([]);
    },
    PATIENCE,
  );
});

/** The project is gone by the request itself: nothing is left to ask a right for. */
const ENDS = /^DELETE \/api\/v\d\/(projects|workspace)\/:\w+$/;

/** In the organization and in every project, as the API would leave it. */
async function standAs(id: string, role: string, isInstanceAdmin: boolean): Promise<void> {
  const { source } = server.database;
  await source.query('update identities set role = $2, is_instance_admin = $3 where id = $1', [
    id,
    role,
    isInstanceAdmin,
  ]);
  await source.query(
    `update membership_roles set role = $2 where membership_id in
       (select id from project_memberships where identity_id = $1)`,
    [id, role],
  );
  await source.query('update organizations set epoch = epoch + 1');
  await source.query('update projects set epoch = epoch + 1');
}

describe('The OpenAPI document', () => {
  it('has the header wherever it is heeded, and nowhere else', () => {
    const document = createDocument(server.app) as OpenAPIObject;
    const documented = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item as Record<string, { parameters?: { name: string }[] }>)
        .filter(([, { parameters = [] }]) =>
          parameters.some(({ name }) => name === 'Idempotency-Key'),
        )
        .map(([method]) => `${method.toUpperCase()} ${path}`),
    );
    const heeded = shut
      .map(({ route }) => route)
      .filter((route) => !route.startsWith('GET ') && !route.includes('/events/subscribe/'))
      .filter((route) => !READING.some((pattern) => pattern.test(route)))
      .map((route) => route.replace(/[:*](\w+)/g, '{$1}'));

    expect(documented.sort()).toEqual([...new Set(heeded)].sort());
  });
});
