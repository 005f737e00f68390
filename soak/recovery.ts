import { setTimeout as delay } from 'node:timers/promises';
import { send } from './client.js';
import type { Cluster } from './cluster.js';
import type { Finding } from './finding.js';
import type { OwnPostgres } from './own-postgres.js';

const READY = '/api/health/ready';
const LIVE = '/api/health/live';

/** Milliseconds until the condition held; polled. Throws after a minute. */
async function until(condition: () => Promise<boolean>): Promise<number> {
  const start = performance.now();
  while (!(await condition())) {
    if (performance.now() - start > 60_000) throw new Error('It did not happen within a minute.');
    await delay(20);
  }
  return performance.now() - start;
}

/** G21: the database goes away for a time and comes back; nobody restarts a replica. */
export async function recovery(
  cluster: Cluster,
  postgres: OwnPostgres,
  awayMs: number,
): Promise<Finding> {
  const url = cluster.url(0);
  const is = (path: string, status: number) => async () =>
    (await send('GET', `${url}${path}`)).status === status;
  await postgres.stop();
  const unready = await until(is(READY, 503));
  await delay(awayMs);
  const isLive = await is(LIVE, 200)();
  await postgres.restart();
  const { token } = cluster.scene;
  const served = await until(
    async () => (await send('GET', `${url}/api/v1/projects`, { token })).status === 200,
  );
  return {
    goal: 'G21',
    what: `database away for ${(awayMs / 1000).toFixed(0)} s`,
    figure: `unready after ${unready.toFixed(0)} ms, ${isLive ? 'live' : 'NOT live'} meanwhile, first success ${served.toFixed(0)} ms after its return`,
    threshold: 'unready ≤ 3 s, live, success ≤ 2 s',
    isMet: unready <= 3_000 && isLive && served <= 2_000,
  };
}
