import { AccessTokens, type IdentityClaims } from '../../src/auth/access-token.js';
import { sessionQuery } from '../../src/auth/session-queries.js';
import { TokenPurge } from '../../src/identities/token-purge.js';
import { useApp } from '../support/harness.js';
import { anIdentity, aScene } from '../support/scene.js';

const server = useApp();
const UNIVERSAL = '/api/v1/auth/universal-auth';
const RANGES = 100_000;

const sql = <T>(text: string, values: readonly unknown[] = []) =>
  server.database.source.query<T[]>(text, [...values]);

async function aMachine() {
  const { admin, orgId } = await aScene(server);
  const { id } = await anIdentity(server, orgId, 'member');
  const path = `${UNIVERSAL}/identities/${id}`;
  const attached = await admin.http.post(path).send({}).expect(200);
  const { clientId } = (attached.body as { identityUniversalAuth: { clientId: string } })
    .identityUniversalAuth;
  const made = await admin.http.post(`${path}/client-secrets`).send({}).expect(200);
  const { clientSecret, clientSecretData } = made.body as {
    clientSecret: string;
    clientSecretData: { id: string };
  };
  const login = async () => {
    const body = { clientId, clientSecret };
    const answer = await server.http.post(`${UNIVERSAL}/login`).send(body).expect(200);
    return (answer.body as { accessToken: string }).accessToken;
  };
  return { clientSecretId: clientSecretData.id, login };
}

const claimsOf = (token: string) => server.app.get(AccessTokens).verify(token) as IdentityClaims;
const statusOf = async (token: string) =>
  (await server.as(token).get('/api/v1/identities/details')).status;
const revoke = (accessToken: string) =>
  server.http.post('/api/v1/auth/token/revoke').send({ accessToken });

/** Every second token of today is revoked by a server of the version before, which keeps them as ranges in one row. */
const revokeEverySecond = (clientSecretId: string, day: number) =>
  sql(
    `insert into token_revocations (credential_id, created_day, serials, expires_at)
     select $1, $2, range_agg(int8range(2 * n, 2 * n, '[]')), now() + interval '1 day'
     from generate_series(1, ${RANGES}) n`,
    [clientSecretId, day],
  );

interface PlanNode {
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
}

/** Pages of the database that one look at a session touches. */
async function pagesOf(token: string): Promise<number> {
  const { queries, values } = sessionQuery(claimsOf(token));
  const explained = `explain (analyze, buffers, format json) ${queries.alone.text}`;
  const [row] = await sql<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(explained, values);
  const { Plan } = row!['QUERY PLAN'][0];
  return Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'];
}

describe(`a hundred thousand revoked tokens of one client secret, none beside another`, () => {
  it('make no request read more than a token of a machine that revoked none', async () => {
    const [quiet, busy] = [await aMachine(), await aMachine()];
    const token = await quiet.login();
    const first = await busy.login();
    const day = Math.floor(claimsOf(first).creationEpoch / 86_400);
    await revokeEverySecond(busy.clientSecretId, day);
    await sql('update client_secrets set uses = $2 where id = $1', [
      busy.clientSecretId,
      2 * RANGES,
    ]);
    const last = await busy.login();
    const forged = (serial: number) =>
      server.app.get(AccessTokens).sign({ ...claimsOf(first), serial });

    expect(await statusOf(first)).toBe(200);
    expect(await statusOf(last)).toBe(200);
    for (const serial of [2, 1_022, 1_024, 1_026, 100_000, 2 * RANGES])
      expect([serial, await statusOf(forged(serial))]).toEqual([serial, 401]);
    for (const serial of [1, 1_023, 1_025, 100_001, 2 * RANGES - 1])
      expect([serial, await statusOf(forged(serial))]).toEqual([serial, 200]);
    // The second look at each: the first one reads what PostgreSQL keeps of the tables themselves.
    await Promise.all([pagesOf(token), pagesOf(first)]);
    const usual = await pagesOf(token);
    expect(await pagesOf(first)).toBeLessThanOrEqual(usual + 4);
    expect(await pagesOf(last)).toBeLessThanOrEqual(usual + 4);
  });

  it('are kept in as many bits, whatever their order, and go when the last of their day ends', async () => {
    const machine = await aMachine();
    const tokens: string[] = [];
    for (let i = 0; i < 60; i++) tokens.push(await machine.login());
    const revoked = tokens.filter((_, i) => i % 2 === 1);
    const answers = await Promise.all(revoked.toReversed().map((token) => revoke(token)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));

    const kept = () =>
      sql<{ bits: number; bytes: number }>(
        `select length(replace(bits::text, '0', '')) bits, pg_column_size(bits) bytes
         from token_revocation_blocks where credential_id = $1`,
        [machine.clientSecretId],
      );
    expect(await kept()).toEqual([{ bits: 30, bytes: expect.any(Number) }]);
    expect((await kept())[0]!.bytes).toBeLessThan(150);
    const statuses = await Promise.all(tokens.map(statusOf));
    expect(statuses).toEqual(tokens.map((_, i) => (i % 2 === 1 ? 401 : 200)));

    await sql(
      `update token_revocation_blocks set expires_at = now() - interval '2 hours' where credential_id = $1`,
      [machine.clientSecretId],
    );
    await server.app.get(TokenPurge).sweep();
    expect(await kept()).toEqual([]);
  });
});
