import { randomUUID } from 'node:crypto';
import type { Rule } from '../../../src/permissions/rule.js';
import { useApp } from '../../support/harness.js';
import { aMember, aProject, aScene, type Caller, withoutReqId } from '../../support/scene.js';
import {
  aFolder,
  anItem,
  aSecretScene,
  aTag,
  BATCH,
  footprint,
  type Item,
  keysOf,
  listed,
  named,
  type Secret,
  type SecretScene,
  sendBatch,
  V3,
  withSecrets,
} from '../../support/secrets-scene.js';
import { denied, NOT_FOUND } from '../../support/refusals.js';

const server = useApp();
const items = (count: number, prefix = 'KEY'): Item[] =>
  Array.from({ length: count }, (_, index) => anItem(`${prefix}_${index}`, `value ${index}`));

/** The answer, and proof that nothing was written. */
async function refusal(
  scene: SecretScene,
  send: () => ReturnType<typeof sendBatch>,
  status: number,
) {
  const before = await footprint(server, scene.project.id);
  const answer = await send().expect(status);
  expect(await footprint(server, scene.project.id)).toEqual(before);
  return answer.body as { message: unknown; details?: Record<string, unknown> };
}

describe('POST /api/v3/secrets/batch/raw', () => {
  it("answers the specification's item and nothing else", async () => {
    const scene = await aSecretScene(server);
    const { admin, project, dev } = scene;

    const answer = await sendBatch(admin, dev, [anItem('DB_PASSWORD', 's3cret')]).expect(200);

    const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
    const [{ id: given }] = (answer.body as { secrets: [Secret] }).secrets;
    expect(answer.body).toEqual({
      secrets: [
        {
          id: given,
          _id: given,
          workspace: project.id,
          environment: 'dev',
          version: 1,
          type: 'shared',
          secretKey: 'DB_PASSWORD',
          secretValue: 's3cret',
          secretComment: '',
          createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
          updatedAt: expect.any(String),
          skipMultilineEncoding: false,
          actor: {
            actorId: admin.id,
            actorType: 'identity',
            name: `identity-${admin.id}`,
            membershipId: id,
          },
          isRotatedSecret: false,
        },
      ],
    });
  });

  it('keeps every field of an item', async () => {
    const scene = await aSecretScene(server);
    const tagIds = [await aTag(scene, 'zeta'), await aTag(scene, 'alpha')];
    const item = anItem('A', 'v', {
      secretComment: 'why',
      skipMultilineEncoding: true,
      metadata: { legacy: 'yes' },
      secretMetadata: [{ key: 'owner' }, { key: 'pin', value: '1', isEncrypted: true }],
      tagIds: [...tagIds, tagIds[0]],
      secretReminderNote: 'soon',
      secretReminderRepeatDays: 30,
    });

    const answer = await sendBatch(scene.admin, scene.dev, [item]).expect(200);

    expect((answer.body as { secrets: Secret[] }).secrets[0]).toMatchObject({
      secretComment: 'why',
      skipMultilineEncoding: true,
      secretReminderNote: 'soon',
      secretReminderRepeatDays: 30,
    });
    const [secret] = await listed(scene.admin, scene.dev);
    expect(secret!.secretMetadata).toEqual([
      { key: 'owner', value: '', isEncrypted: false },
      { key: 'pin', value: '1', isEncrypted: true },
    ]);
    expect(secret!.tags.map((tag) => tag.slug)).toEqual(['alpha', 'zeta']);
  });

  it('takes nulls, zeros and empty texts for absent', async () => {
    const scene = await aSecretScene(server);
    const empty = {
      secretComment: null,
      skipMultilineEncoding: null,
      metadata: null,
      secretMetadata: [{ key: 'k', value: null, isEncrypted: null }],
      tagIds: [],
      secretReminderNote: '',
      secretReminderRepeatDays: 0,
    };
    const where = { ...scene.dev, projectSlug: '', secretPath: null, type: null, unknown: 1 };

    const answer = await sendBatch(scene.admin, where, [anItem('A', '', empty)]).expect(200);

    const [secret] = (answer.body as { secrets: Secret[] }).secrets;
    expect(secret).toMatchObject({ secretValue: '', secretComment: '' });
    expect(secret).not.toHaveProperty('secretReminderNote');
    expect(secret).not.toHaveProperty('secretReminderRepeatDays');
    expect(secret).not.toHaveProperty('rotationId');
  });

  it('takes the project by id, by slug, or by both', async () => {
    const { admin, project } = await aSecretScene(server);
    const dev = { environment: 'dev' };
    const names = [
      { workspaceId: project.id },
      { projectSlug: project.slug },
      { workspaceId: project.id, projectSlug: project.slug },
      { projectId: project.id, workspaceSlug: project.slug },
      { workspaceId: '', projectSlug: project.slug },
    ];
    for (const [index, name] of names.entries()) {
      await sendBatch(admin, { ...dev, ...name }, [anItem(`K${index}`)]).expect(200);
    }
    expect(keysOf(await listed(admin, { ...dev, workspaceId: project.id }))).toHaveLength(5);
  });

  it('refuses two names of different projects, and no name at all', async () => {
    const { admin, project, dev } = await aSecretScene(server);
    const other = await aProject(admin);
    const differing = await sendBatch(admin, { ...dev, projectSlug: other.slug }, [anItem('A')]);
    expect(withoutReqId(differing.body)).toEqual({
      statusCode: 400,
      error: 'BadRequest',
      message: 'workspaceId and projectSlug name different projects.',
    });
    await sendBatch(admin, { ...dev, projectId: other.id }, [anItem('A')]).expect(400);
    await sendBatch(admin, { environment: 'dev' }, [anItem('A')]).expect(400);
    await sendBatch(admin, { workspaceId: project.id }, [anItem('A')]).expect(400);
  });

  it('trims keys, and writes to the folder that is named', async () => {
    const scene = await aSecretScene(server);
    await aFolder(scene, '/apps/web');
    for (const secretPath of ['/apps/web', '/apps/web/', 'apps/web', ' /apps/web ']) {
      const key = ` ${secretPath.length} `;
      await sendBatch(scene.admin, { ...scene.dev, secretPath }, [anItem(key)]).expect(200);
    }
    const found = await listed(scene.admin, { ...scene.dev, secretPath: '/apps/web' });
    expect(keysOf(found)).toEqual(['10', '11', '8', '9']);
  });

  it('writes 1,000 secrets, several events and one audit entry, all in one transaction', async () => {
    const { admin, project, dev } = await aSecretScene(server);
    const many = items(1_000, 'A_RATHER_LONG_NAME_FOR_A_SECRET_SO_THAT_THE_EVENTS_ARE_SPLIT');

    const answer = await sendBatch(admin, dev, many).expect(200);

    expect(keysOf((answer.body as { secrets: Secret[] }).secrets)).toEqual(
      many.map((item) => item['secretKey']),
    );
    const { source } = server.database;
    const events = await source.query<{ xmin: string; seq: string; type: string; bytes: number }[]>(
      `select xmin::text, seq, type, octet_length(payload::text) bytes from project_events
       where project_id = $1 order by seq`,
      [project.id],
    );
    expect(events.length).toBeGreaterThan(1);
    expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => String(index + 1)));
    for (const event of events) {
      expect(event.type).toBe('secret:create');
      expect(event.bytes).toBeLessThan(48 * 1024);
    }
    const payloads = await source.query<{ payload: object[] }[]>(
      'select payload from project_events where project_id = $1 order by seq',
      [project.id],
    );
    expect(payloads.flatMap((row) => row.payload)).toEqual(
      many.map(({ secretKey }) => ({ environment: 'dev', secretPath: '/', secretKey })),
    );
    const audit = await source.query<{ xmin: string; target: object; actor_id: string }[]>(
      `select xmin::text, target, actor_id from audit_entries
       where project_id = $1 and action = 'secret.create'`,
      [project.id],
    );
    expect(audit).toEqual([
      {
        xmin: events[0]!.xmin,
        actor_id: admin.id,
        target: {
          environment: 'dev',
          secretPath: '/',
          count: 1_000,
          secretKeys: many.map((item) => item['secretKey']),
        },
      },
    ]);
    const rows = await source.query<{ xmin: string; count: string }[]>(
      'select xmin::text, count(*) from secrets where project_id = $1 group by 1',
      [project.id],
    );
    expect(rows).toEqual([{ xmin: events[0]!.xmin, count: '1000' }]);
  });

  it('keeps the first state when a secret changes', async () => {
    const scene = await aSecretScene(server);
    await withSecrets(scene, [anItem('A', 'first')]);
    await scene.admin.http
      .patch(named('A'))
      .send({ ...scene.dev, secretValue: 'second' })
      .expect(200);
    const path = `${named('A')}?workspaceId=${scene.project.id}&environment=dev&version=1`;
    const answer = await scene.admin.http.get(path).expect(200);
    expect((answer.body as { secret: Secret }).secret).toMatchObject({
      version: 1,
      secretValue: 'first',
    });
  });

  it('says that it is deprecated, and what follows', async () => {
    const { admin, dev } = await aSecretScene(server);
    const answer = await sendBatch(admin, dev, [anItem('A')]).expect(200);
    expect(answer.headers).toMatchObject({
      deprecation: expect.stringMatching(/^@\d+$/),
      link: '</api/v4/secrets/batch>; rel="successor-version"',
      'cache-control': 'no-store',
    });
  });
});

describe('POST /api/v3/secrets/batch/raw refuses', () => {
  it('a caller without a token', async () => {
    await server.http.post(BATCH).send({ secrets: [] }).expect(401);
  });

  it('no item, 1,001 items, and items without key or value', async () => {
    const scene = await aSecretScene(server);
    const wrong: (readonly Item[])[] = [
      [],
      items(1_001),
      [{ secretKey: 'A' }],
      [{ secretValue: 'v' }],
      [anItem(' ')],
      [anItem('A:B')],
      [anItem('A/B')],
      [anItem('A\0')],
      [anItem('K'.repeat(257))],
      [{ secretKey: 7, secretValue: 'v' }],
      [{ secretKey: 'A', secretValue: 7 }],
    ];
    for (const secrets of wrong) {
      const body = await refusal(scene, () => sendBatch(scene.admin, scene.dev, secrets), 422);
      expect(body).toMatchObject({ error: 'ValidationFailure', message: expect.any(Array) });
    }
    await sendBatch(scene.admin, scene.dev, [anItem('K'.repeat(256))]).expect(200);
  });

  it('names the item and the field, never the value', async () => {
    const scene = await aSecretScene(server);
    const canary = 'canary-value-that-no-error-repeats'.repeat(40_000);
    const secrets = [...items(3), anItem('BIG', canary)];
    const body = await refusal(scene, () => sendBatch(scene.admin, scene.dev, secrets), 422);
    expect(body.message).toEqual([
      { code: 'invalid_value', path: ['secrets', 3, 'secretValue'], message: expect.any(String) },
    ]);
    expect(JSON.stringify(body)).not.toContain('canary');
  });

  it('metadata, tags and paths that are none', async () => {
    const scene = await aSecretScene(server);
    const wrong: Item[] = [
      { secretMetadata: [{ value: 'no key' }] },
      { secretMetadata: [{ key: 'k'.repeat(256) }] },
      { secretMetadata: [{ key: 'k', value: 'v'.repeat(1021) }] },
      { secretMetadata: [{ key: 'k', isEncrypted: 'yes' }] },
      { secretMetadata: { key: 'k' } },
      { metadata: [] },
      { metadata: { constructor: 1 } },
      { tagIds: 'x' },
      { tagIds: [{}] },
      { skipMultilineEncoding: 'true' },
      { secretReminderRepeatDays: -1 },
      { secretReminderNote: 'n'.repeat(1025) },
      { secretComment: 'c\0' },
    ];
    for (const more of wrong) {
      await refusal(scene, () => sendBatch(scene.admin, scene.dev, [anItem('A', 'v', more)]), 422);
    }
    for (const secretPath of ['/a/../b', '//a', '/a//b', '.', '/a/./b', '\\a', '/%2e', '/ä', 7]) {
      const where = { ...scene.dev, secretPath };
      await refusal(scene, () => sendBatch(scene.admin, where, [anItem('A')]), 422);
    }
  });

  it('values of more than 1 MiB, and bodies of more than 16', async () => {
    const scene = await aSecretScene(server);
    const mib = 'ä'.repeat(512 * 1024);
    await refusal(
      scene,
      () => sendBatch(scene.admin, scene.dev, [anItem('FITS', mib), anItem('BIG', `${mib}x`)]),
      422,
    );
    const many = Array.from({ length: 17 }, (_, index) =>
      anItem(`K${index}`, 'x'.repeat(1024 ** 2)),
    );
    const body = await refusal(scene, () => sendBatch(scene.admin, scene.dev, many), 413);
    expect(body).toMatchObject({ statusCode: 413, error: 'PayloadTooLarge' });
    await sendBatch(scene.admin, scene.dev, [anItem('FITS', mib)]).expect(200);
  });

  it('keys that exist, naming them all', async () => {
    const scene = await aSecretScene(server);
    await withSecrets(scene, items(5));
    const secrets = [anItem('NEW_1'), ...items(5).slice(1, 4), anItem('NEW_2'), anItem('key_0')];
    const body = await refusal(scene, () => sendBatch(scene.admin, scene.dev, secrets), 409);
    expect(withoutReqId(body)).toEqual({
      statusCode: 409,
      error: 'Conflict',
      message: 'Secrets with these keys already exist in the folder: KEY_1, KEY_2, KEY_3.',
      details: { secretKeys: ['KEY_1', 'KEY_2', 'KEY_3'] },
    });
  });

  it('the same key twice, naming each once', async () => {
    const scene = await aSecretScene(server);
    const secrets = [...items(3), anItem('KEY_1'), anItem(' KEY_2'), anItem('KEY_2 ')];
    const body = await refusal(scene, () => sendBatch(scene.admin, scene.dev, secrets), 400);
    expect(withoutReqId(body)).toEqual({
      statusCode: 400,
      error: 'BadRequest',
      message: 'The same key occurs more than once in the batch: KEY_1, KEY_2.',
      details: { secretKeys: ['KEY_1', 'KEY_2'] },
    });
  });

  it('an unknown tag, one of another project, and one with a malformed id', async () => {
    const scene = await aSecretScene(server);
    const elsewhere = await aTag(await aSecretScene(server), 'tag');
    for (const tagId of [randomUUID(), elsewhere, 'undefined', randomUUID().toUpperCase()]) {
      const secrets = [anItem('A'), anItem('B', 'v', { tagIds: [tagId] })];
      const body = await refusal(scene, () => sendBatch(scene.admin, scene.dev, secrets), 404);
      expect(withoutReqId(body)).toEqual(NOT_FOUND);
    }
  });

  it('an unknown environment, folder and project, all in the same words', async () => {
    const scene = await aSecretScene(server);
    const foreign = await aSecretScene(server);
    const wheres = [
      { ...scene.dev, environment: 'Dev' },
      { ...scene.dev, environment: 'nowhere' },
      { ...scene.dev, secretPath: '/nowhere' },
      { ...scene.dev, workspaceId: randomUUID() },
      { ...scene.dev, workspaceId: 'no-uuid' },
      { ...scene.dev, workspaceId: foreign.project.id },
      { environment: 'dev', projectSlug: 'nowhere' },
      { environment: 'dev', projectSlug: foreign.project.slug },
    ];
    for (const where of wheres) {
      const body = await refusal(scene, () => sendBatch(scene.admin, where, [anItem('A')]), 404);
      expect(withoutReqId(body)).toEqual(NOT_FOUND);
    }
  });

  it('personal secrets, but only after scope and permission', async () => {
    const scene = await aSecretScene(server);
    const viewer = await aMember(server, scene.project, scene.orgId, 'viewer');
    const where = { ...scene.dev, type: 'personal' };
    const send =
      (caller: Caller, more = {}) =>
      () =>
        sendBatch(caller, { ...where, ...more }, [anItem('A')]);
    await refusal(scene, send(scene.admin), 400);
    await refusal(scene, send(scene.admin, { workspaceId: randomUUID() }), 404);
    await refusal(scene, send(viewer), 403);
    await refusal(scene, send(scene.admin, { type: 'other' }), 422);
  });

  it('lower-case keys where the project wants upper case, naming them', async () => {
    const scene = await aSecretScene(server);
    const path = `/api/v1/projects/${scene.project.id}`;
    await scene.admin.http.patch(path).send({ autoCapitalization: true }).expect(200);
    const secrets = [anItem('FINE'), anItem('Mixed'), anItem('lower')];
    const body = await refusal(scene, () => sendBatch(scene.admin, scene.dev, secrets), 400);
    expect(withoutReqId(body)).toMatchObject({ details: { secretKeys: ['Mixed', 'lower'] } });

    await withSecrets(scene, [anItem('FINE')]);
    const rename = { ...scene.dev, newSecretName: 'fine' };
    await scene.admin.http.patch(named('FINE')).send(rename).expect(400);
    await scene.admin.http.post(named('single')).send(scene.dev).expect(400);
  });

  it('a batch in which one item of a thousand is forbidden by its tag', async () => {
    const scene = await aSecretScene(server);
    const tag = await aTag(scene, 'locked');
    const rules: Rule[] = [
      { subject: 'secrets', action: 'create' },
      {
        subject: 'secrets',
        action: 'create',
        inverted: true,
        conditions: { secretTags: { $in: ['locked'] } },
      },
    ];
    const member = await aMember(server, scene.project, scene.orgId, rules);
    const many = items(1_000);
    many[499] = anItem('KEY_499', 'v', { tagIds: [tag] });
    many[700] = anItem('KEY_700', 'v', { tagIds: [tag] });

    const body = await refusal(scene, () => sendBatch(member, scene.dev, many), 403);

    expect(body).toMatchObject({
      error: 'PermissionDenied',
      message: denied('create', 'secrets'),
      details: {
        subject: 'secrets',
        action: 'create',
        refused: 2,
        offenders: [
          { index: 499, attributes: { secretName: 'KEY_499', secretTags: ['locked'] } },
          { index: 700, attributes: { secretName: 'KEY_700' } },
        ],
      },
    });
    await sendBatch(member, scene.dev, items(1_000)).expect(200);
  });

  it('items forbidden by their name or their folder', async () => {
    const scene = await aSecretScene(server);
    await aFolder(scene, '/open/deep');
    const rules: Rule[] = [
      { subject: 'secrets', action: 'create', conditions: { secretPath: { $glob: '/open/**' } } },
      {
        subject: 'secrets',
        action: 'create',
        inverted: true,
        conditions: { secretName: { $glob: '*.env' } },
      },
    ];
    const member = await aMember(server, scene.project, scene.orgId, rules);
    const secrets = [anItem('A'), anItem('.env'), anItem('prod.env'), anItem('.envs')];
    const open = { ...scene.dev, secretPath: '/open/deep' };

    const named403 = await refusal(scene, () => sendBatch(member, open, secrets), 403);
    expect(named403.details).toMatchObject({ refused: 2, offenders: [{ index: 1 }, { index: 2 }] });
    const all = await refusal(scene, () => sendBatch(member, scene.dev, secrets), 403);
    expect(all.details).toMatchObject({ refused: 4 });
    await sendBatch(member, open, [anItem('A'), anItem('.envs')]).expect(200);
  });

  it('in the order 404, 403, 400, 409', async () => {
    const scene = await aSecretScene(server);
    await withSecrets(scene, [anItem('A')]);
    const viewer = await aMember(server, scene.project, scene.orgId, 'viewer');
    const twice = [anItem('A'), anItem('A')];
    await sendBatch(viewer, { ...scene.dev, secretPath: '/nowhere' }, twice).expect(404);
    await sendBatch(viewer, scene.dev, twice).expect(403);
    await sendBatch(scene.admin, scene.dev, twice).expect(400);
    await sendBatch(scene.admin, scene.dev, [anItem('A')]).expect(409);
    const outsider = (await aScene(server)).admin;
    await sendBatch(outsider, scene.dev, []).expect(422);
  });
});

describe('racing batches', () => {
  it('of overlapping keys: one wins wholly, 30 times', async () => {
    const scene = await aSecretScene(server);
    const { admin, dev } = scene;
    let expected: string[] = [];
    for (let round = 0; round < 30; round++) {
      const one = items(40, `R${round}`);
      const other = [...items(60, `R${round}`).slice(20)].reverse();
      const answers = await Promise.all([one, other].map((batch) => sendBatch(admin, dev, batch)));
      const statuses = answers.map((answer) => answer.status);
      expect([...statuses].sort()).toEqual([200, 409]);
      const won = statuses[0] === 200 ? one : other;
      expected = [...expected, ...won.map((item) => item['secretKey'] as string)].sort();
      const lost = answers.find((answer) => answer.status === 409)!.body as { details: object };
      expect(lost.details).toEqual({ secretKeys: expect.any(Array) });
    }
    const found = keysOf(await listed(admin, dev));
    expect(found).toEqual(expected);
    const [{ audit, events }] = (await footprint(server, scene.project.id)) as [
      { audit: string; events: string },
    ];
    expect({ audit, events }).toEqual({ audit: '31', events: '30' });
  });

  it('and the deletion of their folder: in it and gone with it, or 404', async () => {
    const scene = await aSecretScene(server);
    const { admin, dev, project } = scene;
    for (let round = 0; round < 10; round++) {
      await aFolder(scene, '/gone');
      const [batch, removal] = await Promise.all([
        sendBatch(admin, { ...dev, secretPath: '/gone' }, items(50)),
        admin.http
          .delete('/api/v1/folders/gone')
          .send({ workspaceId: project.id, environment: 'dev' }),
      ]);
      expect([200, 404]).toContain(batch.status);
      expect(removal.status).toBe(200);
      expect(await listed(admin, { ...dev, recursive: true })).toEqual([]);
    }
  });

  it('and single creations: each key once', async () => {
    const { admin, dev } = await aSecretScene(server);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => admin.http.post(`${V3}/SAME`).send(dev)),
    );
    const statuses = answers.map((answer) => answer.status).sort();
    expect(statuses).toEqual([200, ...Array<number>(19).fill(409)]);
  });
});
