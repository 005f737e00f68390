import { callerOf } from '../authorization/bench.js';
import { own, toCall } from '../authorization/call.js';
import { type Answer, wireTo } from '../authorization/wire.js';
import {
  type Addressed,
  isForProviders,
  isShut,
  routesThat,
  scimRoutes,
  waysTo,
} from '../authorization/routes.js';
import { stored } from '../authorization/stored.js';
import { Tenant } from '../authorization/tenant.js';
import { aSignedIn } from '../support/accounts.js';
import { claimsOf, EndedAccess, type Basis } from '../support/attacks/ended-access.js';
import { useApp } from '../support/harness.js';
import { joinProject } from '../support/people.js';
import { isLong, sample, timeLimit } from '../support/runs.js';

// Whoever ends an access is answered once that is committed: nothing is written by that access afterwards, whatever
// the request waited for. Every route of the table is asked, so that a new one is in it by itself.

let tenant: Tenant;
let access: EndedAccess;
let wire: ReturnType<typeof wireTo>;
// Before the server and its database are gone.
afterAll(async () => {
  await access?.end();
  wire?.end();
});
const server = useApp();

beforeAll(async () => {
  tenant = await Tenant.make(server);
  access = await EndedAccess.of(server);
  wire = wireTo(server);
});

interface Access {
  readonly token: string;
  readonly basis: Basis;
}

const isWrite = ({ route, entry }: Addressed) => !route.startsWith('GET ') && !entry.streams;
const ways = isLong ? waysTo : routesThat;
const writes = () => ways(isShut).filter(isWrite);

/** Requests of the table that need more than one request to be valid. */
const UNASKED = [
  'POST /api/v4/secrets/id/:secretId/rollback',
  'POST /api/v1/organization/email-domains/:domainId/verify',
  'POST /api/v1/cert-manager/ca/internal/:authorityId/import-certificate',
  'POST /api/v1/cert-manager/certificates/import-certificate',
  'POST /api/v1/access-approvals/requests',
  'PATCH /api/v1/access-approvals/requests/:accessRequestId',
  'POST /api/v1/secret-approval-requests/:approvalRequestId/review',
  'POST /api/v1/secret-approval-requests/:approvalRequestId/merge',
];

type State = Readonly<Record<string, string>>;

const changedTables = (before: State, after: State): string =>
  Object.keys(after)
    .filter((name) => after[name] !== before[name])
    .join();

/** All tables but those that the ends themselves change. */
async function state(): Promise<State> {
  const {
    access_tokens: _tokens,
    client_secrets: _secrets,
    scim_tokens: _scim,
    service_tokens: _service,
    sessions: _sessions,
    token_uses: _uses,
    ...rest
  } = await stored(server);
  return rest;
}

/** What is wrong: a request that is answered while its access is being ended, or changes anything. */
async function lateWrites(
  cases: readonly Addressed[],
  accessFor: (way: Addressed) => Access,
): Promise<{ readonly late: readonly string[]; readonly refused: number }> {
  const late: string[] = [];
  let [before, refused] = [await state(), 0];
  for (const way of cases) {
    const { token, basis } = accessFor(way);
    const call = toCall(way.route, way.template, own(tenant.ids));
    const { answer, hasWaited } = await access.during<Answer>(basis, () => wire.ask(token, call));
    if (hasWaited && answer.status === 401) {
      refused++;
      continue;
    }
    const after = await state();
    const changed = changedTables(before, after);
    if (hasWaited || changed !== '' || (answer.status >= 400 && !UNASKED.includes(way.route)))
      late.push(`${way.route}: ${answer.status} changed [${changed}] ${answer.text.slice(0, 150)}`);
    before = after;
  }
  const changed = changedTables(before, await state());
  if (changed !== '') late.push(`something was written: ${changed}`);
  return { late, refused };
}

const ofStoredToken = (token: string): Access => ({
  token,
  basis: { table: 'access_tokens', id: claimsOf(token)['jti']! },
});

describe('A write whose access is ended meanwhile', () => {
  it(
    'is refused, whatever the token of token auth was about to do',
    async () => {
      const cases = writes();
      const { late, refused } = await lateWrites(cases, (way) =>
        ofStoredToken(callerOf(way, tenant).token),
      );
      expect(late).toEqual([]);
      expect(refused).toBeGreaterThan(cases.length / 2);
    },
    timeLimit(60_000),
  );

  it('is refused, whatever the provider with a token of SCIM was about to do', async () => {
    const { token, id } = tenant.provider;
    const cases = scimRoutes().filter((way) => isWrite(way) && isForProviders(way.entry));
    const { late, refused } = await lateWrites(cases, () => ({
      token,
      basis: { table: 'scim_tokens', id },
    }));
    expect(late).toEqual([]);
    expect(refused).toBeGreaterThan(4);
  });

  it('is refused, whatever the service token was about to do', async () => {
    const { project: workspaceId, environmentSlug } = tenant.ids;
    const scopes = ['dev', 'prod', environmentSlug].map((environment) => ({
      environment,
      secretPath: '/**',
    }));
    const made = await tenant.admin.http
      .post('/api/v2/service-token')
      .send({ workspaceId, name: 'CI', scopes, permissions: ['read', 'write'], expiresIn: 0 })
      .expect(200);
    const { serviceToken: token, serviceTokenData } = made.body as {
      serviceToken: string;
      serviceTokenData: { id: string };
    };
    const basis = { table: 'service_tokens', id: serviceTokenData.id } as const;
    const isContent = ({ route }: Addressed) =>
      /^\w+ \/api\/v\d\/(folders|secret-imports|secrets(\/batch)?(\/raw)?(\/:secretName)?$)/.test(
        route,
      );
    const { late, refused } = await lateWrites(writes().filter(isContent), () => ({
      token,
      basis,
    }));
    expect(late).toEqual([]);
    expect(refused).toBeGreaterThan(10);
  });

  it(
    'is refused, whatever the person was about to do',
    async () => {
      const { organization, project } = tenant.ids;
      const person = await aSignedIn(server, organization, { role: 'admin' });
      await joinProject(server, { id: project }, { userId: person.userId }, 'admin');
      const basis = { table: 'sessions', id: claimsOf(person.token)['jti']! } as const;
      const cases = sample(
        writes().filter(({ entry }) => entry.demands !== 'instance admin'),
        4,
      );
      const { late } = await lateWrites(cases, () => ({ token: person.token, basis }));
      expect(late).toEqual([]);
    },
    timeLimit(60_000),
  );
});
