import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { insist, send } from './client.js';
import type { Cluster } from './cluster.js';
import { type Finding, quantile } from './finding.js';
import { RAW_BODIES, TEXTS, VALUES } from './hostile-texts.js';

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly query: readonly string[];
  readonly fields: readonly string[];
}

interface Schema {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly $ref?: string;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface Described {
  readonly parameters?: readonly { readonly in: string; readonly name: string }[];
  readonly requestBody?: { readonly content?: Readonly<Record<string, { schema?: Schema }>> };
}

export interface HostileSize {
  readonly requests: number;
  readonly concurrency: number;
  readonly seed: number;
}

/** G19: whatever comes in, the process lives, nothing is answered with 500, and an honest client is served on. */
export async function hostileInput(cluster: Cluster, size: HostileSize): Promise<Finding> {
  const operations = await operationsOf(cluster.url(0));
  const random = generator(size.seed);
  const honest = new Honest(cluster);
  const quiet = await honest.during(() => delay(1_500));
  const bad: string[] = [];
  let sent = 0;
  const attack = async () => {
    while (sent < size.requests) {
      sent++;
      const request = craft(operations, cluster, random);
      const status = await shoot(cluster, request);
      if (status >= 500 && status !== 503 && status !== 504) {
        bad.push(`${status} ${request.method} ${request.path.slice(0, 120)}`);
      }
    }
  };
  const busy = await honest.during(() =>
    Promise.all(Array.from({ length: size.concurrency }, attack)),
  );
  const isAlive = cluster.replicas.every((replica) => replica.isAlive);
  return {
    goal: 'G19',
    what: `${sent} hostile requests over ${operations.length} routes`,
    figure: `${bad.length} answered 5xx${bad[0] ? ` (${bad[0]})` : ''}, processes ${isAlive ? 'alive' : 'DEAD'}, honest p99 ${quiet.toFixed(1)} ms quiet, ${busy.toFixed(1)} ms under it`,
    threshold: '0 answered 500, alive',
    isMet: bad.length === 0 && isAlive,
  };
}

/** Reads one secret again and again. */
class Honest {
  constructor(private readonly cluster: Cluster) {}

  /** The 99th percentile of its waits while the work goes on, in milliseconds. */
  async during(work: () => Promise<unknown>): Promise<number> {
    const { token, projectId } = this.cluster.scene;
    const url = `${this.cluster.url(0)}/api/v1/projects/${projectId}`;
    const waits: number[] = [];
    let isOver = false;
    const reading = (async () => {
      while (!isOver) {
        const { status, ms } = await send('GET', url, { token });
        if (status !== 200) throw new Error(`An honest request was answered with ${status}.`);
        waits.push(ms);
        await delay(5);
      }
    })();
    await work();
    isOver = true;
    await reading;
    return quantile(waits, 0.99);
  }
}

async function operationsOf(url: string): Promise<Operation[]> {
  const document = await insist<Document>('GET', `${url}/api/docs/json`);
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      method: method.toUpperCase(),
      path,
      query: (described.parameters ?? [])
        .filter((parameter) => parameter.in === 'query')
        .map((parameter) => parameter.name),
      fields: fieldsOf(described, document),
    })),
  );
}

function fieldsOf({ requestBody }: Described, document: Document): string[] {
  const schema = requestBody?.content?.['application/json']?.schema;
  const name = schema?.$ref?.split('/').at(-1);
  const resolved = name === undefined ? schema : document.components.schemas[name];
  return Object.keys(resolved?.properties ?? {});
}

interface Crafted {
  readonly method: string;
  readonly path: string;
  readonly body: string | null;
  readonly hasToken: boolean;
}

function craft(operations: readonly Operation[], cluster: Cluster, random: Random): Crafted {
  const { method, path, query, fields } = random.of(operations);
  const filled = path.replace(/\{\w+\}/g, () => encode(random.of(TEXTS) || 'x'));
  const search = query
    .filter(() => random.chance(0.6))
    .map(
      (name) =>
        `${name}=${encode(random.chance(0.3) ? cluster.scene.projectId : random.of(TEXTS))}`,
    );
  return {
    method,
    path: search.length > 0 ? `${filled}?${search.join('&')}` : filled,
    body: method === 'GET' ? null : bodyOf(fields, cluster, random),
    hasToken: random.chance(0.9),
  };
}

function bodyOf(fields: readonly string[], { scene }: Cluster, random: Random): string {
  if (random.chance(0.15)) return random.of(RAW_BODIES);
  const entries = fields
    .filter(() => random.chance(0.8))
    .map((name) => {
      if (/^(projectId|workspaceId)$/.test(name)) return [name, scene.projectId];
      if (name === 'environment') return [name, 'dev'];
      if (name === 'identityId') return [name, scene.identityId];
      return [name, random.of(VALUES)];
    });
  return JSON.stringify(Object.fromEntries(entries) as object);
}

const encode = (text: string) =>
  encodeURIComponent(text.toWellFormed()).slice(0, 3_000).replace(/%.?$/, '');

/** Sends the bytes as they are: a client library would refuse some of them. Gives the status, 0 for none. */
function shoot(cluster: Cluster, { method, path, body, hasToken }: Crafted): Promise<number> {
  const { hostname, port } = new URL(cluster.url(0));
  const bytes = Buffer.from(body ?? '', 'utf8');
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: soak',
    'Connection: close',
    ...(hasToken ? [`Authorization: Bearer ${cluster.scene.token}`] : []),
    ...(body === null ? [] : ['Content-Type: application/json', `Content-Length: ${bytes.length}`]),
  ];
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let answer = '';
    const settle = () => {
      socket.destroy();
      resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0));
    };
    socket.setTimeout(10_000, settle);
    socket.on('data', (chunk: Buffer) => {
      answer ||= chunk.toString('latin1');
      settle();
    });
    socket.on('close', settle).on('error', settle);
    socket.write(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), bytes]));
  });
}

interface Random {
  of<T>(all: readonly T[]): T;
  chance(share: number): boolean;
}

/** The same requests for the same seed (a linear congruential generator; nothing depends on its quality). */
function generator(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return {
    of: (all) => all[Math.floor(next() * all.length)]!,
    chance: (share) => next() < share,
  };
}
