import { randomUUID } from 'node:crypto';
import { useApp } from '../support/harness.js';
import { aMember, anIdentity, type Caller } from '../support/scene.js';
import {
  aFolder,
  anItem,
  aSecretScene,
  aTag,
  type Fields,
  type SecretScene,
  withSecrets,
} from '../support/secrets-scene.js';
import { environmentIds } from '../support/attacks/relabel-scene.js';
import { untilLocksAreAwaited } from '../support/lock-waits.js';

const server = useApp();

interface Scene extends SecretScene {
  readonly writer: Caller;
  readonly base: string;
  readonly environmentId: string;
  readonly tagId: string;
  readonly folderId: string;
  readonly importId: string;
  readonly secretId: string;
  readonly before: string;
}

async function aWritersScene(): Promise<Scene> {
  const scene = await aSecretScene(server);
  const { admin, project, orgId } = scene;
  await aFolder(scene, '/app');
  await aFolder(scene, '/other');
  const before = new Date().toISOString();
  const made = await withSecrets(scene, [anItem('S')]);
  await admin.http
    .patch('/api/v3/secrets/raw/S')
    .send({ ...scene.dev, secretValue: 'second' })
    .expect(200);
  const [{ id: folderId }] = (await server.database.source.query(
    `select f.id from folders f join environments e on e.id = f.environment_id
     where e.project_id = $1 and f.path = '/app'`,
    [project.id],
  )) as [{ id: string }];
  const aimed = { environment: 'dev', path: '/app', import: { environment: 'prod', path: '/' } };
  const answer = await admin.http
    .post('/api/v2/secret-imports')
    .send({ projectId: project.id, ...aimed })
    .expect(200);
  return {
    ...scene,
    writer: await aMember(server, project, orgId, 'admin'),
    base: `/api/v1/projects/${project.id}`,
    environmentId: (await environmentIds(scene))['staging']!,
    tagId: await aTag(scene, 'plain'),
    folderId,
    importId: (answer.body as { secretImport: { id: string } }).secretImport.id,
    secretId: made.get('S')!.id,
    before,
  };
}

type Method = 'post' | 'patch' | 'delete';
interface Door {
  readonly method: Method;
  readonly path: (scene: Scene) => string;
  readonly body?: Fields | ((scene: Scene) => Fields);
  /** What the request waits for; the project unless it is said. */
  readonly waitsFor?: string;
}

const SECRETS_OF = `select s.id from secrets s join folders f on f.id = s.folder_id
  join environments e on e.id = f.environment_id where e.project_id = $1 for update of s`;
const folders = (more: Fields) => (scene: Scene) => ({
  projectId: scene.project.id,
  environment: 'dev',
  path: '/',
  ...more,
});

const FRAMED: Readonly<Record<string, Door>> = {
  'a change of the project': { method: 'patch', path: ({ base }) => base, body: { name: 'Mine' } },
  'the deletion of the project': { method: 'delete', path: ({ base }) => base },
  'a new environment': {
    method: 'post',
    path: ({ base }) => `${base}/environments`,
    body: { name: 'Next', slug: 'next' },
  },
  'a change of an environment': {
    method: 'patch',
    path: ({ base, environmentId }) => `${base}/environments/${environmentId}`,
    body: { name: 'Other' },
  },
  'the deletion of an environment': {
    method: 'delete',
    path: ({ base, environmentId }) => `${base}/environments/${environmentId}`,
  },
  'a new tag': { method: 'post', path: ({ base }) => `${base}/tags`, body: { slug: 'next' } },
  'a change of a tag': {
    method: 'patch',
    path: ({ base, tagId }) => `${base}/tags/${tagId}`,
    body: { color: '#ffffff' },
  },
  'the deletion of a tag': {
    method: 'delete',
    path: ({ base, tagId }) => `${base}/tags/${tagId}`,
  },
  'a new folder': {
    method: 'post',
    path: () => '/api/v2/folders',
    body: folders({ name: 'next' }),
  },
  'a change of a folder': {
    method: 'patch',
    path: ({ folderId }) => `/api/v2/folders/${folderId}`,
    body: folders({ name: 'app', description: 'Other' }),
  },
  'a change of several folders': {
    method: 'patch',
    path: () => '/api/v2/folders/batch',
    body: ({ project, folderId: id }) => ({
      projectSlug: project.slug,
      folders: [{ id, environment: 'dev', path: '/', name: 'app', description: 'Other' }],
    }),
  },
  'the deletion of a folder': {
    method: 'delete',
    path: ({ folderId }) => `/api/v1/folders/${folderId}`,
    body: folders({}),
  },
  'a new import': {
    method: 'post',
    path: () => '/api/v2/secret-imports',
    body: folders({ import: { environment: 'prod', path: '/' } }),
  },
  'a change of an import': {
    method: 'patch',
    path: ({ importId }) => `/api/v2/secret-imports/${importId}`,
    body: folders({ path: '/app', import: { environment: 'staging', path: '/' } }),
  },
  'the deletion of an import': {
    method: 'delete',
    path: ({ importId }) => `/api/v2/secret-imports/${importId}`,
    body: folders({ path: '/app' }),
  },
  'a move of secrets': {
    method: 'post',
    path: () => '/api/v4/secrets/move',
    body: ({ project, secretId }) => ({
      projectId: project.id,
      sourceEnvironment: 'dev',
      sourceSecretPath: '/',
      destinationEnvironment: 'dev',
      destinationSecretPath: '/other',
      secretIds: [secretId],
    }),
    waitsFor: SECRETS_OF,
  },
  'a rollback of a folder': {
    method: 'post',
    path: () => '/api/v4/secrets/batch/rollback',
    body: ({ project, before }) => ({
      projectId: project.id,
      environment: 'dev',
      secretPath: '/',
      asOf: before,
    }),
    waitsFor: SECRETS_OF,
  },
};

const FOLDERS_OF = `select f.id from folders f join environments e on e.id = f.environment_id
  where e.project_id = $1 for update of f`;
const inDev = (more: Fields) => (scene: Scene) => ({ ...scene.dev, ...more });
const V3_BATCH = '/api/v3/secrets/batch/raw';
const ONE = '/api/v3/secrets/raw/S';

const WRITES: Readonly<Record<string, Door>> = {
  'a new secret': {
    method: 'post',
    path: () => '/api/v3/secrets/raw/NEXT',
    body: inDev({ secretValue: 'x' }),
    waitsFor: FOLDERS_OF,
  },
  'a change of a secret': {
    method: 'patch',
    path: () => ONE,
    body: inDev({ secretValue: 'x' }),
    waitsFor: SECRETS_OF,
  },
  'a new name of a secret': {
    method: 'patch',
    path: () => ONE,
    body: inDev({ newSecretName: 'T' }),
    waitsFor: SECRETS_OF,
  },
  'the deletion of a secret': {
    method: 'delete',
    path: () => ONE,
    body: inDev({}),
    waitsFor: SECRETS_OF,
  },
  'a batch of new secrets': {
    method: 'post',
    path: () => V3_BATCH,
    body: inDev({ secrets: [anItem('N1'), anItem('N2')] }),
    waitsFor: FOLDERS_OF,
  },
  'a batch of changes': {
    method: 'patch',
    path: () => V3_BATCH,
    body: inDev({ secrets: [{ secretKey: 'S', secretValue: 'x' }] }),
    waitsFor: SECRETS_OF,
  },
  'a batch of changes and new secrets': {
    method: 'patch',
    path: () => V3_BATCH,
    body: inDev({ mode: 'upsert', secrets: [{ secretKey: 'S', secretValue: 'x' }, anItem('N')] }),
    waitsFor: FOLDERS_OF,
  },
  'a batch of deletions': {
    method: 'delete',
    path: () => V3_BATCH,
    body: inDev({ secrets: [{ secretKey: 'S' }] }),
    waitsFor: SECRETS_OF,
  },
  'a rollback of a secret': {
    method: 'post',
    path: ({ secretId }) => `/api/v4/secrets/id/${secretId}/rollback`,
    body: { version: 1 },
    waitsFor: SECRETS_OF,
  },
};

const DEMOTE = `update membership_roles set role = 'no-access' where membership_id in (
  select id from project_memberships where project_id = $1 and identity_id = $2)`;

const DOORS = { ...FRAMED, ...WRITES };

/** Sends while another transaction holds what the request waits for; the other then demotes the writer, or not. */
async function sendWhileHeld(
  scene: Scene,
  door: Door,
  isDemoted: boolean,
  headers = {},
  demote = DEMOTE,
) {
  const { project, writer } = scene;
  const runner = server.database.source.createQueryRunner();
  await runner.startTransaction();
  try {
    const lock = 'select id from projects where id = $1 for no key update';
    await runner.query(door.waitsFor ?? lock, [project.id]);
    const body = typeof door.body === 'function' ? door.body(scene) : door.body;
    const answered = writer.http[door.method](door.path(scene))
      .set(headers)
      .send(body as object)
      .then((answer) => answer);
    await Promise.race([answered, untilLocksAreAwaited(server)]);
    if (isDemoted) {
      await runner.query(demote, [project.id, writer.id]);
      await runner.query('update projects set epoch = epoch + 1 where id = $1', [project.id]);
    }
    await runner.commitTransaction();
    return await answered;
  } finally {
    if (runner.isTransactionActive) await runner.rollbackTransaction();
    await runner.release();
  }
}

/** Everything that such requests change. */
const STATE = `
  select (select json_agg(p order by p.id) from (select id, name, slug from projects where id = $1) p) projects,
    (select json_agg(e order by e.id) from environments e where e.project_id = $1) environments,
    (select json_agg(t order by t.id) from tags t where t.project_id = $1) tags,
    (select json_agg(f order by f.id) from folders f join environments e on e.id = f.environment_id
      where e.project_id = $1) folders,
    (select json_agg(i order by i.id) from secret_imports i join folders f on f.id = i.folder_id
      join environments e on e.id = f.environment_id where e.project_id = $1) imports,
    (select json_agg(json_build_array(s.id, s.version, s.folder_id) order by s.id) from secrets s
      join folders f on f.id = s.folder_id join environments e on e.id = f.environment_id
      where e.project_id = $1) secrets`;

const stateOf = ({ project }: Scene): Promise<unknown> =>
  server.database.source.query(STATE, [project.id]);

describe('a right that is taken away while the request waits for a lock', () => {
  /** What is refused changes nothing: one scene for all of it, each time with another writer. */
  let refusing: Promise<Scene>;
  const inRefusingScene = async (): Promise<Scene> => {
    const scene = await (refusing ??= aWritersScene());
    return { ...scene, writer: await aMember(server, scene.project, scene.orgId, 'admin') };
  };

  it.each(Object.keys(DOORS))('refuses %s and changes nothing', async (name) => {
    const scene = await inRefusingScene();
    const before = await stateOf(scene);
    const answer = await sendWhileHeld(scene, DOORS[name]!, true);
    expect({ status: answer.status, after: await stateOf(scene) }).toEqual({
      status: 403,
      after: before,
    });
  });

  it.each(Object.keys(DOORS))('allows %s where the right is still held', async (name) => {
    const scene = await aWritersScene();
    const before = await stateOf(scene);
    const answer = await sendWhileHeld(scene, DOORS[name]!, false);
    expect({ status: answer.status, body: answer.body as object }).toMatchObject({ status: 200 });
    expect(await stateOf(scene)).not.toEqual(before);
  });

  it.each(Object.keys(WRITES))('refuses %s under an idempotency key', async (name) => {
    const scene = await inRefusingScene();
    const before = await stateOf(scene);
    const headers = { 'Idempotency-Key': randomUUID() };
    const answer = await sendWhileHeld(scene, DOORS[name]!, true, headers);
    expect({ status: answer.status, after: await stateOf(scene) }).toEqual({
      status: 403,
      after: before,
    });
  });

  it.each(Object.keys(WRITES))('allows %s by what is left of the rights', async (name) => {
    const scene = await aWritersScene();
    const demote = `update membership_roles set role = 'member' where membership_id in (
      select id from project_memberships where project_id = $1 and identity_id = $2)`;
    const answer = await sendWhileHeld(scene, DOORS[name]!, true, {}, demote);
    expect({ status: answer.status, body: answer.body as object }).toMatchObject({ status: 200 });
  });

  it.each([
    ['refuses a new project', 'no-access', 403],
    ['allows a new project where the right is still held', 'member', 200],
  ] as const)('%s', async (_title, role, status) => {
    const { orgId } = await aSecretScene(server);
    const writer = await anIdentity(server, orgId, 'member');
    const runner = server.database.source.createQueryRunner();
    await runner.startTransaction();
    await runner.query('select id from organizations where id = $1 for no key update', [orgId]);
    const answered = writer.http
      .post('/api/v1/projects')
      .send({ projectName: 'Mine' })
      .then((answer) => answer);
    await Promise.race([answered, untilLocksAreAwaited(server)]);
    await runner.query('update identities set role = $2 where id = $1', [writer.id, role]);
    await runner.query('update organizations set epoch = epoch + 1 where id = $1', [orgId]);
    await runner.commitTransaction();
    await runner.release();
    expect((await answered).status).toBe(status);
  });
});
