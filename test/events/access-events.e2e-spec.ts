import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { EventLog } from '../../src/events/log/event-log.js';
import { EventSettings } from '../../src/events/event-settings.js';
import { ExpiryNotifier } from '../../src/events/log/expiry-notifier.js';
import type { Rule } from '../../src/permissions/rule.js';
import {
  closeAll,
  type EventSource,
  listen,
  payloadOf,
  refusal,
} from '../support/events/event-source.js';
import { useApp } from '../support/harness.js';
import { aMember, anIdentity, aProject, type Caller, join } from '../support/scene.js';
import { anItem, aSecretScene, type SecretScene, withSecrets } from '../support/secrets-scene.js';
import { sentTexts } from '../support/sent-texts.js';

const server = useApp();
afterEach(closeAll);
beforeAll(() => {
  // Sweeps come when a test asks for them.
  Object.assign(server.app.get(EventSettings), {
    pollInterval: 100,
    expiryPollInterval: 3_600_000,
  });
});

const PRIVILEGES = '/api/v2/identity-project-additional-privilege';
const READ: Rule = { subject: 'secrets', action: ['describeSecret'] };
const ALL = [
  'privilege:grant',
  'privilege:update',
  'privilege:revoke',
  'privilege:expiring',
  'privilege:expire',
  'membership:create',
  'membership:update',
  'membership:delete',
  'membership:expiring',
  'membership:expire',
].map((event) => ({ event }));
const ROLES = ['role:create', 'role:update', 'role:delete'].map((event) => ({ event }));

const query = (text: string, values: unknown[]) => server.database.source.query(text, values);

/** What was heard: the kind and the things it names. */
const receivedBy = ({ events }: EventSource) =>
  events.map((frame) => {
    const { projectType, data } = payloadOf(frame);
    expect(projectType).toBe('secret-manager');
    expect(data.eventType).toBe(frame.event);
    return [frame.event, data.payload as unknown];
  });

async function grant({ admin, project }: SecretScene, bot: Caller, more: object = {}) {
  const body = {
    identityId: bot.id,
    projectId: project.id,
    slug: 'extra',
    permissions: [READ],
    type: { isTemporary: false },
  };
  const answer = await admin.http
    .post(PRIVILEGES)
    .send({ ...body, ...more })
    .expect(200);
  return (answer.body as { privilege: { id: string } }).privilege.id;
}

const lasting = (range: string, start = new Date(Date.now() - 1_000)) => ({
  isTemporary: true,
  temporaryMode: 'relative',
  temporaryRange: range,
  temporaryAccessStartTime: start.toISOString(),
});

async function aStage() {
  const scene = await aSecretScene(server);
  const bot = await aMember(server, scene.project, scene.orgId, 'no-access');
  return { scene, bot, ask: { projectId: scene.project.id } };
}

describe('events about access, asked for by name', () => {
  it('name privileges granted, changed and revoked, and never their rules', async () => {
    const { scene, bot, ask } = await aStage();
    const source = await listen(server, scene.admin.token, { ...ask, register: ALL });

    const privilegeId = await grant(scene, bot);
    await scene.admin.http.patch(`${PRIVILEGES}/${privilegeId}`).send({ slug: 'more' }).expect(200);
    await scene.admin.http.delete(`${PRIVILEGES}/${privilegeId}`).expect(200);
    await source.until(({ events }) => events.length === 3);

    const item = (privilegeSlug: string) => [{ identityId: bot.id, privilegeId, privilegeSlug }];
    expect(receivedBy(source)).toEqual([
      ['privilege:grant', item('extra')],
      ['privilege:update', item('more')],
      ['privilege:revoke', item('more')],
    ]);
    expect(source.text).not.toContain('describeSecret');
  });

  it('name memberships added, changed and removed', async () => {
    const { scene, ask } = await aStage();
    const bot = await anIdentity(server, scene.orgId, 'no-access');
    const source = await listen(server, scene.admin.token, { ...ask, register: ALL });
    const path = `/api/v1/projects/${ask.projectId}/memberships/identities/${bot.id}`;

    await scene.admin.http.post(path).send({ role: 'viewer' }).expect(200);
    const roles = [{ role: 'member', isTemporary: false }];
    await scene.admin.http.patch(path).send({ roles }).expect(200);
    await scene.admin.http.delete(path).expect(200);
    await source.until(({ events }) => events.length === 3);

    const item = [{ identityId: bot.id, membershipId: expect.any(String) }];
    expect(receivedBy(source)).toEqual([
      ['membership:create', item],
      ['membership:update', item],
      ['membership:delete', item],
    ]);
  });

  it('name, in each project, the membership that went with its identity', async () => {
    const { scene, bot, ask } = await aStage();
    const other = await aProject(scene.admin);
    const third = await aProject(scene.admin);
    await Promise.all([other, third].map((project) => join(server, project, bot, 'viewer')));
    const sources = await Promise.all(
      [ask.projectId, other.id, third.id].map((projectId) =>
        listen(server, scene.admin.token, { projectId, register: ALL }),
      ),
    );

    await scene.admin.http.delete(`/api/v1/identities/${bot.id}`).expect(200);

    const membershipIds = new Set<string>();
    for (const source of sources) {
      await source.until(({ events }) => events.length > 0);
      const item = { identityId: bot.id, membershipId: expect.any(String) };
      expect(receivedBy(source)).toEqual([['membership:delete', [item]]]);
      membershipIds.add(source.text.match(/"membershipId":"([^"]+)"/)![1]!);
    }
    expect(membershipIds.size).toBe(3);
  });

  it('cost a deletion as many statements for one project as for many', async () => {
    const deletion = async (projects: number) => {
      const { scene, bot } = await aStage();
      for (let n = 1; n < projects; n++)
        await join(server, await aProject(scene.admin), bot, 'viewer');
      const texts = await sentTexts(() =>
        scene.admin.http.delete(`/api/v1/identities/${bot.id}`).expect(200),
      );
      const own = texts.filter((text) => /project_memberships|insert into project_ev/.test(text));
      expect(own.some((text) => text.includes('insert into project_events'))).toBe(true);
      return own.length;
    };

    expect(await deletion(6)).toBe(await deletion(1));
  });

  it('are not written for an identity whose deletion was refused', async () => {
    const { scene, bot, ask } = await aStage();
    const source = await listen(server, scene.admin.token, { ...ask, register: ALL });
    const own = await anIdentity(server, scene.orgId, 'admin');
    await aProject(own);
    await join(server, scene.project, own, 'viewer');

    await scene.admin.http.delete(`/api/v1/identities/${own.id}`).expect(409);
    await grant(scene, bot);
    await source.until(({ events }) => events.length > 0);

    expect(receivedBy(source).map(([event]) => event)).toEqual(['privilege:grant']);
  });

  it('are written once for each membership, whoever ends it first', async () => {
    const { scene, ask } = await aStage();
    const source = await listen(server, scene.admin.token, { ...ask, register: ALL });
    const members = `/api/v1/projects/${ask.projectId}/memberships/identities`;
    const bots = await Promise.all(
      Array.from({ length: 6 }, () => anIdentity(server, scene.orgId, 'no-access')),
    );

    await Promise.all(
      bots.flatMap(({ id }) => [
        scene.admin.http.post(`${members}/${id}`).send({ role: 'viewer' }),
        scene.admin.http.delete(`${members}/${id}`),
        scene.admin.http.delete(`/api/v1/identities/${id}`).expect(200),
      ]),
    );
    await grant(scene, await aMember(server, scene.project, scene.orgId, 'no-access'));
    await source.until(({ events }) => events.at(-1)?.event === 'privilege:grant');

    const of = (kind: string) =>
      (receivedBy(source) as [string, { membershipId: string }[]][])
        .filter(([event]) => event === kind)
        .map(([, [item]]) => item!.membershipId)
        .sort();
    expect(of('membership:delete')).toEqual(of('membership:create'));
  });

  it('name roles of the project', async () => {
    const { scene, ask } = await aStage();
    const source = await listen(server, scene.admin.token, { ...ask, register: ROLES });
    const path = `/api/v1/projects/${ask.projectId}/roles`;

    const role = { slug: 'mine', name: 'Mine', permissions: [READ] };
    const made = await scene.admin.http.post(path).send(role).expect(200);
    const { id: roleId } = (made.body as { role: { id: string } }).role;
    await scene.admin.http.patch(`${path}/${roleId}`).send({ slug: 'ours' }).expect(200);
    await scene.admin.http.delete(`${path}/${roleId}`).expect(200);
    await source.until(({ events }) => events.length === 3);

    expect(receivedBy(source)).toEqual([
      ['role:create', [{ roleId, roleSlug: 'mine' }]],
      ['role:update', [{ roleId, roleSlug: 'ours' }]],
      ['role:delete', [{ roleId, roleSlug: 'ours' }]],
    ]);
  });

  it('are not written for a refused change', async () => {
    const { scene, bot, ask } = await aStage();
    const source = await listen(server, scene.admin.token, { ...ask, register: ALL });

    await grant(scene, bot);
    const again = { identityId: bot.id, projectId: ask.projectId, slug: 'extra' };
    const type = { isTemporary: false };
    await scene.admin.http
      .post(PRIVILEGES)
      .send({ ...again, type, permissions: [READ] })
      .expect(409);
    await grant(scene, bot, { slug: 'last' });
    await source.until(({ events }) => events.length === 2);

    expect(source.text.match(/privilegeSlug":"(\w+)/g)).toHaveLength(2);
  });

  it('reach only entries that name them', async () => {
    const { scene, bot, ask } = await aStage();
    const one = await listen(server, scene.admin.token, ask);
    const two = await listen(server, scene.admin.token, {
      ...ask,
      register: [{ conditions: { environmentSlug: 'dev', secretPath: '/**' } }],
    });

    await grant(scene, bot);
    await withSecrets(scene, [anItem('LAST')]);

    for (const source of [one, two]) {
      await source.untilKey('LAST');
      expect(source.events.map(({ event }) => event)).toEqual(['secret:create']);
    }
  });
});

describe('authorization of events about access', () => {
  const may = (more: object = {}): Rule => ({ subject: 'identity', action: ['read'], ...more });
  const GRANTS = [{ event: 'privilege:grant' }];

  it('sends events of the identities that the caller may read today, live and replayed', async () => {
    const { scene, bot, ask } = await aStage();
    const other = await aMember(server, scene.project, scene.orgId, 'no-access');
    const rules = [may({ conditions: { identityId: bot.id } })];
    const caller = await aMember(server, scene.project, scene.orgId, rules);
    const register = GRANTS;
    const live = await listen(server, caller.token, { ...ask, register });

    await grant(scene, other);
    await grant(scene, bot);
    await live.until(({ events }) => events.length > 0);
    const replay = await listen(server, caller.token, { ...ask, register, cursor: live.cursor });
    await replay.until(({ events }) => events.length > 0);

    for (const source of [live, replay]) {
      expect(source.events).toHaveLength(1);
      expect(source.text).toContain(bot.id);
      expect(source.text).not.toContain(other.id);
    }
  });

  it('sends nothing that a rule forbids, whatever others allow', async () => {
    const { scene, bot, ask } = await aStage();
    const other = await aMember(server, scene.project, scene.orgId, 'no-access');
    const forbids = may({ conditions: { identityId: { $in: [bot.id] } }, inverted: true });
    const caller = await aMember(server, scene.project, scene.orgId, [may(), forbids]);
    const source = await listen(server, caller.token, { ...ask, register: GRANTS });

    await grant(scene, bot);
    await grant(scene, other);
    await source.until(({ events }) => events.length > 0);

    expect(source.text).toContain(other.id);
    expect(source.text).not.toContain(bot.id);
  });

  it.each([
    ['privilege:expire', [{ subject: 'role', action: ['read'] }], 403],
    ['membership:delete', [{ subject: 'identity', action: ['edit'] }], 403],
    ['role:update', [may()], 403],
    ['role:update', [{ subject: 'role', action: 'read' }], 200],
    ['membership:create', [may()], 200],
  ])('is asked for the right to read: %s with %j', async (event, rules, status) => {
    const { scene, ask } = await aStage();
    const caller = await aMember(server, scene.project, scene.orgId, rules as Rule[]);
    const wanted = { ...ask, register: [{ event }] };

    if (status === 200) await listen(server, caller.token, wanted);
    else {
      const answer = await refusal(server, caller.token, wanted);
      expect(answer).toMatchObject({ status, body: { error: 'PermissionDenied' } });
      expect(answer.body['message']).toMatch(
        /^You may not read (identity|role)\. POST .*\/permissions\/explain says why, and an administrator of the project can give you the right\.$/,
      );
    }
  });

  it('refuses conditions, which are about folders (422)', async () => {
    const { scene, ask } = await aStage();
    const conditions = { environmentSlug: 'dev', secretPath: '/' };
    const register = [{ event: 'role:create', conditions }];

    const answer = await refusal(server, scene.admin.token, { ...ask, register });

    expect(answer).toMatchObject({
      status: 422,
      body: { message: [expect.objectContaining({ path: ['register', 0, 'conditions'] })] },
    });
  });
});

describe('the end of temporary access', () => {
  const sweep = () => server.app.get(ExpiryNotifier).sweep();

  /** Moves the end of a privilege, past the API and its checks. */
  const end = (privilegeId: string, interval: string) =>
    query(
      `update additional_privileges set temporary_access_end_time = now() + $2::interval where id = $1`,
      [privilegeId, interval],
    );

  it('has one event before and one when it has come, and new ones when it is moved', async () => {
    const { scene, bot, ask } = await aStage();
    const source = await listen(server, scene.admin.token, { ...ask, register: ALL.slice(3) });
    const privilegeId = await grant(scene, bot, { type: lasting('2h') });

    expect(await sweep()).toBe(0);
    await end(privilegeId, '1 minute');
    expect(await sweep()).toBe(1);
    expect(await sweep()).toBe(0);
    await end(privilegeId, '2 minutes');
    expect(await sweep()).toBe(1);
    await end(privilegeId, '-1 second');
    expect(await sweep()).toBe(1);
    expect(await sweep()).toBe(0);
    await source.until(({ events }) => events.length === 3);

    const item = {
      identityId: bot.id,
      privilegeId,
      privilegeSlug: 'extra',
      temporaryAccessEndTime: expect.stringMatching(/^\d{4}-.*Z$/),
    };
    expect(receivedBy(source)).toEqual([
      ['privilege:expiring', [item]],
      ['privilege:expiring', [item]],
      ['privilege:expire', [item]],
    ]);
  });

  it('has events again where access is given once more after it has ended', async () => {
    const { scene, bot, ask } = await aStage();
    const source = await listen(server, scene.admin.token, { ...ask, register: ALL.slice(3) });
    const privilegeId = await grant(scene, bot, { type: lasting('2h') });
    for (const interval of ['-1 second', '1 minute', '-2 seconds']) {
      await end(privilegeId, interval);
      expect(await sweep()).toBe(1);
    }
    await source.until(({ events }) => events.length === 3);

    expect(source.events.map(({ event }) => event)).toEqual([
      'privilege:expire',
      'privilege:expiring',
      'privilege:expire',
    ]);
  });

  it('has events for roles of memberships too', async () => {
    const { scene, bot, ask } = await aStage();
    const source = await listen(server, scene.admin.token, { ...ask, register: ALL });
    const path = `/api/v1/projects/${ask.projectId}/memberships/identities/${bot.id}`;
    const roles = [
      { role: 'viewer', ...lasting('2m') },
      { role: 'member', ...lasting('1s', new Date(Date.now() - 60_000)) },
      { role: 'no-access', isTemporary: false },
    ];
    await scene.admin.http.patch(path).send({ roles }).expect(200);

    expect(await sweep()).toBe(1);
    await source.until(({ events }) => events.length === 2);

    expect(receivedBy(source)[1]).toEqual([
      'membership:expiring',
      [
        {
          identityId: bot.id,
          membershipId: expect.any(String),
          roleSlug: 'viewer',
          temporaryAccessEndTime: expect.any(String),
        },
      ],
    ]);
  });

  it('has no expiring event before the access begins', async () => {
    const { scene, bot } = await aStage();
    await grant(scene, bot, { type: lasting('1m', new Date(Date.now() + 60_000)) });

    expect(await sweep()).toBe(0);
  });

  it('has its events once, however many replicas poll, for any number of privileges', async () => {
    const { scene, bot, ask } = await aStage();
    const source = await listen(server, scene.admin.token, { ...ask, register: ALL });
    await query(
      `insert into additional_privileges (id, project_membership_id, slug, permissions, is_temporary,
         temporary_access_start_time, temporary_access_end_time)
       select gen_random_uuid(), m.id, 'p-' || n, '[]', true, now() - interval '1 hour', now() - interval '1 second'
       from project_memberships m, generate_series(1, 1200) n
       where m.project_id = $1 and m.identity_id = $2`,
      [ask.projectId, bot.id],
    );

    const counts = await Promise.all([sweep(), sweep(), sweep(), sweep()]);
    expect(await sweep()).toBe(0);
    await server.database.transaction((tx) =>
      server.app
        .get(EventLog)
        .append(tx, ask.projectId, [
          { type: 'membership:update', changes: [{ identityId: bot.id }] },
        ]),
    );
    await source.until(({ events }) => events.at(-1)?.event === 'membership:update');

    expect(counts.reduce((sum, count) => sum + count)).toBe(1_200);
    const slugs = [...source.text.matchAll(/"privilegeSlug":"(p-\d+)"/g)].map(([, slug]) => slug);
    expect(slugs).toHaveLength(1_200);
    expect(new Set(slugs).size).toBe(1_200);
  });
});
