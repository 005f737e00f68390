import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Bench } from './bench.js';
import { type Child, startChild } from './child.js';
import type { Order, Taken } from './event-clients.js';
import { call, callJson } from './http.js';
import { byTurns, median, quantile, throughput } from './measure.js';
import { plain, type Row, say } from './report.js';

const CLIENTS = join(import.meta.dirname, 'event-clients.js');
const SUBSCRIBE = '/api/v1/events/subscribe/project-events';
const NO_LIMIT = {
  EVENT_STREAMS_PER_CALLER: '100000',
  EVENT_STREAMS_PER_ORGANIZATION: '100000',
  EVENT_STREAMS_PER_REPLICA: '100000',
};
const KIB = 1 / 1_024;

/** The streams of project events, on a server of their own. */
export async function events(bench: Bench): Promise<Row[]> {
  const isTiny = bench.sizes.rounds <= 1;
  const [subscribers, idle, past] = isTiny ? [5, 20, 50] : [1_000, 10_000, 10_000];
  const parts: Record<string, (stage: Stage) => Promise<Row[]>> = {
    replay: (stage) => replay(bench, stage, past),
    delivery: (stage) => delivery(stage, subscribers, isTiny ? 2 : 40),
    'slow-down': (stage) => slowDown(bench, stage, subscribers),
    memory: (stage) => idleStreams(stage, idle),
  };
  const rows: Row[] = [];
  for (const [name, measure] of Object.entries(parts)) {
    say(`events: ${name} …`);
    const measured = await onServer(bench, measure);
    for (const { what, ours, unit } of measured) say(`  ${what}: ${ours.toFixed(3)} ${unit}`);
    rows.push(...measured);
  }
  return rows;
}

interface Stage {
  readonly server: Child;
  readonly token: string;
  /** Listened to. */
  readonly projectId: string;
  /** The project that no stream listens to. */
  readonly otherId: string;
  readonly crowd: Crowd;
}

async function onServer(bench: Bench, work: (stage: Stage) => Promise<Row[]>): Promise<Row[]> {
  const server = await startChild(bench.main, { ...bench.env, ...NO_LIMIT });
  const crowd = new Crowd();
  try {
    const { token } = bench.scene;
    const [projectId, otherId] = [await project(server, token), await project(server, token)];
    return await work({ server, token, projectId, otherId, crowd });
  } finally {
    crowd.end();
    await server.stop();
  }
}

async function project({ url }: Child, token: string): Promise<string> {
  type Made = { project: { id: string } };
  const body = JSON.stringify({ projectName: 'Events' });
  return (await callJson<Made>('POST', `${url}/api/v1/projects`, { token, body })).project.id;
}

/** Subscribers in a process of their own. */
class Crowd {
  private readonly child: ChildProcess = fork(CLIENTS);

  /** With a cursor each: those who send none share one row for it, and would wait for one another here. */
  async open(
    { server, token, projectId }: Stage,
    count: number,
    tokens: readonly string[] = [token],
  ): Promise<void> {
    const cursor = await heads(server, subscription(token, projectId));
    const requests = tokens.map((each) => subscription(each, projectId, { cursor }));
    await this.order({ kind: 'open', count, url: server.url, requests });
  }

  /** From now on it takes what comes, and costs as little as can be. */
  async doze(): Promise<void> {
    await this.order({ kind: 'doze' });
  }

  async take(): Promise<bigint[]> {
    return ((await this.order({ kind: 'take' })) as Taken).map(BigInt);
  }

  end(): void {
    this.child.kill();
  }

  private async order(order: Order): Promise<unknown> {
    this.child.send(order);
    const [answer] = (await once(this.child, 'message')) as [unknown];
    return answer;
  }
}

function subscription(token: string, projectId: string, more: object = {}): string {
  const body = JSON.stringify({ projectId, register: [{}], ...more });
  return (
    `POST ${SUBSCRIBE} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${token}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  );
}

/** Streams of one identity in a project, as many as there may be unless it is set otherwise. */
const EACH = 10;

/** Tokens of as many members as so many streams need. */
async function members({ server, token, projectId }: Stage, streams: number): Promise<string[]> {
  const post = <T>(path: string, body: object) =>
    callJson<T>('POST', `${server.url}/api/v1${path}`, { token, body: JSON.stringify(body) });
  const member = async (_: unknown, n: number) => {
    const { identity } = await post<{ identity: { id: string } }>('/identities', { name: `r${n}` });
    await post(`/projects/${projectId}/identity-memberships/${identity.id}`, { role: 'member' });
    const login = `/auth/token-auth/identities/${identity.id}`;
    await post(login, {});
    return (await post<{ accessToken: string }>(`${login}/tokens`, {})).accessToken;
  };
  return Promise.all(Array.from({ length: Math.ceil(streams / EACH) }, member));
}

let written = 0;

/** A change, as anybody makes it. */
async function write({ server, token }: Stage, projectId: string): Promise<void> {
  const body = JSON.stringify({ projectId, environment: 'dev', secretValue: 'value' });
  await call('POST', `${server.url}/api/v4/secrets/KEY_${written++}`, { token, body });
}

/** From the answer to the change, which leaves the server right after the commit, to each reader's first byte. */
async function delivery(stage: Stage, subscribers: number, changes: number): Promise<Row[]> {
  const { crowd, projectId } = stage;
  await crowd.open(stage, subscribers, await members(stage, subscribers));
  for (let n = 0; n < 5; n++) await write(stage, projectId);
  await delay(1_000);
  await crowd.take();
  const took: number[] = [];
  for (let n = 0; n < changes; n++) {
    await write(stage, projectId);
    const committed = process.hrtime.bigint();
    for (let waited = 0, missing = subscribers; missing > 0 && waited < 5_000; waited += 100) {
      await delay(100);
      const arrived = await crowd.take();
      missing -= arrived.length;
      for (const time of arrived) took.push(Number(time - committed) / 1e6);
    }
  }
  const what = `event to ${subscribers} subscribers`;
  return [
    plain(`${what}, p50`, quantile(took, 0.5), 'ms', { atMost: 20 }),
    plain(`${what}, p99`, quantile(took, 0.99), 'ms', { atMost: 100 }),
    plain(`${what}, arrived`, took.length / (subscribers * changes), '×', { atLeast: 1 }),
  ];
}

async function slowDown(bench: Bench, stage: Stage, subscribers: number): Promise<Row[]> {
  const { crowd, server, projectId, otherId } = stage;
  await crowd.open(stage, subscribers, await members(stage, subscribers));
  await crowd.doze();
  // Short turns, and many: what disturbs the machine then disturbs both.
  const load = { seconds: bench.sizes.seconds / 2, concurrency: 8 };
  const costs = { heard: [] as number[], unheard: [] as number[] };
  const rateIn = (id: string, costsOfWrites: number[]) => async () => {
    const [before, first] = [server.processorTime(), written];
    const rate = await throughput(() => write(stage, id), load);
    costsOfWrites.push((server.processorTime() - before) / (written - first));
    return rate;
  };
  const rounds = bench.sizes.rounds * 4;
  const heard = rateIn(projectId, costs.heard);
  const measured = await byTurns(rounds, heard, rateIn(otherId, costs.unheard));
  const cost = median(costs.heard) - median(costs.unheard);
  return [
    {
      what: `writes with ${subscribers} subscribers`,
      unit: '/s',
      ...measured,
      floorIs: 'without',
      aim: { atLeast: 0.9 },
    },
    plain(`server's time a write for ${subscribers} subscribers`, cost, 'ms'),
  ];
}

async function idleStreams(stage: Stage, count: number): Promise<Row[]> {
  const { server, crowd, projectId } = stage;
  // The first ones warm the server up, and are not counted.
  await crowd.open(stage, Math.ceil(count / 20));
  await write(stage, projectId);
  await delay(3_000);
  const before = server.memory();
  await crowd.open(stage, count);
  // Until V8 has noticed that the process is idle, and has given back what only the opening took.
  await delay(30_000);
  const each = (server.memory() - before) / count;
  return [
    plain(`memory of ${count} idle streams`, each * count, 'MiB', { atMost: 25 * KIB * count }),
  ];
}

async function replay(bench: Bench, stage: Stage, count: number): Promise<Row[]> {
  const { server, token, projectId } = stage;
  const client = new pg.Client({ connectionString: bench.databaseUrl });
  await client.connect();
  const first = await heads(server, subscription(token, projectId));
  await client.query(
    `insert into project_events (project_id, seq, type, payload)
     select $1, n, 'secret:update', json_build_array(json_build_object(
       'environment', 'dev', 'secretPath', '/', 'secretKey', 'KEY_' || n))
     from generate_series(1, $2::int) n`,
    [projectId, count],
  );
  await client.query('update project_event_heads set last_seq = $2 where project_id = $1', [
    projectId,
    count,
  ]);
  await client.end();
  const request = subscription(token, projectId, { cursor: first });
  const took: number[] = [];
  for (let round = 0; round < Math.min(3, bench.sizes.rounds); round++) {
    took.push(await untilLast(server, request, `"KEY_${count}"`));
  }
  const best = took.sort((a, b) => a - b)[took.length >> 1]!;
  return [plain(`replay of ${count} events`, best / 1_000, 's', { atMost: 2 })];
}

/** The cursor in the head of the answer. */
function heads({ url }: Child, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { port, hostname } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.on('error', reject);
    socket.once('data', (chunk: Buffer) => {
      socket.destroy();
      const cursor = /x-event-cursor: (\S+)/i.exec(chunk.toString('latin1'))?.[1];
      if (cursor) resolve(cursor);
      else reject(new Error(chunk.toString('latin1')));
    });
    socket.write(request);
  });
}

/** Milliseconds until the text has come. */
function untilLast({ url }: Child, request: string, text: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const { port, hostname } = new URL(url);
    const start = performance.now();
    const socket = connect(Number(port), hostname);
    let end = '';
    socket.setEncoding('latin1');
    socket.on('error', reject);
    socket.on('data', (chunk: string) => {
      end = (end + chunk).slice(-4_096);
      if (!end.includes(text)) return;
      socket.destroy();
      resolve(performance.now() - start);
    });
    socket.write(request);
  });
}
