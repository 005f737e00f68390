import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Rule } from '../../src/permissions/rule.js';
import { useApp } from '../support/harness.js';
import { aMember, type Caller } from '../support/scene.js';
import { aSecretScene, type Fields, type SecretScene } from '../support/secrets-scene.js';

// One answer holds 64 MiB. What the caller is not given must not count: a refusal would tell of it, and keep them from the rest.

// Each read is made anew: rows are changed past the server.
const server = useApp({ SEALED_ANSWERS_MIB: '0' });
const V3 = '/api/v3/secrets/raw';
const V4 = '/api/v4/secrets';

let scene: SecretScene;
let narrow: Caller;

const query = (text: string, values: unknown[] = []) =>
  server.database.source.query<object[]>(text, values);

/** What is not opened may be any bytes. */
const grow = (key: string, path: string, mebibytes = 65) =>
  query(
    `update secrets s set value = decode(repeat('00', $3 * 1024 * 1024), 'hex') from folders f
     where f.id = s.folder_id and s.project_id = $4 and s.key = $1 and f.path = $2`,
    [key, path, mebibytes, scene.project.id],
  );

const create = (key: string, secretPath: string, secretValue: string) =>
  scene.admin.http
    .post(`${V4}/${key}`)
    .send({ projectId: scene.project.id, environment: 'dev', secretPath, secretValue })
    .expect(200);

/** On a busy machine so much may take the database longer than it is given: then it is asked again. */
async function asked(url: string, more: Fields, caller = narrow) {
  const place = { secretPath: '/', environment: 'dev' };
  const project = { [url === V3 ? 'workspaceId' : 'projectId']: scene.project.id };
  for (;;) {
    const params = new URLSearchParams({
      ...project,
      ...place,
      ...(more as Record<string, string>),
    });
    const answer = await caller.http.get(`${url}?${params.toString()}`);
    if (answer.status !== 504) return answer;
  }
}

interface Listed {
  readonly secretKey: string;
  readonly secretValue: string;
}
const valuesOf = (secrets: readonly Listed[]) =>
  Object.fromEntries(secrets.map(({ secretKey, secretValue }) => [secretKey, secretValue]));
const secretsIn = ({ body }: { body: unknown }) =>
  valuesOf((body as { secrets: readonly Listed[] }).secrets);

const SEEN: Rule['conditions'] = { secretName: { $glob: 'SEEN*' } };

beforeAll(async () => {
  scene = await aSecretScene(server);
  for (const [path, name] of [
    ['/', 'list'],
    ['/', 'from'],
    ['/', 'to'],
    ['/', 'whole'],
  ] as const)
    await scene.admin.http
      .post('/api/v2/folders')
      .send({ projectId: scene.project.id, environment: 'dev', path, name })
      .expect(200);
  await create('HIDDEN', '/list', 'x');
  await create('SEEN', '/list', 'a');
  await create('HIDDEN', '/from', 'x');
  await create('SEEN', '/from', 'b');
  await create('SEEN_TOO', '/to', '${dev.from.SEEN} ${dev.from.HIDDEN}');
  await create('SEEN', '/whole', 'c');
  const link = { environment: 'dev', path: '/from' };
  await scene.admin.http
    .post('/api/v2/secret-imports')
    .send({ projectId: scene.project.id, environment: 'dev', path: '/to', import: link })
    .expect(200);
  narrow = await aMember(server, scene.project, scene.orgId, [
    { subject: 'secrets', action: ['describeSecret', 'readValue'], conditions: SEEN },
    { subject: 'secret-imports', action: ['read'] },
  ]);
  await grow('HIDDEN', '/list');
  await grow('HIDDEN', '/from');
});

describe('the bound of one answer', () => {
  it.each([V3, V4])(
    'does not count secrets of a folder that the caller is not given: %s',
    async (url) => {
      const answer = await asked(url, { secretPath: '/list' });
      expect(answer.status).toBe(200);
      expect(secretsIn(answer)).toEqual({ SEEN: 'a' });
      const below = await asked(url, { secretPath: '/list', recursive: 'true' });
      expect(secretsIn(below)).toEqual({ SEEN: 'a' });
    },
  );

  it.each([V3, V4])('does not count what is imported and not given: %s', async (url) => {
    const [option] = url === V3 ? ['include_imports'] : ['includeImports'];
    const answer = await asked(url, {
      secretPath: '/to',
      [option!]: 'true',
      expandSecretReferences: 'false',
    });
    expect(answer.status).toBe(200);
    const { imports } = answer.body as { imports: { secrets: Listed[] }[] };
    expect(imports.map(({ secrets }) => valuesOf(secrets))).toEqual([{ SEEN: 'b' }]);
  });

  it('does not count what references lead to and the caller may not read', async () => {
    for (const more of [{}, { asOf: new Date().toISOString() }]) {
      const answer = await asked(V4, {
        secretPath: '/to',
        expandSecretReferences: 'true',
        ...more,
      });
      expect(answer.status).toBe(200);
      expect(secretsIn(answer)).toEqual({ SEEN_TOO: 'b ${dev.from.HIDDEN}' });
    }
  });

  it('counts what the caller is given, and names without values where none are asked for', async () => {
    const before = await asked(V4, { secretPath: '/whole' });
    expect(secretsIn(before)).toEqual({ SEEN: 'c' });
    await grow('SEEN', '/whole');
    const refused = await asked(V4, { secretPath: '/whole' });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ message: expect.stringContaining('64 MiB') });
    const names = await asked(V4, { secretPath: '/whole', viewSecretValue: 'false' });
    expect(names.status).toBe(200);
    const all = await asked(V4, { secretPath: '/list' }, scene.admin);
    expect(all.status).toBe(400);
  });

  it('refuses a value that may not be read as if it were small (403)', async () => {
    const describing = await aMember(server, scene.project, scene.orgId, [
      { subject: 'secrets', action: ['describeSecret'] },
      { subject: 'secrets', action: ['readValue'], conditions: SEEN },
    ]);
    const answer = await asked(V4, { secretPath: '/list' }, describing);
    expect(answer.status).toBe(403);
    expect((answer.body as { message: string }).message).toContain('HIDDEN');
  });
});
