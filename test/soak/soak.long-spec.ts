import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { acknowledgedWrites } from '../../soak/acknowledged-writes.js';
import { Cluster } from '../../soak/cluster.js';
import { faults, wrongClock } from '../../soak/faults.js';
import { hostileInput } from '../../soak/hostile.js';
import { bruteForce, loginsAlike, strangersAlike, useLimits } from '../../soak/logins.js';
import { peopleAlike } from '../../soak/people-logins.js';
import { rollingRestart } from '../../soak/rolling-restart.js';
import { slowPeers } from '../../soak/slow-peers.js';
import { anotherTenant } from '../../soak/tenant.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

/** The scenarios of `npm run soak`, small: the same code, the same real processes. */
let database: TestDatabase;
let cluster: Cluster;

beforeAll(async () => {
  database = await createTestDatabase();
  cluster = await Cluster.start({
    databaseUrl: database.url,
    replicas: 2,
    env: { DATABASE_POOL_SIZE: '10', SHUTDOWN_DRAIN_SECONDS: '2' },
    script: join(import.meta.dirname, '..', '..', 'dist', 'src', 'main.js'),
  });
});
afterAll(async () => {
  await cluster?.end();
  await database?.drop();
});

const met = { isMet: true };

describe('two replicas over one database', () => {
  it('G24: answer every failing login alike', async () => {
    const { figure } = await loginsAlike(cluster, 20);

    expect(figure).toMatch(/^1 kind of answer/);
  });

  it('G24: answer alike whoever is not signed in', async () => {
    const { figure } = await peopleAlike(cluster, 10);

    expect(figure).toMatch(/^1 kind of answer/);
  });

  it("G10: answer alike for another tenant's project and for none", async () => {
    const { figure } = await strangersAlike(cluster, await anotherTenant(cluster), 20);

    expect(figure).toMatch(/^1 kind of answer/);
  });

  it('G23: let pass exactly as many logins as a secret is good for', async () => {
    expect(await useLimits(cluster, { logins: 100, limit: 5, rounds: 2 })).toMatchObject(met);
  });

  it('G23: let nobody guess', async () => {
    expect(await bruteForce(cluster, { guesses: 400, concurrency: 8 })).toMatchObject(met);
  });

  it('G20: serve honest peers while others dawdle', async () => {
    expect(await slowPeers(cluster, { senders: 20, readers: 4, watchMs: 1_000 })).toMatchObject(
      met,
    );
  });

  it('G19: live through hostile input without a 500', async () => {
    const size = { requests: 400, concurrency: 4, seed: Number(process.env['SEED'] ?? 11) };

    const { figure } = await hostileInput(cluster, size);

    expect(figure).toMatch(/^0 answered 5xx, processes alive, .* honest success 100\.00 %/);
  });

  it('G22: are restarted one after the other without a failed request or a lost event', async () => {
    const size = { requestsPerSecond: 50, streams: 9, rounds: 1 };

    expect(await rollingRestart(cluster, size)).toMatchObject(met);
  });

  it('G1: keep every acknowledged write under every fault, with a clock that is wrong', async () => {
    const [first] = cluster.replicas;
    await first!.end();
    await first!.start(wrongClock(-10));

    expect(
      await acknowledgedWrites(cluster, faults(0.05), { writers: 3, rounds: 1 }),
    ).toMatchObject(met);
  });
});
