import { describe, expect, it } from '@jest/globals';
import { callerOf } from './authorization/bench.js';
import { own, toCall } from './authorization/call.js';
import { type Addressed, waysTo } from './authorization/routes.js';
import { Tenant } from './authorization/tenant.js';
import { useApp } from './harness.js';

const server = useApp();

async function actionsSince(count: number): Promise<string[]> {
  const rows = await server.database.source.query<{ action: string }[]>(
    'select action from audit_entries order by created_at, id offset $1',
    [count],
  );
  return rows.map(({ action }) => action);
}

/** Requests that succeed without an entry, as docs/audit.md says. */
const UNRECORDED = [
  // Logins, and what the holder of a token does with it: decision 44.
  'POST /api/v1/auth/universal-auth/login',
  'POST /api/v1/auth/token/renew',
  'POST /api/v1/auth/token/revoke',
  'POST /api/v1/oauth/token',
  // They answer questions, and the table has these changes only tried.
  'POST /api/v1/identities/search',
  'POST /api/v2/identities/search',
  'POST /api/v1/projects/:projectId/permissions/explain',
  'POST /api/v1/projects/:projectId/permissions/who-can',
  'POST /api/v1/projects/:projectId/permissions/preview',
  'POST /api/v4/secrets/batch/rollback',
  'DELETE /api/v4/secrets/batch',
  'DELETE /api/v3/secrets/batch/raw',
];

/** Every route that shows values. */
const READS = [
  'GET /api/v1/secret/:secretId/secret-versions',
  'GET /api/v3/secrets/raw',
  'GET /api/v3/secrets/raw/:secretName',
  'GET /api/v3/secrets/raw/:secretName/secret-reference-tree',
  'GET /api/v3/secrets/raw/id/:secretId',
  'GET /api/v4/secrets',
  'GET /api/v4/secrets/:secretName',
  'GET /api/v4/secrets/:secretName/secret-reference-tree',
  'GET /api/v4/secrets/id/:secretId',
];

interface Outcome {
  readonly way: Addressed;
  readonly actions: readonly string[];
}

const isRead = ({ route }: Addressed) => route.startsWith('GET ');

describe('The audit log', () => {
  it('has exactly one entry for every request that changes anything or shows a value', async () => {
    const tenant = await Tenant.make(server);
    const outcomes: Outcome[] = [];
    for (const way of waysTo(({ streams, status }) => !streams && status === undefined)) {
      // What is as it should be already is not changed.
      if (/^PATCH .*folders/.test(way.route)) await tenant.renew('folder');
      const { method, url, body } = toCall(way.route, way.template, own(tenant.ids));
      const before = (await actionsSince(0)).length;
      const test = callerOf(way, tenant).http[method](url);
      await (body === undefined ? test : test.send(body)).expect(200);
      outcomes.push({ way, actions: await actionsSince(before) });
      for (const used of way.entry.renews ?? []) await tenant.renew(used);
    }

    const routesWhere = (holds: (outcome: Outcome) => boolean) => [
      ...new Set(outcomes.filter(holds).map(({ way }) => way.route)),
    ];
    const recorded = new Set(routesWhere(({ actions }) => actions.length > 0));
    const unrecorded = routesWhere(({ way }) => !isRead(way) && !recorded.has(way.route));
    const reads = ({ actions }: Outcome) => actions.length === 1 && actions[0] === 'secret.read';
    expect(routesWhere(({ actions }) => actions.length > 1)).toEqual([]);
    expect(unrecorded.sort()).toEqual([...UNRECORDED].sort());
    expect(routesWhere((outcome) => reads(outcome)).sort()).toEqual(READS);
  }, 120_000);
});
