import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Database } from '../../src/database/database.js';
import { chained, killBackend, verified } from '../support/audit-scene.js';
import { startApp, type TestApp, useApp } from '../support/harness.js';
import {
  anItem,
  aSecretScene,
  at,
  named,
  type SecretScene,
  V3,
  withSecrets,
} from '../support/secrets-scene.js';
import { runs, timeLimit } from '../support/runs.js';

const one = useApp();
let two: TestApp;
let end: () => Promise<void>;

beforeAll(async () => {
  ({ parts: two, end } = await startApp({}, [], one.databaseUrl));
});
afterAll(() => end());

/** Mixed calls; AUDIT_CALLS for more. */
const CALLS = runs(250, 3_000, 'AUDIT_CALLS');
const AT_ONCE = 12;

/** Sends the call of that number; gives its request id if it was acknowledged. */
async function callOf(n: number, { admin, dev, project }: SecretScene): Promise<string | null> {
  const http = (n % 2 === 0 ? one : two).as(admin.token);
  const name = named(`KEY_${n}`);
  const body = { ...dev, secretValue: `value ${n}` };
  const kinds = [
    () => http.get(at(named('STAYS'), dev)),
    () => http.get(at(V3, dev, { tagSlugs: 'none' })),
    () => http.post(name).send(body),
    () => http.patch(named('STAYS')).send(body),
    () => http.post('/api/v1/folders').send({ ...dev, name: `folder-${n}`, path: '/' }),
    () => http.post(`/api/v1/projects/${project.id}/tags`).send({ slug: `tag-${n}` }),
    () => http.get(at(named('STAYS'), dev, { viewSecretValue: true })),
  ];
  try {
    const { status, headers } = await kinds[n % kinds.length]!();
    return status === 200 ? String(headers['x-request-id']) : null;
  } catch {
    return null;
  }
}

/** The list by a tag that nothing has shows nothing. */
const isEmpty = (n: number) => n % 7 === 1;

describe('Every change and every read of a value', () => {
  it(
    `has exactly one entry, over ${CALLS} calls of two replicas whose connections are killed`,
    async () => {
      const scene = await aSecretScene(one);
      await withSecrets(scene, [anItem('STAYS')]);
      const acknowledged: string[] = [];
      const silent: string[] = [];
      let next = 0;
      let killed = 0;
      const work = async () => {
        for (let n = next++; n < CALLS; n = next++) {
          // In step with the calls: on a slow machine too, most of them are left alone.
          const ended = n % 10 === 0 ? await killBackend(one) : 0;
          killed += ended;
          const reqId = await callOf(n, scene);
          if (reqId !== null) (isEmpty(n) ? silent : acknowledged).push(reqId);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));

      const rows = await one.database.source.query<{ reqId: string; count: string }[]>(
        'select req_id "reqId", count(*) from audit_entries where org_id = $1 group by 1',
        [scene.orgId],
      );
      const counts = new Map(rows.map(({ reqId, count }) => [reqId, Number(count)]));
      expect(killed).toBeGreaterThan(10);
      expect(acknowledged.length).toBeGreaterThan(CALLS / 3);
      expect(acknowledged.filter((reqId) => counts.get(reqId) !== 1)).toEqual([]);
      expect(silent.filter((reqId) => counts.has(reqId))).toEqual([]);
      expect([...counts.values()].every((count) => count === 1)).toBe(true);
      await chained(one, scene.orgId);
      expect(await verified(one, scene.orgId)).toMatchObject({ pending: 0, fault: null });
    },
    timeLimit(300_000),
  );
});

describe('Entries of reads', () => {
  it('are committed before the answer; without them there is no answer (5xx)', async () => {
    const scene = await aSecretScene(one);
    await withSecrets(scene, [anItem('A', 'the value of A')]);
    const { rows } = Database.prototype;
    const spy = jest.spyOn(Database.prototype, 'rows').mockImplementation(function (
      this: Database,
      statement,
      values,
    ) {
      if (statement.text.includes('insert into audit_entries'))
        return Promise.reject(new Error('The database is full'));
      return rows.call(this, statement, values) as Promise<never[]>;
    });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => scene.admin.http.get(at(named('A'), scene.dev))),
    );
    spy.mockRestore();

    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(500));
    expect(JSON.stringify(answers.map(({ text }) => text))).not.toContain('the value of A');
    await scene.admin.http.get(at(named('A'), scene.dev)).expect(200);
  });

  it('are all there when the server shuts down under load', async () => {
    const server = await startApp({}, [], one.databaseUrl);
    const scene = await aSecretScene(one);
    await withSecrets(scene, [anItem('A')]);
    const acknowledged: string[] = [];
    const reading = Array.from({ length: 8 }, async () => {
      for (;;) {
        const answer = await fetch(`${server.parts.url}${at(named('A'), scene.dev)}`, {
          headers: { Authorization: `Bearer ${scene.admin.token}` },
        }).catch(() => null);
        if (answer?.status !== 200) return;
        acknowledged.push(answer.headers.get('x-request-id')!);
        await answer.text();
      }
    });
    while (acknowledged.length < 50) await new Promise(setImmediate);
    await server.end();
    await Promise.all(reading);

    const rows = await one.database.source.query<{ reqId: string }[]>(
      `select req_id "reqId" from audit_entries where org_id = $1 and action = 'secret.read'`,
      [scene.orgId],
    );
    const recorded = new Set(rows.map(({ reqId }) => reqId));
    expect(acknowledged.filter((reqId) => !recorded.has(reqId))).toEqual([]);
  });
});
