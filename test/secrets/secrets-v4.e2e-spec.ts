import { useApp } from '../support/harness.js';
import { aMember, withoutReqId } from '../support/scene.js';
import {
  aFolder,
  anItem,
  aSecretScene,
  at,
  footprint,
  keysOf,
  listed,
  named,
  type Secret,
  V3,
  V4,
  withSecrets,
} from '../support/secrets-scene.js';

const server = useApp();

async function aReferringScene() {
  const scene = await aSecretScene(server);
  await withSecrets(scene, [anItem('HOST', 'db.local'), anItem('URL', 'pg://${HOST}')]);
  const where = { projectId: scene.project.id, environment: 'dev' };
  return { ...scene, where, http: scene.admin.http };
}

const valuesOf = ({ body }: { body: unknown }) =>
  (body as { secrets: Secret[] }).secrets.map((secret) => secret.secretValue);
const secretOf = ({ body }: { body: unknown }) => (body as { secret: Secret }).secret;

describe('GET /api/v4/secrets', () => {
  it('expands references and names imports unless told not to', async () => {
    const { http, where } = await aReferringScene();
    const plain = await http.get(at(V4, where)).expect(200);
    expect(valuesOf(plain)).toEqual(['db.local', 'pg://db.local']);
    expect(plain.body).toHaveProperty('imports', []);
    const asWritten = await http.get(at(V4, where, { expandSecretReferences: false })).expect(200);
    expect(valuesOf(asWritten)).toEqual(['db.local', 'pg://${HOST}']);
    for (const spelling of ['includeImports', 'include_imports']) {
      const answer = await http.get(at(V4, where, { [spelling]: false })).expect(200);
      expect(answer.body).not.toHaveProperty('imports');
    }
  });

  it('answers the same secrets as v3, without being deprecated', async () => {
    const { http, where, dev } = await aReferringScene();
    const v3 = await http.get(at(V3, dev, { expandSecretReferences: true })).expect(200);
    const v4 = await http.get(at(V4, where)).expect(200);
    expect((v4.body as { secrets: Secret[] }).secrets).toEqual(
      (v3.body as { secrets: Secret[] }).secrets,
    );
    expect(v4.headers).not.toHaveProperty('deprecation');
    expect(v4.headers).toMatchObject({
      etag: expect.stringMatching(/^"/),
      'cache-control': 'no-store',
    });
    const tag = v4.headers['etag'] as string;
    await http.get(at(V4, where)).set('If-None-Match', tag).expect(304);
  });

  it('takes what the CLI sends', async () => {
    const scene = await aReferringScene();
    await aFolder(scene, '/a');
    await withSecrets(scene, [anItem('BELOW')], { secretPath: '/a' });
    const cli = {
      secretPath: '/',
      includeImports: true,
      recursive: true,
      expandSecretReferences: true,
      includePersonalOverrides: true,
      tagSlugs: '',
    };
    const answer = await scene.http.get(at(V4, scene.where, cli)).expect(200);
    expect(valuesOf(answer)).toEqual(['db.local', 'pg://db.local', 'x']);
  });

  it('names what is missing', async () => {
    const { http, where, project } = await aReferringScene();
    await http.get(at(V4, { environment: 'dev' })).expect(400);
    await http.get(at(V4, { projectId: project.id })).expect(400);
    await http.get(at(V4, where, { environment: 'nowhere' })).expect(404);
    await http.get(at(V4, where, { recursive: 'maybe' })).expect(422);
    expect(valuesOf(await http.get(at(V4, where, { secretPath: '/x' })).expect(200))).toEqual([]);
  });
});

describe('GET /api/v4/secrets/:secretName', () => {
  it('expands references unless told not to', async () => {
    const { http, where } = await aReferringScene();
    const path = named('URL', V4);
    expect(secretOf(await http.get(at(path, where)).expect(200)).secretValue).toBe('pg://db.local');
    const raw = await http.get(at(path, where, { expandSecretReferences: false })).expect(200);
    expect(secretOf(raw).secretValue).toBe('pg://${HOST}');
  });

  it('answers what v3 answers, for versions and absent names too', async () => {
    const { http, where, dev } = await aReferringScene();
    await http
      .patch(named('HOST'))
      .send({ ...dev, secretValue: 'new' })
      .expect(200);
    for (const [name, more] of [
      ['HOST', {}],
      ['HOST', { version: 1 }],
      ['HOST', { viewSecretValue: false }],
      ['HOST', { version: 7 }],
      ['nothing', {}],
      ['HOST', { type: 'personal' }],
    ] as const) {
      const v3 = await http.get(at(named(name), dev, more));
      const v4 = await http.get(at(named(name, V4), where, more));
      expect(v4.status).toBe(v3.status);
      expect(withoutReqId(v4.body as object)).toEqual(withoutReqId(v3.body as object));
    }
  });
});

describe('POST, PATCH and DELETE /api/v4/secrets/:secretName', () => {
  it('do what v3 does, answer the same, and are not deprecated', async () => {
    const { http, where, dev, project } = await aReferringScene();
    const fields = {
      secretValue: 'v',
      secretComment: 'c',
      secretMetadata: [{ key: 'k', value: 'm', isEncrypted: true }],
      secretReminderNote: 'n',
      secretReminderRepeatDays: 3,
      skipMultilineEncoding: true,
    };
    const OWN = ['id', '_id', 'createdAt', 'updatedAt'];
    const stable = (answer: { body: unknown }) =>
      Object.fromEntries(Object.entries(secretOf(answer)).filter(([name]) => !OWN.includes(name)));
    const both = async (method: 'post' | 'patch' | 'delete', more: object) => {
      const old = await http[method](named('S')).send({ ...dev, ...more });
      const v4 = { ...where, secretPath: '/new', ...more };
      const now = await http[method](named('S', V4)).send(v4);
      expect([old.status, now.status]).toEqual([200, 200]);
      expect(stable(now)).toEqual({ ...stable(old), secretPath: '/new' });
      expect(now.headers).not.toHaveProperty('deprecation');
      expect(old.headers).toMatchObject({
        deprecation: '@1735689600',
        link: '</api/v4/secrets>; rel="successor-version"',
      });
    };
    await http
      .post('/api/v1/folders')
      .send({ workspaceId: project.id, environment: 'dev', name: 'new', path: '/' })
      .expect(200);
    await both('post', fields);
    await both('patch', { secretValue: 'w', metadata: { a: 1 } });
    await both('delete', { type: 'shared' });
    const [{ versions }] = (await footprint(server, project.id)) as [{ versions: string }];
    expect(versions).toBe('4');
  });

  it('refuse as v3 does, with nothing written', async () => {
    const { http, where, project, admin } = await aReferringScene();
    const before = await footprint(server, project.id);
    const path = (name: string) => named(name, V4);
    await http.post(path('HOST')).send(where).expect(409);
    await http.post(path('a:b')).send(where).expect(422);
    await http
      .post(path('N'))
      .send({ ...where, projectId: '' })
      .expect(400);
    await http
      .post(path('N'))
      .send({ ...where, environment: 'none' })
      .expect(404);
    await http
      .post(path('N'))
      .send({ ...where, type: 'personal' })
      .expect(400);
    await http
      .patch(path('NONE'))
      .send({ ...where, secretValue: 'x' })
      .expect(404);
    await http
      .patch(path('HOST'))
      .send({ ...where, newSecretName: 'URL' })
      .expect(409);
    await http
      .patch(path('HOST'))
      .send({ ...where, newSecretName: '' })
      .expect(400);
    await http.delete(path('NONE')).send(where).expect(404);
    await http
      .delete(path('HOST'))
      .send({ ...where, type: 'personal' })
      .expect(400);
    const viewer = await aMember(server, project, admin.orgId, 'viewer');
    await viewer.http.post(path('N')).send(where).expect(403);
    await viewer.http
      .patch(path('HOST'))
      .send({ ...where, secretValue: 'x' })
      .expect(403);
    await viewer.http.delete(path('HOST')).send(where).expect(403);
    expect(await footprint(server, project.id)).toEqual(before);
  });
});

describe('GET /api/v4/secrets/id/:secretId', () => {
  it('answers what v3 answers, references expanded', async () => {
    const { http, where } = await aReferringScene();
    const { id } = secretOf(await http.get(at(named('URL', V4), where)).expect(200));
    const v4 = await http.get(`${V4}/id/${id}`).expect(200);
    expect(secretOf(v4).secretValue).toBe('pg://db.local');
    const v3 = await http.get(at(`${V3}/id/${id}`, { expandSecretReferences: true })).expect(200);
    expect(v4.body).toEqual(v3.body);
    expect(v4.headers).not.toHaveProperty('deprecation');
    await http.get(`${V4}/id/no-uuid`).expect(404);
    const stranger = await aReferringScene();
    await stranger.http.get(`${V4}/id/${id}`).expect(404);
  });
});

describe('POST /api/v4/secrets/batch', () => {
  it('creates as v3 does, all or none', async () => {
    const { http, where, dev, admin } = await aReferringScene();
    const secrets = [anItem('N1', '1'), anItem('N2', '2', { secretComment: 'c' })];
    const answer = await http
      .post(`${V4}/batch`)
      .send({ ...where, secrets })
      .expect(200);
    expect(answer.headers).not.toHaveProperty('deprecation');
    expect((answer.body as { secrets: Secret[] }).secrets).toMatchObject(secrets);
    expect(keysOf(await listed(admin, dev))).toEqual(['HOST', 'N1', 'N2', 'URL']);
    await http
      .post(`${V4}/batch`)
      .send({ ...where, secrets: [anItem('N3'), anItem('N1')] })
      .expect(409);
    await http.post(`${V4}/batch`).send({ environment: 'dev', secrets }).expect(400);
    await http
      .post(`${V4}/batch`)
      .send({ ...where, secrets: [] })
      .expect(422);
    expect(keysOf(await listed(admin, dev))).toEqual(['HOST', 'N1', 'N2', 'URL']);
  });
});
