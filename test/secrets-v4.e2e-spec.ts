import { useApp } from './harness.js';
import { withoutReqId } from './scene.js';
import {
  aFolder,
  anItem,
  aSecretScene,
  at,
  named,
  type Secret,
  V3,
  V4,
  withSecrets,
} from './secrets-scene.js';

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
