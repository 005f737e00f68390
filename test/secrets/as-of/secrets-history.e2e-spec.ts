import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Rule } from '../../../src/permissions/rule.js';
import { useApp } from '../../support/harness.js';
import { aMember, aProject, withoutReqId } from '../../support/scene.js';
import { execute } from '../../support/test-database.js';
import {
  aFolder,
  anItem,
  aSecretScene,
  aTag,
  at,
  type Fields,
  listed,
  named,
  type Secret,
  statements,
  V3,
  V4,
  withSecrets,
} from '../../support/secrets-scene.js';
import { cursorOf, lastSeq, listedThen, remember } from '../../support/secrets-history-scene.js';

const server = useApp();
const MASK = '<hidden-by-infisical>';

const allow = (action: string, conditions?: object): Rule => ({
  subject: 'secrets',
  action,
  ...(conditions ? { conditions } : {}),
});

/** A folder `/a` with a past: what was changed, renamed, deleted, moved out, and created since. */
async function aPast() {
  const scene = await aSecretScene(server);
  await aFolder(scene, '/a');
  await aFolder(scene, '/a/sub');
  await aFolder(scene, '/b');
  const tag = await aTag(scene, 'blue');
  const { admin, project } = scene;
  const a = { projectId: project.id, environment: 'dev', secretPath: '/a' };
  const before = await remember(server, scene);
  const secrets = await withSecrets(
    scene,
    [
      anItem('CHANGED', 'old', {
        tagIds: [tag],
        secretComment: 'first',
        secretMetadata: [{ key: 'owner', value: 'ops' }],
      }),
      anItem('RENAMED', 'r'),
      anItem('DELETED', 'd'),
      anItem('MOVED', 'm'),
      anItem('SAME', 's'),
    ],
    a,
  );
  await withSecrets(scene, [anItem('DEEP', 'deep')], { ...a, secretPath: '/a/sub' });
  const was = await listed(admin, a);
  const then = await remember(server, scene);
  const patch = (key: string, changes: Fields) =>
    admin.http
      .patch(named(key, V4))
      .send({ ...a, ...changes })
      .expect(200);
  await patch('CHANGED', { secretValue: 'new', tagIds: [], secretMetadata: [] });
  await patch('RENAMED', { newSecretName: 'OTHER' });
  await admin.http.delete(named('DELETED', V4)).send(a).expect(200);
  await admin.http
    .post(`${V4}/move`)
    .send({
      projectId: project.id,
      sourceEnvironment: 'dev',
      sourceSecretPath: '/a',
      destinationEnvironment: 'dev',
      destinationSecretPath: '/b',
      secretIds: [secrets.get('MOVED')!.id],
    })
    .expect(200);
  await withSecrets(scene, [anItem('RENAMED', 'another'), anItem('NEW', 'n')], a);
  const idOf = (key: string) => secrets.get(key)!.id;
  const member = (rules: Rule[] | string) => aMember(server, project, scene.orgId, rules);
  return { ...scene, a, before, then, was, idOf, member, tag };
}

const keyed = (secrets: readonly Secret[]) =>
  secrets.map(({ secretKey, secretValue }) => [secretKey, secretValue]);

const EMPTY: readonly unknown[] = [];

describe('a list as of another moment', () => {
  it('begin at the very moment at which they were written', async () => {
    const scene = await aSecretScene(server);
    await withSecrets(scene, [anItem('A', 'old')]);
    const { updatedAt } = (await listed(scene.admin, scene.dev))[0]!;
    await scene.admin.http
      .patch(named('A'))
      .send({ ...scene.dev, secretValue: 'new' })
      .expect(200);

    const { body } = await scene.admin.http
      .get(
        at(
          named('A', V4),
          { projectId: scene.project.id, environment: 'dev' },
          { asOf: updatedAt },
        ),
      )
      .expect(200);
    expect((body as { secret: Secret }).secret).toMatchObject({ secretValue: 'old', version: 1 });
  });

  it('is what it was, by time and by event', async () => {
    const { admin, a, before, then, was } = await aPast();
    for (const asOf of [then.time, then.event]) {
      expect(await listedThen(admin, asOf, a)).toEqual(was);
      const v3 = await admin.http.get(at(V3, a, { asOf })).expect(200);
      expect(v3.body).toEqual({ secrets: was });
    }
    for (const asOf of [before.time, before.event]) {
      expect(await listedThen(admin, asOf, a)).toEqual(EMPTY);
    }
  });

  it('is the present one as of the last event', async () => {
    const { admin, a, project, ...scene } = await aPast();
    const now = await remember(server, { admin, project, ...scene });
    for (const asOf of [now.time, now.event]) {
      expect(await listedThen(admin, asOf, a)).toEqual(await listed(admin, a));
    }
  });

  it('goes below, and takes the filters', async () => {
    const { admin, a, then } = await aPast();
    for (const asOf of [then.time, then.event]) {
      const all = await listedThen(admin, asOf, { ...a, recursive: true });
      expect(keyed(all)).toContainEqual(['DEEP', 'deep']);
      expect(all).toHaveLength(6);
      const tagged = await listedThen(admin, asOf, { ...a, tagSlugs: 'blue' });
      expect(keyed(tagged)).toEqual([['CHANGED', 'old']]);
      const owned = await listedThen(admin, asOf, { ...a, metadataFilter: 'key=owner,value=ops' });
      expect(keyed(owned)).toEqual([['CHANGED', 'old']]);
    }
  });

  it('shows a transaction whole, whichever of its events is named', async () => {
    const scene = await aSecretScene(server);
    const { admin, project } = scene;
    const where = whereOf(scene);
    await withSecrets(scene, [anItem('A', 'old')]);
    const before = await lastSeq(server, project.id);
    const secrets = [anItem('A', 'new'), anItem('B', 'new')];
    const upsert = { ...where, mode: 'upsert', secrets };
    await admin.http.patch(`${V4}/batch`).send(upsert).expect(200);
    const whole = [
      ['A', 'new'],
      ['B', 'new'],
    ];
    expect(await lastSeq(server, project.id)).toBe(before + 2);
    for (const [seq, expected] of [
      [before, [['A', 'old']]],
      [before + 1, whole],
      [before + 2, whole],
    ] as const) {
      const cursor = await cursorOf(server, project.id, seq);
      expect(keyed(await listedThen(admin, cursor, where))).toEqual(expected);
    }
  });

  it('is not misled by numbers of transactions that begin anew, as after a restore', async () => {
    const { admin, a, project, then, was } = await aPast();
    await server.database.source.query(
      `with head as (
         update project_event_heads set last_seq = last_seq + 1 where project_id = $1 returning last_seq
       )
       insert into project_events (project_id, seq, type, payload, xid)
       select $1, last_seq, 'secret:update', '[]', (select min(xid) from secrets where project_id = $1)
       from head`,
      [project.id],
    );
    expect(await listedThen(admin, then.event, a)).toEqual(was);
  });

  it('takes a fixed number of statements', async () => {
    const { admin, a, then, before } = await aPast();
    const count = (asOf: string) =>
      statements(() => admin.http.get(at(V4, a, { asOf, viewSecretValue: false })));
    // With nothing to list, and with all of it.
    expect(await count(then.time)).toBe(await count(before.time));
    expect(await count(then.event)).toBe(await count(before.event));
  });

  it('knows a value under the key it was sealed with, and what had been encrypted', async () => {
    const scene = await aSecretScene(server);
    const secretMetadata = [{ key: 'k', value: 'shut', isEncrypted: true }];
    await withSecrets(scene, [anItem('A', 'a\0b', { secretMetadata })]);
    const then = await remember(server, scene);
    await scene.admin.http.delete(named('A')).send(scene.dev).expect(200);
    const [secret] = await listedThen(scene.admin, then.event, whereOf(scene));
    expect(secret).toMatchObject({ secretKey: 'A', secretValue: 'a\0b', secretMetadata });
  });
});

const whereOf = ({ project }: { project: { id: string } }) => ({
  projectId: project.id,
  environment: 'dev',
});

describe('a secret as of another moment', () => {
  it('is found by the name it had, or by its id, even after its end', async () => {
    const { admin, a, then, was, idOf } = await aPast();
    for (const asOf of [then.time, then.event]) {
      for (const secret of was) {
        for (const root of [V3, V4]) {
          const answer = await admin.http.get(at(named(secret.secretKey, root), a, { asOf }));
          expect(answer.body).toEqual({ secret });
          const byId = await admin.http.get(at(`${root}/id/${secret.id}`, { asOf }));
          expect(byId.body).toEqual({ secret });
        }
      }
      await admin.http.get(at(named('NEW', V4), a, { asOf })).expect(404);
      await admin.http.get(at(named('OTHER', V4), a, { asOf })).expect(404);
    }
    await admin.http.get(at(`${V4}/id/${idOf('DELETED')}`)).expect(404);
    await admin.http.get(at(named('SAME', V4), a, { asOf: '' })).expect(200);
    await admin.http.get(at(named('SAME', V4), a, { asOf: then.time, version: 1 })).expect(400);
  });

  it('is nothing to another organization', async () => {
    const { then, idOf, a } = await aPast();
    const elsewhere = await aSecretScene(server);
    const asOf = then.time;
    await elsewhere.admin.http.get(at(`${V4}/id/${idOf('DELETED')}`, { asOf })).expect(404);
    await elsewhere.admin.http.get(at(`${V4}/id/${randomUUID()}`, { asOf })).expect(404);
    const answer = await elsewhere.admin.http.get(at(V4, a, { asOf }));
    expect(answer.status).toBe(404);
  });
});

describe('references as of another moment', () => {
  it('lead to what was there then', async () => {
    const scene = await aSecretScene(server);
    const { admin } = scene;
    await withSecrets(scene, [anItem('URL', 'x:${HOST}:${GONE}'), anItem('HOST', 'h1${PORT}')]);
    await withSecrets(scene, [anItem('PORT', '1'), anItem('GONE', 'g')]);
    const then = await remember(server, scene);
    const set = (key: string, secretValue: string) =>
      admin.http
        .patch(named(key))
        .send({ ...scene.dev, secretValue })
        .expect(200);
    await set('HOST', 'h2');
    await set('PORT', '2');
    await admin.http.delete(named('GONE')).send(scene.dev).expect(200);
    const where = whereOf(scene);
    for (const asOf of [then.time, then.event]) {
      const all = keyed(await listedThen(admin, asOf, where));
      expect(all).toContainEqual(['URL', 'x:h11:g']);
      const one = await admin.http.get(at(named('URL', V4), where, { asOf })).expect(200);
      expect((one.body as { secret: Secret }).secret.secretValue).toBe('x:h11:g');
      const raw = { ...where, expandSecretReferences: false };
      expect(keyed(await listedThen(admin, asOf, raw))).toContainEqual([
        'URL',
        'x:${HOST}:${GONE}',
      ]);
    }
    const now = await admin.http.get(at(named('URL', V4), where)).expect(200);
    expect((now.body as { secret: Secret }).secret.secretValue).toBe('x:h2:${GONE}');
  });

  it('are not a way round the rights of today', async () => {
    const scene = await aSecretScene(server);
    await aFolder(scene, '/shut');
    const secrets = await withSecrets(scene, [anItem('URL', '${KEY}'), anItem('KEY', 'k')]);
    const then = await remember(server, scene);
    await scene.admin.http
      .post(`${V4}/move`)
      .send({
        projectId: scene.project.id,
        sourceEnvironment: 'dev',
        destinationEnvironment: 'dev',
        destinationSecretPath: '/shut',
        secretIds: [secrets.get('KEY')!.id],
      })
      .expect(200);
    const root = { secretPath: '/' };
    const member = await aMember(server, scene.project, scene.orgId, [allow('read', root)]);
    for (const asOf of [then.time, then.event]) {
      expect(keyed(await listedThen(member, asOf, whereOf(scene)))).toEqual([['URL', '${KEY}']]);
    }
  });
});

describe('rights as of another moment', () => {
  it('hide what today hides, and what was hidden then', async () => {
    const { a, then, member } = await aPast();
    for (const asOf of [then.time, then.event]) {
      const inA = await member([allow('read', { secretPath: '/a' })]);
      // MOVED lies in /b today.
      expect(keyed(await listedThen(inA, asOf, a)).map(([key]) => key)).toEqual([
        'CHANGED',
        'DELETED',
        'RENAMED',
        'SAME',
      ]);
      await inA.http.get(at(named('MOVED', V4), a, { asOf })).expect(404);
      const byName = await member([allow('read', { secretName: 'RENAMED' })]);
      // What had this name is called OTHER today.
      expect(await listedThen(byName, asOf, a)).toEqual(EMPTY);
      const untagged = await member([
        allow('read'),
        { ...allow('read', { secretTags: { $in: ['blue'] } }), inverted: true },
      ]);
      expect(keyed(await listedThen(untagged, asOf, a)).map(([key]) => key)).not.toContain(
        'CHANGED',
      );
    }
  });

  it('are weighed without those that the caller may not see, of which a refusal would tell', async () => {
    const scene = await aSecretScene(server);
    await withSecrets(scene, [anItem('SEEN', 'v'), anItem('NAMED'), anItem('HIDDEN')]);
    const then = await remember(server, scene);
    // What is not opened may be any bytes.
    const grow = (key: string) =>
      execute(
        server.databaseUrl,
        `update secrets set value = decode(repeat('00', 65 * 1024 * 1024), 'hex')
         where key = '${key}' and project_id = '${scene.project.id}'`,
      );
    const narrow = await aMember(server, scene.project, scene.orgId, [
      allow('describeSecret', { secretName: { $in: ['SEEN', 'NAMED'] } }),
      allow('readValue', { secretName: { $in: ['SEEN'] } }),
    ]);
    // On a busy machine so much may take the database longer than it is given.
    const place = { projectId: scene.project.id, environment: 'dev' };
    const listThen = async (query: object) => {
      for (;;) {
        const asked = at(V4, { ...place, asOf: then.event, ...query });
        const answer = await narrow.http.get(asked);
        if (answer.status !== 504) return answer;
      }
    };
    const keysOf = ({ body }: { body: unknown }) =>
      (body as { secrets: Secret[] }).secrets.map(({ secretKey }) => secretKey);

    const [before, named] = [await listThen({}), await listThen({ viewSecretValue: false })];
    expect(before.status).toBe(403);
    await grow('HIDDEN');
    expect(withoutReqId((await listThen({})).body as object)).toEqual(
      withoutReqId(before.body as object),
    );
    expect(keysOf(await listThen({ viewSecretValue: false }))).toEqual(keysOf(named));
    await grow('NAMED');
    expect(keysOf(await listThen({ viewSecretValue: false }))).toEqual(['NAMED', 'SEEN']);
    await grow('SEEN');
    const refused = await listThen({});
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ message: expect.stringContaining('64 MiB') });
  });

  it('refuse values that may not be read, in a list and in a single read', async () => {
    const { a, then, member } = await aPast();
    const reader = await member([
      allow('describeSecret'),
      allow('readValue', { secretName: 'SAME' }),
    ]);
    for (const asOf of [then.time, then.event]) {
      const refused = await reader.http.get(at(V4, a, { asOf })).expect(403);
      expect((refused.body as { message: string }).message).toContain(
        'CHANGED, DELETED, MOVED, RENAMED',
      );
      const all = await listedThen(reader, asOf, { ...a, viewSecretValue: false });
      expect(keyed(all)).toEqual([
        ['CHANGED', MASK],
        ['DELETED', MASK],
        ['MOVED', MASK],
        ['RENAMED', MASK],
        ['SAME', MASK],
      ]);
      expect(all.map((each) => each.secretValueHidden)).toEqual([true, true, true, true, true]);
      await reader.http.get(at(named('DELETED', V4), a, { asOf })).expect(403);
      const unseen = { asOf, viewSecretValue: false };
      await reader.http.get(at(named('DELETED', V4), a, unseen)).expect(200);
    }
    const nobody = await member('no-access');
    await nobody.http.get(at(V4, a, { asOf: then.time })).expect(403);
    await nobody.http.get(at(V4, a, { asOf: 'x'.repeat(59) })).expect(403);
  });
});

describe('a moment that cannot be answered', () => {
  it('is refused: no moment, the future, imports', async () => {
    const { admin, a, then } = await aPast();
    const get = (query: Fields) => admin.http.get(at(V4, a, query));
    for (const asOf of ['now', '7', '2026-11-21', '2026-02-30T00:00:00Z', 'x'.repeat(50)]) {
      const { body } = await get({ asOf }).expect(422);
      expect(body).toMatchObject({ message: [{ path: ['asOf'] }] });
    }
    const future = new Date(Date.now() + 60_000).toISOString();
    await get({ asOf: future }).expect(400);
    await get({ asOf: then.time, includeImports: true }).expect(400);
    await get({ asOf: then.time, environment: 'nowhere' }).expect(404);
    expect(await listedThen(admin, '1970-01-01T00:00:00Z', a)).toEqual(EMPTY);
  });

  it('is one 400 for every cursor that is not of the project', async () => {
    const { admin, a, project, then } = await aPast();
    const other = await aProject(admin);
    const head = await lastSeq(server, project.id);
    const strange = [
      'x'.repeat(59),
      `${then.event.slice(0, 20)}${then.event[20] === 'A' ? 'B' : 'A'}${then.event.slice(21)}`,
      await cursorOf(server, other.id, 0),
      await cursorOf(server, project.id, head + 1),
    ];
    const bodies: object[] = [];
    for (const asOf of strange) {
      const { body } = await admin.http.get(at(V4, a, { asOf })).expect(400);
      bodies.push(withoutReqId(body as object));
      await admin.http.get(at(named('SAME', V4), a, { asOf })).expect(400);
    }
    expect(bodies).toEqual(strange.map(() => bodies[0]));
  });

  it('is refused once its event is no longer kept; the last one stays', async () => {
    const { admin, a, project, then, before } = await aPast();
    const head = await cursorOf(server, project.id, await lastSeq(server, project.id));
    const purge = (count: number) =>
      server.database.source.query(
        `delete from project_events where project_id = $1 and seq <= (
           select min(seq) + $2 - 1 from project_events where project_id = $1)`,
        [project.id, count],
      );
    await purge(1);
    const { body } = await admin.http.get(at(V4, a, { asOf: before.event })).expect(400);
    expect(body).toMatchObject({ message: expect.stringContaining('older') });
    await admin.http.get(at(V4, a, { asOf: then.event })).expect(200);
    await purge(100);
    await admin.http.get(at(V4, a, { asOf: then.event })).expect(400);
    expect(await listedThen(admin, head, a)).toEqual(await listed(admin, a));
    expect(await listedThen(admin, then.time, a)).toHaveLength(5);
  });
});

describe('writers while the past is read', () => {
  it('never change what an event saw', async () => {
    const scene = await aSecretScene(server);
    const { admin } = scene;
    const where = whereOf(scene);
    const keys = ['A', 'B', 'C', 'D'];
    await withSecrets(
      scene,
      keys.map((key) => anItem(key, '0')),
    );
    let isEnough = false;
    const write = async (writer: number) => {
      for (let turn = 0; !isEnough; turn++) {
        const key = keys[(turn + writer) % keys.length]!;
        if (turn % 3 === 2) await admin.http.delete(named(key, V4)).send(where);
        await admin.http.post(named(key, V4)).send({ ...where, secretValue: `${writer}.${turn}` });
        const secrets = keys.map((each) => anItem(each, `${writer}/${turn}`));
        await admin.http.patch(`${V4}/batch`).send({ ...where, mode: 'ignore', secrets });
      }
    };
    const seen = new Map<string, readonly Secret[]>();
    const read = async () => {
      for (let turn = 0; turn < 40; turn++) {
        const seq = await lastSeq(server, scene.project.id);
        const cursor = await cursorOf(server, scene.project.id, seq);
        const list = await listedThen(admin, cursor, where);
        if (!seen.has(cursor)) seen.set(cursor, list);
        expect(list).toEqual(seen.get(cursor));
      }
      isEnough = true;
    };
    await Promise.all([read(), write(1), write(2), write(3)]);
    expect(seen.size).toBeGreaterThan(10);
    for (const [cursor, list] of seen) {
      expect(await listedThen(admin, cursor, where)).toEqual(list);
    }
  });
});
