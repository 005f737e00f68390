import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { startApp, TEST_KEYS, type TestApp, useApp } from '../support/harness.js';
import { Program } from '../support/program.js';
import { runs, timeLimit } from '../support/runs.js';
import { ApprovalsScene, type Held, POLICIES, REQUESTS } from './approvals-scene.js';

jest.setTimeout(timeLimit(600_000));

/** The replica that stays. */
const server = useApp();
const ROOT = join(import.meta.dirname, '..', '..');
const RACES = runs(20, 2_000, 'APPROVAL_RACES');
const KILLS = runs(1, 12, 'APPROVAL_KILLS');
const WRITERS = 4;
/** Secrets of a request that is merged while the process is killed. */
const SIZE = 300;

let scene: ApprovalsScene;
let second: { parts: TestApp; end: () => Promise<void> };

beforeAll(async () => {
  execFileSync(process.execPath, ['scripts/build.js', '--if-stale'], { cwd: ROOT, stdio: 'pipe' });
  scene = await ApprovalsScene.make(server);
  second = await startApp({}, [], server.databaseUrl);
});
afterAll(() => second.end());

describe('a new policy and writes on two replicas', () => {
  it('holds whatever is sent after its 200, on two replicas (T254, D282)', async () => {
    const there = second.parts.as(scene.writer.token);
    const here = scene.writer.http;
    let [late, before, held, timedOut] = [0, 0, 0, 0];
    for (let race = 0; race < RACES; race++) {
      const path = `/race-${race}`;
      await scene.folder('/', `race-${race}`);
      let isMade = false;
      let isDropped = false;
      const written: string[] = [];
      // Each goes on until it has sent a write after the 200 of the policy.
      const writer = async (own: number) => {
        const http = own % 2 === 0 ? here : there;
        for (let n = 0, isLate = false; !isLate && !isDropped; n++) {
          isLate = isMade;
          const key = `KEY_${own}_${n}`;
          const body = scene.at(path, { secretValue: 'x' });
          const answer = await http.post(`/api/v4/secrets/${key}`).send(body);
          // A machine that does too much else lets a statement run out of time: nothing was written.
          if (answer.status === 504) {
            timedOut += 1;
            isLate = false;
            continue;
          }
          expect([race, key, answer.status]).toEqual([race, key, 200]);
          const isHeld = 'approval' in (answer.body as object);
          if (isLate && !isHeld) late += 1;
          if (isHeld) held += 1;
          else written.push(key);
        }
      };
      const writers = Array.from({ length: WRITERS }, (_, own) => writer(own));
      await delay(Math.random() * 8);
      const body = scene.policyBody({ secretPath: path });
      const made = await scene.admin.http.post(POLICIES).send(body);
      if (made.status === 504) {
        timedOut += 1;
        isDropped = true;
        await Promise.all(writers);
        continue;
      }
      expect(made.status).toBe(200);
      isMade = true;
      await Promise.all(writers);
      before += written.length;
      expect(Object.keys(await scene.values(path)).sort()).toEqual(written.sort());
      await scene.endPolicy((made.body as { approval: { id: string } }).approval);
    }
    expect(late).toBe(0);
    expect(timedOut).toBeLessThanOrEqual(RACES / 100);
    // Both ways happened, or nothing was raced.
    expect(Math.min(before, held)).toBeGreaterThan(0);
  });
});

describe('a merge whose process is killed', () => {
  it('is done or not, never half, at kill -9; with its key it is done once (T269)', async () => {
    await scene.policy();
    const outcomes = new Set<boolean>();
    for (let kill = 0; kill < KILLS; kill++) {
      const secrets = Array.from({ length: SIZE }, (_, n) => ({
        ...{ secretKey: `KILL_${kill}_${n}`, secretValue: `v${n}` },
      }));
      const { body } = await scene.writer.http
        .post('/api/v4/secrets/batch')
        .send(scene.at('/held', { secrets }))
        .expect(200);
      const { approval } = body as { approval: Held };
      await scene.review(scene.reviewers[0]!, approval).expect(200);
      const victim = new Program({
        DATABASE_URL: server.databaseUrl,
        ENCRYPTION_KEY: TEST_KEYS.encryptionKey.toString('base64'),
        AUTH_SECRET: TEST_KEYS.authSecret,
      });
      const url = await victim.listening();
      const headers = {
        Authorization: `Bearer ${scene.writer.token}`,
        'Idempotency-Key': `kill-${kill}`,
      };
      const path = `${REQUESTS}/${approval.id}/merge`;
      const sent = fetch(`${url}${path}`, { method: 'POST', headers }).catch(() => null);
      await delay(20 + (kill / KILLS) * 250);
      await victim.kill();
      await sent;

      const now = await scene.get(scene.writer, approval);
      const keys = Object.keys(await scene.values()).filter((key) =>
        key.startsWith(`KILL_${kill}_`),
      );
      expect([now.hasMerged, keys.length]).toEqual(now.hasMerged ? [true, SIZE] : [false, 0]);
      outcomes.add(now.hasMerged);
      const again = await scene.writer.http.post(path).set('Idempotency-Key', `kill-${kill}`);
      expect([again.status, (again.body as { approval: Held }).approval.hasMerged]).toEqual([
        ...[200, true],
      ]);
      const [events] = await server.database.source.query<{ n: number }[]>(
        `select count(*)::int n from project_events e
         where project_id = $1 and type = 'approval:merge' and e::text like '%' || $2 || '%'`,
        [scene.project.id, approval.id],
      );
      expect(events).toEqual({ n: 1 });
    }
    expect(outcomes.size).toBeGreaterThan(0);
  });
});
