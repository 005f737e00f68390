import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp, useApp } from '../../support/harness.js';
import { aMember } from '../../support/scene.js';
import {
  anItem,
  at,
  named,
  type Secret,
  V3,
  V4,
  withSecrets,
} from '../../support/secrets-scene.js';
import {
  aPersonalScene,
  aPersonIn,
  hold,
  overridden,
  type PersonalScene,
  personalOf,
  valuesOf,
} from './personal-scene.js';

const server = useApp();
const CANARY = 'only-ann-may-know-this';

let scene: PersonalScene;
let other: TestApp;
let end: () => Promise<void>;

beforeAll(async () => {
  scene = await aPersonalScene(server);
  const replica = await startApp({}, [], server.databaseUrl);
  other = replica.parts;
  end = replica.end;
});
afterAll(() => end());

const VALUE = `${CANARY} \${HOST}`;

/** Every route that shows something of secrets, or of where they are. */
const doorsOf = ({ project, v4, dev, shared }: PersonalScene): string[] => {
  const id = shared.get('HOST')!.id;
  return [
    ...[at(V3, dev), at(V3, dev, { recursive: true, include_imports: true })],
    ...[at(V4, v4), at(V4, v4, { includePersonalOverrides: true })],
    ...[at(V4, v4, { viewSecretValue: false, includePersonalOverrides: true })],
    ...[at(V4, { ...v4, environment: 'staging' }), at(V4, { ...v4, secretPath: '/none' })],
    ...[at(named('HOST', V4), v4), at(named('HOST'), dev), at(named('HOSTT', V4), v4)],
    ...[`${V4}/id/${id}`, `${V3}/id/${id}`, `/api/v1/secret/${id}/secret-versions`],
    ...[at(`${V4}/HOST/secret-references`, v4), at(`${V4}/URL/secret-reference-tree`, v4)],
    ...[at('/api/v1/folders', dev), at('/api/v2/folders', v4)],
    `/api/v1/projects/${project.id}/secret-names`,
    `/api/v1/projects/${project.id}`,
    `/api/v1/projects/${project.id}/memberships`,
  ];
};

interface Eye {
  readonly http: Pick<PersonalScene['ann'], 'http'>['http'];
}

/** What everybody but Ann is shown, by who and where. */
async function seenBy(eyes: Readonly<Record<string, Eye>>): Promise<Map<string, string>> {
  const seen = new Map<string, string>();
  for (const [name, { http }] of Object.entries(eyes))
    for (const door of doorsOf(scene)) {
      const { status, text, headers } = await http.get(door);
      const body = text.replace(/"reqId":"[^"]*"/, '');
      const etag = status === 200 ? String(headers['etag']) : '';
      seen.set(`${name} ${door}`, `${status} ${etag} ${body}`);
    }
  for (const [name, { http }] of Object.entries(eyes)) {
    const compared = await http
      .post(`/api/v1/projects/${scene.project.id}/secrets/compare`)
      .send({});
    seen.set(`${name} compare`, compared.text.replace(/"reqId":"[^"]*"/, ''));
  }
  return seen;
}

const rowsOf = (text: string, values: unknown[] = []) =>
  server.database.source.query<Record<string, unknown>[]>(text, values);

describe('what one person holds for themselves', () => {
  it('changes nothing that anybody else is shown, to the byte, and sends no event', async () => {
    const { ann, bob, admin, project, orgId, v4 } = scene;
    const order = {
      ...{ name: 'of Ann', workspaceId: project.id, permissions: ['read'], expiresIn: 600 },
      scopes: [{ environment: 'dev', secretPath: '/**' }],
    };
    const made = await ann.http.post('/api/v2/service-token').send(order).expect(200);
    const token = (made.body as { serviceToken: string }).serviceToken;
    const eyes = {
      ...{ bob, admin, boss: await aPersonIn(server, scene, 'admin') },
      machine: await aMember(server, project, orgId, 'member'),
      'service token of Ann': { http: server.as(token) },
    };
    const heads = () =>
      rowsOf('select last_seq, last_stamp from project_event_heads where project_id = $1', [
        project.id,
      ]);
    const before = [await seenBy(eyes), await heads()];

    for (const key of ['HOST', 'URL'])
      await hold(scene, ann, key, VALUE, { secretComment: CANARY }).expect(200);
    const change = { ...v4, type: 'personal', secretValue: `${VALUE}!` };
    await ann.http.patch(named('HOST', V4)).send(change).expect(200);

    expect([await seenBy(eyes), await heads()]).toEqual(before);
    const { body } = await personalOf(scene, ann, 'HOST').expect(200);
    const { id } = (body as { secret: Secret }).secret;
    for (const [name, { http }] of Object.entries(eyes)) {
      const byName = await http.get(at(named('HOST', V4), v4, { type: 'personal' }));
      const byId = await http.get(`${V4}/id/${id}`);
      const versions = await http.get(`/api/v1/secret/${id}/secret-versions`);
      const list = await http.get(at(V4, v4, { type: 'personal' }));
      const isPerson = name === 'bob' || name === 'boss';
      expect([name, byName.status, byId.status, list.status]).toEqual(
        isPerson ? [name, 404, 404, 200] : [name, 400, 404, 400],
      );
      expect([403, 404]).toContain(versions.status);
      if (isPerson) expect((list.body as { secrets: unknown[] }).secrets).toEqual([]);
      const all = [byName, byId, versions, list].map(({ text }) => text).join();
      expect(all).not.toContain(CANARY);
    }
  });

  it('is changed and deleted by nobody else', async () => {
    const { ann, bob, admin, v4 } = scene;
    const { body } = await personalOf(scene, ann, 'HOST').expect(200);
    const { id } = (body as { secret: Secret }).secret;
    await bob.http
      .patch(named('HOST', V4))
      .send({ ...v4, type: 'personal', secretValue: 'bob' })
      .expect(404);
    await bob.http
      .delete(named('HOST', V4))
      .send({ ...v4, type: 'personal' })
      .expect(404);
    await admin.http.post(`${V4}/id/${id}/rollback`).send({ version: 1 }).expect(404);
    const move = { sourceSecretPath: '/', destinationEnvironment: 'staging', secretIds: [id] };
    const asked = { projectId: v4.projectId, sourceEnvironment: 'dev', ...move };
    await admin.http.post(`${V4}/move`).send(asked).expect(400);
    await hold(scene, bob, 'HOST', 'of bob').expect(200);
    expect(await personalOf(scene, ann, 'HOST')).toMatchObject({ body });
    expect(valuesOf(await overridden(scene, bob))).toMatchObject({ 'HOST personal': 'of bob' });
  });

  it('is in the audit log as read and written, without names, values and ids of secrets', async () => {
    const { ann, v4, admin } = scene;
    await overridden(scene, ann);
    const entries = await rowsOf(
      `select action, target from audit_entries where actor_id = $1 order by created_at`,
      [ann.id],
    );
    const personal = entries.filter(({ action }) => String(action).startsWith('personal-secret.'));
    const at = { environment: 'dev', secretPath: '/', count: 1 };
    expect(personal).toEqual([
      ...[1, 2].map(() => ({ action: 'personal-secret.create', target: at })),
      { action: 'personal-secret.update', target: at },
    ]);
    const reads = entries.filter(({ action }) => action === 'secret.read');
    expect(reads.at(-1)!['target']).toEqual({
      ...{ environment: 'dev', secretPath: '/', secretKeys: ['HOST'], versions: [1], count: 1 },
      personalCount: 2,
    });
    const single = reads.find(({ target }) => (target as { count: number }).count === 0);
    expect(single).toBeUndefined();
    await ann.http.get(
      `${V4}/URL?projectId=${v4.projectId}&environment=dev&type=personal&expandSecretReferences=false`,
    );
    const [last] = await rowsOf(
      `select target from audit_entries where actor_id = $1 order by created_at desc limit 1`,
      [ann.id],
    );
    expect(last!['target']).toEqual({ count: 0, personalCount: 1 });
    const log = await admin.http.get('/api/v1/organization/audit-logs?limit=1000').expect(200);
    expect(log.text).toContain('personal-secret.create');
    expect(log.text).not.toContain(CANARY);
  });

  it('lies sealed in the database, and does not open for another person or secret', async () => {
    const { ann, bob, shared } = scene;
    const stored = await rowsOf('select * from personal_secrets');
    const bytes = stored.map(({ sealed }) => (sealed as Buffer).toString('latin1')).join();
    expect(bytes).not.toContain(CANARY);
    expect(JSON.stringify(stored)).not.toContain(CANARY);
    await rowsOf('delete from personal_secrets where user_id = $1', [bob.id]);
    const host = shared.get('HOST')!.id;
    await rowsOf(
      `insert into personal_secrets (id, project_id, secret_id, user_id, version, key_version, salt, sealed)
       select $1, project_id, secret_id, $2, version, key_version, salt, sealed
       from personal_secrets where secret_id = $3 and user_id = $4`,
      [randomUUID(), bob.id, host, ann.id],
    );
    const answer = await personalOf(scene, bob, 'HOST');
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain(CANARY);
    await rowsOf('delete from personal_secrets where user_id = $1', [bob.id]);
  });

  it('makes the own kept answers outdated at every replica, and those of nobody else', async () => {
    const stage = await aPersonalScene(server);
    const { ann, bob, v4 } = stage;
    const urls = [
      at(V4, v4, { includePersonalOverrides: true }),
      at(named('HOST', V4), v4, { type: 'personal' }),
    ];
    await hold(stage, ann, 'HOST', '1').expect(200);
    await hold(stage, bob, 'HOST', 'of bob').expect(200);
    const apps = [server, other];
    const etags = new Map<string, string>();
    const poll = async (app: TestApp, person: typeof ann, url: string) => {
      const key = `${apps.indexOf(app)} ${person.id} ${url}`;
      const asked = app.as(person.token).get(url);
      const answer = await (etags.has(key) ? asked.set('If-None-Match', etags.get(key)!) : asked);
      if (answer.status === 200) etags.set(key, String(answer.headers['etag']));
      return answer.status;
    };
    const all = async (person: typeof ann) => {
      const statuses: number[] = [];
      for (const app of apps) for (const url of urls) statuses.push(await poll(app, person, url));
      return statuses;
    };
    expect([await all(ann), await all(bob)]).toEqual([urls, urls].map(() => [200, 200, 200, 200]));
    expect([await all(ann), await all(bob)]).toEqual([urls, urls].map(() => [304, 304, 304, 304]));

    const set = (secretValue: string) =>
      ann.http.patch(named('HOST', V4)).send({ ...v4, type: 'personal', secretValue });
    await set('2').expect(200);
    expect(await all(ann)).toEqual([200, 200, 200, 200]);
    expect(await all(bob)).toEqual([304, 304, 304, 304]);
    await ann.http
      .delete(named('HOST', V4))
      .send({ ...v4, type: 'personal' })
      .expect(200);
    expect(await all(ann)).toEqual([200, 404, 200, 404]);
    await hold(stage, ann, 'HOST', '2').expect(200);
    expect(await all(ann)).toEqual([200, 200, 200, 200]);
    expect(await all(ann)).toEqual([304, 304, 304, 304]);
    expect(await all(bob)).toEqual([304, 304, 304, 304]);
    // Nothing is remembered for the wrong person: equal requests of two people differ.
    expect(valuesOf(await overridden(stage, ann))).toMatchObject({ 'HOST personal': '2' });
    expect(valuesOf(await overridden(stage, bob))).toMatchObject({ 'HOST personal': 'of bob' });
  });

  it('is answered again for its Idempotency-Key to its holder alone, and written once', async () => {
    const { ann, bob, v4 } = scene;
    await withSecrets(scene, [anItem('AGAIN', 'x')]);
    const key = randomUUID();
    const send = (person: typeof ann) =>
      person.http
        .post(named('AGAIN', V4))
        .set('Idempotency-Key', key)
        .send({ ...v4, type: 'personal', secretValue: CANARY });
    const first = await send(ann).expect(200);
    const again = await send(ann).expect(200);
    expect(again.body).toEqual(first.body);
    const ofBob = await send(bob).expect(200);
    expect((ofBob.body as { secret: Secret }).secret.id).not.toBe(
      (first.body as { secret: Secret }).secret.id,
    );
    const kept = await rowsOf('select * from idempotent_answers');
    expect(JSON.stringify(kept)).not.toContain(CANARY);
    expect(kept.map((row) => JSON.stringify(Object.values(row))).join()).not.toContain(
      Buffer.from(CANARY).toString('hex'),
    );
  });
});
