import { withoutReqId } from '../support/scene.js';
import {
  aFolder,
  anItem,
  aSecretScene,
  at,
  aTag,
  footprint,
  keysOf,
  listed,
  named,
  withSecrets,
} from '../support/secrets-scene.js';
import { denied, NOT_FOUND } from '../support/refusals.js';
import { server, MASK, allow, deny, member, secretOf, operations } from './permissions-scene.js';

describe('answers to writers who may not read', () => {
  const METADATA = [
    { key: 'p', value: 'canary' },
    { key: 's', value: 'canary', isEncrypted: true },
  ];
  const scene = async () => {
    const made = await aSecretScene(server);
    const tagIds = [await aTag(made, 'canary')];
    const secret = { secretComment: 'canary', secretMetadata: METADATA, tagIds };
    const more = { ...secret, secretReminderNote: 'canary' };
    await withSecrets(made, [anItem('A', 'canary', more)]);
    return made;
  };

  it('tell an editor only what was sent', async () => {
    const made = await scene();
    const caller = await member(made, [allow('edit')]);
    const send = (body: object) => caller.http.patch(named('A')).send({ ...made.dev, ...body });

    const touched = await send({}).expect(200);
    expect(touched.text).not.toContain('canary');
    expect(secretOf(touched)).toMatchObject({ secretValue: MASK, secretValueHidden: true });
    const valued = await send({ secretValue: 'mine', secretComment: 'my words' }).expect(200);
    expect(valued.text).not.toContain('canary');
    expect(secretOf(valued)).toMatchObject({
      secretValue: 'mine',
      secretValueHidden: false,
      secretComment: 'my words',
      secretMetadata: [],
      tags: [],
    });
    const [kept] = await listed(made.admin, made.dev);
    expect(kept!.secretMetadata).toMatchObject(METADATA);
    expect(kept!.tags).toHaveLength(1);
  });

  it('tell one who may describe no value and no encrypted metadata', async () => {
    const made = await scene();
    const caller = await member(made, [allow('edit'), allow('delete'), allow('describeSecret')]);
    const known = {
      secretComment: 'canary',
      secretMetadata: [
        { key: 'p', value: 'canary', isEncrypted: false },
        { key: 's', value: MASK, isEncrypted: true },
      ],
    };
    const valued = await caller.http.patch(named('A')).send({ ...made.dev, secretValue: 'mine' });
    expect(secretOf(valued)).toMatchObject({ ...known, secretValue: 'mine' });
    const removed = await caller.http.delete(named('A')).send(made.dev).expect(200);
    expect(secretOf(removed)).toMatchObject({
      ...known,
      secretValue: MASK,
      secretValueHidden: true,
    });
  });

  it('tell one who deletes nothing', async () => {
    const made = await scene();
    const caller = await member(made, [allow('delete')]);
    const removed = await caller.http.delete(named('A')).send(made.dev).expect(200);
    expect(removed.text).not.toContain('canary');
  });
});

describe('a deletion that expects another version', () => {
  it('tells the version to none but who may delete', async () => {
    const made = await aSecretScene(server);
    await withSecrets(made, [anItem('A', 'x')]);
    // Whether these may, only the tags of the secret tell.
    const tagged = allow('delete', { secretTags: { $in: ['blue'] } });
    const reader = await member(made, [allow('describeSecret'), tagged]);
    const stranger = await member(made, []);
    const body = { ...made.dev, expectedVersion: 9 };

    await reader.http.delete(named('A')).send(body).expect(403);
    await stranger.http.delete(named('A')).send(body).expect(403);
    await made.admin.http.delete(named('A')).send(body).expect(409);
  });
});

describe('rules that forbid', () => {
  it('hold for names, dot names, paths and tags, on every operation', async () => {
    const scene = await aSecretScene(server);
    const locked = await aTag(scene, 'locked');
    await aFolder(scene, '/prod/db');
    const items = [
      anItem('.env'),
      anItem('app.env'),
      anItem('ENV'),
      anItem('T', 'x', { tagIds: [locked] }),
    ];
    await withSecrets(scene, items);
    await withSecrets(scene, [anItem('A'), anItem('.env')], { secretPath: '/prod' });
    await withSecrets(scene, [anItem('A')], { secretPath: '/prod/db' });
    const caller = await member(scene, [
      allow('read'),
      allow('edit'),
      allow('delete'),
      ...['describeSecret', 'edit', 'delete'].flatMap((action) => [
        deny(action, { secretName: { $glob: '*.env' } }),
        deny(action, { secretPath: { $glob: '/prod/**' } }),
        deny(action, { secretTags: { $in: ['locked'] } }),
      ]),
    ]);

    const seen = await listed(caller, { ...scene.dev, recursive: true });

    expect(keysOf(seen)).toEqual(['ENV']);
    for (const name of ['.env', 'app.env', 'T']) {
      const calls = operations(caller, scene, name);
      for (const call of [calls.get, calls.describe, calls.update, calls.remove]) {
        expect(withoutReqId((await call().expect(404)).body)).toEqual(NOT_FOUND);
      }
    }
    for (const secretPath of ['/prod', '/prod/db']) {
      await caller.http.get(at(named('A'), scene.dev, { secretPath })).expect(404);
    }
    const calls = operations(caller, scene, 'ENV');
    expect((await calls.update()).status).toBe(200);
    expect((await calls.remove()).status).toBe(200);
  });

  it('refuse with 403 what the caller may know of', async () => {
    const scene = await aSecretScene(server);
    await withSecrets(scene, [anItem('A')]);
    const caller = await member(scene, [
      allow('read'),
      allow('edit', { secretName: 'B' }),
      allow('delete', { secretName: 'B' }),
    ]);
    for (const name of ['update', 'remove'] as const) {
      const answer = await operations(caller, scene)[name]().expect(403);
      expect(answer.body).toMatchObject({ details: { attributes: { secretName: 'A' } } });
      await operations(caller, scene, 'absent')[name]().expect(404);
    }
  });

  it('hold for a name that a rule writes in another form: names match exactly', async () => {
    const scene = await aSecretScene(server);
    const names = ['Key', 'key', 'KEY ', 'key.', 'é', 'e\u0301', 'k\u200bey'].map((name) =>
      name.trim(),
    );
    await withSecrets(
      scene,
      names.map((name) => anItem(name)),
    );
    for (const name of names) {
      const caller = await member(scene, [
        allow('read'),
        deny('describeSecret', { secretName: name }),
      ]);
      const seen = keysOf(await listed(caller, scene.dev));
      expect([...seen].sort()).toEqual(names.filter((each) => each !== name).sort());
    }
  });
});

describe('renaming and tagging', () => {
  it('need the right to edit what the secret becomes', async () => {
    const scene = await aSecretScene(server);
    await withSecrets(scene, [anItem('APP_A')]);
    const locked = await aTag(scene, 'locked');
    const caller = await member(scene, [
      allow('read'),
      allow('edit', { secretName: { $glob: 'APP_*' } }),
      deny('edit', { secretTags: { $in: ['locked'] } }),
    ]);
    const send = (body: object) =>
      caller.http.patch(named('APP_A')).send({ ...scene.dev, ...body });
    await send({ newSecretName: 'OTHER' }).expect(403);
    await send({ tagIds: [locked] }).expect(403);
    await send({ newSecretName: 'APP_B' }).expect(200);
  });

  it('do not open to the caller what was closed', async () => {
    const scene = await aSecretScene(server);
    const locked = await aTag(scene, 'locked');
    await withSecrets(scene, [
      anItem('SECRET', 'canary'),
      anItem('TAGGED', 'x', { tagIds: [locked] }),
    ]);
    const caller = await member(scene, [
      allow('edit'),
      allow('describeSecret'),
      allow('readValue', { secretName: { $glob: '{PUB,TAG}*' } }),
      deny('readValue', { secretTags: { $in: ['locked'] } }),
    ]);
    const send = (name: string, body: object) =>
      caller.http.patch(named(name)).send({ ...scene.dev, ...body });
    const before = await footprint(server, scene.project.id);
    const refused = await send('SECRET', { newSecretName: 'PUBLIC' }).expect(403);
    expect(refused.body).toMatchObject({ message: denied('readValue', 'secrets') });
    await send('SECRET', { newSecretName: 'PUBLIC', secretValue: 'new' }).expect(403);
    await send('TAGGED', { tagIds: [] }).expect(403);
    expect(await footprint(server, scene.project.id)).toEqual(before);
    await send('SECRET', { newSecretName: 'SECRET_2', secretValue: 'new' }).expect(200);
  });

  it.each(['describeSecret', 'readValue', 'delete'] as const)(
    'do not open %s alone',
    async (action) => {
      const scene = await aSecretScene(server);
      await withSecrets(scene, [anItem('A', 'canary')]);
      const others = ['describeSecret', 'readValue', 'delete'].filter((each) => each !== action);
      const caller = await member(scene, [
        allow('edit'),
        ...others.map((each) => allow(each)),
        allow(action, { secretName: 'OPEN' }),
      ]);
      const rename = caller.http.patch(named('A')).send({ ...scene.dev, newSecretName: 'OPEN' });
      const { body } = await rename.expect(403);
      expect(body).toMatchObject({ message: denied(action, 'secrets'), details: { action } });
    },
  );

  it('do not open the past: a version needs the rights of then and of now', async () => {
    const scene = await aSecretScene(server);
    await withSecrets(scene, [anItem('LOW', 'canary')]);
    const rename = { ...scene.dev, newSecretName: 'HIGH' };
    await scene.admin.http.patch(named('LOW')).send(rename).expect(200);
    const version = at(named('HIGH'), scene.dev, { version: 1 });
    for (const name of ['LOW', 'HIGH']) {
      const blind = await member(scene, [allow('read'), deny('readValue', { secretName: name })]);
      await blind.http.get(version).expect(403);
      const unknowing = await member(scene, [
        allow('read'),
        deny('describeSecret', { secretName: name }),
      ]);
      await unknowing.http.get(version).expect(404);
    }
    await (await member(scene, [allow('read')])).http.get(version).expect(200);
  });
});
