import { randomUUID } from 'node:crypto';
import { withoutReqId } from '../support/scene.js';
import {
  anItem,
  aSecretScene,
  at,
  aTag,
  keysOf,
  listed,
  named,
  type Secret,
  V3,
  withSecrets,
} from '../support/secrets-scene.js';
import { NOT_FOUND } from '../support/refusals.js';
import { server, secretOf, created } from './secrets-v3-scene.js';

describe('POST /api/v3/secrets/raw/:secretName', () => {
  it('answers the whole secret, as every client decodes it', async () => {
    const scene = await aSecretScene(server);
    const { admin, project } = scene;
    const tagId = await aTag(scene, 'billing');
    const more = {
      secretValue: 's3cret',
      secretComment: 'why',
      secretMetadata: [{ key: 'owner', value: 'me' }],
      tagIds: [tagId],
      type: 'shared',
    };

    const secret = await created(scene, 'DB_PASSWORD', more);

    expect(secret).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      _id: secret.id,
      workspace: project.id,
      environment: 'dev',
      version: 1,
      type: 'shared',
      secretKey: 'DB_PASSWORD',
      secretValue: 's3cret',
      secretComment: 'why',
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: secret.createdAt,
      skipMultilineEncoding: false,
      actor: {
        actorId: admin.id,
        actorType: 'identity',
        name: `identity-${admin.id}`,
        membershipId: expect.any(String),
      },
      isRotatedSecret: false,
      secretValueHidden: false,
      secretPath: '/',
      secretMetadata: [{ key: 'owner', value: 'me', isEncrypted: false }],
      tags: [{ id: tagId, slug: 'billing', color: null, name: 'billing' }],
    });
    const read = await admin.http.get(at(named('DB_PASSWORD'), scene.dev)).expect(200);
    expect(secretOf(read)).toEqual(secret);
    expect(await listed(admin, scene.dev)).toEqual([secret]);
    const byId = await admin.http.get(`${V3}/id/${secret.id}`).expect(200);
    expect(secretOf(byId)).toEqual(secret);
  });

  it('takes what Terraform, Python and the Go SDK send for nothing', async () => {
    const scene = await aSecretScene(server);
    const terraform = { secretReminderNote: '', secretReminderRepeatDays: 0, tagIds: [] };
    const python = { projectSlug: null, secretComment: null, secretMetadata: null, tagIds: null };
    const go = {
      workspaceSlug: '',
      secretPath: '',
      skipMultilineEncoding: null,
      secretValue: null,
    };
    const secret = await created(scene, 'A', { ...terraform, ...go });
    expect(secret).toMatchObject({ secretValue: '', secretPath: '/', version: 1 });
    await created(scene, 'B', python);
  });

  it('trims the name, and refuses one that is none', async () => {
    const scene = await aSecretScene(server);
    expect((await created(scene, ' A ')).secretKey).toBe('A');
    expect((await created(scene, 'ä b/'.replace('/', '∕'))).secretKey).toBe('ä b∕');
    for (const name of ['a/b', 'a:b', ' ', 'K'.repeat(257)]) {
      const answer = await scene.admin.http.post(named(name)).send(scene.dev).expect(422);
      expect(withoutReqId(answer.body)).toEqual({
        statusCode: 422,
        error: 'ValidationFailure',
        message: [
          {
            code: 'invalid_value',
            path: ['secretName'],
            message: expect.stringMatching(/^secretName must /),
          },
        ],
      });
    }
    for (const garbage of ['%', '%zz', '%C0%AF', '%ED%A0%80']) {
      const answer = await scene.admin.http.post(`${V3}/${garbage}`).send(scene.dev).expect(400);
      expect(answer.body).toMatchObject({ statusCode: 400, error: 'BadRequest' });
    }
    await scene.admin.http.post(`${V3}/a%00b`).send(scene.dev).expect(404);
  });

  it('refuses a name that is taken, and one in an unknown place', async () => {
    const scene = await aSecretScene(server);
    await created(scene, 'A');
    const again = await scene.admin.http.post(named('A')).send(scene.dev).expect(409);
    expect(withoutReqId(again.body)).toEqual({
      statusCode: 409,
      error: 'Conflict',
      message: 'Secrets with these keys already exist in the folder: A.',
      details: { secretKeys: ['A'] },
    });
    const nowhere = { ...scene.dev, secretPath: '/nowhere' };
    await scene.admin.http.post(named('A')).send(nowhere).expect(404);
    await scene.admin.http
      .post(named('B'))
      .send({ ...scene.dev, type: 'personal' })
      .expect(400);
  });
});

describe('PATCH /api/v3/secrets/raw/:secretName', () => {
  it('changes what is given and leaves the rest', async () => {
    const scene = await aSecretScene(server);
    const { admin, dev } = scene;
    const tagIds = [await aTag(scene, 'one')];
    const before = await created(scene, 'A', {
      secretValue: 'v',
      secretComment: 'c',
      skipMultilineEncoding: true,
      metadata: { a: 1 },
      secretMetadata: [{ key: 'k', value: 'v', isEncrypted: true }],
      tagIds,
      secretReminderNote: 'n',
      secretReminderRepeatDays: 3,
    });
    const changes: [object, object][] = [
      [{}, {}],
      [{ secretValue: 'w' }, { secretValue: 'w' }],
      [{ secretValue: '' }, { secretValue: '' }],
      [{ secretValue: null, secretComment: null, newSecretName: null, tagIds: null }, {}],
      [{ secretComment: '' }, { secretComment: '' }],
      [{ skipMultilineEncoding: false }, { skipMultilineEncoding: false }],
      [{ secretMetadata: [] }, { secretMetadata: [] }],
      [{ tagIds: [] }, { tags: [] }],
      [{ tagIds }, { tags: [expect.objectContaining({ slug: 'one' })] }],
      [{ newSecretName: ' B ' }, { secretKey: 'B' }],
    ];
    let expected: Secret = before;
    for (const [sent, change] of changes) {
      const send = admin.http.patch(named(expected.secretKey)).send({ ...dev, ...sent });
      const secret = secretOf(await send.expect(200));
      expected = {
        ...expected,
        ...change,
        version: expected.version + 1,
        updatedAt: secret.updatedAt,
      };
      expect(secret).toEqual(expected);
      const read = await admin.http.get(at(named(expected.secretKey), dev)).expect(200);
      expect(secretOf(read)).toEqual(secret);
    }
    const reminders = { ...dev, secretReminderNote: '', secretReminderRepeatDays: 0 };
    const last = secretOf(await admin.http.patch(named('B')).send(reminders).expect(200));
    expect(last).not.toHaveProperty('secretReminderNote');
    expect(last).not.toHaveProperty('secretReminderRepeatDays');
  });

  it('renames, and refuses a name that is taken, empty or none', async () => {
    const scene = await aSecretScene(server);
    const { admin, dev } = scene;
    await withSecrets(scene, [anItem('A'), anItem('B')]);
    const rename = (newSecretName: unknown) =>
      admin.http.patch(named('A')).send({ ...dev, newSecretName });

    const taken = await rename('B').expect(409);
    expect(taken.body).toMatchObject({
      error: 'Conflict',
      message: expect.stringContaining('name'),
    });
    expect(secretOf(await rename('A').expect(200)).secretKey).toBe('A');
    await rename('').expect(400);
    await rename('  ').expect(400);
    await rename('x/y').expect(422);
    await rename(7).expect(422);
    await rename('C').expect(200);
    expect(keysOf(await listed(admin, dev))).toEqual(['B', 'C']);
    await rename('D').expect(404);
  });

  it('tells of both names in one event, and keeps the row count of versions', async () => {
    const scene = await aSecretScene(server);
    await created(scene, 'A');
    const rename = { ...scene.dev, newSecretName: 'B' };
    await scene.admin.http.patch(named('A')).send(rename).expect(200);
    const place = { environment: 'dev', secretPath: '/' };
    const { source } = server.database;
    const events = await source.query(
      'select seq, type, payload from project_events where project_id = $1 order by seq',
      [scene.project.id],
    );
    expect(events).toEqual([
      { seq: '1', type: 'secret:create', payload: [{ ...place, secretKey: 'A' }] },
      {
        seq: '2',
        type: 'secret:update',
        payload: [
          { ...place, secretKey: 'A' },
          { ...place, secretKey: 'B' },
        ],
      },
    ]);
    const audit = await source.query(
      `select action, target from audit_entries where project_id = $1 and action like 'secret.%'
       order by created_at, action`,
      [scene.project.id],
    );
    expect(audit).toEqual([
      { action: 'secret.create', target: { ...place, secretKeys: ['A'], count: 1 } },
      { action: 'secret.update', target: { ...place, secretKeys: ['A', 'B'], count: 2 } },
    ]);
  });

  it('refuses an unknown secret, tag, folder and environment', async () => {
    const scene = await aSecretScene(server);
    await created(scene, 'A');
    const patch = (name: string, more: object) =>
      scene.admin.http.patch(named(name)).send({ ...scene.dev, ...more });
    for (const answer of [
      await patch('B', {}).expect(404),
      await patch('A', { tagIds: [randomUUID()] }).expect(404),
      await patch('A', { secretPath: '/nowhere' }).expect(404),
      await patch('A', { environment: 'nowhere' }).expect(404),
      await patch('A', { workspaceId: randomUUID() }).expect(404),
    ]) {
      expect(withoutReqId(answer.body)).toEqual(NOT_FOUND);
    }
    await patch('A', { type: 'personal' }).expect(400);
    await patch('A', { secretValue: 7 }).expect(422);
  });

  it('counts every one of twenty changes at once', async () => {
    const scene = await aSecretScene(server);
    await created(scene, 'A');
    const send = (secretValue: string) =>
      scene.admin.http.patch(named('A')).send({ ...scene.dev, secretValue });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => send(`v${i}`).expect(200)),
    );
    const versions = answers.map((answer) => secretOf(answer).version).sort((a, b) => a - b);
    expect(versions).toEqual(Array.from({ length: 20 }, (_, index) => index + 2));
    for (const answer of answers) {
      const { version, secretValue } = secretOf(answer);
      const read = await scene.admin.http.get(at(named('A'), scene.dev, { version })).expect(200);
      expect(secretOf(read).secretValue).toBe(secretValue);
    }
  });
});

describe('DELETE /api/v3/secrets/raw/:secretName', () => {
  it('answers what the secret was, once', async () => {
    const scene = await aSecretScene(server);
    const secret = await created(scene, 'A', { secretValue: 'v', secretComment: 'c' });
    const remove = () => scene.admin.http.delete(named('A')).send(scene.dev);

    expect(secretOf(await remove().expect(200))).toEqual(secret);

    expect(withoutReqId((await remove().expect(404)).body)).toEqual(NOT_FOUND);
    await scene.admin.http.get(at(named('A'), scene.dev)).expect(404);
    await scene.admin.http.get(`${V3}/id/${secret.id}`).expect(404);
    const again = await created(scene, 'A');
    expect(again).toMatchObject({ version: 1 });
    expect(again.id).not.toBe(secret.id);
    await scene.admin.http.get(at(named('A'), scene.dev, { version: 2 })).expect(404);
  });

  it('keeps the last state, tells of it and audits it', async () => {
    const scene = await aSecretScene(server);
    const { id } = await created(scene, 'A');
    await scene.admin.http.delete(named('A')).send(scene.dev).expect(200);
    const { source } = server.database;
    const kept = 'select secret_id, version, key from secret_versions where project_id = $1';
    expect(await source.query(kept, [scene.project.id])).toEqual([
      { secret_id: id, version: 1, key: 'A' },
    ]);
    const events = 'select type from project_events where project_id = $1 order by seq';
    expect(await source.query(events, [scene.project.id])).toEqual([
      { type: 'secret:create' },
      { type: 'secret:delete' },
    ]);
  });

  it('of two at once, one succeeds', async () => {
    const scene = await aSecretScene(server);
    await created(scene, 'A');
    const remove = () => scene.admin.http.delete(named('A')).send(scene.dev);
    const statuses = (await Promise.all([remove(), remove()])).map((answer) => answer.status);
    expect(statuses.sort()).toEqual([200, 404]);
  });

  it('refuses personal secrets and missing places', async () => {
    const scene = await aSecretScene(server);
    await created(scene, 'A');
    const remove = (more: object) =>
      scene.admin.http.delete(named('A')).send({ ...scene.dev, ...more });
    await remove({ type: 'personal' }).expect(400);
    await remove({ environment: null }).expect(400);
    await remove({ secretPath: '/nowhere' }).expect(404);
    await remove({ type: 'shared' }).expect(200);
  });
});
