import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { AccessService } from '../../src/access/access.service.js';
import { type Holding, liveRules } from '../../src/access/held-rules.js';
import type { Actor } from '../../src/auth/actor.js';
import { Evaluator } from '../../src/permission-queries/evaluator.js';
import { type Question, answerQuestion } from '../../src/permission-queries/question.js';
import { Random } from '../support/permissions/random.js';
import {
  PAIRS_OF,
  aResource,
  aRule,
  anIdentity as anOracleIdentity,
  withTemplates,
} from '../support/permissions/samples.js';
import { oracleAllows } from '../support/permissions/oracle.js';
import type { Rule } from '../../src/permissions/rule.js';
import { bindRules } from '../../src/permissions/templates.js';
import { RequestScoped } from '../../src/request-scope/request-scope.js';
import { isOfRequest } from '../support/statements.js';
import { useApp } from '../support/harness.js';
import { runs } from '../support/runs.js';
import {
  type Caller,
  aMember,
  anIdentity,
  aProject,
  aScene,
  type TestProject,
} from '../support/scene.js';

const server = useApp();
const PRIVILEGES = '/api/v2/identity-project-additional-privilege';
const DEV: Rule = { subject: 'secrets', action: ['readValue'], conditions: { environment: 'dev' } };
const ASKED = {
  subject: 'secrets',
  action: 'readValue',
  attributes: { environment: 'dev', secretPath: '/', secretName: 'KEY', secretTags: [] },
};

interface ProjectScene {
  readonly orgId: string;
  readonly admin: Caller;
  readonly project: TestProject;
  readonly path: string;
}

async function aProjectScene(): Promise<ProjectScene> {
  const { orgId, admin } = await aScene(server);
  const project = await aProject(admin);
  return { orgId, admin, project, path: `/api/v1/projects/${project.id}/permissions` };
}

const member = ({ project, orgId }: ProjectScene, role: string | readonly Rule[]) =>
  aMember(server, project, orgId, role);

async function grant(
  { admin, project }: ProjectScene,
  to: Caller,
  more: object = {},
): Promise<string> {
  const body = { permissions: [DEV], type: { isTemporary: false }, ...more };
  const membership = { identityId: to.id, projectId: project.id };
  const made = await admin.http
    .post(PRIVILEGES)
    .send({ ...membership, ...body })
    .expect(200);
  return (made.body as { privilege: { id: string } }).privilege.id;
}

async function ask(scene: ProjectScene, what: string, body: object, by = scene.admin) {
  return (await by.http.post(`${scene.path}/${what}`).send(body)) as {
    status: number;
    body: Record<string, unknown>;
  };
}

const temporary = (start: string, range: string) => ({
  isTemporary: true,
  temporaryMode: 'relative',
  temporaryRange: range,
  temporaryAccessStartTime: start,
});

describe('POST /api/v1/projects/:projectId/permissions/explain', () => {
  it('names the rule that allows, where it comes from, and when it ends', async () => {
    const scene = await aProjectScene();
    const bot = await member(scene, 'no-access');
    const start = '2020-01-01T00:00:00.000Z';
    const type = temporary(start, '10y');
    const id = await grant(scene, bot, { slug: 'for-a-while', type });

    const { status, body } = await ask(scene, 'explain', { identityId: bot.id, ...ASKED });

    expect(status).toBe(200);
    const end = '2029-12-31T12:00:00.000Z';
    expect(body).toEqual({
      allowed: true,
      at: expect.any(String),
      decidedBy: {
        rule: DEV,
        source: { kind: 'privilege', slug: 'for-a-while', id, validFrom: start, validUntil: end },
      },
      endsAt: end,
      missed: [],
      reason: expect.stringMatching(
        /^\S+ may use the action readValue on secrets in dev at \/ \(KEY\): privilege for-a-while allows it\.$/,
      ),
    });
  });

  it('tells another answer about another time', async () => {
    const scene = await aProjectScene();
    const bot = await member(scene, 'no-access');
    await grant(scene, bot, { type: temporary('2030-01-01T00:00:00Z', '1h') });
    const at = async (moment: string) =>
      (await ask(scene, 'explain', { identityId: bot.id, ...ASKED, at: moment })).body;

    expect(await at('2029-12-31T23:59:59.999Z')).toMatchObject({
      allowed: false,
      endsAt: '2030-01-01T00:00:00.000Z',
    });
    expect(await at('2030-01-01T00:00:00Z')).toMatchObject({
      allowed: true,
      at: '2030-01-01T00:00:00.000Z',
      endsAt: '2030-01-01T01:00:00.000Z',
    });
    expect(await at('2030-01-01T01:00:00Z')).toEqual({
      allowed: false,
      at: '2030-01-01T01:00:00.000Z',
      decidedBy: null,
      missed: [],
      reason: expect.stringMatching(
        /^\S+ may not use the action readValue on secrets in dev at \/ \(KEY\): no rule of role no-access allows it\. Add a rule/,
      ),
    });
  });

  it('names the rule that forbids, and what nearly allowed', async () => {
    const scene = await aProjectScene();
    const forbids = { ...DEV, inverted: true };
    const bot = await member(scene, [DEV, forbids]);
    const forbidden = await ask(scene, 'explain', { identityId: bot.id, ...ASKED });
    expect(forbidden.body).toMatchObject({
      allowed: false,
      decidedBy: { rule: forbids },
      reason: expect.stringMatching(/: a rule of role \S+ forbids it, whatever else allows it\.$/),
    });

    const other = await member(scene, [DEV]);
    const attributes = { environment: 'prod' };
    const missed = await ask(scene, 'explain', { identityId: other.id, ...ASKED, attributes });
    expect(missed.body).toMatchObject({
      allowed: false,
      decidedBy: null,
      missed: [{ rule: DEV, fields: ['environment'], source: { kind: 'role' } }],
      reason: expect.stringMatching(
        /in prod: role \S+ allows it elsewhere, but its conditions on environment are not met\.$/,
      ),
    });
  });

  it('explains roles by the predefined tables too', async () => {
    const scene = await aProjectScene();
    const { body } = await ask(scene, 'explain', { identityId: scene.admin.id, ...ASKED });
    expect(body).toMatchObject({
      allowed: true,
      decidedBy: { source: { kind: 'role', slug: 'admin' } },
    });
  });

  it.each([
    ['an unknown subject', { subject: 'constructor' }],
    ['an action of another subject', { action: 'lease' }],
    ['an unknown attribute', { attributes: { __proto__x: 'a' } }],
    ['an attribute of the wrong kind', { attributes: { secretTags: 'a' } }],
    ['attributes that are no object', { attributes: ['a'] }],
    ['a time that is none', { at: 'yesterday' }],
    ['no subject', { subject: undefined }],
  ])('refuses %s with 422', async (_, more) => {
    const scene = await aProjectScene();
    const asked = { identityId: scene.admin.id, ...ASKED, ...more };
    expect((await ask(scene, 'explain', asked)).status).toBe(422);
  });

  it('is for those who may read the identity and roles', async () => {
    const scene = await aProjectScene();
    const bot = await member(scene, 'no-access');
    const outsider = await anIdentity(server, scene.orgId, 'admin');
    const asked = { identityId: bot.id, ...ASKED };
    const readRole: Rule = { subject: 'role', action: 'read' };
    const read = (conditions?: object): Rule => ({
      subject: 'identity',
      action: 'read',
      ...(conditions ? { conditions } : {}),
    });
    const statuses = await Promise.all(
      [
        [read()],
        [readRole],
        [readRole, read()],
        [readRole, read({ identityId: randomUUID() })],
      ].map(
        async (rules) => (await ask(scene, 'explain', asked, await member(scene, rules))).status,
      ),
    );
    expect(statuses).toEqual([403, 403, 200, 403]);
    // A refusal shows the deciding rule and names this question: whoever was refused may ask it about themselves.
    expect((await ask(scene, 'explain', asked, bot)).status).toBe(200);
    expect((await ask(scene, 'who-can', ASKED, bot)).status).toBe(403);
    expect((await ask(scene, 'explain', asked, outsider)).status).toBe(403);
    expect((await ask(scene, 'explain', { ...asked, identityId: outsider.id })).status).toBe(404);
    expect((await ask(scene, 'explain', { ...asked, identityId: '%' })).status).toBe(404);
    await server.http.post(`${scene.path}/explain`).send(asked).expect(401);
    const elsewhere = { ...scene, path: `/api/v1/projects/${randomUUID()}/permissions` };
    expect((await ask(elsewhere, 'explain', asked)).status).toBe(404);
  });

  it('agrees with enforcement over HTTP', async () => {
    const scene = await aProjectScene();
    const random = new Random(20261121);
    for (let i = 0; i < 15; i++) {
      const rules = random.times(6, () => aRule(random)).filter((r) => r.subject === 'secrets');
      const describes: Rule = { subject: 'secrets', action: 'describeSecret' };
      const bot = await member(scene, [describes, ...(rules as unknown as Rule[])]);
      const attributes = { environment: 'dev', secretPath: '/', secretTags: [] };
      const asked = { subject: 'secrets', action: 'create' };
      const name = random.pick(['a', 'b', 'ab', 'ba']);
      const { body } = await ask(scene, 'explain', {
        identityId: bot.id,
        ...asked,
        attributes: { ...attributes, secretName: name },
      });
      const made = await bot.http
        .post(`/api/v3/secrets/raw/${name}`)
        .send({ workspaceId: scene.project.id, environment: 'dev', secretValue: 'v' });
      expect([body['allowed'], made.status === 403]).toEqual([
        made.status !== 403,
        !body['allowed'],
      ]);
    }
  });
});

describe('the inquiry', () => {
  const EDGES = [null, ...[0, 1, 2, 3, 4].map((hour) => new Date(hour * 3_600_000))];

  const aHolding = (random: Random): Holding => ({
    kind: random.chance(50) ? 'role' : 'privilege',
    id: randomUUID(),
    slug: 'x',
    permissions: random.times(4, () => withTemplates(random, aRule(random))) as unknown as Rule[],
    validFrom: random.pick(EDGES),
    validUntil: random.pick(EDGES),
  });

  it('answers as all rules together do, and as an independent oracle does', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), async (seed) => {
        const random = new Random(seed);
        const holdings = random.times(6, () => aHolding(random));
        const subject = random.pick(['secrets', 'dynamic-secrets'] as const);
        const action = random.pick(PAIRS_OF[subject]);
        const attributes = aResource(random, subject) as Question['attributes'];
        const question = { subject, action, attributes };
        const at = new Date(random.below(5 * 3_600_000));

        const identity = anOracleIdentity(random);
        const { id: holderId, name, metadata } = identity;
        const member = { kind: 'identity' as const, holderId, name, metadata, holdings };
        const liveAt = (time: number) => bindRules(liveRules(holdings, time).rules, identity);
        const rules = liveAt(at.getTime());
        const asked = await new Evaluator(question).evaluateWithEnd(member, at);

        expect(asked).toMatchObject(await answerQuestion(rules, question));
        const parts = action === 'read' ? ['describeSecret', 'readValue'] : [action];
        const written = liveRules(holdings, at.getTime()).rules;
        const plain = written as unknown as Parameters<typeof oracleAllows>[0];
        const expected = parts.every((part) =>
          oracleAllows(plain, part, subject, attributes, identity),
        );
        expect(asked.allowed).toBe(expected);
        const until = asked.endsAt?.getTime() ?? 6 * 3_600_000;
        const then = async (time: number) => (await answerQuestion(liveAt(time), question)).allowed;
        expect(await then(until - 1)).toBe(asked.allowed);
        expect(await then(until)).toBe(asked.endsAt ? !asked.allowed : asked.allowed);
      }),
      { numRuns: 3_000 },
    );
  });
});

describe('POST /api/v1/projects/:projectId/permissions/who-can', () => {
  it('lists those who may, by name and page, each with the rule', async () => {
    const scene = await aProjectScene();
    const bots = await Promise.all([1, 2, 3, 4].map(() => member(scene, [DEV])));
    await member(scene, 'no-access');
    const names = [...bots, scene.admin].map(({ id }) => `identity-${id}`).sort();

    const all = await ask(scene, 'who-can', ASKED);
    expect(all.status).toBe(200);
    const identities = all.body['identities'] as { name: string; decidedBy: object }[];
    expect(identities.map(({ name }) => name)).toEqual(names);
    expect(all.body['totalCount']).toBe(5);
    expect(identities.find(({ name }) => name.endsWith(bots[0]!.id))).toEqual({
      identityId: bots[0]!.id,
      name: `identity-${bots[0]!.id}`,
      decidedBy: {
        rule: DEV,
        source: { kind: 'role', slug: expect.any(String), id: expect.any(String) },
      },
    });

    const page = await ask(scene, 'who-can', { ...ASKED, offset: 3, limit: 1 });
    expect(page.body).toEqual({ identities: [identities[3]], users: [], totalCount: 5 });
    expect((await ask(scene, 'who-can', { ...ASKED, limit: 101 })).status).toBe(422);
    expect((await ask(scene, 'who-can', { ...ASKED, limit: 0 })).status).toBe(422);
    expect((await ask(scene, 'who-can', { ...ASKED, offset: -1 })).status).toBe(422);
  });

  it('shows and counts only those whom the caller may read', async () => {
    const scene = await aProjectScene();
    const [one] = await Promise.all([1, 2].map(() => member(scene, [DEV])));
    const caller = await member(scene, [
      { subject: 'role', action: 'read' },
      { subject: 'identity', action: 'read', conditions: { identityId: one!.id } },
    ]);
    const { body } = await ask(scene, 'who-can', ASKED, caller);
    expect(body).toMatchObject({ totalCount: 1, identities: [{ identityId: one!.id }] });
    expect((await ask(scene, 'who-can', ASKED, one)).status).toBe(403);
  });

  it('counts who holds it at another time', async () => {
    const scene = await aProjectScene();
    const bot = await member(scene, 'no-access');
    await grant(scene, bot, { type: temporary('2030-01-01T00:00:00Z', '1h') });
    const count = async (at: string) =>
      (await ask(scene, 'who-can', { ...ASKED, at })).body['totalCount'];
    expect(await count('2029-12-31T23:59:59Z')).toBe(1);
    expect(await count('2030-01-01T00:30:00Z')).toBe(2);
  });
});

describe('POST /api/v1/projects/:projectId/permissions/preview', () => {
  it('shows what a grant would give, once', async () => {
    const scene = await aProjectScene();
    const bot = await member(scene, 'no-access');
    const preview = () =>
      ask(scene, 'preview', { change: { identityId: bot.id, grant: { permissions: [DEV] } } });
    const name = `identity-${bot.id}`;
    expect((await preview()).body).toEqual({
      identities: [{ identityId: bot.id, name, gains: [DEV], loses: [] }],
      users: [],
      totalCount: 1,
    });
    await grant(scene, bot);
    expect((await preview()).body).toEqual({ identities: [], users: [], totalCount: 0 });
  });

  it('shows what a planned time would give, and what taking away would take', async () => {
    const scene = await aProjectScene();
    const bot = await member(scene, 'no-access');
    const type = temporary('2030-01-01T00:00:00Z', '1h');
    const planned = { identityId: bot.id, grant: { permissions: [DEV], type } };
    const { body } = await ask(scene, 'preview', { change: planned });
    expect(body).toMatchObject({ totalCount: 1, identities: [{ gains: [DEV], loses: [] }] });

    const privilegeId = await grant(scene, bot);
    const revoked = await ask(scene, 'preview', { change: { privilegeId, revoke: true } });
    expect(revoked.body).toMatchObject({ identities: [{ gains: [], loses: [DEV] }] });
    const prod = { ...DEV, conditions: { environment: 'prod' } };
    const changed = await ask(scene, 'preview', { change: { privilegeId, permissions: [prod] } });
    expect(changed.body).toMatchObject({ identities: [{ gains: [prod], loses: [DEV] }] });
    const wider = { ...DEV, conditions: { environment: { $in: ['dev', 'prod'] } } };
    const widened = await ask(scene, 'preview', { change: { privilegeId, permissions: [wider] } });
    expect(widened.body).toMatchObject({ identities: [{ gains: [wider], loses: [] }] });
  });

  it('shows every holder of a role who would gain or lose, and no other', async () => {
    const scene = await aProjectScene();
    const first = await member(scene, [DEV]);
    const [row] = await server.database.source.query<{ slug: string; id: string }[]>(
      `select r.slug, r.id from project_roles r join membership_roles h on h.custom_role_id = r.id
       join project_memberships m on m.id = h.membership_id where m.identity_id = $1`,
      [first.id],
    );
    const second = await member(scene, 'no-access');
    const third = await member(scene, 'admin');
    for (const holder of [second, third]) {
      await server.database.source.query(
        `insert into membership_roles (id, membership_id, role, custom_role_id)
         select $1, id, 'custom', $2 from project_memberships where identity_id = $3`,
        [randomUUID(), row!.id, holder.id],
      );
    }
    await grant(scene, second);

    const tags: Rule = { subject: 'tags', action: ['read'] };
    const change = { roleSlug: row!.slug, permissions: [tags] };
    const { body } = await ask(scene, 'preview', { change });
    const by = (caller: Caller) =>
      (body['identities'] as { identityId: string }[]).find((i) => i.identityId === caller.id);
    expect(body['totalCount']).toBe(2);
    expect(by(first)).toMatchObject({ gains: [tags], loses: [DEV] });
    expect(by(second)).toMatchObject({ gains: [tags], loses: [] });
    const [{ count }] = await server.database.source.query(
      `select count(*)::int from project_roles where id = $1 and permissions::text like '%tags%'`,
      [row!.id],
    );
    expect(count).toBe(0);
  });

  it('counts removing a rule that forbids as a gain', async () => {
    const scene = await aProjectScene();
    const bot = await member(scene, [DEV]);
    const forbids = { ...DEV, inverted: true };
    const privilegeId = await grant(scene, bot, { permissions: [forbids] });
    const { body } = await ask(scene, 'preview', { change: { privilegeId, revoke: true } });
    expect(body).toMatchObject({ identities: [{ identityId: bot.id, gains: [DEV], loses: [] }] });
  });

  it.each([
    ['nothing', {}],
    ['two things', { privilegeId: randomUUID(), revoke: true, roleSlug: 'x' }],
    ['a privilege without change', { privilegeId: randomUUID() }],
    ['a role taken away', { roleSlug: 'x', revoke: true }],
    ['a grant to nobody', { grant: { permissions: [] } }],
    ['a grant of no rules', { identityId: randomUUID(), grant: {} }],
  ])('refuses %s with 422', async (_, change) => {
    expect((await ask(await aProjectScene(), 'preview', { change })).status).toBe(422);
  });

  it('knows no role, privilege or identity of another project, and no predefined role', async () => {
    const scene = await aProjectScene();
    const other = await aProjectScene();
    const bot = await member(other, 'no-access');
    const privilegeId = await grant(other, bot);
    const changes = [
      { privilegeId, revoke: true },
      { privilegeId: randomUUID(), revoke: true },
      { identityId: bot.id, grant: { permissions: [] } },
      { roleSlug: 'admin', permissions: [] },
      { roleSlug: 'nobody', permissions: [] },
    ];
    for (const change of changes) {
      expect((await ask(scene, 'preview', { change })).status).toBe(404);
    }
    const weak = await member(scene, [DEV]);
    const change = { identityId: weak.id, grant: { permissions: [DEV] } };
    expect((await ask(scene, 'preview', { change }, weak)).status).toBe(403);
  });
});

describe('many members', () => {
  const MEMBERS = runs(1_000, 20_000, 'PERMISSION_QUERY_MEMBERS');

  it(`answers about ${MEMBERS} without a statement per member`, async () => {
    const scene = await aProjectScene();
    await populate(scene, MEMBERS);
    const queries = countQueries();

    const whoCan = await ask(scene, 'who-can', { ...ASKED, limit: 100 });
    const change = { roleSlug: 'many', permissions: [] };
    const preview = await ask(scene, 'preview', { change, limit: 100 });

    expect(whoCan.body).toMatchObject({ totalCount: MEMBERS + 1 });
    expect(preview.body).toMatchObject({ totalCount: Math.ceil(MEMBERS / 2) });
    expect(queries.stop()).toBeLessThan(40);
  });
});

/** Every member holds a role or a privilege that allows what is asked. */
async function populate({ orgId, project }: ProjectScene, count: number): Promise<void> {
  const { source } = server.database;
  const roleId = randomUUID();
  await source.query(
    `insert into project_roles (id, project_id, slug, name, permissions) values ($1, $2, 'many', 'M', $3)`,
    [roleId, project.id, JSON.stringify([DEV])],
  );
  const values = [orgId, project.id, count, roleId, JSON.stringify([DEV])];
  await source.transaction(async (tx) => {
    await tx.query('set local statement_timeout = 0');
    await tx.query(INSERT_MEMBERS, values);
  });
}

const INSERT_MEMBERS = `
     with i as (
       insert into identities (id, org_id, membership_id, name, role)
       select gen_random_uuid(), $1, gen_random_uuid(), 'bot ' || n, 'no-access'
       from generate_series(1, $3::int) n returning id, name
     ), m as (
       insert into project_memberships (id, project_id, identity_id)
       select gen_random_uuid(), $2, id from i returning id, identity_id
     ), numbered as (
       select m.id, row_number() over () n from m
     ), r as (
       insert into membership_roles (id, membership_id, role, custom_role_id)
       select gen_random_uuid(), id, 'custom', $4 from numbered where n % 2 = 1
     )
     insert into additional_privileges (id, project_membership_id, slug, permissions)
     select gen_random_uuid(), id, 'p', $5 from numbered where n % 2 = 0`;

/** Counts what goes to the database until stopped. */
function countQueries(isCounted = isOfRequest): { stop(): number } {
  const { source } = server.database;
  const pool = (source.driver as unknown as { master: { query: unknown } }).master;
  const original = pool.query as (...args: unknown[]) => unknown;
  let count = 0;
  pool.query = (...args: unknown[]) => {
    if (isCounted()) count++;
    return original.apply(pool, args);
  };
  const make = source.createQueryRunner.bind(source);
  source.createQueryRunner = (...args) => {
    const runner = make(...args);
    const run = runner.query.bind(runner);
    runner.query = ((...each: Parameters<typeof run>) => {
      if (isCounted()) count++;
      return run(...each);
    }) as typeof runner.query;
    return runner;
  };
  return {
    stop: () => {
      pool.query = original;
      source.createQueryRunner = make;
      return count;
    },
  };
}

describe('the way to a permission', () => {
  it('is two statements at first, and one as long as nothing has changed', async () => {
    const scene = await aProjectScene();
    const bot = await member(scene, [DEV]);
    await grant(scene, bot);
    const access = server.app.get(AccessService);
    const actor = {
      orgId: scene.orgId,
      kind: 'identity',
      callerId: bot.id,
      claims: {},
      request: {},
    } as Actor;
    const request = new RequestScoped<true>();
    const counts: number[] = [];
    for (let i = 0; i < 3; i++) {
      const queries = countQueries(() => request.current === true);
      const { ability } = await request.run(true, () =>
        access.toProject(actor, { id: scene.project.id }),
      );
      counts.push(queries.stop());
      expect(ability.allows('readValue', 'secrets', { ...ASKED.attributes, eventType: null })).toBe(
        true,
      );
    }
    expect(counts).toEqual([2, 1, 1]);
  });
});
