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

export interface DeploySize {
  readonly requestsPerSecond: number;
  readonly rounds: number;
}

/** G22: replicas are restarted one after another under load. Each request is a connection of its own. */
export async function rollingRestart(
  cluster: Cluster,
  { requestsPerSecond, rounds }: DeploySize,
): Promise<Finding> {
  const load = new Load(cluster, requestsPerSecond);
  for (let round = 0; round < rounds; round++) {
    for (const replica of cluster.replicas) {
      await delay(300);
      await replica.end();
      await replica.start();
    }
  }
  const { served, refused, failures } = await load.end();
  return {
    goal: 'G22',
    what: `${rounds} rolling restarts of ${cluster.replicas.length} replicas under load`,
    figure: `${served} served, ${refused} connections refused, ${failures.length} failed${failures[0] ? ` (${failures[0]})` : ''}`,
    threshold: '0 failed',
    isMet: failures.length === 0 && served > 0,
  };
}

/** So many requests a second, to the replicas in turn. */
class Load {
  served = 0;
  /** Connections refused: what a load balancer passes over to the next replica. */
  refused = 0;
  readonly failures: string[] = [];
  private isOver = false;
  private readonly running: Promise<void>;

  constructor(
    private readonly cluster: Cluster,
    perSecond: number,
  ) {
    this.running = this.run(1000 / perSecond);
  }

  async end(): Promise<this> {
    this.isOver = true;
    await this.running;
    return this;
  }

  private async run(pause: number): Promise<void> {
    const sent: Promise<void>[] = [];
    for (let turn = 0; !this.isOver; turn++) {
      sent.push(this.one(turn));
      await delay(pause);
    }
    await Promise.all(sent);
  }

  private async one(turn: number): Promise<void> {
    const { token, projectId } = this.cluster.scene;
    const url = `${this.cluster.url(turn)}/api/v1/projects/${projectId}`;
    const { status, text } = await send('GET', url, { token, headers: { Connection: 'close' } });
    if (status === 200) this.served++;
    else if (text.includes('ECONNREFUSED')) this.refused++;
    else this.failures.push(`${status} ${text.slice(0, 80)}`);
  }
}
