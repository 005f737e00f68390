import { setTimeout as delay } from 'node:timers/promises';
import { Follower } from '../test/support/events/follower.js';
import type { Cluster } from './cluster.js';
import type { Finding } from './finding.js';
import { Front } from './front.js';
import { aProject } from './scene.js';

export interface DeploySize {
  readonly requestsPerSecond: number;
  readonly streams: number;
  readonly rounds: number;
}

/** The share of requests that change a secret, and so are an event for every stream. */
const WRITES = 1 / 50;

/** G22: replicas are restarted one after another under load, behind a front that goes by their readiness. */
export async function rollingRestart(
  cluster: Cluster,
  { requestsPerSecond, streams, rounds }: DeploySize,
): Promise<Finding> {
  const { replicas, scene } = cluster;
  const front = new Front(replicas);
  await Promise.all(replicas.map((replica) => front.sees(replica)));
  // One of its own: in another, streams without a cursor would begin where those before them ended.
  const projectId = await aProject(scene, 'Deployed');
  const ask = { projectId, register: [{}] };
  const followers = Array.from(
    { length: streams },
    (_, n) => new Follower([...replicas.slice(n % replicas.length), ...replicas], scene.token, ask),
  );
  const following = followers.map((follower) => follower.run());
  while (followers.some(({ isConnected }) => !isConnected)) await delay(20);
  const load = new Load(front, { token: scene.token, projectId }, requestsPerSecond);
  for (let round = 0; round < rounds; round++) {
    for (const replica of replicas) {
      await delay(300);
      await replica.end();
      await replica.start();
      await front.sees(replica);
    }
  }
  const { served, refused, failures, perSecond } = await load.end();
  await front.close();
  const keys = await keysOf(cluster, projectId);
  await until(() => followers.every(({ heard }) => heard.length >= keys.length));
  for (const follower of followers) follower.close();
  await Promise.all(following);
  const wrong = followers.filter((each) => each.resets > 0 || each.keys.join() !== keys.join());
  return {
    goal: 'G22',
    what: `${rounds} rolling restarts of ${replicas.length} replicas under ${perSecond.toFixed(0)} requests/s and ${streams} streams`,
    figure:
      `${served} served, ${refused} connections refused, ${failures.length} failed${failures[0] ? ` (${failures[0]})` : ''}; ` +
      `${wrong.length} of ${streams} streams missed or misordered any of ${keys.length} events`,
    threshold: '0 failed, 0 events lost',
    isMet: failures.length === 0 && served > 0 && wrong.length === 0 && keys.length > 0,
  };
}

/** Keys of the secrets in the project's events, in the order of commits. */
async function keysOf(cluster: Cluster, projectId: string): Promise<string[]> {
  const rows = await cluster.query<{ key: string }>(
    `select item->>'secretKey' "key" from project_events, json_array_elements(payload) item
     where project_id = $1 order by seq`,
    [projectId],
  );
  return rows.map(({ key }) => key);
}

/** Where the machine is too slow for the rate, fewer are sent: to overload it is another matter. */
const MOST_AT_ONCE = 64;

/** Waits for it, for a time; what is missing then is missing. */
async function until(isSo: () => boolean): Promise<void> {
  const end = performance.now() + 20_000;
  while (!isSo() && performance.now() < end) await delay(50);
}

/** Sends requests through the front, so many a second. */
class Load {
  served = 0;
  /** What a proxy passes over to the next replica. */
  refused = 0;
  readonly failures: string[] = [];
  private readonly startedAt = performance.now();
  private isOver = false;
  private readonly running: Promise<void>;

  constructor(
    private readonly front: Front,
    private readonly place: { readonly token: string; readonly projectId: string },
    wanted: number,
  ) {
    this.running = this.run(wanted / 1_000);
  }

  /** Requests that were in fact sent. */
  get perSecond(): number {
    const sent = this.served + this.refused + this.failures.length;
    return (sent * 1_000) / (performance.now() - this.startedAt);
  }

  async end(): Promise<this> {
    this.isOver = true;
    await this.running;
    return this;
  }

  private async run(perMillisecond: number): Promise<void> {
    const underWay = new Set<Promise<void>>();
    for (let turn = 0; !this.isOver; await delay(5)) {
      const due = (performance.now() - this.startedAt) * perMillisecond;
      for (; turn < due && underWay.size < MOST_AT_ONCE; turn++) {
        const one = this.one(turn).finally(() => underWay.delete(one));
        underWay.add(one);
      }
    }
    await Promise.all(underWay);
  }

  private async one(turn: number): Promise<void> {
    const { status, text } = await this.ask(turn);
    if (status === 200) this.served++;
    else if (text.includes('ECONNREFUSED')) this.refused++;
    else this.failures.push(`${status} ${text.slice(0, 80)}`);
  }

  private ask(turn: number) {
    const { token, projectId } = this.place;
    if (turn % (1 / WRITES) > 0) {
      return this.front.send('GET', `/api/v1/projects/${projectId}`, { token });
    }
    const body = { projectId, environment: 'dev', secretPath: '/', secretValue: 'x' };
    return this.front.send('POST', `/api/v4/secrets/DEPLOY_${Date.now()}_${turn}`, { token, body });
  }
}
