import { startApp, type TestApp } from '../support/harness.js';
import { runs, timeLimit } from '../support/runs.js';
import { aScene, type Caller } from '../support/scene.js';
import { StaticTrust } from '../support/workloads/static-trust.js';
import {
  anIdentityOf,
  attachPath,
  loginPath,
  useWorkloadApp,
} from '../support/workloads/workload-scene.js';

const server = useWorkloadApp();
const RACES = runs(4, 2_000, 'TRUST_RACES');
/** Logins, and renewals, beside one change. */
const BESIDE = 3;

let trust: StaticTrust;
let admin: Caller;
let replicas: readonly TestApp[];
const ends: (() => Promise<void>)[] = [];

beforeAll(async () => {
  trust = await StaticTrust.open();
  ({ admin } = await aScene(server));
  const others = await Promise.all(
    Array.from({ length: runs(1, 2) }, () => startApp({}, [], server.databaseUrl)),
  );
  replicas = [server, ...others.map(({ parts }) => parts)];
  ends.push(...others.map(({ end }) => end));
});
afterAll(() => Promise.all(ends.map((end) => end())));

const replica = (turn: number) => replicas[turn % replicas.length]!;

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

const tokensIn = (answers: readonly Answer[]): string[] =>
  answers.flatMap(({ status, body }) =>
    status === 200 ? [(body as { accessToken: string }).accessToken] : [],
  );

const login = (app: TestApp, identityId: string, jwt: string) =>
  app.http.post(loginPath('jwt-auth')).send({ identityId, jwt });

const renew = (app: TestApp, accessToken: string) =>
  app.http.post('/api/v1/auth/token/renew').send({ accessToken });

/** Logs in and renews while the change is made, and gives every token that any of it returned. */
async function tokensBeside(
  identityId: string,
  jwt: string | (() => string),
  change: () => PromiseLike<Answer>,
  times = BESIDE,
): Promise<readonly string[]> {
  const next = typeof jwt === 'string' ? () => jwt : jwt;
  const before = tokensIn([await login(server, identityId, next())]);
  expect(before).toHaveLength(1);
  const turns = Array.from({ length: times }, (_, turn) => turn);
  const [changed, ...answers] = await Promise.all([
    change(),
    ...turns.map((turn) => login(replica(turn), identityId, next())),
    ...turns.map((turn) => renew(replica(turn + 1), before[0]!)),
  ]);
  expect(changed.status).toBe(200);
  // What was refused was refused in the one way.
  expect(answers.filter(({ status }) => status !== 200 && status !== 401)).toEqual([]);
  return [...before, ...tokensIn(answers)];
}

/** No replica takes any of the tokens, as they are or renewed. */
async function expectDead(tokens: readonly string[]): Promise<void> {
  const answers = await Promise.all(
    tokens.flatMap((token, turn) => [
      replica(turn).as(token).get('/api/v1/identities/details'),
      replica(turn + 1)
        .as(token)
        .get('/api/v1/identities/details'),
      renew(replica(turn), token),
    ]),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
}

const ISSUERS = ['https://jobs.example', 'https://other.example'];

describe('No token of an older trust works at the next request, whatever was under way (T349)', () => {
  it(
    'after another issuer',
    async () => {
      const id = await anIdentityOf(admin);
      await trust.attach(admin, id);
      for (let race = 0; race < RACES; race++) {
        const [iss, boundIssuer] = [ISSUERS[race % 2]!, ISSUERS[(race + 1) % 2]!];
        const change = () => admin.http.patch(attachPath('jwt-auth', id)).send({ boundIssuer });
        await expectDead(await tokensBeside(id, await trust.jwt({ iss }), change));
      }
    },
    timeLimit(60_000),
  );

  it(
    'after it was detached and attached again',
    async () => {
      const id = await anIdentityOf(admin);
      const path = attachPath('jwt-auth', id);
      for (let race = 0; race < RACES; race++) {
        await trust.attach(admin, id);
        const jwt = await trust.jwt();
        const tokens = await tokensBeside(id, jwt, () => admin.http.delete(path));
        await trust.attach(admin, id);
        await expectDead(tokens);
        const [fresh] = tokensIn([await login(server, id, jwt)]);
        await server.as(fresh!).get('/api/v1/identities/details').expect(200);
        await admin.http.delete(path).expect(200);
      }
    },
    timeLimit(60_000),
  );

  it(
    'after its identity was deleted',
    async () => {
      for (let race = 0; race < RACES; race++) {
        const id = await anIdentityOf(admin);
        await trust.attach(admin, id);
        const jwt = await trust.jwt();
        const remove = () => admin.http.delete(`/api/v1/identities/${id}`);
        await expectDead(await tokensBeside(id, jwt, remove));
      }
    },
    timeLimit(60_000),
  );

  it(
    'after its organization was deleted',
    async () => {
      const { source } = server.database;
      for (let race = 0; race < RACES; race++) {
        const other = await aScene(server);
        const id = await anIdentityOf(other.admin);
        await trust.attach(other.admin, id);
        // Each login is of a subject that was not seen before, which is recorded.
        await other.admin.http.patch(attachPath('jwt-auth', id)).send({ boundSubject: 'job:*' });
        const jwts = await Promise.all(
          Array.from({ length: BESIDE + 1 }, (_, turn) => trust.jwt({ sub: `job:${turn}` })),
        );
        // Operators do it in the database.
        const remove = async () => {
          await source.query('delete from organizations where id = $1', [other.orgId]);
          return { status: 200, body: {} };
        };
        let turn = 0;
        await expectDead(await tokensBeside(id, () => jwts[turn++]!, remove));
      }
    },
    timeLimit(60_000),
  );

  it(
    'after a change that asks for it, during a hundred logins and renewals',
    async () => {
      const id = await anIdentityOf(admin);
      await trust.attach(admin, id);
      const jwt = await trust.jwt();
      const change = () =>
        admin.http
          .patch(attachPath('jwt-auth', id))
          .send({ boundSubject: 'job:b', revokeTokens: true });
      await expectDead(await tokensBeside(id, jwt, change, runs(20, 100)));
    },
    timeLimit(60_000),
  );
});
