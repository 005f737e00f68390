import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { EventSettings } from '../../src/events/event-settings.js';
import type { Rule } from '../../src/permissions/rule.js';
import { closeAll, type EventSource, listen, refusal } from '../support/events/event-source.js';
import { useApp } from '../support/harness.js';
import { aMember, type Caller } from '../support/scene.js';
import {
  aFolder,
  anItem,
  aSecretScene,
  aTag,
  BATCH,
  named,
  type SecretScene,
  withSecrets,
} from '../support/secrets-scene.js';

const server = useApp();
afterEach(closeAll);
beforeAll(() => {
  server.app.get(EventSettings).pollInterval = 100;
});

const HEARS: Rule = {
  subject: 'secret-event-subscriptions',
  action: [
    'subscribe-to-creation-events',
    'subscribe-to-update-events',
    'subscribe-to-deletion-events',
    'subscribe-to-import-mutation-events',
  ],
};
const READS: Rule = { subject: 'secrets', action: ['describeSecret', 'readValue'] };

const forbids = (conditions: object, action: string | string[] = 'describeSecret'): Rule => ({
  subject: 'secrets',
  action,
  inverted: true,
  conditions,
});

interface Heard {
  readonly scene: SecretScene;
  readonly victim: Caller;
  readonly live: EventSource;
}

/** A member under a prohibition, listening to the whole project. */
async function aListener(prohibition: Rule, prepare?: (scene: SecretScene) => Promise<void>) {
  const scene = await aSecretScene(server);
  await prepare?.(scene);
  const rules = [HEARS, READS, prohibition];
  const victim = await aMember(server, scene.project, scene.orgId, rules);
  const live = await listen(server, victim.token, { projectId: scene.project.id });
  return { scene, victim, live };
}

/** A secret that everybody may know of, written last; then the same events once more, from the table. */
async function afterwards({ scene, victim, live }: Heard): Promise<string[]> {
  await withSecrets(scene, [anItem('LAST')], { environment: 'staging' });
  await live.untilKey('LAST');
  const ask = { projectId: scene.project.id, cursor: live.cursor };
  const replayed = await (await listen(server, victim.token, ask)).untilKey('LAST');
  expect(replayed.items).toEqual(live.items);
  expect(live.text + replayed.text).not.toMatch(/secretTags/);
  expect(replayed.text).not.toMatch(/HIDDEN/);
  return [...live.keys].map(String);
}

const change = ({ admin, dev }: SecretScene, name: string, body: object) =>
  admin.http
    .patch(named(name))
    .send({ ...dev, ...body })
    .expect(200);

describe('F14: prohibitions on secrets hide their names in streams', () => {
  it.each<[string, Rule]>([
    ['a name', forbids({ secretName: { $glob: 'HIDDEN_*' } })],
    ['a name, by the older action', forbids({ secretName: { $glob: 'HIDDEN_*' } }, 'read')],
    [
      'a name, among other actions',
      forbids({ secretName: { $glob: 'HIDDEN_*' } }, ['describeSecret', 'readValue']),
    ],
    ['all names but some', forbids({ secretName: { $glob: '*HIDDEN*' }, environment: 'dev' })],
  ])('hides %s in each item of a batch, live and replayed', async (_, prohibition) => {
    const heard = await aListener(prohibition);
    const { scene } = heard;
    const { admin, dev } = scene;

    await withSecrets(scene, [anItem('OPEN'), anItem('HIDDEN_A'), anItem('HIDDEN_B')]);
    await withSecrets(scene, [anItem('HIDDEN_ALONE')]);
    await admin.http
      .patch(BATCH)
      .send({ ...dev, secrets: [anItem('OPEN', 'y'), anItem('HIDDEN_A', 'y')] })
      .expect(200);
    await admin.http
      .delete(BATCH)
      .send({ ...dev, secrets: [{ secretKey: 'OPEN' }, { secretKey: 'HIDDEN_A' }] })
      .expect(200);

    expect(await afterwards(heard)).toEqual(['OPEN', 'OPEN', 'OPEN', 'LAST']);
    expect(heard.live.text).not.toContain('HIDDEN');
  });

  it('hides the forbidden one of the two names of a rename', async () => {
    const heard = await aListener(forbids({ secretName: { $glob: 'HIDDEN_*' } }));
    await withSecrets(heard.scene, [anItem('OPEN')]);
    await change(heard.scene, 'OPEN', { newSecretName: 'HIDDEN_A' });
    await change(heard.scene, 'HIDDEN_A', { newSecretName: 'AGAIN' });

    expect(await afterwards(heard)).toEqual(['OPEN', 'OPEN', 'AGAIN', 'LAST']);
    expect(heard.live.text).not.toContain('HIDDEN');
  });

  it('hides a place: moves, renames of its folder and its removal', async () => {
    const prohibition = forbids({ environment: 'dev', secretPath: { $glob: '/locked/**' } });
    const heard = await aListener(prohibition, async (scene) => {
      await aFolder(scene, '/locked');
      await aFolder(scene, '/open');
    });
    const { scene } = heard;
    const secrets = await withSecrets(scene, [anItem('HIDDEN_1'), anItem('MOVED')], {
      secretPath: '/locked',
    });
    const move = {
      projectSlug: scene.project.slug,
      sourceEnvironment: 'dev',
      sourceSecretPath: '/locked',
      destinationEnvironment: 'dev',
      destinationSecretPath: '/open',
      secretIds: [secrets.get('MOVED')!.id],
      projectId: scene.project.id,
    };
    await scene.admin.http.post('/api/v3/secrets/move').send(move).expect(200);
    const [{ id }] = await server.database.source.query<[{ id: string }]>(
      `select f.id from folders f join environments e on e.id = f.environment_id
       where e.project_id = $1 and f.path = '/locked'`,
      [scene.project.id],
    );
    await scene.admin.http
      .delete(`/api/v1/folders/${id}`)
      .send({ workspaceId: scene.project.id, environment: 'dev' })
      .expect(200);

    expect(await afterwards(heard)).toEqual(['MOVED', 'LAST']);
    expect(heard.live.items[0]).toMatchObject({ secretPath: '/open' });
    expect(heard.live.text).not.toContain('locked');
  });

  it('hides what has a forbidden tag, had it before the change or lost it by deletion', async () => {
    let tagId = '';
    const heard = await aListener(
      forbids({ secretTags: { $in: ['restricted'] } }),
      async (scene) => {
        tagId = await aTag(scene, 'restricted');
      },
    );
    const { scene } = heard;
    await withSecrets(scene, [anItem('OPEN'), anItem('HIDDEN_A', 'x', { tagIds: [tagId] })]);
    await change(scene, 'HIDDEN_A', { secretValue: 'y' });
    await change(scene, 'HIDDEN_A', { tagIds: [] });
    await change(scene, 'HIDDEN_A', { tagIds: [tagId] });
    await scene.admin.http.delete(named('HIDDEN_A')).send(scene.dev).expect(200);
    await withSecrets(scene, [anItem('HIDDEN_B', 'x', { tagIds: [tagId] })]);
    const environments = `/api/v1/workspace/${scene.project.id}/environments`;
    const [{ id }] = await server.database.source.query<[{ id: string }]>(
      `select id from environments where project_id = $1 and slug = 'dev'`,
      [scene.project.id],
    );
    await scene.admin.http.delete(`${environments}/${id}`).expect(200);

    expect(await afterwards(heard)).toEqual(['OPEN', 'OPEN', 'LAST']);
    expect(heard.live.text).not.toContain('HIDDEN');
  });

  it('takes tags that an older event does not know for forbidden ones', async () => {
    const heard = await aListener(forbids({ secretTags: { $in: ['restricted'] } }));
    const { scene, live } = heard;
    const control = await listen(server, scene.admin.token, { projectId: scene.project.id });
    const payload = '[{"environment":"dev","secretPath":"/","secretKey":"HIDDEN_OLD"}]';
    await server.database.source.query(
      `with head as (update project_event_heads set last_seq = last_seq + 1
         where project_id = $1 returning last_seq)
       insert into project_events (project_id, seq, type, payload)
       select $1, last_seq, 'secret:create', $2::json from head`,
      [scene.project.id, payload],
    );
    expect(await afterwards(heard)).toEqual(['LAST']);
    expect(live.text).not.toContain('HIDDEN');
    expect((await control.untilKey('LAST')).keys).toEqual(['HIDDEN_OLD', 'LAST']);
  });

  it('refuses an entry for a place of which nothing may be known (403), and names none of it in a reset', async () => {
    const { scene, victim } = await aListener(forbids({ environment: 'prod' }));
    const { id: projectId } = scene.project;
    const prod = { conditions: { environmentSlug: 'prod', secretPath: '/' } };
    expect((await refusal(server, victim.token, { projectId, register: [prod] })).status).toBe(403);
    const reset = await listen(server, victim.token, { projectId, cursor: 'x'.repeat(59) });
    await reset.until(({ items }) => items.length > 0);
    const environments = new Set(reset.items.map(({ environment }) => environment));
    expect([...environments].sort()).toEqual(['dev', 'staging']);
  });
});

describe('events that are still sent', () => {
  it('a prohibition of some names leaves the folder in a reset', async () => {
    const { scene, victim } = await aListener(forbids({ secretName: { $ne: 'OPEN' } }));
    const ask = { projectId: scene.project.id, cursor: 'x'.repeat(59) };
    const reset = await listen(server, victim.token, ask);
    await reset.until(({ items }) => items.length === 3);
    expect(reset.ended).toBeNull();
  });

  it('a prohibition of values, of other actions or of kinds of events hides no name', async () => {
    const heard = await aListener(forbids({}, ['readValue', 'create', 'edit', 'delete']));
    await withSecrets(heard.scene, [anItem('A')]);
    expect(await afterwards(heard)).toEqual(['A', 'LAST']);
  });

  it('who may subscribe and has no rule on secrets hears names as before', async () => {
    const scene = await aSecretScene(server);
    const agent = await aMember(server, scene.project, scene.orgId, [HEARS]);
    const live = await listen(server, agent.token, { projectId: scene.project.id });
    await withSecrets(scene, [anItem('A')]);
    expect((await live.untilKey('A')).keys).toEqual(['A']);
  });
});
