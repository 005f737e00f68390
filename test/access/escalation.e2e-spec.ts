import { requireGainsGrantable } from '../../src/access/escalation/grants.js';
import { IdentityComparison } from '../../src/access/escalation/identity-comparison.js';
import { setImmediate } from 'node:timers/promises';
import type { Test } from 'supertest';
import { LockedAccess } from '../../src/access/locked-access.js';
import { AccessTokens } from '../../src/auth/access-token.js';
import type { Actor } from '../../src/auth/actor.js';
import type { Rule } from '../../src/permissions/rule.js';
import { startApp, useApp } from '../support/harness.js';
import {
  aMember,
  anIdentity,
  aProject,
  aScene,
  type Caller,
  join,
  type TestProject,
} from '../support/scene.js';
import { runs, timeLimit } from '../support/runs.js';

const server = useApp();
const source = () => server.database.source;

/** Races of one kind; `npm run soak -- G7 G9` runs as many as its goals ask for. */
const RACES = runs(15, 300, 'RACE_RUNS');
/** Milliseconds within which both of a race set out: about what one takes. */
const SPREAD = 10;
const TRIALS = runs(8, 300, 'REVOCATION_TRIALS');

const expectStatus = async (status: number, request: Test) =>
  expect((await request).status).toBe(status);

const MAY_ASSIGN: readonly Rule[] = [
  { subject: 'identity', action: ['read', 'create', 'edit', 'assign-role'] },
  { subject: 'role', action: ['read', 'create', 'edit'] },
];

const MAY_GRANT: readonly Rule[] = [
  { subject: 'identity', action: ['read', 'edit', 'grant-privileges'] },
];
const secrets = (environment: unknown, secretPath: unknown, more: object = {}): Rule => ({
  subject: 'secrets',
  action: ['edit'],
  conditions: { environment, secretPath },
  ...more,
});

/** Who calls with the caller's token. */
const actorOf = ({ id, orgId, token }: Caller): Actor => {
  const claims = server.app.get(AccessTokens).verify(token);
  return { kind: 'identity', callerId: id, identityId: id, orgId, claims } as Actor;
};

interface Stage {
  readonly orgId: string;
  readonly admin: Caller;
  readonly project: TestProject;
  readonly roles: string;
  readonly memberships: string;
}

async function aStage(): Promise<Stage> {
  const { orgId, admin } = await aScene(server);
  const project = await aProject(admin);
  const base = `/api/v1/projects/${project.id}`;
  return {
    orgId,
    admin,
    project,
    roles: `${base}/roles`,
    memberships: `${base}/identity-memberships`,
  };
}

async function aRole({ admin, roles }: Stage, slug: string, permissions: readonly Rule[]) {
  const answer = await admin.http.post(roles).send({ slug, name: slug, permissions }).expect(200);
  return (answer.body as { role: { id: string } }).role.id;
}

const temporary = (role: string, temporaryRange: string, start = new Date()) => ({
  role,
  isTemporary: true,
  temporaryMode: 'relative',
  temporaryRange,
  temporaryAccessStartTime: start.toISOString(),
});

const give = (stage: Stage, caller: Caller, roles: readonly object[]) =>
  stage.admin.http.patch(`${stage.memberships}/${caller.id}`).send({ roles }).expect(200);

describe('nobody grants more than they hold', () => {
  it('names what is missing', async () => {
    const stage = await aStage();
    const granter = await aMember(server, stage.project, stage.orgId, [
      ...MAY_ASSIGN,
      { subject: 'tags', action: ['read'] },
    ]);
    const bot = await anIdentity(server, stage.orgId, 'no-access');
    await aRole(stage, 'tagger', [
      { subject: 'tags', action: ['read', 'edit'] },
      { subject: 'environments', action: 'delete' },
    ]);
    const refused = await granter.http
      .post(`${stage.memberships}/${bot.id}`)
      .send({ roles: [{ role: 'tagger' }] })
      .expect(403);
    expect(refused.body).toEqual({
      reqId: expect.any(String),
      statusCode: 403,
      error: 'PermissionDenied',
      message: 'You cannot grant more than you hold',
      details: {
        missingPermissions: [
          { subject: 'tags', action: ['edit'] },
          { subject: 'environments', action: ['delete'] },
        ],
      },
    });
    await expectStatus(404, stage.admin.http.get(`${stage.memberships}/${bot.id}`));
  });

  it.each<[string, Rule[], Rule, number]>([
    ['the same', [secrets('dev', { $glob: '/apps/*' })], secrets('dev', { $glob: '/apps/*' }), 200],
    ['a part', [secrets('dev', { $glob: '/apps/**' })], secrets('dev', '/apps/a'), 200],
    ['`?` of `*`', [secrets('dev', { $glob: '/a?' })], secrets('dev', { $glob: '/a*' }), 403],
    ['`**` of `*`', [secrets('dev', { $glob: '/a/*' })], secrets('dev', { $glob: '/a/**' }), 403],
    [
      'one below `*`',
      [secrets('dev', { $glob: '/a/*' })],
      secrets('dev', { $glob: '/a/*/x' }),
      403,
    ],
    ['all of a part', [secrets('dev', '/a')], { subject: 'secrets', action: ['edit'] }, 403],
    [
      'what is forbidden',
      [
        { subject: 'secrets', action: ['edit'] },
        secrets('prod', { $glob: '/**' }, { inverted: true }),
      ],
      secrets({ $ne: 'dev' }, { $glob: '/**' }),
      403,
    ],
    [
      'beside what is forbidden',
      [
        { subject: 'secrets', action: ['edit'] },
        secrets('prod', { $glob: '/**' }, { inverted: true }),
      ],
      secrets('dev', { $glob: '/**' }),
      200,
    ],
    [
      'the union of two',
      [
        { subject: 'secrets', action: ['edit'], conditions: { environment: { $in: ['a', 'b'] } } },
        { subject: 'secrets', action: ['edit'], conditions: { environment: { $in: ['c'] } } },
      ],
      { subject: 'secrets', action: ['edit'], conditions: { environment: { $in: ['b', 'c'] } } },
      403,
    ],
  ])('%s', async (_, own, granted, status) => {
    const stage = await aStage();
    const granter = await aMember(server, stage.project, stage.orgId, [...MAY_ASSIGN, ...own]);
    const bot = await anIdentity(server, stage.orgId, 'no-access');
    const holder = await aMember(server, stage.project, stage.orgId, 'no-access');
    const roleId = await aRole(stage, 'granted', [granted]);
    const emptyId = await aRole(stage, 'empty', []);
    await give(stage, holder, [{ role: 'empty' }]);

    const roles = [{ role: 'granted' }];
    const { memberships } = stage;
    await expectStatus(status, granter.http.post(`${memberships}/${bot.id}`).send({ roles }));
    await expectStatus(status, granter.http.patch(`${memberships}/${holder.id}`).send({ roles }));
    await give(stage, holder, [{ role: 'empty' }]);
    const edit = { permissions: [granted] };
    await expectStatus(status, granter.http.patch(`${stage.roles}/${emptyId}`).send(edit));
    await expectStatus(200, granter.http.patch(`${stage.roles}/${roleId}`).send(edit));
  });

  it('lets nobody raise itself', async () => {
    const stage = await aStage();
    const climber = await aMember(server, stage.project, stage.orgId, 'no-access');
    const roleId = await aRole(stage, 'climber', MAY_ASSIGN);
    await give(stage, climber, [{ role: 'climber' }]);
    const own = `${stage.memberships}/${climber.id}`;
    await expectStatus(403, climber.http.patch(own).send({ roles: [{ role: 'admin' }] }));
    const more = [...MAY_ASSIGN, { subject: 'secrets', action: 'read' }];
    const edit = climber.http.patch(`${stage.roles}/${roleId}`).send({ permissions: more });
    await expectStatus(403, edit);
    const less = { permissions: MAY_ASSIGN.slice(0, 1) };
    await expectStatus(200, climber.http.patch(`${stage.roles}/${roleId}`).send(less));
  });
});

describe('giving up what forbids is a grant', () => {
  const ALL: Rule = { subject: 'secrets', action: ['edit'] };
  const DENY = secrets('prod', { $glob: '/**' }, { inverted: true });

  it('holds for the own role', async () => {
    const stage = await aStage();
    const climber = await aMember(server, stage.project, stage.orgId, 'no-access');
    const roleId = await aRole(stage, 'climber', [...MAY_ASSIGN, ALL, DENY]);
    await give(stage, climber, [{ role: 'climber' }]);
    const path = `${stage.roles}/${roleId}`;
    await expectStatus(403, climber.http.patch(path).send({ permissions: [...MAY_ASSIGN, ALL] }));
    const narrower = secrets('prod', { $glob: '/a/**' }, { inverted: true });
    const permissions = [...MAY_ASSIGN, ALL, narrower];
    await expectStatus(403, climber.http.patch(path).send({ permissions }));
    await expectStatus(
      200,
      climber.http.patch(path).send({ permissions: [...MAY_ASSIGN, DENY, ALL] }),
    );
  });

  it('holds for a role that only forbids, because of what its holders hold beside it', async () => {
    const stage = await aStage();
    const editor = await aMember(server, stage.project, stage.orgId, MAY_ASSIGN);
    const holder = await aMember(server, stage.project, stage.orgId, 'no-access');
    const roleId = await aRole(stage, 'deny', [DENY]);
    const path = `${stage.roles}/${roleId}`;
    await give(stage, holder, [{ role: 'viewer' }, { role: 'deny' }]);
    await expectStatus(200, editor.http.patch(path).send({ permissions: [] }));
    await stage.admin.http
      .patch(path)
      .send({ permissions: [DENY] })
      .expect(200);
    await give(stage, holder, [{ role: 'member' }, { role: 'deny' }]);
    await expectStatus(403, editor.http.patch(path).send({ permissions: [] }));
    await expectStatus(200, stage.admin.http.patch(path).send({ permissions: [] }));
  });

  it('holds for taking such a role away', async () => {
    const stage = await aStage();
    const editor = await aMember(server, stage.project, stage.orgId, MAY_ASSIGN);
    const holder = await aMember(server, stage.project, stage.orgId, 'no-access');
    await aRole(stage, 'deny', [DENY]);
    await aRole(stage, 'all', [ALL]);
    await give(stage, holder, [{ role: 'all' }, { role: 'deny' }]);
    const path = `${stage.memberships}/${holder.id}`;
    await expectStatus(403, editor.http.patch(path).send({ roles: [{ role: 'all' }] }));
    const withDenyForATime = [{ role: 'all' }, temporary('deny', '1h')];
    await expectStatus(403, editor.http.patch(path).send({ roles: withDenyForATime }));
    // The holder holds more than the editor, who takes nothing from it (N2).
    await expectStatus(403, editor.http.patch(path).send({ roles: [{ role: 'deny' }] }));
    await expectStatus(200, stage.admin.http.patch(path).send({ roles: [{ role: 'deny' }] }));
  });
});

describe('nobody grants beyond the end of their own right', () => {
  const TAGS: Rule = { subject: 'tags', action: ['read'] };

  it('refuses for good and for longer, and lets shorter pass', async () => {
    const stage = await aStage();
    const granter = await aMember(server, stage.project, stage.orgId, 'no-access');
    await aRole(stage, 'assigner', MAY_ASSIGN);
    await aRole(stage, 'tags', [TAGS]);
    const start = new Date();
    await give(stage, granter, [{ role: 'assigner' }, temporary('tags', '2h', start)]);
    const holder = await aMember(server, stage.project, stage.orgId, 'no-access');
    const path = `${stage.memberships}/${holder.id}`;
    const patch = (role: object) => granter.http.patch(path).send({ roles: [role] });

    await expectStatus(403, patch({ role: 'tags' }));
    await expectStatus(403, patch(temporary('tags', '7201s', start)));
    await expectStatus(403, patch(temporary('tags', '1h', new Date(start.getTime() + 3_600_001))));
    await expectStatus(200, patch(temporary('tags', '2h', start)));
    await expectStatus(403, patch({ role: 'tags' }));
    await expectStatus(200, patch(temporary('tags', '1h', start)));
    await expectStatus(403, patch(temporary('tags', '3h', start)));
  });

  it('counts the edit of a role until its last holder loses it', async () => {
    const stage = await aStage();
    const editor = await aMember(server, stage.project, stage.orgId, 'no-access');
    await aRole(stage, 'editor', MAY_ASSIGN);
    await aRole(stage, 'tags', [TAGS]);
    const roleId = await aRole(stage, 'edited', []);
    const start = new Date();
    await give(stage, editor, [{ role: 'editor' }, temporary('tags', '2h', start)]);
    const holder = await aMember(server, stage.project, stage.orgId, 'no-access');
    const edit = () => editor.http.patch(`${stage.roles}/${roleId}`).send({ permissions: [TAGS] });
    const reset = () =>
      stage.admin.http.patch(`${stage.roles}/${roleId}`).send({ permissions: [] }).expect(200);

    await expectStatus(200, edit());
    await reset();
    await give(stage, holder, [temporary('edited', '1h', start)]);
    await expectStatus(200, edit());
    await reset();
    await give(stage, holder, [temporary('edited', '3h', start)]);
    await expectStatus(403, edit());
    await give(stage, holder, [{ role: 'edited' }]);
    await expectStatus(403, edit());
  });

  it.each(['v1', 'v2'])(
    'weighs an earlier beginning of a privilege as a grant, and the same one as none (%s)',
    async (generation) => {
      const stage = await aStage();
      const granter = await aMember(server, stage.project, stage.orgId, MAY_GRANT);
      const holder = await aMember(server, stage.project, stage.orgId, 'no-access');
      const begins = (hours: number) => ({
        ...{ isTemporary: true, temporaryMode: 'relative', temporaryRange: `${12 - hours}h` },
        temporaryAccessStartTime: new Date(now + hours * 3_600_000).toISOString(),
      });
      const now = Date.now();
      const { body } = await stage.admin.http
        .post('/api/v2/identity-project-additional-privilege')
        .send({
          ...{ identityId: holder.id, projectId: stage.project.id, slug: 'later' },
          ...{ permissions: [TAGS], type: begins(6) },
        })
        .expect(200);
      const { id } = (body as { privilege: { id: string } }).privilege;
      const from = (hours: number) =>
        generation === 'v2'
          ? granter.http
              .patch(`/api/v2/identity-project-additional-privilege/${id}`)
              .send({ type: begins(hours) })
          : granter.http.patch('/api/v1/additional-privilege/identity').send({
              ...{ identityId: holder.id, projectSlug: stage.project.slug, privilegeSlug: 'later' },
              privilegeDetails: begins(hours),
            });

      await expectStatus(403, from(5));
      await expectStatus(200, from(6));
    },
  );

  it('does not count a right that has not begun', async () => {
    const stage = await aStage();
    const granter = await aMember(server, stage.project, stage.orgId, 'no-access');
    await aRole(stage, 'assigner', MAY_ASSIGN);
    await aRole(stage, 'tags', [TAGS]);
    const later = new Date(Date.now() + 3_600_000);
    await give(stage, granter, [{ role: 'assigner' }, temporary('tags', '1y', later)]);
    const bot = await anIdentity(server, stage.orgId, 'no-access');
    const roles = [temporary('tags', '1h', later)];
    await expectStatus(403, granter.http.post(`${stage.memberships}/${bot.id}`).send({ roles }));
  });
});

describe('rulesBeyondCaller', () => {
  const weigh = (caller: Caller, target: Caller) => {
    const actor = actorOf(caller);
    const locked = server.app.get(LockedAccess);
    return server.database.transaction(async (tx) => {
      await locked.lockOrganization(tx, caller.orgId);
      return server.app.get(IdentityComparison).rulesBeyondCaller(tx, actor, target.id);
    });
  };
  const READ: Rule = { subject: 'tags', action: ['read'] };

  it('counts the organization and every project', async () => {
    const { orgId, admin } = await aScene(server);
    const [first, second] = [await aProject(admin), await aProject(admin)];
    const caller = await anIdentity(server, orgId, 'member');
    const target = await anIdentity(server, orgId, 'member');
    expect(await weigh(caller, target)).toEqual([]);
    await join(server, first, target, [READ]);
    expect(await weigh(caller, target)).toEqual([READ]);
    await join(server, first, caller, 'viewer');
    expect(await weigh(caller, target)).toEqual([]);
    await join(server, second, target, 'no-access');
    expect(await weigh(caller, target)).toEqual([]);
    await source().query(
      `update membership_roles h set role = 'viewer' from project_memberships m
       where m.id = h.membership_id and m.project_id = $1 and m.identity_id = $2`,
      [second.id, target.id],
    );
    expect(await weigh(caller, target)).toContainEqual(READ);
    expect(await weigh(target, caller)).not.toEqual([]);
    expect(await weigh(caller, admin)).not.toEqual([]);
    expect(await weigh(admin, caller)).toEqual([]);
    expect(await weigh(caller, caller)).toEqual([]);
  });

  it('counts privileges', async () => {
    const { orgId, admin } = await aScene(server);
    const project = await aProject(admin);
    const caller = await anIdentity(server, orgId, 'no-access');
    const target = await aMember(server, project, orgId, 'no-access');
    await source().query(
      `insert into additional_privileges (id, project_membership_id, slug, permissions)
       select gen_random_uuid(), id, 'extra', $2 from project_memberships where identity_id = $1`,
      [target.id, JSON.stringify([READ])],
    );
    expect(await weigh(caller, target)).toEqual([READ]);
  });

  it('counts what the other will hold, and longer', async () => {
    const { orgId, admin } = await aScene(server);
    const project = await aProject(admin);
    const caller = await aMember(server, project, orgId, [READ]);
    const target = await aMember(server, project, orgId, [READ]);
    const span = (who: Caller, from: string, until: string | null) =>
      source().query(
        `update membership_roles h set is_temporary = true,
           temporary_access_start_time = now() + $3::interval,
           temporary_access_end_time = now() + $4::interval
         from project_memberships m
         where m.id = h.membership_id and m.project_id = $1 and m.identity_id = $2`,
        [project.id, who.id, from, until],
      );
    await span(target, '1 hour', '2 hours');
    expect(await weigh(caller, target)).toEqual([]);
    await span(caller, '-1 hour', '1 hour');
    expect(await weigh(caller, target)).toEqual([READ]);
    await span(caller, '-1 hour', '3 hours');
    expect(await weigh(caller, target)).toEqual([]);
    await span(target, '-2 hours', '-1 hour');
    await span(caller, '-2 hours', '-1 hour');
    expect(await weigh(caller, target)).toEqual([]);
  });
});

describe('gains in the organization', () => {
  it('are compared with the role of the caller as it is now', async () => {
    const { orgId } = await aScene(server);
    const locked = server.app.get(LockedAccess);
    const READ: Rule = { subject: 'role', action: ['read'] };
    const caller = await anIdentity(server, orgId, [READ]);
    const actor = actorOf(caller);
    const source = { kind: 'role', slug: 'given' } as const;
    const give = (rule: Rule) =>
      server.database.transaction(async (tx) => {
        await locked.lockOrganization(tx, orgId);
        const access = await locked.orgAccessIn(tx, actor);
        await requireGainsGrantable(access, {
          before: [],
          after: [{ ...rule, source }],
        });
        return access.ability.allows('read', 'role');
      });
    expect(await give(READ)).toBe(true);
    const more: Rule = { subject: 'role', action: ['read', 'edit'] };
    await expect(give(more)).rejects.toMatchObject({
      statusCode: 403,
      details: { missingPermissions: [{ subject: 'role', action: ['edit'] }] },
    });
    await server.database.source.query(
      `update identities set role = 'no-access', role_id = null where id = $1`,
      [caller.id],
    );
    await expect(give(READ)).rejects.toMatchObject({ statusCode: 403 });
  });
});

describe('grant against revocation', () => {
  it(
    `commits no grant after an acknowledged revocation, in ${RACES} races`,
    async () => {
      const stage = await aStage();
      const { admin, memberships, roles } = stage;
      await aRole(stage, 'granter', [...MAY_ASSIGN, { subject: 'tags', action: ['read'] }]);
      await aRole(stage, 'tags', [{ subject: 'tags', action: ['read'] }]);
      const editedId = await aRole(stage, 'edited', []);
      const granter = await aMember(server, stage.project, stage.orgId, 'no-access');
      const holder = await aMember(server, stage.project, stage.orgId, 'no-access');
      await give(stage, holder, [{ role: 'edited' }]);
      const bot = await anIdentity(server, stage.orgId, 'no-access');
      const grants = [
        {
          grant: () =>
            granter.http.post(`${memberships}/${bot.id}`).send({ roles: [{ role: 'tags' }] }),
          isDone: `select exists (select from project_memberships where identity_id = '${bot.id}') done`,
          undo: () => admin.http.delete(`${memberships}/${bot.id}`),
        },
        {
          grant: () =>
            granter.http
              .patch(`${roles}/${editedId}`)
              .send({ permissions: [{ subject: 'tags', action: ['read'] }] }),
          isDone: `select permissions::text <> '[]' done from project_roles where id = '${editedId}'`,
          undo: () => admin.http.patch(`${roles}/${editedId}`).send({ permissions: [] }),
        },
      ] as const;
      const isDone = async (sql: string) =>
        (await source().query<{ done: boolean }[]>(sql))[0]!.done;
      const granted = [0, 0];
      let late = 0;
      for (let run = 0; run < RACES; run++) {
        await give(stage, granter, [{ role: 'granter' }]);
        const { grant, isDone: sql, undo } = grants[run % 2]!;
        const granting = laterBy(Math.random() * SPREAD, grant);
        await laterBy(Math.random() * SPREAD, () => give(stage, granter, [{ role: 'no-access' }]));
        const wasDone = await isDone(sql);
        const { status } = await granting;
        expect([200, 403]).toContain(status);
        if (status === 200) granted[run % 2]!++;
        if (!wasDone && (await isDone(sql))) late++;
        if (status === 200) await undo().expect(200);
      }
      expect(late).toBe(0);
      // Both outcomes, for both kinds of grant: else nothing was raced.
      for (const count of granted) {
        expect(count).toBeGreaterThan(0);
        expect(count).toBeLessThan(RACES / 2);
      }
    },
    timeLimit(600_000),
  );
});

/** Some turns of the event loop later, so that now one and now the other is first. */
async function laterBy<T>(milliseconds: number, work: () => PromiseLike<T>): Promise<T> {
  const start = performance.now() + milliseconds;
  while (performance.now() < start) await setImmediate();
  return work();
}

describe('two replicas without a bus', () => {
  it(
    `see a revocation at the very next request, in ${TRIALS} trials`,
    async () => {
      const { parts: other, end } = await startApp({}, [], server.databaseUrl);
      try {
        const stage = await aStage();
        const { admin, memberships, roles } = stage;
        const there = (caller: Caller) => other.as(caller.token);
        const bot = await aMember(server, stage.project, stage.orgId, 'no-access');
        const roleId = await aRole(stage, 'reader', []);
        const role = `${roles}/${roleId}`;
        const path = `${memberships}/${bot.id}`;
        const rules = (permissions: readonly Rule[]) => ({ permissions });
        const READ: Rule = { subject: 'role', action: ['read'] };
        const revocations = [
          [() => admin.http.patch(path).send({ roles: [{ role: 'no-access' }] }), 403],
          [() => admin.http.patch(path).send({ roles: [temporary('reader', '1ms')] }), 403],
          [() => admin.http.patch(role).send(rules([])), 403],
          [() => admin.http.delete(path), 403, 'removed'],
        ] as const;
        await give(stage, bot, [{ role: 'reader' }]);
        let missed = 0;
        for (let trial = 0; trial < TRIALS; trial++) {
          const [revoke, status, removed] = revocations[trial % revocations.length]!;
          await admin.http
            .patch(role)
            .send(rules([READ]))
            .expect(200);
          await there(bot).get(roles).expect(200);
          await revoke().expect(200);
          const { status: seen } = await there(bot).get(roles);
          if (seen !== status) missed++;
          const back = removed ? admin.http.post(path) : admin.http.patch(path);
          await back.send({ roles: [{ role: 'reader' }] }).expect(200);
        }
        expect(missed).toBe(0);
      } finally {
        await end();
      }
    },
    timeLimit(600_000),
  );
});
