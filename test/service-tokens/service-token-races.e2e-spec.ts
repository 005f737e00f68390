import { startApp, type TestApp, useApp } from '../support/harness.js';
import { runs, timeLimit } from '../support/runs.js';
import { aMember, aProject, aScene, type Caller, type TestProject } from '../support/scene.js';

const server = useApp();
const ROUTE = '/api/v2/service-token';
const SECRETS = '/api/v4/secrets';
const RACES = runs(4, 2_000, 'TOKEN_RACES');
const SEED = 'SEED';
/** Reads, and writes, beside one end. */
const BESIDE = 3;

let admin: Caller;
let orgId: string;
let project: TestProject;
let replicas: readonly TestApp[];
let end: () => Promise<void>;

beforeAll(async () => {
  ({ admin, orgId } = await aScene(server));
  project = await aProject(admin);
  await write(server, admin.token, SEED).expect(200);
  const other = await startApp({}, [], server.databaseUrl);
  replicas = [server, other.parts];
  end = other.end;
});
afterAll(() => end());

const replica = (turn: number) => replicas[turn % replicas.length]!;

async function aServiceToken(maker: Caller): Promise<{ token: string; id: string }> {
  const order = {
    ...{ name: 'raced', workspaceId: project.id, permissions: ['read', 'write'], expiresIn: 600 },
    scopes: [{ environment: 'dev', secretPath: '/**' }],
  };
  const { body } = await maker.http.post(ROUTE).send(order).expect(200);
  const made = body as { serviceToken: string; serviceTokenData: { id: string } };
  return { token: made.serviceToken, id: made.serviceTokenData.id };
}

const place = () => ({ projectId: project.id, environment: 'dev' });

/** One secret: the list of what the races leave would grow with their number. */
const read = (app: TestApp, token: string) =>
  app.as(token).get(`${SECRETS}/${SEED}`).query(place());

const write = (app: TestApp, token: string, key: string) =>
  app
    .as(token)
    .post(`${SECRETS}/${key}`)
    .send({ ...place(), secretValue: 'x' });

/** Reads and writes with a token while it ends; after that no replica takes it, and what was refused was not done. */
async function race(
  name: string,
  token: string,
  endIt: () => PromiseLike<{ status: number }>,
  refusals: readonly number[] = [401],
): Promise<void> {
  await Promise.all(replicas.map((each) => read(each, token).expect(200)));
  const turns = Array.from({ length: BESIDE }, (_, turn) => turn);
  const keys = turns.map((turn) => `${name}_${turn}`);

  const [ended, reads, writes] = await Promise.all([
    endIt(),
    Promise.all(turns.map((turn) => read(replica(turn), token))),
    Promise.all(turns.map((turn) => write(replica(turn + 1), token, keys[turn]!))),
  ]);

  expect(ended.status).toBe(200);
  for (const { status } of [...reads, ...writes]) expect([200, ...refusals]).toContain(status);
  const after = await Promise.all(
    replicas.flatMap((each, turn) => [
      read(each, token),
      write(each, token, `${name}_LATE_${turn}`),
      each.as(token).get(ROUTE),
    ]),
  );
  expect(new Set(after.map(({ status }) => status))).toEqual(new Set([401]));
  const rows = await server.database.source.query<{ key: string }[]>(
    'select key from secrets where project_id = $1 and key like $2 order by key',
    [project.id, `${name}\\_%`],
  );
  const done = keys.filter((_, turn) => writes[turn]!.status === 200);
  expect(rows.map(({ key }) => key)).toEqual(done);
}

describe('No replica takes a service token after the answer that ended it, whatever was under way', () => {
  it(
    'its deletion',
    async () => {
      for (let turn = 0; turn < RACES; turn++) {
        const { token, id } = await aServiceToken(admin);
        await race(`DELETED_${turn}`, token, () => admin.http.delete(`${ROUTE}/${id}`));
      }
    },
    timeLimit(60_000),
  );

  it(
    'the revocation of what it was made with, by an administrator and by whoever holds it',
    async () => {
      for (let turn = 0; turn < RACES; turn++) {
        const maker = await aMember(server, project, orgId, 'admin');
        const { token } = await aServiceToken(maker);
        const { jti } = JSON.parse(
          Buffer.from(maker.token.split('.')[1]!, 'base64url').toString(),
        ) as { jti: string };
        await race(`REVOKED_${turn}`, token, () =>
          turn % 2 === 0
            ? admin.http.post(`/api/v1/auth/token-auth/tokens/${jti}/revoke`)
            : server.http.post('/api/v1/auth/token/revoke').send({ accessToken: maker.token }),
        );
      }
    },
    timeLimit(60_000),
  );

  it(
    'the end of its maker in the project',
    async () => {
      for (let turn = 0; turn < RACES; turn++) {
        const maker = await aMember(server, project, orgId, 'admin');
        const { token } = await aServiceToken(maker);
        const membership = `/api/v1/projects/${project.id}/memberships/identities/${maker.id}`;
        // Who was let in a moment before finds that its maker has no rights left.
        await race(`LEFT_${turn}`, token, () => admin.http.delete(membership), [401, 403]);
      }
    },
    timeLimit(60_000),
  );
});
