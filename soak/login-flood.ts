import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { insist, send } from './client.js';
import { Cluster } from './cluster.js';
import type { Finding } from './finding.js';
import { OwnPostgres } from './own-postgres.js';
import { LongestTurn, type Measured } from './longest-turn.js';
import { mostP99, whileReading } from './quiet-reader.js';
import type { Replica } from './replica.js';
import type { Scene } from './scene.js';

/** What the server may hold meanwhile, in bytes. */
const MOST_MEMORY = 400 * 1024 * 1024;

/** Whoever set the instance up. */
const PERSON = { email: 'soak@example.org', password: 'correct horse battery' };

export interface FloodSize {
  readonly logins: number;
  readonly rounds: number;
  /** Milliseconds of quiet before, to compare with. */
  readonly quiet: number;
  /** The built server, where this file does not run from `dist`. */
  readonly script?: string;
}

/** G34: people sign in many at once, each tenth of them with the right password; a machine reads one secret. */
export async function loginFlood(directory: string, size: FloodSize): Promise<Finding> {
  const postgres = await OwnPostgres.start(join(directory, 'flooded'));
  const meter = new LongestTurn(directory);
  try {
    const cluster = await Cluster.start({
      databaseUrl: postgres.url,
      replicas: 1,
      env: { LOG_LEVEL: 'info', ...meter.env },
      ...(size.script === undefined ? {} : { script: size.script }),
    });
    try {
      return await prove(cluster, size, meter);
    } finally {
      await cluster.end();
    }
  } finally {
    await postgres.stop();
  }
}

async function prove(
  { replicas, scene }: Cluster,
  size: FloodSize,
  meter: LongestTurn,
): Promise<Finding> {
  const replica = replicas[0]!;
  const reader = await aReader(scene);
  await whileReading(reader, () => delay(size.quiet)); // warming up
  const quiet = await whileReading(reader, () => delay(size.quiet));
  const counts = new Map<number, number>();
  let memory = 0;
  await meter.of(replica); // measures anew from here
  let measured: Measured | undefined;
  const seen = await whileReading(reader, async () => {
    const looking = setInterval(() => (memory = Math.max(memory, replica.memory())), 20);
    const statuses = await floods(size, (turn) => login(replica, turn));
    clearInterval(looking);
    measured = await meter.of(replica);
    for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1);
  });
  const bound = mostP99(quiet);
  const { 200: passed = 0, 401: refused = 0, 503: sentAway = 0 } = Object.fromEntries(counts);
  const others = size.logins * size.rounds - passed - refused - sentAway;
  const isUnharmed = seen.failures.length === 0 && seen.p99 <= bound;
  return {
    goal: 'G34',
    what: `${size.logins} logins of people at once, ${size.rounds} times; a machine reads`,
    figure: `${passed} passed, ${refused} refused, ${sentAway} sent away (503), ${others} answered otherwise; RSS ${(memory / 1024 / 1024).toFixed(0)} MiB; reads: p99 ${quiet.p99.toFixed(0)} ms in quiet, ${seen.p99.toFixed(0)} of ${seen.count} meanwhile, ${seen.failures.length} failed; turn ${measured?.longest.toFixed(0)} ms`,
    threshold: `RSS < 400 MiB, p99 ≤ ${bound.toFixed(0)} ms, some passed, 0 answered otherwise, 0 reads failed`,
    isMet: memory === 0 ? null : memory < MOST_MEMORY && isUnharmed && passed > 0 && others === 0,
  };
}

/** The statuses of so many requests at once, so many times. */
async function floods({ logins, rounds }: FloodSize, send: (turn: number) => Promise<number>) {
  const statuses: number[] = [];
  for (let round = 0; round < rounds; round++) {
    statuses.push(...(await Promise.all(Array.from({ length: logins }, (_, turn) => send(turn)))));
  }
  return statuses;
}

/** Over a connection of its own, as each client has one; who waits for a hash may wait long. */
const post = async (url: string, body: object): Promise<number> =>
  (await send('POST', url, { body, isLast: true, patience: 60_000 })).status;

const login = ({ url }: Replica, turn: number): Promise<number> => {
  const body = turn % 10 === 0 ? PERSON : { ...PERSON, email: `nobody-${turn}@example.org` };
  return post(`${url}/api/v3/auth/login`, body);
};

async function aReader({ url, token, projectId }: Scene) {
  const path = '/api/v3/secrets/raw/KEY';
  const place = { workspaceId: projectId, environment: 'dev' };
  await insist('POST', `${url}${path}`, { token, body: { ...place, secretValue: 'x' } });
  return { url, token, path: `${path}?${new URLSearchParams(place).toString()}` };
}
