import { describe, expect, it } from '@jest/globals';
import { callerOf } from '../authorization/bench.js';
import { own, toCall } from '../authorization/call.js';
import { type Addressed, isForPeople, scimRoutes, waysTo } from '../authorization/routes.js';
import { Tenant } from '../authorization/tenant.js';
import { chained } from '../support/audit-scene.js';
import { useApp } from '../support/harness.js';

const server = useApp();

interface Entry {
  readonly org_id: string;
  readonly actor_id: string;
  readonly action: string;
  readonly req_id: string;
}

const entriesSince = (known: ReadonlySet<string>): Promise<Entry[]> =>
  server.database.source.query('select * from audit_entries where req_id <> all($1)', [[...known]]);

const CANARY = 'never in the log';

/** Every value and comment of a body is one that would be found. */
function withCanaries(part: unknown, name = ''): unknown {
  if (Array.isArray(part)) return part.map((each) => withCanaries(each));
  if (part === null || typeof part !== 'object')
    return ['secretValue', 'secretComment'].includes(name) ? CANARY : part;
  const entries = Object.entries(part).map(([key, each]) => [key, withCanaries(each, key)]);
  return Object.fromEntries(entries) as object;
}

/** What the answer alone holds of credentials. */
const secretsIn = (text: string): string[] =>
  [...text.matchAll(/"(?:accessToken|clientSecret|privateKey|token)":"([^"]+)"/g)].map(
    ([, found]) => found!,
  );

/** Requests that succeed without an entry, as docs/audit.md says. */
const UNRECORDED = [
  // Logins, and what the holder of a token does with it, are counted in the log: they change nothing that is stored.
  'POST /api/v1/auth/universal-auth/login',
  'POST /api/v1/auth/token/renew',
  'POST /api/v1/auth/token/revoke',
  'POST /api/v1/oauth/token',
  // Nobody is told of by it, and nothing of theirs is changed; the reset that it leads to is an entry.
  'POST /api/v1/events/subscribe/project-events/ticket',
  // They answer questions, and the table has these changes only tried.
  'POST /api/v1/projects/:projectId/certificates/search',
  'POST /api/v1/cert-manager/ocsp/:caId',
  'POST /api/v1/identities/search',
  'POST /api/v2/identities/search',
  'POST /api/v1/projects/:projectId/permissions/explain',
  'POST /api/v1/projects/:projectId/permissions/who-can',
  'POST /api/v1/projects/:projectId/permissions/preview',
  'POST /api/v1/projects/:projectId/permissions/effect',
  'POST /api/v1/projects/:projectId/permissions/matrix',
  'POST /api/v1/projects/:projectId/permissions/mine',
  'POST /api/v1/organization/permissions/mine',
  // The table has nothing to compare; where there is something, it is an entry.
  'POST /api/v1/projects/:projectId/secrets/compare',
  'POST /api/v1/projects/:projectId/memberships/details',
  'POST /api/v1/workspace/:projectId/memberships/details',
  'POST /api/v2/workspace/:projectId/memberships/details',
  'POST /api/v1/auth/oidc-auth/templates/github',
  'POST /api/v1/auth/oidc-auth/templates/gitlab',
  'POST /api/v1/auth/oidc-auth/templates/kubernetes',
  'POST /api/v1/auth/oidc-auth/templates/terraform-cloud',
  'POST /api/v1/scim/.search',
  'POST /api/v1/scim/Users/.search',
  'POST /api/v1/scim/Groups/.search',
  'POST /api/v4/secrets/batch/rollback',
  'DELETE /api/v4/secrets/batch',
  'DELETE /api/v3/secrets/batch/raw',
];

/** Every route that shows values. */
const READS = [
  'GET /api/v1/secret-approval-requests/:approvalRequestId',
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

describe('Coverage of the audit log', () => {
  it('has exactly one entry for every request that changes anything or shows a value', async () => {
    const tenant = await Tenant.make(server);
    const outcomes: Outcome[] = [];
    const known = new Set<string>();
    const ways = waysTo(
      (entry) => !entry.streams && entry.status === undefined && !isForPeople(entry),
    );
    for (const way of [...ways, ...scimRoutes()]) {
      // What is as it should be already is not changed.
      if (/^PATCH .*folders/.test(way.route)) await tenant.renew('folder');
      const { method, url, body } = toCall(way.route, way.template, own(tenant.ids));
      const caller = callerOf(way, tenant);
      for (const { req_id } of await entriesSince(known)) known.add(req_id);
      const test = caller.http[method](url);
      const sent = withCanaries(body) as object;
      const { headers, text } = await (body === undefined ? test : test.send(sent)).expect(
        way.entry.status ?? 200,
      );
      const entries = await entriesSince(known);
      outcomes.push({ way, actions: entries.map(({ action }) => action) });
      const who = { actor_id: caller.id, org_id: caller.orgId, req_id: headers['x-request-id'] };
      for (const entry of entries) expect(entry).toMatchObject(who);
      for (const secret of [CANARY, ...secretsIn(text)])
        expect(JSON.stringify(entries)).not.toContain(secret);
      for (const used of way.entry.renews ?? []) await tenant.renew(used);
    }

    await chained(server, tenant.ids.organization);
    const unverified = server.logLines.filter((line) => line.includes('seal does not verify'));
    expect(unverified).toEqual([]);

    const routesWhere = (holds: (outcome: Outcome) => boolean) => [
      ...new Set(outcomes.filter(holds).map(({ way }) => way.route)),
    ];
    const recorded = new Set(routesWhere(({ actions }) => actions.length > 0));
    const unrecorded = routesWhere(({ way }) => !isRead(way) && !recorded.has(way.route));
    const reads = ({ actions }: Outcome) => actions.length === 1 && actions[0] === 'secret.read';
    expect(routesWhere(({ actions }) => actions.length > 1)).toEqual([]);
    expect(unrecorded.sort()).toEqual([...UNRECORDED].sort());
    expect(routesWhere((outcome) => reads(outcome)).sort()).toEqual(READS);
  });
});
