import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Response } from 'supertest';
import { Database } from '../../src/database/database.js';
import type { Rule } from '../../src/permissions/rule.js';
import { aMember, anIdentity, aScene, withoutReqId } from '../support/scene.js';
import { BLIND_NOT_FOUND, withoutNames } from '../support/refusals.js';
import { countStatements } from '../support/statements.js';
import { runs } from '../support/runs.js';
import {
  server,
  expectStatus,
  source,
  permanent,
  temporary,
  type Stage,
  aStage,
  aRole,
} from './memberships-scene.js';

const namesOf = (answer: Response) =>
  (
    answer.body as { identityMemberships: { identity: { name: string } }[] }
  ).identityMemberships.map(({ identity }) => identity.name);

/** Members with names and no token. */
async function members(stage: Stage, names: readonly string[]): Promise<void> {
  await source().query(
    `with i as (
       insert into identities (id, org_id, membership_id, name, role)
       select gen_random_uuid(), $1, gen_random_uuid(), n, 'no-access' from unnest($3::text[]) n
       returning id
     ), m as (
       insert into project_memberships (id, project_id, identity_id)
       select gen_random_uuid(), $2, id from i returning id
     )
     insert into membership_roles (id, membership_id, role)
     select gen_random_uuid(), id, 'viewer' from m`,
    [stage.orgId, stage.project.id, names],
  );
}

describe('GET one identity membership', () => {
  it('is the same by every path', async () => {
    const { admin, orgId, project, url } = await aStage();
    const bot = await aMember(server, project, orgId, 'viewer');
    const first = await admin.http.get(`${url}/${bot.id}`).expect(200);
    const { id } = (first.body as { identityMembership: { id: string } }).identityMembership;
    for (const path of [
      `/api/v1/projects/${project.id}/memberships/identities/${bot.id}`,
      `/api/v1/workspace/${project.id}/identity-memberships/${bot.id}`,
      `/api/v2/workspace/${project.id}/identity-memberships/${bot.id}`,
      `/api/v1/projects/identity-memberships/${id}`,
      `/api/v1/workspace/identity-memberships/${id}`,
      `/api/v2/workspace/identity-memberships/${id}`,
    ])
      expect((await admin.http.get(path).expect(200)).body).toEqual(first.body);
  });

  it('answers the same 404 for another tenant as for nothing at all', async () => {
    const { admin, orgId, project, url } = await aStage();
    const bot = await aMember(server, project, orgId, 'viewer');
    const elsewhere = await aStage();
    const read = await admin.http.get(`${url}/${bot.id}`).expect(200);
    const { id } = (read.body as { identityMembership: { id: string } }).identityMembership;
    const nothing = await elsewhere.admin.http.get(`${elsewhere.url}/${randomUUID()}`).expect(404);
    const missing = await elsewhere.admin.http.get(`${elsewhere.url}/${bot.id}`).expect(404);
    expect(withoutNames(missing.body)).toEqual(withoutNames(nothing.body));
    for (const path of [
      `${url}/${bot.id}`,
      `/api/v1/projects/identity-memberships/${id}`,
      '/api/v1/projects/identity-memberships/{}',
      '/api/v2/workspace/identity-memberships/undefined',
    ])
      expect(withoutReqId((await elsewhere.admin.http.get(path).expect(404)).body)).toEqual(
        BLIND_NOT_FOUND,
      );
  });

  it('is read only by whom the rules let', async () => {
    const { orgId, project, url } = await aStage();
    const bot = await aMember(server, project, orgId, 'no-access');
    const other = await aMember(server, project, orgId, 'no-access');
    const reader = await aMember(server, project, orgId, [
      { subject: 'identity', action: 'read', conditions: { identityId: bot.id } },
    ]);
    await expectStatus(200, reader.http.get(`${url}/${bot.id}`));
    await expectStatus(403, reader.http.get(`${url}/${other.id}`));
    await expectStatus(403, bot.http.get(`${url}/${bot.id}`));
  });
});

describe('GET /api/v1/projects/{projectId}/identity-memberships', () => {
  it('pages in a stable order, with the count of all', async () => {
    const stage = await aStage();
    const { admin, url } = stage;
    await members(stage, ['b', 'a', 'a', 'c']);
    const all = await admin.http.get(url).expect(200);
    expect(all.body).toMatchObject({ totalCount: 5 });
    expect(namesOf(all)).toEqual(['a', 'a', 'b', 'c', `identity-${admin.id}`]);

    const pages = [];
    for (let offset = 0; offset < 6; offset += 2) {
      const page = await admin.http.get(`${url}?offset=${offset}&limit=2&orderBy=name`).expect(200);
      const body = page.body as { identityMemberships: unknown[]; totalCount: number };
      expect(body.totalCount).toBe(5);
      pages.push(...body.identityMemberships);
    }
    expect(pages).toEqual((all.body as { identityMemberships: unknown[] }).identityMemberships);
    const back = await admin.http.get(`${url}?orderDirection=desc`).expect(200);
    expect((back.body as { identityMemberships: unknown[] }).identityMemberships).toEqual(
      pages.toReversed(),
    );
    const beyond = await admin.http.get(`${url}?offset=2147483648`).expect(200);
    expect(beyond.body).toEqual({ identityMemberships: [], totalCount: 5 });
  });

  it('searches a part of the name, whatever its case, every character literal', async () => {
    const stage = await aStage();
    const { admin, url } = stage;
    await members(stage, ['Deploy-Bot', 'robot', '100%', 'a_b', 'axb', 'back\\slash', 'ÄRGER']);
    const found = async (text: string) =>
      namesOf(await admin.http.get(url).query({ search: text }).expect(200));
    expect(await found('BOT')).toEqual(['Deploy-Bot', 'robot']);
    expect(await found('%')).toEqual(['100%']);
    expect(await found('a_b')).toEqual(['a_b']);
    expect(await found('\\')).toEqual(['back\\slash']);
    expect(await found('ärger')).toEqual(['ÄRGER']);
    expect(await found('x'.repeat(8_000))).toEqual([]);
    expect(await found("'; drop table identities; --")).toEqual([]);
    expect(await found('')).toHaveLength(8);
    const newer = `/api/v1/projects/${stage.project.id}/memberships/identities?identityName=bot`;
    expect(namesOf(await admin.http.get(newer).expect(200))).toEqual(['Deploy-Bot', 'robot']);
  });

  it('finds who holds any of the roles, predefined or custom, by the newer form', async () => {
    const stage = await aStage();
    const { admin, orgId, project } = stage;
    await members(stage, ['one', 'two']);
    const rules: Rule[] = [{ subject: 'identity', action: ['read'] }];
    await aRole(stage, rules);
    const elsewhere = await aStage();
    await aRole(elsewhere, rules);
    const bot = await anIdentity(server, orgId, 'no-access');
    const both = { roles: [permanent('member'), temporary('deployer')] };
    await admin.http.post(`${stage.url}/${bot.id}`).send(both).expect(200);
    const newer = `/api/v1/projects/${project.id}/memberships/identities`;
    const found = async (query: string, caller = admin) => {
      const answer = await caller.http.get(`${newer}?${query}`).expect(200);
      const names = namesOf(answer);
      expect(answer.body).toMatchObject({ totalCount: names.length });
      return names;
    };
    const [adminName, botName] = [`identity-${admin.id}`, `identity-${bot.id}`];

    expect(await found('roles=admin')).toEqual([adminName]);
    expect(await found('roles=viewer')).toEqual(['one', 'two']);
    expect(await found('roles=deployer')).toEqual([botName]);
    expect(await found('roles=custom')).toEqual([botName]);
    expect(await found('roles=member,%20deployer')).toEqual([botName]);
    expect(await found('roles=viewer&roles=member')).toEqual([botName, 'one', 'two'].toSorted());
    expect(await found('roles=viewer&identityName=tw')).toEqual(['two']);
    expect(await found('roles=nobody')).toEqual([]);
    expect(await found('roles=')).toHaveLength(4);
    const narrow = await aMember(server, project, orgId, [
      { subject: 'identity', action: 'read', conditions: { identityId: bot.id } },
    ]);
    expect(await found('roles=viewer,member', narrow)).toEqual([botName]);
    for (const query of ['roles[$ne]=x', 'roles=%00', `roles=${'x'.repeat(4_097)}`])
      await expectStatus(422, admin.http.get(`${newer}?${query}`));
  });

  it.each([
    'limit=0',
    'limit=20001',
    'limit=-1',
    'limit=1e3',
    'limit=0x10',
    'limit=%205',
    'limit=5&limit=6',
    'limit[]=5',
    'offset=-1',
    'offset=x',
    'orderBy=id',
    'orderBy=name;--',
    'orderBy[$ne]=name',
    'orderDirection=DESC%20NULLS%20FIRST',
    'orderDirection=__proto__',
    'search[$ne]=x',
    'search=%00',
  ])('refuses %s', async (query) => {
    const { admin, url } = await aStage();
    await expectStatus(422, admin.http.get(`${url}?${query}`));
  });

  it('takes both bounds of limit, by the older and by the newer form', async () => {
    const { admin, project, url } = await aStage();
    const newer = `/api/v1/projects/${project.id}/memberships/identities`;
    await expectStatus(200, admin.http.get(`${url}?limit=1`));
    await expectStatus(200, admin.http.get(`${url}?limit=20000&offset=`));
    await expectStatus(200, admin.http.get(`${newer}?limit=1000`));
    await expectStatus(422, admin.http.get(`${newer}?limit=1001`));
  });

  it('shows and counts only what the caller may read', async () => {
    const stage = await aStage();
    const { admin, orgId, project, url } = stage;
    await members(stage, ['a', 'b', 'c']);
    const rules = (rule: object): Rule[] => [
      { subject: 'identity', action: ['read'] },
      { subject: 'identity', action: ['read'], ...rule },
    ];
    const forbidden = await aMember(
      server,
      project,
      orgId,
      rules({ inverted: true, conditions: { identityId: { $eq: admin.id } } }),
    );
    const list = await forbidden.http.get(url).expect(200);
    expect(list.body).toMatchObject({ totalCount: 4 });
    expect(namesOf(list)).toEqual(['a', 'b', 'c', `identity-${forbidden.id}`]);
    const narrow = await aMember(server, project, orgId, [
      { subject: 'identity', action: 'read', conditions: { identityId: { $in: [admin.id] } } },
    ]);
    const one = await narrow.http.get(url).expect(200);
    expect(one.body).toMatchObject({ totalCount: 1 });
    expect(namesOf(one)).toEqual([`identity-${admin.id}`]);
    const none = await aMember(server, project, orgId, 'no-access');
    await expectStatus(403, none.http.get(url));
  });

  it('refuses another tenant with 404 and whoever is no member with 403', async () => {
    const { orgId, url } = await aStage();
    const elsewhere = await aScene(server);
    const stranger = await anIdentity(server, orgId, 'admin');
    await expectStatus(404, elsewhere.admin.http.get(url));
    await expectStatus(403, stranger.http.get(url));
    await expectStatus(401, server.http.get(url));
  });

  it('carries an ETag and answers 304 to it', async () => {
    const { admin, url } = await aStage();
    const first = await admin.http.get(url).expect(200);
    expect(first.headers['content-type']).toBe('application/json; charset=utf-8');
    await expectStatus(
      304,
      admin.http.get(url).set('If-None-Match', first.headers['etag'] as string),
    );
  });

  const SIZE = runs(3_000, 20_000);

  it(`lists ${SIZE} in one statement whatever their number`, async () => {
    const stage = await aStage();
    const { admin, url } = stage;
    // Not through the pool, whose statements have 5 s.
    const client = new pg.Client({ connectionString: server.databaseUrl });
    await client.connect();
    await client.query(
      `with i as (
         insert into identities (id, org_id, membership_id, name, role)
         select gen_random_uuid(), $1, gen_random_uuid(), 'bot-' || lpad(n::text, 6, '0'), 'no-access'
         from generate_series(1, ${SIZE - 1}) n returning id
       ), m as (
         insert into project_memberships (id, project_id, identity_id)
         select gen_random_uuid(), $2, id from i returning id
       )
       insert into membership_roles (id, membership_id, role)
       select gen_random_uuid(), id, r from m, unnest(array['viewer', 'member']) r`,
      [stage.orgId, stage.project.id],
    );
    await client.query('analyze');
    await client.end();
    await expectStatus(200, admin.http.get(`${url}?limit=10`));
    const newer = `/api/v1/projects/${stage.project.id}/memberships/identities`;
    const admins = await admin.http.get(`${newer}?roles=admin`).expect(200);
    expect(admins.body).toMatchObject({ totalCount: 1 });
    const statements = countStatements(server.app.get(Database));
    const statementsOf = async (limit: number, least: number): Promise<number> => {
      statements.take();
      const answer = await fetch(`http://127.0.0.1:${portOf(server.app)}${url}?limit=${limit}`, {
        headers: { authorization: `Bearer ${admin.token}` },
      });
      expect(answer.status).toBe(200);
      expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(least);
      return statements.take();
    };
    // What is remembered for seconds is asked for anew in one of the two now and then, never in all of these pairs.
    const pairs: [few: number, all: number][] = [];
    for (let n = 0; n < 5 && !pairs.some(([few, all]) => few === all); n++)
      pairs.push([await statementsOf(10, 2_500), await statementsOf(SIZE, 250 * SIZE)]);
    expect(pairs.map(([few, all]) => all - few)).toContain(0);
    statements.stop();
    const last = await admin.http.get(`${url}?limit=2&offset=${SIZE - 2}`).expect(200);
    expect(namesOf(last)).toEqual([
      `bot-${String(SIZE - 1).padStart(6, '0')}`,
      `identity-${admin.id}`,
    ]);
    expect(last.body).toMatchObject({ totalCount: SIZE });
  });
});

const portOf = (app: { getHttpServer(): { address(): unknown } }) =>
  (app.getHttpServer().address() as { port: number }).port;
