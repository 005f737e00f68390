import { randomUUID } from 'node:crypto';
import type { Test } from 'supertest';
import type { Rule } from '../../src/permissions/rule.js';
import { startApp, type TestApp, useApp } from '../support/harness.js';
import {
  aMember,
  anIdentity,
  aProject,
  aScene,
  type Caller,
  join,
  withoutReqId,
} from '../support/scene.js';
import {
  anItem,
  aSecretScene,
  at,
  BATCH,
  named,
  V3,
  V4,
  withSecrets,
} from '../support/secrets-scene.js';
import { execute } from '../support/test-database.js';

/** Situations of `hostile-cases.md` that no feature's own spec has; the numbers are its T-numbers. */
const server = useApp();
const PRIVILEGES_V1 = '/api/v1/additional-privilege/identity';
const PRIVILEGES_V2 = '/api/v2/identity-project-additional-privilege';
const PERMANENT = { isTemporary: false };

const statusesOf = async (...tests: Test[]) =>
  (await Promise.all(tests)).map((answer) => answer.status);

const uniform = (values: readonly unknown[]) => new Set(values).size === 1;

interface ProjectScene {
  readonly orgId: string;
  readonly admin: Caller;
  readonly project: { readonly id: string; readonly slug: string };
}

/** The id of a privilege that is granted for good. */
async function grant(
  place: ProjectScene,
  to: Caller,
  slug: string,
  permissions: readonly Rule[] = [],
) {
  const body = { identityId: to.id, projectId: place.project.id, slug, permissions };
  const answer = await place.admin.http.post(PRIVILEGES_V2).send({ ...body, type: PERMANENT });
  expect(answer.status).toBe(200);
  return (answer.body as { privilege: { id: string } }).privilege.id;
}

describe('T8: a thing with several addresses', () => {
  const READ: Rule = { subject: 'secrets', action: 'read' };
  const CALLERS: readonly (readonly [string, string | readonly Rule[] | null])[] = [
    ['an admin', 'admin'],
    ['a viewer', 'viewer'],
    ['a member without rights', 'no-access'],
    [
      'one who may not read it',
      [READ, { ...READ, inverted: true, conditions: { secretName: 'A' } }],
    ],
    ['one who may describe it', [{ subject: 'secrets', action: 'describeSecret' }]],
    ['one who may read elsewhere', [{ ...READ, conditions: { environment: 'prod' } }]],
    ['one who may edit it', [{ subject: 'secrets', action: ['describeSecret', 'edit'] }]],
    ['one who may read identities', [{ subject: 'identity', action: 'read' }]],
    ['one who may edit identities', [{ subject: 'identity', action: ['read', 'edit'] }]],
    ['no member', null],
  ];
  const callerOf = ({ orgId, project }: ProjectScene, role: string | readonly Rule[] | null) =>
    role === null ? anIdentity(server, orgId, 'admin') : aMember(server, project, orgId, role);

  it.each(CALLERS)('secrets: %s meets one decision at all of them', async (_, role) => {
    const scene = await aSecretScene(server);
    const secret = (await withSecrets(scene, [anItem('A')])).get('A')!;
    const { http } = await callerOf(scene, role);
    const v3 = scene.dev;
    const v4 = { projectId: scene.project.id, environment: 'dev' };
    const bySlug = { workspaceSlug: scene.project.slug, environment: 'dev' };
    const update = { secretValue: 'y' };
    const { A, B } = { A: anItem('A', 'y'), B: (n: number) => named(`B${n}`, [V3, V4][n]) };

    const outcome = {
      read: await statusesOf(
        http.get(at(named('A'), v3)),
        http.get(at(named('A'), bySlug)),
        http.get(at(named('A', V4), v4)),
        http.get(`${V3}/id/${secret.id}`),
        http.get(`${V4}/id/${secret.id}`),
      ),
      list: await statusesOf(http.get(at(V3, v3)), http.get(at(V3, bySlug)), http.get(at(V4, v4))),
      create: await statusesOf(
        http.post(B(0)).send({ ...v3, ...update }),
        http.post(B(1)).send({ ...v4, ...update }),
        http.post(BATCH).send({ ...v3, secrets: [anItem('C')] }),
        http.post(`${V4}/batch`).send({ ...v4, secrets: [anItem('D')] }),
      ),
      update: await statusesOf(
        http.patch(named('A')).send({ ...v3, ...update }),
        http.patch(named('A', V4)).send({ ...v4, ...update }),
        http.patch(BATCH).send({ ...v3, secrets: [A] }),
        http.patch(`${V4}/batch`).send({ ...v4, secrets: [A] }),
      ),
    };

    for (const [operation, statuses] of Object.entries(outcome)) {
      expect([operation, statuses, uniform(statuses)]).toEqual([operation, statuses, true]);
    }
  });

  it.each(CALLERS)('privileges: %s meets one decision in both generations', async (_, role) => {
    const place = await aSecretScene(server);
    const { project } = place;
    const bot = await aMember(server, project, place.orgId, 'no-access');
    const [first, second] = [await grant(place, bot, 'first'), await grant(place, bot, 'second')];
    const { http } = await callerOf(place, role);
    const [byId, bySlug] = [
      { identityId: bot.id, projectId: project.id },
      { identityId: bot.id, projectSlug: project.slug },
    ];

    const outcome = {
      read: await statusesOf(
        http.get(`${PRIVILEGES_V2}/${first}`),
        http.get(at(`${PRIVILEGES_V2}/slug/first`, bySlug)),
        http.get(at(`${PRIVILEGES_V1}/first`, bySlug)),
      ),
      list: await statusesOf(
        http.get(at(PRIVILEGES_V2, byId)),
        http.get(at(PRIVILEGES_V1, bySlug)),
      ),
      create: await statusesOf(
        http.post(PRIVILEGES_V2).send({ ...byId, permissions: [], type: PERMANENT }),
        http.post(`${PRIVILEGES_V1}/permanent`).send({ ...bySlug, permissions: [] }),
      ),
      update: await statusesOf(
        http.patch(`${PRIVILEGES_V2}/${first}`).send({ slug: 'first' }),
        http
          .patch(PRIVILEGES_V1)
          .send({ ...bySlug, privilegeSlug: 'second', privilegeDetails: { slug: 'second' } }),
      ),
      delete: await statusesOf(
        http.delete(`${PRIVILEGES_V2}/${second}`),
        http.delete(PRIVILEGES_V1).send({ ...bySlug, privilegeSlug: 'first' }),
      ),
    };

    for (const [operation, statuses] of Object.entries(outcome)) {
      expect([operation, statuses, uniform(statuses)]).toEqual([operation, statuses, true]);
    }
  });
});

describe('T10: fields that are the server’s own', () => {
  const LONG_AGO = '2001-02-03T04:05:06.000Z';
  const OWN = {
    id: randomUUID(),
    _id: randomUUID(),
    orgId: randomUUID(),
    workspace: randomUUID(),
    projectMembershipId: randomUUID(),
    createdAt: LONG_AGO,
    updatedAt: LONG_AGO,
    temporaryAccessEndTime: LONG_AGO,
    version: 987_654,
    epoch: 987_654,
    isTemporary: true,
    isInstanceAdmin: true,
    actor: { actorId: LONG_AGO },
  };
  const bodiesIn = ({ project }: ProjectScene, bot: Caller): Record<string, object> => ({
    '/api/v1/identities': { name: 'x' },
    '/api/v1/projects': { projectName: 'x' },
    [`/api/v1/projects/${project.id}/tags`]: { slug: 'x' },
    [`/api/v1/projects/${project.id}/environments`]: { slug: 'x', name: 'x' },
    [`/api/v1/projects/${project.id}/roles`]: { slug: 'x', name: 'x', permissions: [] },
    '/api/v1/folders': { workspaceId: project.id, environment: 'dev', path: '/', name: 'x' },
    [BATCH]: { workspaceId: project.id, environment: 'dev', secrets: [anItem('A', 'x', OWN)] },
    [PRIVILEGES_V2]: {
      ...{ identityId: bot.id, projectId: project.id, permissions: [], type: PERMANENT },
    },
    [`${PRIVILEGES_V1}/permanent`]: {
      ...{ identityId: bot.id, projectSlug: project.slug, permissions: [] },
    },
  });

  it('are taken from no body', async () => {
    const scene = await aSecretScene(server);
    const bot = await aMember(server, scene.project, scene.orgId, 'no-access');
    const { http } = scene.admin;
    const sent = Object.entries(bodiesIn(scene, bot)).map(([path, body]) =>
      http.post(path).send({ ...OWN, ...body }),
    );
    sent.push(http.patch(`${PRIVILEGES_V2}/${await grant(scene, bot, 'x')}`).send(OWN));

    for (const answer of await Promise.all(sent)) {
      expect([answer.text, answer.status]).toEqual([answer.text, 200]);
      for (const value of Object.values(OWN)) {
        if (typeof value === 'string') expect(answer.text).not.toContain(value);
      }
      expect(answer.text).not.toMatch(/987654|"isTemporary":true|"isInstanceAdmin":true/);
    }
  });
});

describe('T46: what a stranger may put into a name', () => {
  it('is no wildcard and no template for the rules of another', async () => {
    const scene = await aSecretScene(server);
    const names = ['A*', 'AB', '{A,B}', '*', '**', '{{identity.name}}'];
    await withSecrets(
      scene,
      names.map((name) => anItem(name)),
    );

    for (const name of names) {
      const rule: Rule = { subject: 'secrets', action: 'read', conditions: { secretName: name } };
      const { http } = await aMember(server, scene.project, scene.orgId, [rule]);
      const { body } = await http.get(at(V3, scene.dev)).expect(200);
      const found = (body as { secrets: { secretKey: string }[] }).secrets;
      // A template is not resolved: it matches nothing.
      const expected = name.startsWith('{{') ? [] : [name];
      expect([name, found.map(({ secretKey }) => secretKey)]).toEqual([name, expected]);
    }
  });
});

describe('T51: rights that are remembered', () => {
  it('are those of the caller and of the project, whatever has the same name', async () => {
    const scene = await aScene(server);
    const [one, other] = [await aProject(scene.admin), await aProject(scene.admin)];
    const [ann, bob] = [
      await aMember(server, one, scene.orgId, 'viewer'),
      await aMember(server, one, scene.orgId, 'no-access'),
    ];
    await join(server, other, ann, 'no-access');
    await join(server, other, bob, 'viewer');
    for (const project of [one, other]) {
      const role = { slug: 'same', name: 'Same', permissions: [] };
      await scene.admin.http.post(`/api/v1/projects/${project.id}/roles`).send(role).expect(200);
    }
    const ask = async (caller: Caller, projectId: string) =>
      (await caller.http.get(at(V3, { workspaceId: projectId, environment: 'dev' }))).status;

    for (let round = 0; round < 50; round++) {
      const asked = [ask(ann, one.id), ask(bob, one.id), ask(ann, other.id), ask(bob, other.id)];
      expect(await Promise.all(asked)).toEqual([200, 403, 403, 200]);
    }
  });
});

describe('T66: wrong secrets, sent to two replicas at once', () => {
  let second: { parts: TestApp; end: () => Promise<void> };
  beforeAll(async () => {
    second = await startApp({}, [], server.databaseUrl);
  });
  afterAll(() => second.end());

  it('lock the identity at both', async () => {
    const { admin, orgId } = await aScene(server);
    const { id } = await anIdentity(server, orgId, 'member');
    const root = '/api/v1/auth/universal-auth';
    const attached = await admin.http.post(`${root}/identities/${id}`).send({}).expect(200);
    const { identityUniversalAuth } = attached.body as {
      identityUniversalAuth: { clientId: string };
    };
    const made = await admin.http.post(`${root}/identities/${id}/client-secrets`).send({});
    const { clientSecret } = made.body as { clientSecret: string };
    const replicas = [server, second.parts];
    const login = (replica: TestApp, secret: string) =>
      replica.http
        .post(`${root}/login`)
        .send({ clientId: identityUniversalAuth.clientId, clientSecret: secret });
    expect(await statusesOf(...replicas.map((each) => login(each, clientSecret)))).toEqual([
      200, 200,
    ]);

    const wrong = Array.from({ length: 40 }, (_, n) => login(replicas[n % 2]!, `wrong ${n}`));
    expect(new Set(await statusesOf(...wrong))).toEqual(new Set([401]));

    expect(await statusesOf(...replicas.map((each) => login(each, clientSecret)))).toEqual([
      401, 401,
    ]);
  });
});

describe('T68: a revocation that the database did not take', () => {
  it('is told as a failure, and the token lives until one is taken', async () => {
    const { admin } = await aScene(server);
    const use = () => admin.http.get('/api/v1/identities/details');
    const revoke = () =>
      server.http.post('/api/v1/auth/token/revoke').send({ accessToken: admin.token });
    const lock = server.database.source.createQueryRunner();
    await lock.startTransaction();
    await lock.query('lock table access_tokens in exclusive mode');

    try {
      const refused = await revoke();
      expect(withoutReqId(refused.body as object)).toMatchObject({
        statusCode: 504,
        error: 'GatewayTimeoutError',
      });
    } finally {
      await lock.rollbackTransaction();
      await lock.release();
    }

    await use().expect(200);
    await revoke().expect(200);
    await use().expect(401);
  });
});

describe('T90: whole numbers of a query', () => {
  const LISTS: readonly (readonly [string, (place: ProjectScene) => string])[] = [
    [
      'identity memberships',
      ({ project }) => `/api/v1/projects/${project.id}/identity-memberships`,
    ],
    ['their newer form', ({ project }) => `/api/v1/projects/${project.id}/memberships/identities`],
    ['identities', () => '/api/v1/identities'],
    ['tokens', ({ admin }) => `/api/v1/auth/token-auth/identities/${admin.id}/tokens`],
  ];

  it.each(LISTS)('are digits within their bounds, and any offset is one: %s', async (_, pathOf) => {
    const scene = await aSecretScene(server);
    const path = pathOf(scene);
    const get = (query: string) => scene.admin.http.get(`${path}?${query}`);

    for (const offset of [2n ** 31n, 2n ** 53n + 1n, 2n ** 63n, 10n ** 30n]) {
      const { body } = await get(`offset=${offset}`).expect(200);
      const page = Object.values(body as object).find((each) => Array.isArray(each));
      expect([offset, page]).toEqual([offset, []]);
    }
    const wrong = [
      '-1',
      '1e3',
      '0x10',
      '%205',
      '%2B5',
      '1.0',
      'NaN',
      '',
      '5&limit=6',
      `${2n ** 63n}`,
    ];
    for (const limit of wrong.filter((each) => each !== '')) {
      const { status } = await get(`limit=${limit}`);
      expect([limit, status]).toEqual([limit, 422]);
    }
  });
});

describe('T133: a database that only reads', () => {
  let replica: { parts: TestApp; end: () => Promise<void> };
  beforeAll(async () => {
    replica = await startApp({ DATABASE_POOL_SIZE: '4' });
  });
  afterAll(() => replica.end());

  it('is no readiness; once it is the wrong one no more, the server finds out by itself', async () => {
    const { parts } = replica;
    const { admin } = await aScene(parts);
    const ready = async () => (await parts.http.get('/api/health/ready')).status;
    const write = async () =>
      (await parts.as(admin.token).post('/api/v1/projects').send({ projectName: 'P' })).status;
    const name = new URL(parts.databaseUrl).pathname.slice(1);
    const setting = 'default_transaction_read_only';
    await execute(
      parts.databaseUrl,
      `alter database ${name} set ${setting} = on`,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = '${name}' and pid <> pg_backend_pid() and usename = current_user`,
    );
    await ready();
    expect([await ready(), await write(), await write()]).toEqual([503, 500, 500]);

    // New connections reach one that writes; those that are open do not.
    await execute(
      parts.databaseUrl,
      `set ${setting} = off`,
      `alter database ${name} reset ${setting}`,
    );
    const after: number[] = [];
    for (let n = 0; n < 6; n++) after.push(await write());

    expect([after.at(-1), await ready()]).toEqual([200, 200]);
  });
});
