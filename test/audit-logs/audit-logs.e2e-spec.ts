import { randomUUID } from 'node:crypto';
import { describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { useApp } from '../support/harness.js';
import { chained } from '../support/audit-scene.js';
import { aMember, anIdentity, aProject, aScene, type Caller, join } from '../support/scene.js';
import {
  anItem,
  aSecretScene,
  at,
  aFolder,
  named,
  type SecretScene,
  withSecrets,
} from '../support/secrets-scene.js';

const server = useApp();
const PATH = '/api/v1/organization/audit-logs';

interface Log {
  readonly id: string;
  readonly number: number | null;
  readonly action: string;
  readonly projectId?: string;
  readonly target: Readonly<Record<string, unknown>>;
  readonly createdAt: string;
}

interface Page {
  readonly auditLogs: readonly Log[];
  readonly nextCursor?: string;
}

async function pageOf(caller: Caller, query: object = {}): Promise<Page> {
  const answer = await caller.http.get(at(PATH, query as Record<string, unknown>)).expect(200);
  return answer.body as Page;
}

/** All that a walk from page to page gives. */
async function walk(caller: Caller, query: object): Promise<Log[]> {
  const logs: Log[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await pageOf(caller, { ...query, ...(cursor ? { cursor } : {}) });
    logs.push(...page.auditLogs);
    cursor = page.nextCursor;
    if (cursor === undefined) return logs;
  }
}

/** Entries of one organization, written past the API, one a second up to now. */
async function manyEntries(orgId: string, projectId: string, count: number): Promise<void> {
  for (let from = 1; from <= count; from += 2_000) {
    await someEntries(orgId, projectId, from, Math.min(count, from + 1_999));
  }
}

async function someEntries(orgId: string, projectId: string, from: number, to: number) {
  await server.database.source.query(
    `insert into audit_entries (id, org_id, project_id, actor_kind, actor_id, actor_name, action,
       target, req_id, created_at)
     select gen_random_uuid(), $1, case when n % 2 = 0 then $2::uuid end, 'identity',
       ('00000000-0000-4000-8000-' || lpad((n % 50)::text, 12, '0'))::uuid, 'ci',
       case n % 100 when 0 then 'project.update' else 'secret.read' end,
       jsonb_build_object('environment', 'dev', 'secretPath', '/', 'secretKeys', jsonb_build_array('K' || n)),
       'req-' || n, now() - make_interval(secs => n)
     from generate_series($3::int, $4::int) n`,
    [orgId, projectId, from, to],
  );
}

async function written(scene: SecretScene): Promise<void> {
  await aFolder(scene, '/apps');
  await withSecrets(scene, [anItem('A', 'the value of A'), anItem('B')]);
  await withSecrets(scene, [anItem('A')], { secretPath: '/apps' });
  await scene.admin.http.get(at(named('A'), scene.dev)).expect(200);
}

describe('GET /api/v1/organization/audit-logs', () => {
  it('lists entries, the newest first, with their number in the chain', async () => {
    const scene = await aSecretScene(server);
    await written(scene);
    await chained(server, scene.orgId);

    const { auditLogs, nextCursor } = await pageOf(scene.admin);

    expect(auditLogs.map(({ action }) => action)).toEqual([
      'secret.read',
      'secret.create',
      'secret.create',
      'folder.create',
      'project.create',
    ]);
    expect(auditLogs.map(({ number }) => number).sort()).toEqual([1, 2, 3, 4, 5]);
    expect(auditLogs[0]).toEqual({
      id: expect.any(String),
      number: 5,
      action: 'secret.read',
      actor: { type: 'identity', id: scene.admin.id, name: `identity-${scene.admin.id}` },
      projectId: scene.project.id,
      target: { environment: 'dev', secretPath: '/', secretKeys: ['A'], versions: [1], count: 1 },
      reqId: expect.stringMatching(/^req-/),
      ipAddress: '127.0.0.1',
      createdAt: expect.any(String),
    });
    expect(nextCursor).toBeUndefined();
    expect(JSON.stringify(auditLogs)).not.toContain('the value of A');
  });

  it('records its own call', async () => {
    const { admin } = await aScene(server);

    await pageOf(admin, { eventType: 'secret.read' });

    expect((await pageOf(admin)).auditLogs).toMatchObject([
      { action: 'audit.read', target: { actions: ['secret.read'], count: 0 } },
    ]);
  });

  it('filters by project, actor, action, time, and the name and path of a secret', async () => {
    const scene = await aSecretScene(server);
    await written(scene);
    const other = await anIdentity(server, scene.orgId, 'admin');
    await other.http.post('/api/v1/projects').send({ projectName: 'Other' }).expect(200);
    const found = async (query: object) =>
      (await pageOf(scene.admin, query)).auditLogs.map(({ action }) => action);
    const all = (await pageOf(scene.admin, { limit: 100 })).auditLogs;
    const third = all.at(2)!.createdAt;

    expect(await found({ actor: other.id })).toEqual(['project.create']);
    expect(await found({ projectId: scene.project.id, eventType: 'secret.read' })).toEqual([
      'secret.read',
    ]);
    expect(await found({ eventType: 'project.create, folder.create' })).toEqual([
      'project.create',
      'folder.create',
      'project.create',
    ]);
    expect(await found({ secretKey: 'B' })).toEqual(['secret.create']);
    expect(await found({ secretKey: 'A', secretPath: '/apps' })).toEqual(['secret.create']);
    expect((await found({ startDate: third })).length).toBeGreaterThan(0);
    // A time without a zone is one of UTC, wherever the server stands.
    const made = { eventType: 'project.create,folder.create,secret.create' };
    expect(await found({ ...made, startDate: third.replace('Z', '') })).toEqual(
      await found({ ...made, startDate: third }),
    );
    expect(await found({ endDate: all.at(-1)!.createdAt })).toEqual([]);
    expect(await found({ actor: 'nobody' })).toEqual([]);
    expect(await found({ projectId: randomUUID() })).toEqual([]);
  });

  it('returns every entry once over pages while others are written', async () => {
    const { admin, orgId } = await aScene(server);
    await manyEntries(orgId, randomUUID(), 500);

    const logs = await walk(admin, { limit: 37, endDate: new Date().toISOString() });

    expect(logs).toHaveLength(500);
    expect(new Set(logs.map(({ id }) => id)).size).toBe(500);
    const times = logs.map(({ createdAt }) => createdAt);
    expect(times).toEqual([...times].sort().reverse());
  });

  it('searches for a rare name page by page', async () => {
    const { admin, orgId } = await aScene(server);
    await manyEntries(orgId, randomUUID(), 25_000);

    const first = await pageOf(admin, { secretKey: 'K24000' });
    expect(first.auditLogs).toEqual([]);
    expect(first.nextCursor).toEqual(expect.any(String));

    const all = await walk(admin, { secretKey: 'K24000' });
    expect(all.map(({ target }) => target['secretKeys'])).toEqual([['K24000']]);
  });

  it('gives a member every entry of a name, however few stand on a page', async () => {
    const scene = await aSecretScene(server);
    const member = await anIdentity(server, scene.orgId, 'member');
    await join(server, scene.project, member, 'admin');
    await withSecrets(scene, [anItem('SOUGHT'), anItem('OTHER')]);
    for (let n = 0; n < 3; n++)
      for (const name of ['SOUGHT', 'OTHER'])
        await member.http.get(at(named(name), scene.dev)).expect(200);
    const sought = { projectId: scene.project.id, secretKey: 'SOUGHT' };
    const whole = await pageOf(member, { ...sought, limit: 100 });

    expect(whole.auditLogs.length).toBeGreaterThanOrEqual(4);
    for (const limit of [1, 2, 3]) {
      const found = await walk(member, { ...sought, limit });
      expect(found.map(({ id }) => id)).toEqual(whole.auditLogs.map(({ id }) => id));
    }
  });

  it('returns nothing of another organization', async () => {
    const scene = await aSecretScene(server);
    await written(scene);
    const elsewhere = await aScene(server);

    const ask = { projectId: scene.project.id };
    expect((await pageOf(elsewhere.admin, ask)).auditLogs).toEqual([]);
  });

  it('refuses callers who are neither auditor nor member (403)', async () => {
    const scene = await aSecretScene(server);
    const member = await anIdentity(server, scene.orgId, 'member');
    const without = await aMember(server, scene.project, scene.orgId, 'admin');

    expect((await member.http.get(PATH)).status).toBe(200);
    expect((await without.http.get(PATH)).status).toBe(403);
  });

  it('ends a page after 4 MiB of targets, and goes on from there', async () => {
    const { admin, orgId } = await aScene(server);
    const { id } = await aProject(admin);
    await manyEntries(orgId, id, 12);
    await server.database.source.query(
      `update audit_entries set target = jsonb_build_object('secretKeys', jsonb_build_array(repeat('K', 1100000)))
       where project_id = $1`,
      [id],
    );
    const [{ count }] = await server.database.source.query<[{ count: number }]>(
      'select count(*)::int from audit_entries where project_id = $1',
      [id],
    );
    const first = await pageOf(admin, { projectId: id, limit: 100 });

    expect(first.auditLogs).toHaveLength(4);
    const all = await walk(admin, { projectId: id, limit: 100 });
    expect(new Set(all.map((each) => each.id)).size).toBe(count);
  });

  it('refuses cursors that it did not issue (422)', async () => {
    const { admin, orgId } = await aScene(server);
    const elsewhere = await aScene(server);
    await manyEntries(orgId, randomUUID(), 10);
    const cursor = (await pageOf(admin, { limit: 5 })).nextCursor!;
    const changed = `${cursor.slice(0, -2)}${cursor.endsWith('AA') ? 'BB' : 'AA'}`;

    for (const forged of [changed, 'A'.repeat(51), 'x', `${cursor}A`]) {
      expect((await admin.http.get(at(PATH, { cursor: forged }))).status).toBe(422);
    }
    expect((await elsewhere.admin.http.get(at(PATH, { cursor }))).status).toBe(422);
    expect((await admin.http.get(at(PATH, { cursor }))).status).toBe(200);
  });

  it.each([
    { startDate: '2026-W10' },
    { startDate: '0000-01-01T00:00:00Z' },
    { endDate: 'yesterday' },
    { eventType: ',' },
    { eventType: Array.from({ length: 21 }, (_, n) => `a${n}`).join(',') },
    { limit: '0' },
    { limit: '1001' },
  ])('refuses %j', async (query) => {
    const { admin } = await aScene(server);

    expect((await admin.http.get(at(PATH, query))).status).toBe(422);
  });

  it('uses an index for every filter over 100,000 entries', async () => {
    const { admin, orgId } = await aScene(server);
    const projectId = randomUUID();
    await manyEntries(orgId, projectId, 100_000);
    await server.database.source.query('analyze audit_entries');
    const spy = jest.spyOn(pg.Client.prototype, 'query');
    const actor = '00000000-0000-4000-8000-000000000007';
    const day = new Date(Date.now() - 3_600_000).toISOString();
    const queries = [
      {},
      { actor },
      { projectId },
      { eventType: 'project.update' },
      { eventType: 'project.update,project.create' },
      { startDate: day, endDate: new Date().toISOString() },
      { projectId, actor, eventType: 'secret.read', startDate: day },
      { secretKey: 'K77' },
    ];
    for (const query of queries) await pageOf(admin, query);
    const asked = (spy.mock.calls as unknown as [{ text: string; values: unknown[] }][])
      .map(([query]) => query)
      .filter(({ text = '' }) => /with found as/.test(text));
    spy.mockRestore();

    expect(asked).toHaveLength(queries.length);
    for (const { text, values } of asked) {
      const plan = await server.database.source.query(`explain ${text}`, values);
      expect(JSON.stringify(plan)).not.toContain('Seq Scan on audit_entries');
    }
  });
});
