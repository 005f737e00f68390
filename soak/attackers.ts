import { Agent, request } from 'node:http';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ATTACKS, type Prey, prepare, type Shot } from './attacks.js';
import { Cluster } from './cluster.js';
import type { Finding } from './finding.js';
import { LongestTurn, type Measured } from './longest-turn.js';
import { OwnPostgres } from './own-postgres.js';
import { mostP99, type Seen, whileReading } from './quiet-reader.js';

/**
 * Milliseconds, and bytes of memory, that another tenant and the operator may notice. `turn`: of one turn of the event
 * loop, in computing time.
 */
const MOST = { live: 100, turn: 50, rss: 700 * 1024 * 1024 };

/** Milliseconds that an attacker waits after a 429. */
const PAUSE = 250;

export interface AttackSize {
  /** Milliseconds of each attack, and of the quiet before them. */
  readonly each: number;
  /** Names of attacks; none: all. */
  readonly only?: readonly string[];
}

/** G29: one attacker of each class, at the rate that the default limits allow; another tenant reads one secret. */
export async function attackers(directory: string, size: AttackSize): Promise<Finding> {
  const postgres = await OwnPostgres.start(join(directory, 'attacked'));
  try {
    const meter = new LongestTurn(directory);
    const env = { RATE_LIMITS: 'on', LOG_LEVEL: 'info', ...meter.env };
    const cluster = await Cluster.start({ databaseUrl: postgres.url, replicas: 1, env });
    try {
      return await prove(cluster, size, meter);
    } finally {
      await cluster.end();
    }
  } finally {
    await postgres.stop();
  }
}

async function prove(cluster: Cluster, size: AttackSize, meter: LongestTurn): Promise<Finding> {
  const prey = await prepare(cluster);
  const read = (work: () => Promise<void>) => whileReading(prey.victim, work);
  await read(() => delay(2_000)); // warming up
  const quiet = await read(() => delay(size.each));
  const bound = mostP99(quiet);
  const lines: string[] = [];
  const missed: string[] = [];
  for (const { name, at, attack } of ATTACKS) {
    if (size.only?.length && !size.only.includes(name)) continue;
    const replica = cluster.replicas[0]!;
    if (!replica.isAlive) await replica.start();
    // The windows of the limits, and what was queued, belong to one attack each.
    await cluster.query('delete from login_failures');
    const shots = await attack(prey);
    const outcome = await watched(cluster, meter, size.each, (until) =>
      read(() => fire(prey, shots, at, until)),
    );
    const isMet = isWithin(outcome, bound);
    if (!isMet) missed.push(name);
    const line = `${isMet ? 'met   ' : 'MISSED'} ${name}: ${describeOutcome(outcome)}`;
    console.log(`               ${line}`);
    lines.push(line);
  }
  return {
    goal: 'G29',
    what: `one attacker of each of ${lines.length} classes, rate limits on, another tenant reads`,
    figure: `quiet p99 ${quiet.p99.toFixed(1)} ms; missed: ${missed.join(', ') || 'none'}`,
    threshold: `p99 ≤ ${bound.toFixed(0)} ms, live ≤ 100 ms, turn ≤ 50 ms, RSS < 700 MiB, alive, no failure`,
    isMet: missed.length === 0,
  };
}

interface Outcome {
  readonly seen: Seen;
  readonly measured: Measured;
  readonly rss: number;
  readonly isAlive: boolean;
}

/** Looks after the memory of the process, and the turns of its event loop, meanwhile. */
async function watched(
  { replicas }: Cluster,
  meter: LongestTurn,
  milliseconds: number,
  work: (until: () => boolean) => Promise<Seen>,
): Promise<Outcome> {
  const replica = replicas[0]!;
  let rss = 0;
  const looking = setInterval(() => (rss = Math.max(rss, replica.memory())), 100);
  await meter.of(replica); // measures anew from here
  let measuring: Promise<Measured> | undefined;
  const end = performance.now() + milliseconds;
  const isOver = () => {
    if (performance.now() < end && replica.isAlive) return false;
    // Before all connections of the attack end in one turn.
    measuring ??= meter.of(replica);
    return true;
  };
  try {
    const seen = await work(isOver);
    const measured = await (measuring ?? meter.of(replica));
    return { seen, rss, measured, isAlive: replica.isAlive };
  } finally {
    clearInterval(looking);
  }
}

const isWithin = ({ seen, measured, rss, isAlive }: Outcome, bound: number): boolean =>
  isAlive &&
  seen.p99 <= bound &&
  seen.live <= MOST.live &&
  !(measured.longest > MOST.turn) &&
  rss < MOST.rss &&
  seen.failures.length === 0;

function describeOutcome({ seen, measured, rss, isAlive }: Outcome): string {
  const { p99, max, live, failures, count } = seen;
  const times = `p99 ${p99.toFixed(0)} ms, max ${max.toFixed(0)} of ${count}, live ${live.toFixed(0)} ms`;
  const failed = failures.length > 0 ? `, ${failures.length} failed (${failures[0]})` : '';
  return `${times}, turn ${measured.longest.toFixed(0)} ms, RSS ${mebibytes(rss)}${parts(measured)} MiB, ${isAlive ? 'alive' : 'DEAD'}${failed}`;
}

const mebibytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(0);

/** The parts of the resident memory when it was greatest. */
const parts = ({ most }: Measured): string =>
  most === null
    ? ''
    : ` (${Object.entries(most)
        .map(([name, bytes]) => `${name} ${mebibytes(bytes)}`)
        .join(', ')})`;

/** Sends shot after shot over so many connections until it is time. */
async function fire(
  { url }: Prey,
  shots: () => Shot,
  connections: number,
  isOver: () => boolean,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  setPriority(constants.priority.PRIORITY_LOW);
  const shooting = Array.from({ length: connections }, async () => {
    while (!isOver()) {
      const status = await shoot(url, shots(), agent, isOver);
      if (status === 429 || status === 0) await delay(PAUSE);
    }
  });
  await Promise.all(shooting);
  agent.destroy();
}

function shoot(url: string, shot: Shot, agent: Agent, isOver: () => boolean): Promise<number> {
  return new Promise((resolve) => {
    const { method, path, headers, body } = shot;
    const outgoing = request(`${url}${path}`, { method, agent, headers, timeout: 30_000 });
    const watching = setInterval(() => isOver() && outgoing.destroy(), 200);
    const settle = (status: number) => {
      clearInterval(watching);
      resolve(status);
    };
    outgoing.on('timeout', () => outgoing.destroy());
    outgoing.on('error', () => settle(0));
    outgoing.on('close', () => settle(0));
    outgoing.on('response', (answer) => {
      answer.on('error', () => settle(0));
      answer.resume().on('end', () => settle(answer.statusCode ?? 0));
    });
    if (shot.holdsBack) outgoing.write(body);
    else outgoing.end(body);
  });
}
