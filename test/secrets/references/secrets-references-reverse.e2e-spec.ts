import { indexedReferences } from '../../../src/secrets/references/reference-index.js';
import { useApp } from '../../support/harness.js';
import { aMember, type Caller } from '../../support/scene.js';
import { remember } from '../../support/secrets-history-scene.js';
import { statementsAbout } from '../../support/secrets-references-scene.js';
import {
  aFolder,
  anItem,
  aSecretScene,
  at,
  BATCH,
  type Fields,
  named,
  type Secret,
  type SecretScene,
  V3,
  V4,
  withSecrets,
} from '../../support/secrets-scene.js';

const server = useApp();

const PROD = { environment: 'prod', secretPath: '/x' };
const v4Of = (scene: SecretScene) => ({ projectId: scene.project.id, environment: 'dev' });
const pathOf = (name: string) => `${named(name, V4)}/secret-references`;

interface Referrer {
  readonly environment: string;
  readonly secretPath: string;
  readonly secretKey: string;
  readonly secretId: string;
}

interface Answer {
  readonly references: readonly Referrer[];
  readonly complete: boolean;
}

interface Note {
  readonly count: number;
  readonly complete: boolean;
  readonly secrets: readonly (Referrer & { readonly refersTo: Fields })[];
}

/** What refers to a secret of `dev`, or of elsewhere. */
async function referrers(scene: SecretScene, name: string, where: Fields = {}, caller?: Caller) {
  const { http } = caller ?? scene.admin;
  const answer = await http.get(at(pathOf(name), v4Of(scene), where)).expect(200);
  const { references, complete } = answer.body as Answer;
  expect(complete).toBe(true);
  return references.map(textOf);
}

const textOf = ({ environment, secretPath, secretKey }: Omit<Referrer, 'secretId'>) =>
  `${environment} ${secretPath} ${secretKey}`;

const noteIn = (body: unknown): Note | undefined => (body as { referencedBy?: Note }).referencedBy;

/** A note as `referrer -> what it refers to`. */
const sketch = (body: unknown): string[] | undefined =>
  noteIn(body)?.secrets.map(
    (each) => `${textOf(each)} -> ${textOf(each.refersTo as unknown as Referrer)}`,
  );

/** `DB` of the root of `dev`, referred to from its folder, from another one and from `prod`. */
async function aReferredScene(): Promise<SecretScene> {
  const scene = await aSecretScene(server);
  await aFolder(scene, '/a');
  await aFolder(scene, '/x', 'prod');
  await withSecrets(scene, [
    anItem('DB', 'db'),
    anItem('NEAR', 'to ${DB}'),
    anItem('BOTH', '${dev.DB} ${DB}'),
    anItem('NONE', '${OTHER} ${dev.a.DB}'),
  ]);
  await withSecrets(scene, [anItem('FAR', '${dev.DB}'), anItem('OWN', '${DB}')], {
    secretPath: '/a',
  });
  await withSecrets(scene, [anItem('PROD', '${dev.DB}')], PROD);
  return scene;
}

const REFERRERS = ['dev / BOTH', 'dev / NEAR', 'dev /a FAR', 'prod /x PROD'];

describe('GET secret-references', () => {
  it('are those of the value that came, where a move has overwritten another', async () => {
    const scene = await aSecretScene(server);
    await aFolder(scene, '/a');
    const came = await withSecrets(scene, [anItem('MOVED', '${dev.NEW}'), anItem('NEW')]);
    await withSecrets(scene, [anItem('OLD')]);
    await withSecrets(scene, [anItem('MOVED', '${dev.OLD}')], { secretPath: '/a' });
    expect(await referrers(scene, 'OLD')).toEqual(['dev /a MOVED']);

    await scene.admin.http
      .post(`${V4}/move`)
      .send({
        ...{ projectId: scene.project.id, secretIds: [came.get('MOVED')!.id] },
        ...{ sourceEnvironment: 'dev', sourceSecretPath: '/', destinationEnvironment: 'dev' },
        ...{ destinationSecretPath: '/a', shouldOverwrite: true },
      })
      .expect(200);
    expect(await referrers(scene, 'OLD')).toEqual([]);
    expect(await referrers(scene, 'NEW')).toEqual(['dev /a MOVED']);
  });

  it('lists what refers to a secret, from wherever', async () => {
    const scene = await aReferredScene();
    expect(await referrers(scene, 'DB')).toEqual(REFERRERS);
    expect(await referrers(scene, 'NEAR')).toEqual([]);
    const answer = await scene.admin.http.get(at(pathOf('DB'), v4Of(scene))).expect(200);
    expect((answer.body as Answer).references[0]).toEqual({
      environment: 'dev',
      secretPath: '/',
      secretKey: 'BOTH',
      secretId: expect.any(String),
    });
  });

  it('lists only what the caller may know of, and tells nothing of the rest', async () => {
    const scene = await aReferredScene();
    const reader = await aMember(server, scene.project, scene.orgId, [
      { subject: 'secrets', action: 'describeSecret' },
      {
        subject: 'secrets',
        action: 'describeSecret',
        conditions: { secretPath: '/a' },
        inverted: true,
      },
      {
        subject: 'secrets',
        action: 'describeSecret',
        conditions: { secretName: 'NEAR' },
        inverted: true,
      },
    ]);
    expect(await referrers(scene, 'DB', {}, reader)).toEqual(['dev / BOTH', 'prod /x PROD']);
    await reader.http.get(at(pathOf('NEAR'), v4Of(scene))).expect(404);
    await reader.http.get(at(pathOf('NOTHING'), v4Of(scene))).expect(404);
    await reader.http.get(at(pathOf('DB'), { projectId: scene.project.id })).expect(400);
  });

  it('never leaves the project', async () => {
    const [scene, other] = [await aReferredScene(), await aReferredScene()];
    expect(await referrers(scene, 'DB')).toEqual(REFERRERS);
    const elsewhere = { projectId: other.project.id, environment: 'dev' };
    await scene.admin.http.get(at(pathOf('DB'), elsewhere)).expect(404);
  });

  it('follows folders and environments that are renamed: words stay, their meaning does not', async () => {
    const scene = await aReferredScene();
    await withSecrets(scene, [anItem('DB', 'a')], { secretPath: '/a' });
    const inA = { secretPath: '/a' };
    expect(await referrers(scene, 'DB', inA)).toEqual(['dev / NONE', 'dev /a OWN']);
    await scene.admin.http
      .patch('/api/v1/folders/a')
      .send({ ...scene.dev, path: '/', name: 'b' })
      .expect(200);
    expect(await referrers(scene, 'DB', { secretPath: '/b' })).toEqual(['dev /b OWN']);

    const list = await scene.admin.http.get(`/api/v1/projects/${scene.project.id}`).expect(200);
    const { environments } = (
      list.body as { project: { environments: { id: string; slug: string }[] } }
    ).project;
    const { id } = environments.find(({ slug }) => slug === 'dev')!;
    await scene.admin.http
      .patch(`/api/v1/projects/${scene.project.id}/environments/${id}`)
      .send({ slug: 'next' })
      .expect(200);
    const next = { environment: 'next' };
    expect(await referrers(scene, 'DB', next)).toEqual(['next / BOTH', 'next / NEAR']);
  });

  it('says so where a value has too many references to know them', async () => {
    const scene = await aReferredScene();
    const many = Array.from({ length: 101 }, (_, index) => `\${N${index}}`).join('');
    await withSecrets(scene, [anItem('MANY', many)]);
    const path = at(pathOf('DB'), v4Of(scene));
    const before = await scene.admin.http.get(path).expect(200);
    expect(before.body).toMatchObject({ complete: false });
    await scene.admin.http.delete(named('MANY')).send(scene.dev).expect(200);
    expect(await referrers(scene, 'DB')).toEqual(REFERRERS);
  });
});

describe('the answer to a write', () => {
  const TO_DB = REFERRERS.map((each) => `${each} -> dev / DB`);

  it.each([V3, V4])('of a deletion by %s says what still refers to the secret', async (root) => {
    const scene = await aReferredScene();
    const where = { ...scene.dev, ...v4Of(scene) };
    const none = await scene.admin.http.delete(named('NONE', root)).send(where).expect(200);
    expect(none.body).not.toHaveProperty('referencedBy');
    const answer = await scene.admin.http.delete(named('DB', root)).send(where).expect(200);
    expect(sketch(answer.body)).toEqual(TO_DB);
    expect(noteIn(answer.body)).toMatchObject({ count: 4, complete: true });
  });

  it('of a rename says what refers to the old name; of any other change, nothing', async () => {
    const scene = await aReferredScene();
    const change = (name: string, changes: Fields) =>
      scene.admin.http
        .patch(named(name))
        .send({ ...scene.dev, ...changes })
        .expect(200);
    const value = await change('DB', { secretValue: 'new ${DB}' });
    expect(value.body).not.toHaveProperty('referencedBy');
    const renamed = await change('DB', { newSecretName: 'DATABASE' });
    expect(sketch(renamed.body)).toEqual([
      'dev / BOTH -> dev / DB',
      'dev / DATABASE -> dev / DB',
      ...TO_DB.slice(1),
    ]);
    const same = await change('DATABASE', { newSecretName: 'DATABASE' });
    expect(same.body).not.toHaveProperty('referencedBy');
  });

  it('of a batch says so once for all, and nothing of what went with it', async () => {
    const scene = await aReferredScene();
    const secrets = [{ secretKey: 'DB' }, { secretKey: 'NEAR' }, { secretKey: 'NONE' }];
    const renamed = await scene.admin.http
      .patch(BATCH)
      .send({
        ...scene.dev,
        secrets: [
          { secretKey: 'DB', newSecretName: 'DB_2' },
          { secretKey: 'NONE', newSecretName: 'OTHER', secretValue: '' },
          { secretKey: 'NEAR', secretValue: '${NONE}' },
        ],
      })
      .expect(200);
    expect(sketch(renamed.body)).toEqual([
      'dev / BOTH -> dev / DB',
      'dev / NEAR -> dev / NONE',
      'dev /a FAR -> dev / DB',
      'prod /x PROD -> dev / DB',
    ]);
    await withSecrets(
      scene,
      secrets.slice(0, 1).map(({ secretKey }) => anItem(secretKey, '')),
    );
    const deleted = await scene.admin.http
      .delete(BATCH)
      .send({ ...scene.dev, secrets: [...secrets.slice(0, 2), { secretKey: 'BOTH' }] })
      .expect(200);
    expect(sketch(deleted.body)).toEqual(TO_DB.slice(2));
  });

  it('of a move says what refers to the old place, relative references having moved along', async () => {
    const scene = await aReferredScene();
    const list = await scene.admin.http.get(at(V3, scene.dev)).expect(200);
    const { secrets } = list.body as { secrets: Secret[] };
    const ids = secrets.flatMap(({ id, secretKey }) =>
      ['DB', 'NEAR'].includes(secretKey) ? [id] : [],
    );
    const move = {
      projectId: scene.project.id,
      sourceEnvironment: 'dev',
      destinationEnvironment: 'prod',
      destinationSecretPath: '/x',
      secretIds: ids,
    };
    const answer = await scene.admin.http.post(`${V4}/move`).send(move).expect(200);
    expect(answer.body).toMatchObject({ isSourceUpdated: true, isDestinationUpdated: true });
    expect(sketch(answer.body)).toEqual(TO_DB.filter((each) => !each.includes('NEAR')));
    expect(await referrers(scene, 'DB', PROD)).toEqual(['prod /x NEAR']);
  });

  it.each(['v1', 'v2'])('of a deleted folder says what refers into it, %s', async (version) => {
    const scene = await aReferredScene();
    await aFolder(scene, '/a/b');
    await withSecrets(scene, [anItem('DB', '${KEPT}'), anItem('KEPT', 'k')], { secretPath: '/a' });
    await withSecrets(scene, [anItem('LOW', '${dev.a.DB}')], { secretPath: '/a/b' });
    await withSecrets(scene, [anItem('TO_LOW', '${dev.a.b.LOW} ${dev.a.NOWHERE}')], PROD);
    const narrow = await aMember(server, scene.project, scene.orgId, [
      { subject: 'secret-folders', action: ['delete'] },
      { subject: 'secrets', action: ['describeSecret'], conditions: { environment: 'prod' } },
      { subject: 'secrets', action: ['delete'], conditions: { environment: 'dev' } },
    ]);
    const remove = (name: string, caller: Caller) =>
      caller.http
        .delete(`/api/${version}/folders/${name}`)
        .send({ ...v4Of(scene), forceDelete: true })
        .expect(200);

    const known = await remove('a', narrow);
    expect(sketch(known.body)).toEqual(['prod /x TO_LOW -> dev /a/b LOW']);
    expect(noteIn(known.body)).toMatchObject({ count: 1, complete: true });
    await aFolder(scene, '/a');
    await withSecrets(scene, [anItem('DB', ''), anItem('KEPT', '${DB}')], { secretPath: '/a' });
    const all = await remove('a', scene.admin);
    expect(sketch(all.body)).toEqual(['dev / NONE -> dev /a DB']);
    await aFolder(scene, '/a');
    const empty = await remove('a', scene.admin);
    expect(empty.body).toEqual({ folder: expect.objectContaining({ path: '/a' }) });
  });

  it('of a deleted folder costs one statement, however many secrets are in it', async () => {
    const scene = await aReferredScene();
    const removal = async (count: number) => {
      const [path, items] = [`/n${count}`, Array.from({ length: count }, (_, n) => `K${n}`)];
      await aFolder(scene, path);
      await withSecrets(
        scene,
        items.map((key) => anItem(key)),
        { secretPath: path },
      );
      await withSecrets(scene, [anItem(`TO${count}`, `\${dev.n${count}.K0}`)]);
      const answers: unknown[] = [];
      const texts = await statementsAbout(async () => {
        const request = scene.admin.http.delete(`/api/v1/folders${path}`).send(v4Of(scene));
        answers.push((await request.expect(200)).body);
      });
      expect(sketch(answers[0])).toEqual([`dev / TO${count} -> dev ${path} K0`]);
      return texts.length;
    };
    expect(await removal(300)).toBe(await removal(1));
  });

  it('of a folder rolled back says what refers to names that it lost by that', async () => {
    const scene = await aReferredScene();
    const names = [anItem('ONE', '1'), anItem('TWO', '2'), anItem('OLD', 'o')];
    await withSecrets(scene, names, PROD);
    const moment = await remember(server, scene);
    const rename = (secretKey: string, newSecretName: string) => ({ secretKey, newSecretName });
    const swapped = [rename('ONE', 'TWO'), rename('TWO', 'ONE'), rename('OLD', 'NEWNAME')];
    const where = { projectId: scene.project.id, ...PROD };
    await scene.admin.http
      .patch(`${V4}/batch`)
      .send({ ...where, secrets: swapped })
      .expect(200);
    await withSecrets(scene, [anItem('ADDED', 'x')], PROD);
    await withSecrets(scene, [
      anItem('USES', '${prod.x.ADDED} ${prod.x.ONE} ${prod.x.TWO}'),
      anItem('USES_NAME', '${prod.x.NEWNAME}'),
    ]);
    const rollBack = (more: Fields = {}) =>
      scene.admin.http
        .post(`${V4}/batch/rollback`)
        .send({ ...where, asOf: moment.event, ...more })
        .expect(200);

    const preview = await rollBack({ dryRun: true });
    expect(preview.body).toEqual({ rollback: expect.objectContaining({ isDone: false }) });
    const done = await rollBack();
    expect(done.body).toMatchObject({ rollback: { isDone: true } });
    expect(sketch(done.body)).toEqual([
      'dev / USES -> prod /x ADDED',
      'dev / USES_NAME -> prod /x NEWNAME',
    ]);
    const again = await rollBack();
    expect(again.body).not.toHaveProperty('referencedBy');
  });

  it('tells only of what the caller may know', async () => {
    const scene = await aReferredScene();
    const writer = await aMember(server, scene.project, scene.orgId, [
      {
        subject: 'secrets',
        action: ['describeSecret', 'delete'],
        conditions: { environment: 'dev' },
      },
    ]);
    const answer = await writer.http.delete(named('DB')).send(scene.dev).expect(200);
    expect(sketch(answer.body)).toEqual(TO_DB.slice(0, 3));
    expect(noteIn(answer.body)).toMatchObject({ count: 3, complete: true });
  });

  it('lists a hundred and counts all', async () => {
    const scene = await aSecretScene(server);
    const many = Array.from({ length: 130 }, (_, index) => anItem(`K${index}`, '${DB}'));
    await withSecrets(scene, [...many, anItem('DB', 'x')]);
    const answer = await scene.admin.http.delete(named('DB')).send(scene.dev).expect(200);
    expect(noteIn(answer.body)).toMatchObject({ count: 130, complete: true });
    expect(noteIn(answer.body)!.secrets).toHaveLength(100);
  });

  it('costs one statement, however many secrets lose their names', async () => {
    const scene = await aSecretScene(server);
    const many = Array.from({ length: 500 }, (_, index) => anItem(`K${index}`, `\${L${index}}`));
    const others = Array.from({ length: 500 }, (_, index) => anItem(`L${index}`, 'x'));
    await withSecrets(scene, [...many, ...others]);
    const secrets = others.map(({ secretKey }) => ({ secretKey }));
    const texts = await statementsAbout(async () => {
      const answer = await scene.admin.http
        .delete(BATCH)
        .send({ ...scene.dev, secrets })
        .expect(200);
      expect(noteIn(answer.body)).toMatchObject({ count: 500 });
    });
    expect(texts.filter((text) => text.includes('secret_references'))).toHaveLength(1);
  });

  it('costs nothing where values refer to nothing and names stay', async () => {
    const scene = await aSecretScene(server);
    const many = Array.from({ length: 1_000 }, (_, index) => anItem(`K${index}`, '$ {K} $'));
    const created = await statementsAbout(() => withSecrets(scene, many));
    const update = scene.admin.http.patch(named('K0')).send({ ...scene.dev, secretValue: 'y' });
    const updated = await statementsAbout(() => update.expect(200));
    expect([...created, ...updated].join()).not.toContain('secret_references');
  });
});

it('an index entry holds names, never a value', async () => {
  const scene = await aSecretScene(server);
  await withSecrets(scene, [anItem('A', 'canary-in-clear ${B} canary')]);
  const rows = await server.database.source.query<object[]>(
    'select environment, path, key from secret_references where project_id = $1',
    [scene.project.id],
  );
  expect(rows).toEqual(indexedReferences('${B}'));
});
