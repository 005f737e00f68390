import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Random } from '../test/support/permissions/random.js';
import { insist } from './client.js';
import type { Cluster } from './cluster.js';
import type { Finding } from './finding.js';
import { honest } from './honest.js';
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

/** Milliseconds that the event loop of the replica under attack may be late. */
const LATE = { p99: 50, max: 200 };

/** G19: whatever comes in, the process lives, nothing is answered with 500, and an honest client is served on. */
export async function hostileInput(cluster: Cluster, size: HostileSize): Promise<Finding> {
  const operations = await operationsOf(cluster.url(0));
  const random = new Random(size.seed);
  const quiet = await honest(cluster, () => delay(2_000));
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
  const [victim] = cluster.replicas;
  await victim!.loopDelay(); // measures anew from here
  const busy = await honest(cluster, () =>
    Promise.all(Array.from({ length: size.concurrency }, attack)),
  );
  const { p99, max } = await victim!.loopDelay();
  const isAlive = cluster.replicas.every((replica) => replica.isAlive);
  const isLate = p99 > LATE.p99 || max > LATE.max || busy.p99 > 3 * quiet.p99;
  return {
    goal: 'G19',
    what: `${sent} hostile requests over ${operations.length} routes`,
    figure:
      `${bad.length} answered 5xx${bad[0] ? ` (${bad[0]})` : ''}, processes ${isAlive ? 'alive' : 'DEAD'}, ` +
      `event loop late by ${p99.toFixed(0)} ms (p99), ${max.toFixed(0)} ms at most, ` +
      `honest success ${busy.summary}, p99 ${quiet.p99.toFixed(1)} ms quiet, ${busy.p99.toFixed(1)} ms under it`,
    threshold: '0 answered 500, alive, loop p99 ≤ 50 ms, max ≤ 200 ms, honest p99 ≤ 3 × quiet',
    isMet: bad.length === 0 && isAlive && busy.share === 1 && !isLate,
  };
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
  const { method, path, query, fields } = random.pick(operations);
  const filled = path.replace(/\{\w+\}/g, () => encode(random.pick(TEXTS) || 'x'));
  const search = query
    .filter(() => random.chance(60))
    .map(
      (name) =>
        `${name}=${encode(random.chance(30) ? cluster.scene.projectId : random.pick(TEXTS))}`,
    );
  return {
    method,
    path: search.length > 0 ? `${filled}?${search.join('&')}` : filled,
    body: method === 'GET' ? null : bodyOf(fields, cluster, random),
    hasToken: random.chance(90),
  };
}

function bodyOf(fields: readonly string[], { scene }: Cluster, random: Random): string {
  if (random.chance(15)) return random.pick(RAW_BODIES);
  const entries = fields
    .filter(() => random.chance(80))
    .map((name) => {
      if (/^(projectId|workspaceId)$/.test(name)) return [name, scene.projectId];
      if (name === 'environment') return [name, 'dev'];
      if (name === 'identityId') return [name, scene.identityId];
      return [name, random.pick(VALUES)];
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
