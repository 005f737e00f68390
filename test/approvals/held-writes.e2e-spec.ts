import { beforeAll, describe, expect, it } from '@jest/globals';
import { routesOf } from '../authorization/live-routes.js';
import { useApp } from '../support/harness.js';
import { ApprovalsScene, type Held, REQUESTS } from './approvals-scene.js';
import { untilLocksAreAwaited } from '../support/lock-waits.js';

const server = useApp();

let scene: ApprovalsScene;
let secretId: string;
let freeId: string;
let folderId: string;
let environmentId: string;
let before: Record<string, string>;
let rolledTo: string;
let importId: string;

beforeAll(async () => {
  scene = await ApprovalsScene.make(server);
  secretId = await scene.secret('OLD', 'first');
  await scene.secret('NEVER_TOUCHED', 'stays');
  rolledTo = new Date().toISOString();
  freeId = await scene.secret('FREE', 'free', '/free');
  await scene.admin.http
    .patch('/api/v4/secrets/OLD')
    .send(scene.at('/held', { secretValue: 'second' }))
    .expect(200);
  const { rows } = { rows: await folders() };
  folderId = rows.find(({ path }) => path === '/held')!.id;
  environmentId = rows[0]!.environment_id;
  const imported = {
    ...(scene.at('/held') as object),
    path: '/held',
    import: { environment: 'dev', path: '/free' },
  };
  const made = await scene.admin.http.post('/api/v2/secret-imports').send(imported).expect(200);
  importId = (made.body as { secretImport: { id: string } }).secretImport.id;
  await scene.policy();
  before = await scene.values();
});

const folders = (): Promise<{ id: string; path: string; environment_id: string }[]> =>
  server.database.source.query(
    `select f.id, f.path, f.environment_id from folders f join environments e on e.id = f.environment_id
     where e.project_id = $1 and e.slug = 'dev'`,
    [scene.project.id],
  );

interface Try {
  readonly path?: Readonly<Record<string, string>>;
  readonly body: object;
}

const ITEM = { secretKey: 'NEW', secretValue: 'new' };
const CHANGE = { secretKey: 'OLD', secretValue: 'third' };
const single = (more: object): Try => ({
  path: { secretName: 'OLD' },
  body: scene.at('/held', more),
});
const older = (more: object): Try => {
  const { projectId, ...rest } = scene.at('/held', more) as { projectId: string };
  return { path: { secretName: 'OLD' }, body: { ...rest, workspaceId: projectId } };
};
const move = (from: string, to: string, id: string): Try => ({
  body: {
    ...{ projectId: scene.project.id, sourceEnvironment: 'dev', destinationEnvironment: 'dev' },
    ...{ sourceSecretPath: from, destinationSecretPath: to, secretIds: [id] },
  },
});

/** Every route by which secrets of a governed folder might change, with requests that would change them. */
const HELD: Readonly<Record<string, () => readonly Try[]>> = {
  'POST /api/v4/secrets/:secretName': () => [
    { path: { secretName: 'NEW' }, body: scene.at('/held', { secretValue: 'new' }) },
  ],
  'PATCH /api/v4/secrets/:secretName': () => [
    single({ secretValue: 'third' }),
    single({ newSecretName: 'RENAMED' }),
    single({ secretComment: 'other' }),
  ],
  'DELETE /api/v4/secrets/:secretName': () => [single({})],
  'POST /api/v3/secrets/raw/:secretName': () => [
    { ...older({ secretValue: 'new' }), path: { secretName: 'NEW' } },
  ],
  'PATCH /api/v3/secrets/raw/:secretName': () => [older({ secretValue: 'third' })],
  'DELETE /api/v3/secrets/raw/:secretName': () => [older({})],
  'POST /api/v4/secrets/batch': () => [{ body: scene.at('/held', { secrets: [ITEM] }) }],
  'PATCH /api/v4/secrets/batch': () => [
    { body: scene.at('/held', { secrets: [CHANGE] }) },
    { body: scene.at('/held', { mode: 'upsert', secrets: [ITEM, CHANGE] }) },
    { body: scene.at('/free', { secrets: [{ ...CHANGE, secretPath: '/held' }] }) },
  ],
  'DELETE /api/v4/secrets/batch': () => [
    { body: scene.at('/held', { secrets: [{ secretKey: 'OLD' }] }) },
  ],
  'POST /api/v3/secrets/batch/raw': () => [older({ secrets: [ITEM] })],
  'PATCH /api/v3/secrets/batch/raw': () => [older({ secrets: [CHANGE] })],
  'DELETE /api/v3/secrets/batch/raw': () => [older({ secrets: [{ secretKey: 'OLD' }] })],
  'POST /api/v4/secrets/move': () => [
    move('/held', '/free', secretId),
    move('/free', '/held', freeId),
  ],
  'POST /api/v3/secrets/move': () => [move('/held', '/free', secretId)],
  'POST /api/v4/secrets/id/:secretId/rollback': () => [
    { path: { secretId }, body: { version: 1 } },
  ],
  'POST /api/v4/secrets/batch/rollback': () => [{ body: scene.at('/held', { asOf: rolledTo }) }],
};

/** Routes that would take governed secrets away, or bring others to them, without changing one by itself. */
const REFUSED: Readonly<Record<string, () => readonly Try[]>> = {
  ...Object.fromEntries(
    ['/api/v1/folders', '/api/v2/folders'].flatMap((root) => [
      [
        `DELETE ${root}/:folderIdOrName`,
        () => [{ path: { folderIdOrName: folderId }, body: scene.at('/', { path: '/' }) }],
      ],
      [
        `PATCH ${root}/:folderIdOrName`,
        () => [
          { path: { folderIdOrName: folderId }, body: scene.at('/', { path: '/', name: 'away' }) },
        ],
      ],
      [
        `PATCH ${root}/batch`,
        () => [
          {
            body: {
              ...{ projectId: scene.project.id, projectSlug: scene.project.slug },
              folders: [{ id: folderId, environment: 'dev', path: '/', name: 'away' }],
            },
          },
        ],
      ],
    ]),
  ),
  ...Object.fromEntries(
    ['/api/v1/projects', '/api/v1/workspace', '/api/v2/workspace'].map((root) => [
      `DELETE ${root}/:projectId/environments/:environmentId`,
      () => [{ path: { projectId: scene.project.id, environmentId }, body: {} }],
    ]),
  ),
  ...Object.fromEntries(
    ['/api/v1/projects', '/api/v1/workspace', '/api/v2/workspace'].map((root) => [
      `PATCH ${root}/:projectId/environments/:environmentId`,
      () => [{ path: { projectId: scene.project.id, environmentId }, body: { slug: 'away' } }],
    ]),
  ),
  ...Object.fromEntries(
    ['/api/v1/secret-imports', '/api/v2/secret-imports'].flatMap((root) => [
      [`POST ${root}`, () => [{ body: placed({ import: { environment: 'prod', path: '/' } }) }]],
      [
        `PATCH ${root}/:secretImportId`,
        () => [
          {
            path: { secretImportId: importId },
            body: placed({ import: { environment: 'prod', path: '/' } }),
          },
        ],
      ],
      [
        `DELETE ${root}/:secretImportId`,
        () => [{ path: { secretImportId: importId }, body: placed() }],
      ],
    ]),
  ),
};

const placed = (more: object = {}) => ({
  ...{ projectId: scene.project.id, workspaceId: scene.project.id },
  ...{ environment: 'dev', path: '/held', ...more },
});

/** Routes about the same things that change no secret of a governed folder, and why. */
const FREE: Readonly<Record<string, string>> = {
  'POST /api/v1/folders': 'makes an empty folder',
  'POST /api/v2/folders': 'makes an empty folder',
  'POST /api/v1/projects/:projectId/secrets/compare': 'compares, and changes nothing',
  ...Object.fromEntries(
    ['/api/v1/projects', '/api/v1/workspace', '/api/v2/workspace'].flatMap((root) => [
      [`POST ${root}/:projectId/environments`, 'makes an empty environment'],
    ]),
  ),
};

function send(route: string, { path = {}, body }: Try) {
  const [method, template] = route.split(' ') as [string, string];
  const url = template.replace(/:(\w+)/g, (_, name: string) => path[name]!);
  const verb = method.toLowerCase() as 'post' | 'patch' | 'delete';
  return scene.writer.http[verb](url).send(body);
}

/** Closes what a test has looked at: the same change again would be the same request. */
async function close({ id }: Held): Promise<void> {
  await scene.writer.http.post(`${REQUESTS}/${id}/status`).send({ status: 'close' }).expect(200);
}

describe('a write in a governed folder', () => {
  it('can come by no route that these tables leave out (T252)', () => {
    const about = /\/(secrets|folders|secret-imports|environments)\b/;
    const writes = routesOf(server).filter(
      (route) => !route.startsWith('GET ') && about.test(route),
    );
    const known = [...Object.keys(HELD), ...Object.keys(REFUSED), ...Object.keys(FREE)];
    expect(known.sort()).toEqual(writes.sort());
  });

  it.each(Object.keys(HELD))('is held: %s (T252)', async (route) => {
    for (const each of HELD[route]!()) {
      const answer = await send(route, each).expect(200);
      const { approval, ...rest } = answer.body as { approval: Held };
      expect(approval).toMatchObject({ status: 'open', hasMerged: false, conflicts: null });
      expect(approval).toMatchObject({
        committerUserId: scene.writer.id,
        committerIdentityId: null,
      });
      expect(answer.headers['x-change-request']).toBe(approval.slug);
      const isMove = route.endsWith('/move');
      expect(rest).toEqual(isMove ? { isSourceUpdated: false, isDestinationUpdated: false } : {});
      expect(await scene.values()).toEqual(before);
      expect(await scene.values('/free')).toEqual({ FREE: 'free' });
      await close(approval);
    }
  });

  it.each(Object.keys(REFUSED))(
    'is refused with 403 naming the policy: %s (T285)',
    async (route) => {
      for (const each of REFUSED[route]!()) {
        const { body } = await send(route, each).expect(403);
        expect(body).toMatchObject({ details: { policyId: expect.any(String) as unknown } });
        expect(await scene.values()).toEqual(before);
      }
    },
  );

  it('is refused to a folder that would come under the policy with its secrets (403, T285)', async () => {
    await scene.folder('/', 'outside');
    await scene.folder('/free', 'inside');
    await scene.secret('X', 'x', '/outside');
    const policy = await scene.policy({ secretPath: '/target/**' });
    const outside = (await folders()).find(({ path }) => path === '/outside')!;
    const body = scene.at('/', { path: '/', name: 'target' });
    const refused = await scene.writer.http.patch(`/api/v2/folders/${outside.id}`).send(body);
    expect(refused.status).toBe(403);
    const empty = (await folders()).find(({ path }) => path === '/free/inside')!;
    const where = { projectId: scene.project.id, environment: 'dev', path: '/free' };
    const rename = { ...where, name: 'renamed' };
    await scene.writer.http.patch(`/api/v2/folders/${empty.id}`).send(rename).expect(200);
    await scene.endPolicy(policy);
  });

  it('is refused to a folder into which a secret is just being written (403, T285)', async () => {
    await scene.folder('/', 'filling');
    const policy = await scene.policy({ secretPath: '/filled/**' });
    const { id } = (await folders()).find(({ path }) => path === '/filling')!;
    const writing = server.database.source.createQueryRunner();
    await writing.startTransaction();
    await writing.query(
      `insert into secrets select (jsonb_populate_record(s,
         jsonb_build_object('id', gen_random_uuid(), 'folder_id', $2::text, 'key', 'RACED'))).*
       from secrets s where s.id = $1`,
      [freeId, id],
    );
    const body = scene.at('/', { path: '/', name: 'filled' });
    const renamed = scene.admin.http
      .patch(`/api/v2/folders/${id}`)
      .send(body)
      .then(({ status }) => status);
    await untilLocksAreAwaited(server);
    await writing.commitTransaction();
    await writing.release();
    expect(await renamed).toBe(403);
    await scene.endPolicy(policy);
  });

  it('holds the whole of a batch over governed and free folders (T251)', async () => {
    const secrets = [{ ...CHANGE }, { secretKey: 'FREE', secretValue: 'x', secretPath: '/free' }];
    const { body } = await scene.writer.http
      .patch('/api/v4/secrets/batch')
      .send(scene.at('/held', { secrets }))
      .expect(200);
    await close((body as { approval: Held }).approval);
    expect(await scene.values('/free')).toEqual({ FREE: 'free' });
  });

  it('is refused where it concerns two policies, naming both (400, T251)', async () => {
    await scene.folder('/', 'second');
    await scene.secret('SECOND', 'second', '/second');
    const policy = await scene.policy({ secretPath: '/second' });
    const secrets = [CHANGE, { secretKey: 'SECOND', secretValue: 'x', secretPath: '/second' }];
    const { body } = await scene.writer.http
      .patch('/api/v4/secrets/batch')
      .send(scene.at('/held', { secrets }))
      .expect(400);
    expect((body as { details: { policies: unknown[] } }).details.policies).toHaveLength(2);
    await scene.endPolicy(policy);
  });

  it('is told of by a dry run, to who may write there (D286)', async () => {
    const policy = { policyId: expect.any(String) as unknown, name: null };
    const tryOut = async (caller: { http: typeof scene.writer.http }, where: string) => {
      const body = scene.at(where, { secrets: [ITEM], dryRun: true });
      const answer = await caller.http.post('/api/v4/secrets/batch').send(body).expect(200);
      return (answer.body as { dryRun: { accepted: boolean; wouldBeHeld?: unknown } }).dryRun;
    };
    expect(await tryOut(scene.writer, '/held')).toMatchObject({
      ...{ accepted: true, wouldBeHeld: policy },
    });
    expect(await tryOut(scene.writer, '/free')).not.toHaveProperty('wouldBeHeld');
    const limited = await scene.person([
      { subject: 'secrets', action: ['create'], conditions: { secretPath: '/free' } },
    ]);
    const refused = await tryOut(limited, '/held');
    expect(refused).toMatchObject({ accepted: false });
    expect(refused).not.toHaveProperty('wouldBeHeld');
    const rollback = scene.at('/held', { asOf: rolledTo, dryRun: true });
    const { body } = await scene.writer.http
      .post('/api/v4/secrets/batch/rollback')
      .send(rollback)
      .expect(200);
    expect(body).toMatchObject({ rollback: { isDone: false, wouldBeHeld: policy } });
  });

  it('says the same to who may not write as without a policy (T280, D293)', async () => {
    const powerless = await scene.person('no-access');
    const { body } = await scene.create(powerless, 'NEW', 'x').expect(403);
    expect(JSON.stringify(body)).not.toContain('policy');
    const inUse = await scene.create(scene.writer, 'OLD', 'x').expect(409);
    const asFree = await scene.create(scene.writer, 'FREE', 'x', '/free').expect(409);
    const textOf = ({ body: { message } }: { body: { message: string } }, key: string) =>
      message.replace(key, '…');
    expect(textOf(inUse, 'OLD')).toBe(textOf(asFree, 'FREE'));
    await send(
      'PATCH /api/v4/secrets/:secretName',
      single({ newSecretName: 'NEVER_TOUCHED' }),
    ).expect(409);
    const dry = await scene.writer.http
      .post('/api/v4/secrets/batch')
      .send(scene.at('/held', { dryRun: true, secrets: [{ secretKey: 'OLD', secretValue: 'x' }] }))
      .expect(200);
    expect(dry.body).toMatchObject({ dryRun: { accepted: false } });
  });

  it('is the request of before while that is open (T281, D274)', async () => {
    const first = await scene.propose(scene.machine, 'TWICE', 'x');
    const again = await Promise.all(
      Array.from({ length: 10 }, () => scene.propose(scene.machine, 'TWICE', 'x')),
    );
    expect(new Set(again.map(({ id }) => id))).toEqual(new Set([first.id]));
    expect(first).toMatchObject({
      committerUserId: null,
      committerIdentityId: scene.machine.id,
    });
    const other = await scene.propose(scene.machine, 'TWICE', 'y');
    const byOther = await scene.propose(scene.writer, 'TWICE', 'x');
    expect(new Set([first.id, other.id, byOther.id]).size).toBe(3);
  });

  it('keeps its answer under an Idempotency-Key, the header too (T281, D284)', async () => {
    const keyed = () => scene.create(scene.writer, 'KEYED', 'x').set('Idempotency-Key', 'k-1');
    const first = await keyed().expect(200);
    const { approval } = first.body as { approval: Held };
    await scene.review(scene.reviewers[0]!, approval).expect(200);
    const merge = () => scene.merge(scene.writer, approval).set('Idempotency-Key', 'k-2');
    const merged = await merge().expect(200);
    const replayed = await keyed().expect(200);
    expect(replayed.text).toBe(first.text);
    expect(replayed.headers).toMatchObject({ 'x-change-request': approval.slug });
    expect((await merge().expect(200)).text).toBe(merged.text);
    await scene.merge(scene.writer, approval).expect(400);
    await scene.create(scene.writer, 'KEYED', 'y').set('Idempotency-Key', 'k-1').expect(422);
  });

  it('is done for machines that the policy exempts, and held for people (D272)', async () => {
    await scene.folder('/', 'exempt');
    const more = { secretPath: '/exempt', bypassForMachineIdentities: true };
    const policy = await scene.policy(more);
    await scene.secret('BY_MACHINE', 'x', '/exempt');
    await scene.propose(scene.writer, 'BY_PERSON', 'x', '/exempt');
    expect(await scene.values('/exempt')).toEqual({ BY_MACHINE: 'x' });
    await scene.endPolicy(policy);
  });

  it('leaves a client without an id, whose next read is a 404 (D274)', async () => {
    for (const route of ['/api/v3/secrets/raw/id/', '/api/v4/secrets/id/']) {
      const { status } = await scene.writer.http.get(route);
      expect(status).toBe(404);
    }
    const query = `workspaceId=${scene.project.id}&environment=dev&secretPath=/free`;
    await scene.secret('id', 'by its name', '/free');
    const named = await scene.writer.http.get(`/api/v3/secrets/raw/id/?${query}`).expect(200);
    expect(named.body).toMatchObject({ secret: { secretValue: 'by its name' } });
    const where = { projectId: scene.project.id, environment: 'dev', secretPath: '/free' };
    await scene.admin.http.delete('/api/v4/secrets/id').send(where).expect(200);
  });

  it('is refused to a service token (403)', async () => {
    const { body } = await scene.admin.http
      .post('/api/v2/service-token')
      .send({
        ...{ name: 'token', workspaceId: scene.project.id, permissions: ['read', 'write'] },
        scopes: [{ environment: 'dev', secretPath: '/**' }],
      })
      .expect(200);
    const { serviceToken } = body as { serviceToken: string };
    await scene.create({ http: server.as(serviceToken) }, 'BY_TOKEN', 'x').expect(403);
    await scene.create({ http: server.as(serviceToken) }, 'BY_TOKEN', 'x', '/free').expect(200);
  });

  it('is refused to a service token also where the policy exempts machines: anybody makes one (403)', async () => {
    await scene.folder('/', 'by-token');
    const more = { secretPath: '/by-token', bypassForMachineIdentities: true };
    const policy = await scene.policy(more);
    await scene.create(scene.machine, 'BY_MACHINE', 'x', '/by-token').expect(200);
    const { body } = await scene.writer.http
      .post('/api/v2/service-token')
      .send({
        ...{ name: 'token', workspaceId: scene.project.id, permissions: ['read', 'write'] },
        scopes: [{ environment: 'dev', secretPath: '/**' }],
      })
      .expect(200);
    const by = { http: server.as((body as { serviceToken: string }).serviceToken) };
    await scene.create(by, 'BY_TOKEN', 'x', '/by-token').expect(403);
    const change = scene.at('/by-token', { secretValue: 'y' });
    await by.http.patch('/api/v4/secrets/BY_MACHINE').send(change).expect(403);
    const renamed = { ...scene.at('/'), name: 'elsewhere' };
    await by.http.patch('/api/v1/folders/by-token').send(renamed).expect(403);
    expect(await scene.values('/by-token')).toEqual({ BY_MACHINE: 'x' });
    await scene.endPolicy(policy);
  });

  it('leaves no value in any table, entry or event (T278)', async () => {
    const canary = 'canary-of-a-proposal';
    const body = scene.at('/held', { secretValue: canary, secretComment: `${canary}-comment` });
    const { body: answer } = await scene.writer.http
      .post('/api/v4/secrets/SECRETLY')
      .send(body)
      .expect(200);
    expect(JSON.stringify(answer)).not.toContain(canary);
    for (const table of [
      'approval_requests',
      'approval_items',
      'audit_entries',
      'project_events',
    ]) {
      const rows = await server.database.source.query<{ row: string }[]>(
        `select t::text as row from ${table} t`,
      );
      const text = rows.map(({ row }) => row).join('\n');
      expect(text).not.toContain(canary);
      expect(text).not.toContain(Buffer.from(canary).toString('hex'));
    }
    const found = await scene.admin.http
      .get(`${REQUESTS}?projectId=${scene.project.id}&search=${canary}`)
      .expect(200);
    expect(found.body).toEqual({ approvals: [], totalCount: 0 });
    expect(server.logLines.join('\n')).not.toContain(canary);
  });
});
