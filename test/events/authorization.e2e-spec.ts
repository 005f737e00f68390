import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { EventSettings } from '../../src/events/event-settings.js';
import type { Rule } from '../../src/permissions/rule.js';
import {
  closeAll,
  type EventSource,
  listen,
  refusal,
  subscribe,
} from '../support/events/event-source.js';
import { useApp } from '../support/harness.js';
import {
  aGroup,
  aPerson,
  joinProject,
  leaveGroup,
  type SignedInPerson,
} from '../support/people.js';
import { aMember, type Caller } from '../support/scene.js';
import {
  aFolder,
  anItem,
  aSecretScene,
  aTag,
  named,
  type SecretScene,
  withSecrets,
} from '../support/secrets-scene.js';
import { whileItLasts } from '../support/while-it-lasts.js';
import { quietStopwatch } from '../support/quiet-stopwatch.js';
import { until } from '../support/until.js';

const server = useApp();
afterEach(closeAll);
beforeAll(() => {
  server.app.get(EventSettings).pollInterval = 100;
});

const TODAY = 'secret-event-subscriptions';
const CREATIONS = 'subscribe-to-creation-events';

const may = (conditions?: object, action: string | string[] = CREATIONS): Rule => ({
  subject: TODAY,
  action,
  ...(conditions ? { conditions } : {}),
});

const query = (text: string, values: unknown[]) => server.database.source.query(text, values);

async function aSceneWithFolders(): Promise<SecretScene> {
  const scene = await aSecretScene(server);
  for (const path of ['/a', '/a/b', '/c']) await aFolder(scene, path);
  return scene;
}

/** One secret in each folder, the last one in the root. */
async function writeEverywhere(scene: SecretScene): Promise<void> {
  for (const [secretPath, key] of [
    ['/a', 'A'],
    ['/a/b', 'AB'],
    ['/c', 'C'],
    ['/', 'ROOT'],
  ]) {
    await withSecrets(scene, [anItem(key!)], { secretPath });
  }
}

const FORBIDS = { inverted: true } as const;

describe('events that a caller receives', () => {
  const all = ['A', 'AB', 'C', 'ROOT'];
  const cases: [string, Rule[], string[]][] = [
    ['the kind allowed, everywhere', [may()], all],
    [
      'a folder and what it may glob',
      [may({ secretPath: { $glob: '/a/**' } }), may({ secretPath: '/' })],
      ['A', 'AB', 'ROOT'],
    ],
    ['one environment', [may({ environment: { $in: ['dev', 'prod'] } })], all],
    [
      'all but what is forbidden',
      [may(), { ...may({ secretPath: '/c' }), ...FORBIDS }],
      ['A', 'AB', 'ROOT'],
    ],
    ['by the older subject', [{ subject: 'secret-events', action: ['subscribe-on-created'] }], all],
    [
      'by rules on secrets with eventType',
      [
        {
          subject: 'secrets',
          action: 'read',
          conditions: { eventType: 'secret:create', secretName: { $in: ['AB', 'ROOT'] } },
        },
      ],
      ['AB', 'ROOT'],
    ],
    [
      'not what a rule on secrets with eventType forbids',
      [
        may(),
        {
          subject: 'secrets',
          action: ['read'],
          conditions: { eventType: 'secret:create', secretPath: '/a' },
          ...FORBIDS,
        },
      ],
      ['AB', 'C', 'ROOT'],
    ],
  ];

  it.each(cases)('is %s', async (_, rules, keys) => {
    const scene = await aSceneWithFolders();
    const caller = await aMember(server, scene.project, scene.orgId, rules);
    const ask = { projectId: scene.project.id };
    const source = await listen(server, caller.token, ask);

    await writeEverywhere(scene);
    await scene.admin.http.delete(named('ROOT')).send(scene.dev).expect(200);
    await source.untilKey('ROOT');

    expect(source.keys).toEqual(keys);
    expect(new Set(source.events.map(({ event }) => event))).toEqual(new Set(['secret:create']));
  });

  it('are those that it may receive today, also for events of before', async () => {
    const scene = await aSceneWithFolders();
    const caller = await aMember(server, scene.project, scene.orgId, [may({ secretPath: '/c' })]);
    const ask = { projectId: scene.project.id };
    const source = await listen(server, caller.token, ask);
    source.close();
    await writeEverywhere(scene);
    await setRules(scene, caller, [may({ secretPath: '/a' }), may({ secretPath: '/' })]);

    const again = await listen(server, caller.token, { ...ask, cursor: source.cursor });
    await again.untilKey('ROOT');

    expect(again.keys).toEqual(['A', 'ROOT']);
  });

  it('follow a change of rights between two events', async () => {
    const scene = await aSceneWithFolders();
    const both = [may({ secretPath: '/a' }), may({ secretPath: '/c' })];
    const caller = await aMember(server, scene.project, scene.orgId, both);
    const source = await listen(server, caller.token, { projectId: scene.project.id });
    await withSecrets(scene, [anItem('HEARD')], { secretPath: '/a' });
    await source.untilKey('HEARD');

    await setRules(scene, caller, [may({ secretPath: '/c' })]);
    await withSecrets(scene, [anItem('SECRET')], { secretPath: '/a' });
    await withSecrets(scene, [anItem('LAST')], { secretPath: '/c' });
    await source.untilKey('LAST');

    expect(source.keys).toEqual(['HEARD', 'LAST']);
    expect(source.text).not.toContain('SECRET');
  });
});

describe('a register that asks for what can never be received', () => {
  const dev = (secretPath: string) => ({ conditions: { environmentSlug: 'dev', secretPath } });
  const cases: [string, Rule[], object, number][] = [
    ['another kind', [may()], { event: 'secret:delete' }, 403],
    ['the folder allowed', [may({ secretPath: '/a' })], dev('/a'), 200],
    ['another folder', [may({ secretPath: '/a' })], dev('/b'), 403],
    ['another environment', [may({ environment: 'prod' })], dev('/a'), 403],
    ['a glob that meets the rule', [may({ secretPath: { $glob: '/a/*/c' } })], dev('/a/**'), 200],
    ['a glob that does not', [may({ secretPath: { $glob: '/b/**' } })], dev('/a/**'), 403],
    ['a folder forbidden', [may(), { ...may({ secretPath: '/a' }), ...FORBIDS }], dev('/a'), 403],
    ['a rule about connections', [may({ connectionId: 'x' })], {}, 403],
    ['secrets without eventType', [{ subject: 'secrets', action: ['read'] }], {}, 403],
    ['the whole project, of which a part is allowed', [may({ secretPath: '/a' })], {}, 200],
  ];

  it.each(cases)('%s', async (_, rules, entry, status) => {
    const { project, orgId } = await aSecretScene(server);
    const caller = await aMember(server, project, orgId, rules);
    const ask = { projectId: project.id, register: [entry] };

    if (status === 200) {
      expect((await listen(server, caller.token, ask)).status).toBe(200);
    } else {
      const answer = await refusal(server, caller.token, ask);
      expect(answer).toMatchObject({ status, body: { error: 'PermissionDenied' } });
    }
  });

  it('is refused with all the entries at once, so that the rest can be asked for next', async () => {
    const { project, orgId } = await aSecretScene(server);
    const caller = await aMember(server, project, orgId, [may({ secretPath: '/a' })]);
    const register = [dev('/a'), dev('/b'), { event: 'role:update' }, {}, dev('/c')];
    const answer = await refusal(server, caller.token, { projectId: project.id, register });
    expect(answer).toMatchObject({
      status: 403,
      body: { details: { index: 1, indexes: [1, 2, 4] } },
    });
  });
});

it('are told of a secret for as long as no rule hides it, whichever tags it has by then', async () => {
  const scene = await aSecretScene(server);
  const tagId = await aTag(scene, 'payments');
  const hidden = { secretTags: { $in: ['payments'] } };
  const caller = await aMember(server, scene.project, scene.orgId, [
    may(undefined, 'subscribe-to-update-events'),
    { subject: 'secrets', action: ['describeSecret'] },
    { subject: 'secrets', action: ['describeSecret'], conditions: hidden, ...FORBIDS },
  ]);
  await withSecrets(scene, [anItem('A'), anItem('B'), anItem('C')]);
  const ask = { projectId: scene.project.id, register: [{ event: 'secret:update' }] };
  const source = await listen(server, caller.token, ask);
  const change = (key: string, change: object) =>
    scene.admin.http
      .patch(named(key))
      .send({ ...scene.dev, ...change })
      .expect(200);

  await change('A', { secretValue: 'told' });
  await source.untilKey('A');
  await change('A', { tagIds: [tagId] });
  await change('A', { secretValue: 'hidden' });
  await change('B', { secretValue: 'told' });
  await source.untilKey('B');
  const before = source.keys.length;
  await change('A', { secretValue: 'hidden still' });
  await change('C', { secretValue: 'told' });
  await source.untilKey('C');
  expect(source.keys.slice(before)).toEqual(['C']);
});

/** The end of a stream: an error event, then a reset, within two seconds. */
async function expectLoss(source: EventSource, act: () => Promise<unknown>): Promise<void> {
  await act();
  const took = quietStopwatch();
  await source.untilEnd();
  expect(took()).toBeLessThan(2_000);
  const last = source.events.at(-1);
  expect(last).toMatchObject({ event: 'error' });
  expect(JSON.parse(last!.data!)).toEqual({ message: expect.any(String) });
  expect(source.ended).toBe('ECONNRESET');
}

async function setRules(scene: SecretScene, caller: Caller, rules: readonly Rule[]) {
  await query(
    `update project_roles set permissions = $2 where id = (
       select r.custom_role_id from membership_roles r
       join project_memberships m on m.id = r.membership_id
       where m.identity_id = $1)`,
    [caller.id, JSON.stringify(rules)],
  );
  await query(`update projects set epoch = epoch + 1 where id = $1`, [scene.project.id]);
}

/** By the clock of the database. */
async function hasEnded(caller: Caller): Promise<boolean> {
  const [row] = (await query(
    `select clock_timestamp() >= temporary_access_end_time "hasEnded" from membership_roles
     where membership_id = (select id from project_memberships where identity_id = $1)`,
    [caller.id],
  )) as { hasEnded: boolean }[];
  return row!.hasEnded;
}

describe('a stream ends with an error and a reset', () => {
  const opened = async (rules: string | readonly Rule[] = 'member') => {
    const scene = await aSecretScene(server);
    const caller = await aMember(server, scene.project, scene.orgId, rules);
    const source = await listen(server, caller.token, { projectId: scene.project.id });
    return { scene, caller, source };
  };

  it('when the right is lost', async () => {
    const { scene, caller, source } = await opened([may()]);

    await expectLoss(source, () => setRules(scene, caller, []));
    expect((await refusal(server, caller.token, { projectId: scene.project.id })).status).toBe(403);
  });

  it('when the right to one of the events that it asked for is lost', async () => {
    const scene = await aSecretScene(server);
    const both = [CREATIONS, 'subscribe-to-update-events'];
    const caller = await aMember(server, scene.project, scene.orgId, [may(undefined, both)]);
    const register = [{ event: 'secret:create' }, { event: 'secret:update' }];
    const source = await listen(server, caller.token, { projectId: scene.project.id, register });

    await expectLoss(source, () => setRules(scene, caller, [may()]));
  });

  it('when the membership is lost', async () => {
    const { scene, caller, source } = await opened();

    await expectLoss(source, () =>
      scene.admin.http
        .delete(`/api/v1/projects/${scene.project.id}/memberships/identities/${caller.id}`)
        .expect(200),
    );
  });

  it('when a temporary right ends', async () => {
    const scene = await aSecretScene(server);
    const caller = await aMember(server, scene.project, scene.orgId, [may()]);
    const source = await whileItLasts(600, async (milliseconds) => {
      await query(
        `update membership_roles set is_temporary = true, temporary_access_start_time = now(),
           temporary_access_end_time = now() + $2::float8 * interval '1 millisecond'
         where membership_id = (select id from project_memberships where identity_id = $1)`,
        [caller.id, milliseconds],
      );
      await query(`update projects set epoch = epoch + 1 where id = $1`, [scene.project.id]);
      const opened = await subscribe(server, caller.token, { projectId: scene.project.id });
      return opened.status === 200 ? opened : null;
    });

    await expectLoss(source, async () => {
      await until(() => hasEnded(caller));
    });
  });

  it.each([
    [
      'leaves the group by which it may',
      async (groupId: string, { id }: SignedInPerson) => leaveGroup(server, groupId, id),
    ],
    [
      'is deactivated in the organization',
      async (_: string, { orgMembershipId: id }: SignedInPerson) =>
        query('update organization_memberships set is_active = false where id = $1', [id]),
    ],
    [
      'is signed out',
      async (_: string, { sessionId }: SignedInPerson) =>
        query('update sessions set ended_at = now() where id = $1', [sessionId]),
    ],
  ] as const)('when a person %s', async (__, act) => {
    const scene = await aSecretScene(server);
    const ann = await aPerson(server, scene.orgId, 'no-access');
    const groupId = await aGroup(server, scene.orgId, 'no-access', { userId: ann.id });
    await joinProject(server, scene.project, { groupId }, [may()]);
    const source = await listen(server, ann.token, { projectId: scene.project.id });

    await expectLoss(source, () => act(groupId, ann));
  });

  it('when the token is revoked', async () => {
    const { caller, source } = await opened();

    await expectLoss(source, () =>
      query(
        `update access_tokens set is_revoked = true where token_auth_id in (
           select id from token_auths where identity_id = $1)`,
        [caller.id],
      ),
    );
  });

  it('when the identity is deleted', async () => {
    const { caller, source } = await opened();

    await expectLoss(source, () => query('delete from identities where id = $1', [caller.id]));
  });

  it('when the project is deleted', async () => {
    const { scene, source } = await opened();

    await expectLoss(source, () =>
      scene.admin.http.delete(`/api/v1/projects/${scene.project.id}`).expect(200),
    );
  });

  it('when the client secret of a login is revoked', async () => {
    const { scene, caller } = await opened();
    const base = `/api/v1/auth/universal-auth/identities/${caller.id}`;
    const auth = await scene.admin.http.post(base).send({}).expect(200);
    const { clientId } = (auth.body as { identityUniversalAuth: { clientId: string } })
      .identityUniversalAuth;
    const made = await scene.admin.http.post(`${base}/client-secrets`).send({}).expect(200);
    const { clientSecret, clientSecretData } = made.body as {
      clientSecret: string;
      clientSecretData: { id: string };
    };
    const login = await server.http
      .post('/api/v1/auth/universal-auth/login')
      .send({ clientId, clientSecret })
      .expect(200);
    const { accessToken } = login.body as { accessToken: string };
    const source = await listen(server, accessToken, { projectId: scene.project.id });

    await expectLoss(source, () =>
      scene.admin.http.post(`${base}/client-secrets/${clientSecretData.id}/revoke`).expect(200),
    );
  });
});
