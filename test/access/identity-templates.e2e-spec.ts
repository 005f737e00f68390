import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AccessService } from '../../src/access/access.service.js';
import type { Actor } from '../../src/auth/actor.js';
import { EventSettings } from '../../src/events/event-settings.js';
import type { Rule } from '../../src/permissions/rule.js';
import { closeAll, listen } from '../support/events/event-source.js';
import { startApp, type TestApp } from '../support/harness.js';
import { runs } from '../support/runs.js';
import { aMember, anIdentity, type Caller, join } from '../support/scene.js';
import {
  aFolder,
  anItem,
  aSecretScene,
  at,
  keysOf,
  listed,
  named,
  type SecretScene,
  V3,
  withSecrets,
} from '../support/secrets-scene.js';

const IDENTITIES = '/api/v1/identities';
const PRIVILEGES = '/api/v2/identity-project-additional-privilege';

const RACES = runs(8, 100, 'TEMPLATE_RACES');

let replicas: TestApp[];
let end: () => Promise<void>;
let scene: SecretScene;

beforeAll(async () => {
  const one = await startApp();
  const two = await startApp({}, [], one.parts.databaseUrl);
  replicas = [one.parts, two.parts];
  for (const { app } of replicas) app.get(EventSettings).pollInterval = 100;
  end = async () => {
    await two.end();
    await one.end();
  };
});
afterAll(() => end());
afterEach(closeAll);

const server = () => replicas[0]!;
const atReplica = (index: number, caller: Caller): Caller => ({
  ...caller,
  http: replicas[index]!.as(caller.token),
});

/** Teams red and blue, and somebody who has called their folder `*`. */
const FOLDERS = ['/teams', '/teams/red', '/teams/red/deep', '/teams/blue', '/teams/green'];

beforeEach(async () => {
  scene = await aSecretScene(server());
  for (const path of FOLDERS) await aFolder(scene, path);
  for (const path of FOLDERS.slice(1)) {
    const name = `${path.slice(7).replace('/', '_').toUpperCase()}`;
    await withSecrets(scene, [anItem(name, `of ${name}`)], { secretPath: path });
  }
});

const OF_TEAM = { secretPath: { $glob: '/teams/{{identity.metadata.team}}/**' } };
const READ: Rule = { subject: 'secrets', action: ['read'], conditions: OF_TEAM };

const call = (id: string, by: Caller, changes: object) =>
  by.http.patch(`${IDENTITIES}/${id}`).send(changes);

const inTeam = (team: string) => ({ metadata: [{ key: 'team', value: team }] });

/** A member of the project who holds the rules, and is in the team. */
async function aTeammate(team: string | null, rules: readonly Rule[] = [READ]): Promise<Caller> {
  const member = await aMember(server(), scene.project, scene.orgId, rules);
  if (team !== null) await call(member.id, scene.admin, inTeam(team)).expect(200);
  return member;
}

async function seen(caller: Caller): Promise<string[]> {
  const from = { ...scene.dev, secretPath: '/', recursive: true };
  return keysOf(await listed(caller, from)).sort();
}

describe('secrets under a rule that speaks of its identity', () => {
  it('are those of each holder of the role, on every replica', async () => {
    const red = await aTeammate('red');
    const blue = await anIdentity(server(), scene.orgId, 'no-access');
    await call(blue.id, scene.admin, inTeam('blue')).expect(200);
    const { source } = server().database;
    await join(server(), scene.project, blue, 'no-access');
    await source.query(
      `update membership_roles set role = 'custom', custom_role_id = (
         select custom_role_id from membership_roles h join project_memberships m on m.id = h.membership_id
         where m.identity_id = $1)
       where membership_id = (select id from project_memberships where identity_id = $2)`,
      [red.id, blue.id],
    );

    for (const replica of [0, 1, 0]) {
      expect(await seen(atReplica(replica, red))).toEqual(['RED', 'RED_DEEP']);
      expect(await seen(atReplica(replica, blue))).toEqual(['BLUE']);
    }
  });

  it('change with the next request once the metadata or the name does', async () => {
    const rule = { ...READ, conditions: { secretPath: '/teams/{{identity.name}}' } };
    const member = await aTeammate('red', [READ, rule]);
    for (const [changes, keys] of [
      [{ name: 'blue' }, ['BLUE', 'RED', 'RED_DEEP']],
      [inTeam('green'), ['BLUE', 'GREEN']],
      [{ name: 'nobody' }, ['GREEN']],
      [{ metadata: [] }, []],
      [inTeam('red'), ['RED', 'RED_DEEP']],
    ] as const) {
      await call(member.id, scene.admin, changes).expect(200);
      for (const replica of [1, 0]) {
        expect(await seen(atReplica(replica, member))).toEqual(keys);
      }
    }
  });

  it.each([
    ['*'],
    ['**'],
    ['?ed'],
    ['{red,blue}'],
    ['re*'],
    ['[r]ed'],
    ['{{identity.name}}'],
    ['..'],
  ])('are not those of others to a team called %s', async (team) => {
    const member = await aTeammate(team);
    await call(member.id, scene.admin, { name: 'red' }).expect(200);
    expect(await seen(member)).toEqual([]);
  });

  it('stay closed both ways to who lacks what the rule asks for', async () => {
    const not = { secretPath: { $ne: '/teams/{{identity.metadata.team}}' } };
    const allowed = await aTeammate(null, [{ ...READ, conditions: not }]);
    expect(await seen(allowed)).toEqual([]);

    const all: Rule = { subject: 'secrets', action: ['read'] };
    const denied = await aTeammate(null, [all, { ...READ, inverted: true }]);
    expect(await seen(denied)).toEqual([]);
    await call(denied.id, scene.admin, inTeam('red')).expect(200);
    expect(await seen(denied)).toEqual(['BLUE', 'GREEN']);
  });

  it('are refused with the rule as it was written', async () => {
    const all: Rule = { subject: 'secrets', action: ['read'] };
    const deny = { ...READ, inverted: true };
    const member = await aTeammate('red', [all, deny]);
    const where = { ...scene.dev, secretPath: '/teams/red' };

    const answer = await member.http
      .post(named('NEW'))
      .send({ ...where, secretValue: 'x' })
      .expect(403);
    expect(JSON.stringify(answer.body)).not.toContain('facts');
    const explained = await scene.admin.http
      .post(`/api/v1/projects/${scene.project.id}/permissions/explain`)
      .send({
        identityId: member.id,
        subject: 'secrets',
        action: 'readValue',
        attributes: { environment: 'dev', secretPath: '/teams/red', secretName: 'RED' },
      })
      .expect(200);
    expect(explained.body).toMatchObject({ allowed: false, decidedBy: { rule: deny } });
  });

  it('reach no further through references and imports', async () => {
    const member = await aTeammate('red', [READ, { subject: 'secret-imports', action: ['read'] }]);
    const red = { secretPath: '/teams/red' };
    const value = '${dev.teams.blue.BLUE} ${dev.teams.red.deep.RED_DEEP}';
    await withSecrets(scene, [anItem('REFERS', value)], red);
    await scene.admin.http
      .post('/api/v1/secret-imports')
      .send({
        ...scene.dev,
        path: '/teams/red',
        import: { environment: 'dev', path: '/teams/blue' },
      })
      .expect(200);
    const query = { ...scene.dev, ...red, expandSecretReferences: true, include_imports: true };
    const read = async () => {
      const answer = await member.http.get(at(V3, query)).expect(200);
      const { secrets, imports = [] } = answer.body as {
        secrets: { secretKey: string; secretValue: string }[];
        imports?: { secrets: { secretKey: string }[] }[];
      };
      const refers = secrets.find(({ secretKey }) => secretKey === 'REFERS')?.secretValue;
      return [refers, imports.flatMap((each) => each.secrets.map(({ secretKey }) => secretKey))];
    };

    expect(await read()).toEqual(['${dev.teams.blue.BLUE} of RED_DEEP', []]);
    const both = { ...READ, conditions: { secretPath: '/teams/{{identity.name}}' } };
    const { source } = server().database;
    await source.query(
      `update project_roles set permissions = $2 where project_id = $1 and id = (
         select custom_role_id from membership_roles h join project_memberships m on m.id = h.membership_id
         where m.identity_id = $3)`,
      [
        scene.project.id,
        JSON.stringify([READ, both, { subject: 'secret-imports', action: ['read'] }]),
        member.id,
      ],
    );
    await call(member.id, scene.admin, { name: 'blue' }).expect(200);
    expect(await read()).toEqual(['of BLUE of RED_DEEP', ['BLUE']]);
  });
});

describe('what is remembered of an identity', () => {
  it('is not answered with 304 once it is called otherwise', async () => {
    const member = await aTeammate('red');
    const url = at(V3, { ...scene.dev, secretPath: '/', recursive: true });
    for (const replica of [0, 1]) {
      const { http } = atReplica(replica, member);
      const full = await http.get(url).expect(200);
      const asked = () => http.get(url).set('If-None-Match', full.headers['etag'] as string);
      await asked().expect(304);
      await call(member.id, scene.admin, { name: `renamed ${replica}` }).expect(200);
      await asked().expect(304);
      await call(member.id, scene.admin, inTeam('blue')).expect(200);
      const changed = await asked().expect(200);
      expect(JSON.stringify(changed.body)).toContain('"BLUE"');
      expect(JSON.stringify(changed.body)).not.toContain('"RED"');
      await call(member.id, scene.admin, inTeam('red')).expect(200);
    }
  });

  it('is not what its open streams hear by', async () => {
    const hear: Rule = {
      subject: 'secret-event-subscriptions',
      action: ['subscribe-to-creation-events'],
      conditions: OF_TEAM,
    };
    const member = await aTeammate('red', [hear]);
    const stream = await listen(replicas[1]!, member.token, { projectId: scene.project.id });
    const write = (key: string, secretPath: string) =>
      withSecrets(scene, [anItem(key)], { secretPath });
    await write('B1', '/teams/blue');
    await write('R1', '/teams/red');
    await stream.untilKey('R1');
    await call(member.id, scene.admin, inTeam('blue')).expect(200);
    await write('R2', '/teams/red');
    await write('B2', '/teams/blue');
    await stream.untilKey('B2');
    await call(member.id, scene.admin, inTeam('*')).expect(200);
    await write('R3', '/teams/red');
    await write('B3', '/teams/blue');
    await call(member.id, scene.admin, inTeam('green')).expect(200);
    await write('G1', '/teams/green');
    await stream.untilKey('G1');
    expect(stream.keys).toEqual(['R1', 'B2', 'G1']);
  });

  it('is not what others with its organization role are taken for', async () => {
    const rules: Rule[] = [
      {
        subject: 'app-connections',
        action: ['connect'],
        conditions: { connectionId: { $in: ['c', '{{identity.name}}'] } },
      },
    ];
    const [ann, bob] = [
      await anIdentity(server(), scene.orgId, rules),
      await anIdentity(server(), scene.orgId, 'no-access'),
    ];
    const { source } = server().database;
    await source.query(
      `update identities set role = 'custom', role_id = (select role_id from identities where id = $1)
       where id = $2`,
      [ann.id, bob.id],
    );
    await call(ann.id, scene.admin, { name: 'ann' }).expect(200);
    await call(bob.id, scene.admin, { name: 'bob' }).expect(200);
    const may = async ({ id }: Caller, connectionId: string) => {
      const [row] = await source.query<Partial<Actor>[]>(
        `select i.id "callerId", i.org_id "orgId", i.role "orgRole", i.role_id "orgRoleId",
           o.epoch "orgEpoch"
         from identities i join organizations o on o.id = i.org_id where i.id = $1`,
        [id],
      );
      const { ability } = await server()
        .app.get(AccessService)
        .toOrganization({ ...row, claims: {} } as Actor);
      return ability.allows('connect', 'app-connections', { connectionId });
    };
    expect([await may(ann, 'ann'), await may(bob, 'ann')]).toEqual([true, false]);
    expect([await may(bob, 'bob'), await may(ann, 'bob')]).toEqual([true, false]);
    expect([await may(bob, 'c'), await may(ann, '{{identity.name}}')]).toEqual([true, false]);
    await call(ann.id, scene.admin, { name: 'eve' }).expect(200);
    expect([await may(ann, 'ann'), await may(ann, 'eve')]).toEqual([false, true]);
  });

  it(`is never old after the change, while it joins the project: ${RACES} races`, async () => {
    const { source } = server().database;
    const roleId = crypto.randomUUID();
    await source.query(
      `insert into project_roles (id, project_id, slug, name, permissions)
       values ($1, $2, 'teammate', 'Teammate', $3)`,
      [roleId, scene.project.id, JSON.stringify([READ])],
    );
    const memberships = `/api/v1/projects/${scene.project.id}/identity-memberships`;
    for (let i = 0; i < RACES; i++) {
      const caller = await anIdentity(server(), scene.orgId, 'no-access');
      await call(caller.id, scene.admin, inTeam('red')).expect(200);
      const join = scene.admin.http
        .post(`${memberships}/${caller.id}`)
        .send({ role: 'teammate' })
        .then(({ status }) => status);
      const rename = new Promise((resolve) => setTimeout(resolve, Math.random() * 12)).then(() =>
        call(caller.id, atReplica(1, scene.admin), inTeam('blue')).then(({ status }) => status),
      );
      const reads = Promise.all(
        [0, 1].map(async (replica) => {
          const { http } = atReplica(replica, caller);
          const url = at(V3, { ...scene.dev, secretPath: '/', recursive: true });
          for (let n = 0; n < 6; n++) await http.get(url);
        }),
      );
      expect(await Promise.all([join, rename])).toEqual([200, 200]);
      await reads;
      for (const replica of [0, 1])
        expect(await seen(atReplica(replica, caller))).toEqual(['BLUE']);
    }
  });
});

describe('who may hand out rules that speak of their holder', () => {
  const GRANTER: readonly Rule[] = [
    { subject: 'identity', action: ['read', 'edit', 'grant-privileges'] },
  ];
  const grant = (by: Caller, to: Caller, rule: Rule, status: number) =>
    by.http
      .post(PRIVILEGES)
      .send({
        identityId: to.id,
        projectId: scene.project.id,
        permissions: [rule],
        type: { isTemporary: false },
      })
      .expect(status);

  it('is who holds it for whichever value', async () => {
    const grantee = await aTeammate('blue', []);
    const wide = { ...READ, conditions: { secretPath: { $glob: '/teams/**' } } };
    const unconditional: Rule = { subject: 'secrets', action: ['read'] };
    for (const held of [wide, unconditional]) {
      await grant(await aTeammate('red', [...GRANTER, held]), grantee, READ, 200);
    }
    await grant(scene.admin, grantee, READ, 200);
    expect(await seen(grantee)).toEqual(['BLUE']);
  });

  it('is nobody who holds it for their own', async () => {
    const grantee = await aTeammate('blue', []);
    const own = { ...READ, conditions: { secretPath: { $glob: '/teams/red/**' } } };
    for (const held of [READ, own]) {
      const granter = await aTeammate('red', [...GRANTER, held]);
      const { body } = await grant(granter, grantee, READ, 403);
      expect(body).toMatchObject({ details: { missingPermissions: [READ] } });
      await grant(granter, granter, READ, 403);
      await grant(granter, grantee, own, 200);
    }
    const blue = { ...READ, conditions: { secretPath: { $glob: '/teams/blue/**' } } };
    await grant(await aTeammate('red', [...GRANTER, READ]), grantee, blue, 403);
  });

  it('is, of a role that is edited, who holds it for all its holders', async () => {
    const editor = await aTeammate('red', [{ subject: 'role', action: ['read', 'edit'] }, READ]);
    const holder = await aTeammate('blue', [{ subject: 'tags', action: ['read'] }]);
    const { source } = server().database;
    const [role] = await source.query<{ id: string }[]>(
      `select custom_role_id id from membership_roles h join project_memberships m on m.id = h.membership_id
       where m.identity_id = $1`,
      [holder.id],
    );
    const path = `/api/v1/projects/${scene.project.id}/roles/${role!.id}`;
    const edit = (by: Caller) =>
      by.http.patch(path).send({ permissions: [{ subject: 'tags', action: ['read'] }, READ] });
    await edit(editor).expect(403);
    expect(await seen(scene.admin)).toContain('BLUE');
    await edit(scene.admin).expect(200);
    expect(await seen(holder)).toEqual(['BLUE']);
    // What the role says already, anybody who may edit it may say again.
    await edit(editor).expect(200);
  });
});

describe('who may change what an identity is known by', () => {
  const MAY_EDIT: readonly Rule[] = [{ subject: 'identity', action: ['read', 'edit'] }];

  /** An editor of identities in the organization, who holds the rules in the project. */
  async function anEditor(rules: readonly Rule[], team: string): Promise<Caller> {
    const editor = await anIdentity(server(), scene.orgId, MAY_EDIT);
    await join(server(), scene.project, editor, rules);
    await call(editor.id, scene.admin, inTeam(team)).expect(200);
    return editor;
  }

  it('is nobody without the permission to edit identities, not even itself', async () => {
    const member = await aTeammate('red');
    await call(member.id, member, inTeam('blue')).expect(403);
    await call(member.id, member, { name: 'blue' }).expect(403);
    expect(await seen(member)).toEqual(['RED', 'RED_DEEP']);
  });

  it('is nobody who would give by it what they do not hold, to themselves or to others', async () => {
    const editor = await anEditor([READ], 'red');
    const { body } = await call(editor.id, editor, inTeam('blue')).expect(403);
    expect(body).toMatchObject({
      error: 'PermissionDenied',
      details: { missingPermissions: [READ] },
    });
    await call(editor.id, editor, inTeam('*')).expect(403);
    await call(editor.id, editor, { name: 'another name' }).expect(200);
    await call(editor.id, editor, { metadata: [] }).expect(200);
    expect(await seen(editor)).toEqual([]);
    await call(editor.id, editor, inTeam('red')).expect(403);
  });

  it('is nobody to whom it would set free what they had forbidden', async () => {
    const all: Rule = { subject: 'secrets', action: ['read'] };
    const editor = await anEditor([all, { ...READ, inverted: true }], 'red');
    expect(await seen(editor)).toEqual(['BLUE', 'GREEN']);
    await call(editor.id, editor, inTeam('blue')).expect(403);
    await call(editor.id, editor, { name: 'still the same team' }).expect(200);
  });

  it('is an editor within what the editor holds', async () => {
    const two = { secretPath: { $in: ['/teams/red', '/teams/blue'] } };
    const editor = await anEditor([{ ...READ, conditions: two }], 'red');
    const exact = { secretPath: '/teams/{{identity.metadata.team}}' };
    const member = await aTeammate('red', [{ ...READ, conditions: exact }]);
    await call(member.id, editor, inTeam('blue')).expect(200);
    expect(await seen(member)).toEqual(['BLUE']);
    await call(member.id, editor, inTeam('green')).expect(403);
    expect(await seen(member)).toEqual(['BLUE']);
    const stronger = await aTeammate('green', [{ ...READ, conditions: exact }]);
    await call(stronger.id, editor, { name: 'taken over' }).expect(403);
  });
});

describe('questions about rights', () => {
  it('are answered for each identity by its own name', async () => {
    const [red, blue] = [await aTeammate('red'), await aTeammate('blue')];
    const base = `/api/v1/projects/${scene.project.id}/permissions`;
    const question = {
      subject: 'secrets',
      action: 'readValue',
      attributes: { environment: 'dev', secretPath: '/teams/blue', secretName: 'BLUE' },
    };
    const who = await scene.admin.http.post(`${base}/who-can`).send(question).expect(200);
    const { identities } = who.body as { identities: { identityId: string; decidedBy: object }[] };
    const ids = identities.map(({ identityId }) => identityId);
    expect([ids.includes(blue.id), ids.includes(red.id)]).toEqual([true, false]);
    const shown = identities.find(({ identityId }) => identityId === blue.id);
    expect(shown?.decidedBy).toMatchObject({ rule: READ });

    const missed = await scene.admin.http
      .post(`${base}/explain`)
      .send({ ...question, identityId: red.id })
      .expect(200);
    expect(missed.body).toMatchObject({
      allowed: false,
      missed: [{ rule: READ, fields: ['secretPath'] }],
    });
  });
});
