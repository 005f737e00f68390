import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApp } from '../../support/harness.js';
import { aMember } from '../../support/scene.js';
import { sentTexts } from '../../support/sent-texts.js';
import { aFolder, at, BATCH, footprint, named, V3, V4 } from '../../support/secrets-scene.js';
import {
  aPersonalScene,
  aPersonIn,
  codeOf,
  hold,
  overridden,
  type PersonalScene,
  personalOf,
  type Typed,
  valuesOf,
} from './personal-scene.js';

const server = useApp();
const V4_BATCH = `${V4}/batch`;

let scene: PersonalScene;
beforeAll(async () => {
  scene = await aPersonalScene(server);
});

const secretOf = (answer: { body: unknown }) => (answer.body as { secret: Typed }).secret;
const secretsOf = (answer: { body: unknown }) => (answer.body as { secrets: Typed[] }).secrets;

describe('a personal secret', () => {
  it('is created, read by name and by id, changed and deleted by who holds it', async () => {
    const { ann, v4, shared } = scene;
    const made = secretOf(
      await hold(scene, ann, 'URL', 'mine', { secretComment: 'mine too' }).expect(200),
    );
    expect(made).toMatchObject({
      ...{ type: 'personal', secretKey: 'URL', secretValue: 'mine', secretComment: 'mine too' },
      ...{ version: 1, environment: 'dev', secretPath: '/', secretValueHidden: false, tags: [] },
      actor: { actorId: ann.id, actorType: 'user', name: ann.email },
    });
    expect(made.id).not.toBe(shared.get('URL')!.id);
    expect(secretOf(await personalOf(scene, ann, 'URL').expect(200))).toEqual(made);
    expect(secretOf(await ann.http.get(`${V4}/id/${made.id}`).expect(200))).toEqual(made);

    const change = { ...v4, type: 'personal', secretValue: 'mine ${HOST}', expectedVersion: 1 };
    const changed = secretOf(await ann.http.patch(named('URL', V4)).send(change).expect(200));
    expect(changed).toMatchObject({
      version: 2,
      secretComment: 'mine too',
      createdAt: made.createdAt,
    });
    await ann.http.patch(named('URL', V4)).send(change).expect(409);

    // References lead to the shared value, of whatever type the secret is that has them.
    expect(secretOf(await personalOf(scene, ann, 'URL').expect(200)).secretValue).toBe(
      'mine shared host',
    );
    const v3 = { ...scene.dev, type: 'personal' };
    expect(secretOf(await ann.http.get(at(named('URL'), v3)).expect(200)).secretValue).toBe(
      'mine ${HOST}',
    );
    const masked = at(named('URL', V4), v4, { type: 'personal', viewSecretValue: false });
    expect(secretOf(await ann.http.get(masked).expect(200))).toMatchObject({
      secretValue: 'mine ${HOST}',
      secretValueHidden: false,
    });

    const gone = secretOf(await ann.http.delete(named('URL')).send(v3).expect(200));
    expect(gone).toMatchObject({ id: made.id, version: 2, type: 'personal' });
    await personalOf(scene, ann, 'URL').expect(404);
    await ann.http.get(`${V4}/id/${made.id}`).expect(404);
    const still = await ann.http.get(at(named('URL', V4), v4)).expect(200);
    expect(secretOf(still)).toMatchObject({
      secretValue: 'http://shared host/',
      type: 'shared',
      version: 1,
    });
  });

  it('stands beside the shared one in lists of v3, and in its place in v4 where that is asked for', async () => {
    const stage = await aPersonalScene(server);
    const { ann, bob, v4, dev } = stage;
    await hold(stage, ann, 'URL', 'ann at ${HOST}').expect(200);
    const v3 = async (more: object) =>
      secretsOf(await ann.http.get(at(V3, dev, { ...more })).expect(200));

    expect(valuesOf(await v3({ expandSecretReferences: true }))).toEqual({
      ...{ 'HOST shared': 'shared host', 'URL shared': 'http://shared host/' },
      'URL personal': 'ann at shared host',
    });
    expect((await v3({})).map(({ type }) => type)).toEqual(['shared', 'shared', 'personal']);
    expect(valuesOf(await v3({ type: 'shared' }))).toEqual({
      'HOST shared': 'shared host',
      'URL shared': 'http://${HOST}/',
    });
    expect(valuesOf(await v3({ type: 'personal' }))).toEqual({ 'URL personal': 'ann at ${HOST}' });
    expect(valuesOf(await overridden(stage, ann))).toEqual({
      'HOST shared': 'shared host',
      'URL personal': 'ann at shared host',
    });
    expect(valuesOf(await overridden(stage, ann, { recursive: true }))).toHaveProperty([
      'URL personal',
    ]);
    const plain = secretsOf(await ann.http.get(at(V4, v4)).expect(200));
    expect(valuesOf(plain)).toEqual({
      'HOST shared': 'shared host',
      'URL shared': 'http://shared host/',
    });
    // What people wrote for themselves is theirs to see, without what it refers to.
    expect(valuesOf(await overridden(stage, ann, { viewSecretValue: false }))).toEqual({
      ...{ 'HOST shared': '<hidden-by-infisical>', 'URL personal': 'ann at ${HOST}' },
    });
    expect(valuesOf(await overridden(stage, bob))).toEqual({
      'HOST shared': 'shared host',
      'URL shared': 'http://shared host/',
    });
  });

  it('is written in batches, all or none, with each mode of an update', async () => {
    const stage = await aPersonalScene(server);
    const { ann, v4 } = stage;
    const items = [
      { secretKey: 'HOST', secretValue: '1' },
      { secretKey: 'URL', secretValue: '2' },
    ];
    const made = await ann.http
      .post(V4_BATCH)
      .send({ ...v4, type: 'personal', secrets: items })
      .expect(200);
    expect(valuesOf(secretsOf(made))).toEqual({ 'HOST personal': '1', 'URL personal': '2' });
    await ann.http
      .post(V4_BATCH)
      .send({ ...v4, type: 'personal', secrets: items })
      .expect(409);

    const deletion = [{ secretKey: 'HOST', type: 'personal' }];
    await ann.http
      .delete(BATCH)
      .send({ ...stage.dev, secrets: deletion })
      .expect(200);
    const changes = items.map((item) => ({
      ...item,
      secretValue: `${item.secretValue}+`,
      type: 'personal',
    }));
    const update = (more: object) =>
      ann.http.patch(V4_BATCH).send({ ...v4, secrets: changes, ...more });
    const refused = await update({}).expect(404);
    expect(refused.body).toMatchObject({
      message: expect.stringContaining('use type shared: HOST.'),
    });
    const report = await update({ dryRun: true, mode: 'upsert' }).expect(200);
    expect((report.body as { dryRun: object }).dryRun).toMatchObject({
      accepted: true,
      items: [{ outcome: 'create' }, { outcome: 'update' }],
    });
    expect(valuesOf(await overridden(stage, ann))).toEqual({
      'HOST shared': 'shared host',
      'URL personal': '2',
    });
    expect(valuesOf(secretsOf(await update({ mode: 'ignore' }).expect(200)))).toEqual({
      'URL personal': '2+',
    });
    expect(valuesOf(secretsOf(await update({ mode: 'upsert' }).expect(200)))).toEqual({
      'HOST personal': '1+',
      'URL personal': '2+',
    });
    expect((await overridden(stage, ann)).map(({ version }) => version)).toEqual([1, 3]);
  });
});

describe('a write of a personal secret', () => {
  it('is refused with what is wrong, and changes nothing', async () => {
    const { ann, v4, project } = scene;
    await hold(scene, ann, 'URL', 'held').expect(200);
    const before = await footprint(server, project.id);
    const patch = (key: string, more: object) =>
      ann.http.patch(named(key, V4)).send({ ...v4, type: 'personal', ...more });
    const tagId = '0198f2a4-7c1e-7bd2-9a57-2f6c1e0d9b3a';
    const cases = [
      [hold(scene, ann, 'NONE', 'x'), 400, 'no-shared-secret'],
      [hold(scene, ann, 'URL', 'x'), 409, 'already-exists'],
      [hold(scene, ann, 'HOST', 'x', { tagIds: [tagId] }), 400, 'not-for-personal-secrets'],
      [hold(scene, ann, 'HOST', 'x', { secretPath: '/none' }), 404, 'folder-not-found'],
      [patch('URL', { newSecretName: 'OTHER' }), 400, 'not-for-personal-secrets'],
      [patch('URL', { newSecretName: '' }), 400, 'not-for-personal-secrets'],
      [patch('HOST', { secretValue: 'x' }), 404, 'secret-not-found'],
      [
        ann.http.delete(named('HOST', V4)).send({ ...v4, type: 'personal' }),
        404,
        'secret-not-found',
      ],
      [
        ann.http.patch(V4_BATCH).send({
          ...v4,
          secrets: [{ secretKey: 'HOST', type: 'personal' }, { secretKey: 'URL' }],
        }),
        400,
        'not-for-personal-secrets',
      ],
      [
        ann.http.delete(V4_BATCH).send({
          ...v4,
          secrets: [{ secretKey: 'HOST', type: 'personal' }, { secretKey: 'URL' }],
        }),
        400,
        'not-for-personal-secrets',
      ],
      [
        ann.http
          .patch(V4_BATCH)
          .send({ ...v4, type: 'personal', secrets: [{ secretKey: 'URL' }, { secretKey: 'URL' }] }),
        400,
        'repeated-item',
      ],
      [personalOf(scene, ann, 'URL').query({ version: 7 }), 404, 'version-not-found'],
      [
        personalOf(scene, ann, 'URL').query({ asOf: new Date().toISOString() }),
        400,
        'not-for-personal-secrets',
      ],
      [
        ann.http.get(at(V4, v4, { type: 'personal', asOf: new Date().toISOString() })),
        400,
        'not-for-personal-secrets',
      ],
      [
        ann.http.get(at(`${V4}/URL/secret-reference-tree`, v4, { type: 'personal' })),
        400,
        'not-for-personal-secrets',
      ],
      [
        ann.http
          .post('/api/v4/secrets/batch/rollback')
          .send({ ...v4, type: 'personal', asOf: new Date().toISOString() }),
        400,
        'not-for-personal-secrets',
      ],
    ] as const;
    for (const [request, status, code] of cases) {
      const answer = await request;
      expect([answer.status, codeOf(answer)]).toEqual([status, code]);
    }
    expect(await footprint(server, project.id)).toEqual(before);
    expect(secretOf(await personalOf(scene, ann, 'URL').expect(200))).toMatchObject({
      version: 1,
      secretValue: 'held',
    });
  });

  it('needs what a shared one needs, but everybody may put theirs away', async () => {
    const stage = await aPersonalScene(server);
    const { v4 } = stage;
    const viewer = await aPersonIn(server, stage, 'viewer');
    await hold(stage, viewer, 'HOST', 'x').expect(403);
    const rules = [{ subject: 'secrets', action: ['describeSecret', 'create'] }];
    const blind = await aPersonIn(server, stage, rules);
    // Whoever wrote it may see it, even where they may not see the shared value.
    await hold(stage, blind, 'HOST', 'x').expect(200);
    expect(secretOf(await personalOf(stage, blind, 'HOST').expect(200)).secretValue).toBe('x');
    await blind.http.get(at(V4, v4, { includePersonalOverrides: true })).expect(403);
    expect(
      secretsOf(await blind.http.get(at(V4, v4, { type: 'personal' })).expect(200)),
    ).toHaveLength(1);
    await blind.http
      .patch(named('HOST', V4))
      .send({ ...v4, type: 'personal', secretValue: 'y' })
      .expect(403);
    await blind.http
      .delete(named('HOST', V4))
      .send({ ...v4, type: 'personal' })
      .expect(200);

    // Nobody learns by it whether there is a secret that they may not describe.
    const hidden = [
      { subject: 'secrets', action: ['create'] },
      { subject: 'secrets', action: ['describeSecret'], conditions: { secretName: 'URL' } },
    ];
    const half = await aPersonIn(server, stage, hidden);
    const [there, nothing] = [
      await hold(stage, half, 'HOST', 'x'),
      await hold(stage, half, 'HOSX', 'x'),
    ];
    expect([there.status, codeOf(there)]).toEqual([400, 'no-shared-secret']);
    expect(
      JSON.stringify(there.body)
        .replaceAll('HOST', 'HOSX')
        .replace(/"reqId":"[^"]*"/, ''),
    ).toBe(JSON.stringify(nothing.body).replace(/"reqId":"[^"]*"/, ''));
  });

  it('is refused to machines, in lists and reads too (400)', async () => {
    const { admin, v4 } = scene;
    const body = { ...v4, type: 'personal', secretValue: 'x' };
    const answers = [
      await admin.http.post(named('HOST', V4)).send(body),
      await admin.http.patch(named('HOST', V4)).send(body),
      await admin.http.delete(named('HOST', V4)).send(body),
      await admin.http.get(at(named('HOST', V4), v4, { type: 'personal' })),
      await admin.http.get(at(V4, v4, { type: 'personal' })),
      await admin.http
        .post(V4_BATCH)
        .send({ ...v4, type: 'personal', secrets: [{ secretKey: 'HOST', secretValue: 'x' }] }),
      await admin.http
        .delete(V4_BATCH)
        .send({ ...v4, secrets: [{ secretKey: 'HOST', type: 'personal' }] }),
    ];
    expect(answers.map((each) => [each.status, codeOf(each)])).toEqual(
      answers.map(() => [400, 'no-personal-secrets']),
    );
    expect(valuesOf(await overridden(scene, admin))).toHaveProperty(['HOST shared']);
  });
});

describe('reading where nobody holds anything for themselves', () => {
  it('sends no statement about personal secrets, whoever asks', async () => {
    const stage = await aPersonalScene(server);
    const { ann, v4, dev } = stage;
    const machine = await aMember(server, stage.project, stage.orgId, 'member');
    const reads = [
      at(V4, v4, { includePersonalOverrides: true }),
      at(V3, dev),
      at(named('HOST', V4), v4),
    ];
    for (const { http } of [ann, machine])
      for (const url of reads) {
        const texts = await sentTexts(() => http.get(url).expect(200));
        expect(texts.filter((text) => /personal_secrets\b/.test(text))).toEqual([]);
        if (http === machine.http)
          expect(texts.filter((text) => text.includes('personal_secret'))).toEqual([]);
      }
    await aFolder(stage, '/below');
    await hold(stage, ann, 'HOST', 'x').expect(200);
    const texts = await sentTexts(() => overridden(stage, ann));
    expect(texts.filter((text) => /personal_secrets\b/.test(text))).toHaveLength(1);
  });
});
