import { randomUUID } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { compile } from '../../src/permissions/ability.js';
import { HOLDING_LIMITS } from '../../src/permissions/rule-weight.js';
import { PROJECT_SUBJECTS } from '../../src/permissions/project-subjects.js';
import type { Rule } from '../../src/permissions/rule.js';
import { useApp } from '../support/harness.js';
import {
  aMember,
  anIdentity,
  aProject,
  aScene,
  type Caller,
  join,
  type TestProject,
} from '../support/scene.js';

const server = useApp();

/** Texts of different two-byte letters, as the attacker of F3 wrote them. */
const letters = (seed: number, count = 250): string =>
  Array.from({ length: count }, (_, i) =>
    String.fromCharCode(0x400 + ((i + seed * 7) % 1_000)),
  ).join('');

const heavyRule = (seed: number): Rule => ({
  subject: 'secrets',
  action: ['readValue', 'describeSecret'],
  conditions: {
    secretPath: { $glob: `*${letters(seed)}*` },
    secretName: { $glob: `*${letters(seed + 1)}*` },
  },
});

const smallRule = (seed: number): Rule => ({
  subject: 'secrets',
  action: ['readValue'],
  conditions: { environment: `env-${seed}` },
});

const rules = (count: number, make: (seed: number) => Rule): Rule[] =>
  Array.from({ length: count }, (_, i) => make(i));

/** As if granted before there was a bound: past the API. */
async function hold(caller: Caller, project: TestProject, permissions: readonly Rule[]) {
  await server.database.source.query(
    `insert into additional_privileges (id, project_membership_id, slug, permissions, is_temporary)
     select $1, m.id, $2, $3, false from project_memberships m where m.project_id = $4 and m.identity_id = $5`,
    [randomUUID(), `old-${randomUUID()}`, JSON.stringify(permissions), project.id, caller.id],
  );
  await server.database.source.query('update projects set epoch = epoch + 1 where id = $1', [
    project.id,
  ]);
}

const PRIVILEGES = '/api/v2/identity-project-additional-privilege';

const privilegeFor = (identity: Caller, project: TestProject, permissions: readonly Rule[]) => ({
  identityId: identity.id,
  projectId: project.id,
  permissions,
  type: { isTemporary: false },
});

async function aStage() {
  const { orgId, admin } = await aScene(server);
  const project = await aProject(admin);
  const bot = await aMember(server, project, orgId, 'no-access');
  return { orgId, admin, project, bot, base: `/api/v1/projects/${project.id}` };
}

async function aRole(admin: Caller, base: string, slug: string, permissions: readonly Rule[]) {
  const answer = await admin.http
    .post(`${base}/roles`)
    .send({ slug, name: slug, permissions })
    .expect(200);
  return (answer.body as { role: { id: string } }).role.id;
}

describe('what one membership may hold (F3, N6)', () => {
  it('refuses roles that are too much together, and says how much (400)', async () => {
    const { admin, bot, base } = await aStage();
    for (const slug of ['one', 'two']) await aRole(admin, base, slug, rules(500, heavyRule));
    const path = `${base}/identity-memberships/${bot.id}`;
    await admin.http
      .patch(path)
      .send({ roles: [{ role: 'one' }] })
      .expect(200);

    const refused = await admin.http
      .patch(path)
      .send({ roles: [{ role: 'one' }, { role: 'two' }] })
      .expect(400);

    expect(refused.body).toMatchObject({
      message: expect.stringContaining(`at most ${HOLDING_LIMITS.rules} rules`),
      details: { identityId: bot.id, limits: HOLDING_LIMITS },
    });
  });

  it('refuses an edit of a role that would give one of its holders too much (400)', async () => {
    const { admin, bot, base } = await aStage();
    await aRole(admin, base, 'one', rules(500, heavyRule));
    const grown = await aRole(admin, base, 'two', [smallRule(1)]);
    const path = `${base}/identity-memberships/${bot.id}`;
    await admin.http
      .patch(path)
      .send({ roles: [{ role: 'one' }, { role: 'two' }] })
      .expect(200);

    const edit = (count: number) =>
      admin.http.patch(`${base}/roles/${grown}`).send({ permissions: rules(count, heavyRule) });

    await edit(500).expect(400);
    await edit(5).expect(200);
  });

  it('refuses a member of another kind: a new one with too much (400)', async () => {
    const { orgId, admin, base } = await aStage();
    for (const slug of ['one', 'two']) await aRole(admin, base, slug, rules(500, heavyRule));
    const fresh = await anIdentity(server, orgId, 'no-access');

    await admin.http
      .post(`${base}/identity-memberships/${fresh.id}`)
      .send({ roles: [{ role: 'one' }, { role: 'two' }] })
      .expect(400);

    await admin.http.get(`${base}/identity-memberships/${fresh.id}`).expect(404);
  });

  it('refuses the privilege that makes it too many rules (400)', async () => {
    const { admin, project, bot } = await aStage();
    const grant = (permissions: readonly Rule[]) =>
      admin.http.post(PRIVILEGES).send(privilegeFor(bot, project, permissions));
    for (let i = 0; i < 10; i++) await grant(rules(1_000, smallRule)).expect(200);

    const refused = await grant([smallRule(1)]).expect(400);

    expect(refused.body).toMatchObject({ details: { rules: HOLDING_LIMITS.rules + 1 } });
  });

  it('counts a template by the longest text that it can become, whoever holds it', async () => {
    const { admin, project, bot } = await aStage();
    const template = (seed: number): Rule => ({
      subject: 'secrets',
      action: ['readValue'],
      conditions: { secretPath: { $glob: `/${seed}/{{identity.metadata.team}}/**` } },
    });

    await admin.http
      .post(PRIVILEGES)
      .send(privilegeFor(bot, project, rules(600, template)))
      .expect(400);
    await admin.http
      .post(PRIVILEGES)
      .send(privilegeFor(bot, project, rules(100, template)))
      .expect(200);
  });

  it('lets realistic sets of rules be held and asked', async () => {
    const { admin, project, bot, base } = await aStage();
    const realistic = (seed: number): Rule => ({
      subject: 'secrets',
      action: ['describeSecret', 'readValue'],
      conditions: { environment: 'dev', secretPath: { $glob: `/team-${seed}/{api,web}-*/**` } },
    });
    await aRole(admin, base, 'teams', rules(800, realistic));
    await admin.http
      .patch(`${base}/identity-memberships/${bot.id}`)
      .send({ roles: [{ role: 'teams' }, { role: 'viewer' }] })
      .expect(200);
    await bot.http.get(`/api/v4/secrets?projectId=${project.id}&environment=dev`).expect(200);
  });
});

describe('rules of before there was a bound', () => {
  it('are not all compiled: what is beyond never allows, and always forbids', () => {
    const source = { kind: 'role', slug: 'old' } as const;
    const sourced = (rule: Rule) => ({ ...rule, source });
    const place = { environment: 'dev', secretPath: '/x', secretTags: [], eventType: null };
    const asked = { ...place, secretName: letters(2) };
    const filler = rules(1_200, heavyRule).map(sourced);
    const wanted = {
      subject: 'secrets',
      action: ['readValue'],
      conditions: { environment: 'dev' },
    };
    const elsewhere = { ...wanted, conditions: { environment: 'prod' }, inverted: true };

    const within = compile(PROJECT_SUBJECTS, [sourced(wanted), ...filler]);
    const beyond = compile(PROJECT_SUBJECTS, [...filler, sourced(wanted)]);
    const forbidding = filler.map((rule) => ({ ...rule, inverted: true }));
    const forbidden = compile(PROJECT_SUBJECTS, [
      sourced(wanted),
      ...forbidding,
      sourced(elsewhere),
    ]);

    expect(within.allows('readValue', 'secrets', asked)).toBe(true);
    expect(beyond.allows('readValue', 'secrets', asked)).toBe(false);
    expect(forbidden.allows('readValue', 'secrets', asked)).toBe(false);
  });

  it('take no more memory than a bound, and are read', async () => {
    const { project, bot } = await aStage();
    for (let i = 0; i < 4; i++) await hold(bot, project, rules(900, heavyRule));
    const list = () => bot.http.get(`/api/v4/secrets?projectId=${project.id}&environment=dev`);
    const before = process.memoryUsage();

    await list();

    const { heapUsed, arrayBuffers } = process.memoryUsage();
    const grown = heapUsed + arrayBuffers - before.heapUsed - before.arrayBuffers;
    // Compiled as they were, with a set of states for each letter, these took 700 MB.
    expect(grown).toBeLessThan(250 * 1_024 * 1_024);
  });
});

describe('weighing (F4)', () => {
  async function heavyIdentity() {
    const { orgId, admin } = await aScene(server);
    const heavy = await anIdentity(server, orgId, 'no-access');
    for (let i = 0; i < 2; i++) {
      const project = await aProject(admin);
      await join(server, project, heavy, 'no-access');
      for (let j = 0; j < 2; j++) await hold(heavy, project, rules(900, heavyRule));
    }
    return { heavy, stranger: await anIdentity(server, orgId, 'member'), orgId, admin };
  }

  it('refuses whoever is in none of its projects without weighing what it holds there (403)', async () => {
    const { heavy, stranger } = await heavyIdentity();
    const delay = monitorEventLoopDelay({ resolution: 5 });
    const read = () => stranger.http.get(`/api/v1/identities/${heavy.id}`).expect(200);
    await read();
    const cpu = process.cpuUsage();
    delay.enable();

    const refused = await stranger.http
      .patch(`/api/v1/identities/${heavy.id}`)
      .send({ hasDeleteProtection: true })
      .expect(403);

    delay.disable();
    const { user } = process.cpuUsage(cpu);
    const { missingPermissions } = refused.body.details as { missingPermissions: unknown[] };
    expect(missingPermissions.length).toBeLessThanOrEqual(100);
    // Compiling and comparing them took 13 s of the processor.
    expect(user / 1_000).toBeLessThan(4_000);
  });

  it('weighs nothing for whoever may not edit identities at all (403)', async () => {
    const { heavy, orgId } = await heavyIdentity();
    const nobody = await anIdentity(server, orgId, 'no-access');

    const refused = await nobody.http
      .patch(`/api/v1/identities/${heavy.id}`)
      .send({ hasDeleteProtection: true })
      .expect(403);

    expect(refused.body).toMatchObject({ details: { action: 'edit', subject: 'identity' } });
  });

  it('still lets an administrator change it (200)', async () => {
    const { heavy, admin } = await heavyIdentity();

    await admin.http
      .patch(`/api/v1/identities/${heavy.id}`)
      .send({ hasDeleteProtection: true })
      .expect(200);
  });
});
