import { randomUUID } from 'node:crypto';
import { claimsOf } from '../support/attacks/ended-access.js';
import { useApp } from '../support/harness.js';
import { untilLocksAreAwaited } from '../support/lock-waits.js';
import { sample } from '../support/runs.js';
import { anIdentity, join } from '../support/scene.js';
import {
  anItem,
  aSecretScene,
  type Fields,
  type SecretScene,
  withSecrets,
} from '../support/secrets-scene.js';

// A write that waits for a row while its access is ended through the API, which is acknowledged before the row is free.

const server = useApp();
let scene: SecretScene;

beforeAll(async () => {
  scene = await aSecretScene(server);
  await withSecrets(scene, [anItem('S'), anItem('T')]);
  await scene.admin.http
    .patch('/api/v3/secrets/raw/S')
    .send({ ...scene.dev, secretValue: 'second' })
    .expect(200);
});

interface Door {
  readonly method: 'post' | 'patch' | 'delete';
  readonly path: string | (() => Promise<string>);
  readonly body: Fields;
}

const ONE = '/api/v3/secrets/raw';
const BATCH = '/api/v3/secrets/batch/raw';
const WRITES: Readonly<Record<string, Door>> = {
  'a new secret': { method: 'post', path: `${ONE}/NEXT`, body: { secretValue: 'x' } },
  'a change': { method: 'patch', path: `${ONE}/S`, body: { secretValue: 'x' } },
  'a deletion': { method: 'delete', path: `${ONE}/S`, body: {} },
  'a batch of new secrets': { method: 'post', path: BATCH, body: { secrets: [anItem('N')] } },
  'a batch of changes': { method: 'patch', path: BATCH, body: { secrets: [anItem('S', 'x')] } },
  'an upsert': {
    method: 'patch',
    path: BATCH,
    body: { mode: 'upsert', secrets: [anItem('S', 'x'), anItem('N')] },
  },
  'a batch of deletions': {
    method: 'delete',
    path: BATCH,
    body: { secrets: [{ secretKey: 'S' }] },
  },
  'a rollback': {
    method: 'post',
    path: async () => {
      const [row] = await server.database.source.query<{ id: string }[]>(
        `select s.id from secrets s join folders f on f.id = s.folder_id
         join environments e on e.id = f.environment_id where e.project_id = $1 and s.key = 'S'`,
        [scene.project.id],
      );
      return `/api/v4/secrets/id/${row!.id}/rollback`;
    },
    body: { version: 1 },
  },
};

interface Writer {
  readonly token: string;
  /** Ends the access; returns the status of the answer. */
  end(): Promise<number>;
}

const UNIVERSAL = '/api/v1/auth/universal-auth';

async function aUniversalWriter() {
  const { admin, project, orgId } = scene;
  const { id } = await anIdentity(server, orgId, 'no-access');
  await join(server, project, { ...admin, id }, 'admin');
  const path = `${UNIVERSAL}/identities/${id}`;
  const attached = await admin.http.post(path).send({}).expect(200);
  const { clientId } = (attached.body as { identityUniversalAuth: { clientId: string } })
    .identityUniversalAuth;
  const made = await admin.http.post(`${path}/client-secrets`).send({}).expect(200);
  const { clientSecret, clientSecretData } = made.body as {
    clientSecret: string;
    clientSecretData: { id: string };
  };
  const login = await server.http
    .post(`${UNIVERSAL}/login`)
    .send({ clientId, clientSecret })
    .expect(200);
  const { accessToken: token } = login.body as { accessToken: string };
  return { id, path, token, secretId: clientSecretData.id };
}

const statusOf = async (test: PromiseLike<{ readonly status: number }>) => (await test).status;

const ACCESSES: Readonly<Record<string, () => Promise<Writer>>> = {
  'the client secret is revoked': async () => {
    const { token, path, secretId } = await aUniversalWriter();
    const revoke = `${path}/client-secrets/${secretId}/revoke`;
    return { token, end: () => statusOf(scene.admin.http.post(revoke).send({})) };
  },
  'the access token is revoked': async () => {
    const { token } = await aUniversalWriter();
    const body = { accessToken: token };
    return { token, end: () => statusOf(server.http.post('/api/v1/auth/token/revoke').send(body)) };
  },
  'universal auth is detached': async () => {
    const { token, path } = await aUniversalWriter();
    return { token, end: () => statusOf(scene.admin.http.delete(path)) };
  },
  'the identity is deleted': async () => {
    const { token, id } = await aUniversalWriter();
    return { token, end: () => statusOf(scene.admin.http.delete(`/api/v1/identities/${id}`)) };
  },
  'the service token is deleted': async () => {
    const made = await scene.admin.http
      .post('/api/v2/service-token')
      .send({
        workspaceId: scene.project.id,
        name: 'CI',
        scopes: [{ environment: 'dev', secretPath: '/**' }],
        permissions: ['read', 'write'],
      })
      .expect(200);
    const { serviceToken: token, serviceTokenData } = made.body as {
      serviceToken: string;
      serviceTokenData: { id: string };
    };
    const path = `/api/v2/service-token/${serviceTokenData.id}`;
    return { token, end: () => statusOf(scene.admin.http.delete(path)) };
  },
};

/** Rows that a write waits for, whatever it is. */
const HELD = [
  `select s.id from secrets s join folders f on f.id = s.folder_id
   join environments e on e.id = f.environment_id where e.project_id = $1 for update of s`,
  `select f.id from folders f join environments e on e.id = f.environment_id
   where e.project_id = $1 for update of f`,
];

const stateOf = (): Promise<unknown> =>
  server.database.source.query(
    `select s.id, s.key, s.version, (select count(*) from project_events where project_id = $1) events
     from secrets s join folders f on f.id = s.folder_id
     join environments e on e.id = f.environment_id where e.project_id = $1 order by s.id`,
    [scene.project.id],
  );

const cases = Object.keys(WRITES).flatMap((write) =>
  Object.keys(ACCESSES).flatMap((ending) =>
    [false, true].map((isKeyed) => ({ write, ending, isKeyed })),
  ),
);

describe('A secret is not written', () => {
  it.each(sample(cases, 4))(
    'by $write after $ending (with a key: $isKeyed)',
    async ({ write, ending, isKeyed }) => {
      const { method, path, body } = WRITES[write]!;
      const isById = typeof path !== 'string';
      if (isById && ending.startsWith('the service token')) return;
      const writer = await ACCESSES[ending]!();
      const where = isById ? await path() : path;
      const runner = server.database.source.createQueryRunner();
      await runner.startTransaction();
      try {
        for (const held of HELD) await runner.query(held, [scene.project.id]);
        const answered = server
          .as(writer.token)
          [method](where)
          .set(isKeyed ? { 'Idempotency-Key': randomUUID() } : {})
          .send(isById ? body : { ...scene.dev, ...body })
          .then((answer) => answer);
        await untilLocksAreAwaited(server);
        expect(await writer.end()).toBe(200);
        const before = await stateOf();
        await runner.commitTransaction();
        // With a key all may be done again from the look-up of the project on, where who was deleted is no member.
        const mayBeOutside = isKeyed && ending.startsWith('the identity');
        expect(mayBeOutside ? [401, 403] : [401]).toContain((await answered).status);
        expect(await stateOf()).toEqual(before);
      } finally {
        if (runner.isTransactionActive) await runner.rollbackTransaction();
        await runner.release();
      }
    },
  );

  it('nor is a kept answer shown after the token is revoked', async () => {
    const { token, end } = await ACCESSES['the client secret is revoked']!();
    const headers = { 'Idempotency-Key': randomUUID() };
    const send = () =>
      server
        .as(token)
        .post(`${ONE}/KEPT`)
        .set(headers)
        .send({ ...scene.dev, secretValue: 'x' })
        .then((answer) => answer);
    expect((await send()).status).toBe(200);
    const runner = server.database.source.createQueryRunner();
    await runner.startTransaction();
    try {
      const held = 'select from idempotent_answers where identity_id = $1 for update';
      await runner.query(held, [claimsOf(token)['identityId']]);
      const replayed = send();
      await untilLocksAreAwaited(server, { part: 'idempotent_answers' });
      expect(await end()).toBe(200);
      await runner.commitTransaction();
      expect((await replayed).status).toBe(401);
    } finally {
      if (runner.isTransactionActive) await runner.rollbackTransaction();
      await runner.release();
    }
  });
});
