import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Bench } from './bench.js';
import { startChild } from './child.js';
import { median } from './measure.js';
import { plain, type Row } from './report.js';

/** Long enough for what a start leaves behind to be collected. */
const REST_MS = 4_000;

/** Start-up on an empty and on an existing database, and what a server takes that has nothing to do. */
export async function starts({ sizes, databaseUrl, env, main }: Bench): Promise<Row[]> {
  const admin = new pg.Client({ connectionString: databaseUrl });
  await admin.connect();
  await admin.query('create database bench_starts');
  const url = new URL(databaseUrl);
  url.pathname = '/bench_starts';
  const settings = { ...env, DATABASE_URL: url.href };
  const first = await startChild(main, settings);
  await first.stop();
  const readyMs: number[] = [];
  const idle: number[] = [];
  for (let round = 0; round < sizes.rounds; round++) {
    const server = await startChild(main, settings);
    readyMs.push(server.readyMs);
    if (round < 3) {
      await delay(REST_MS * Math.min(1, sizes.seconds));
      idle.push(server.memory());
    }
    await server.stop();
  }
  await admin.query('drop database bench_starts');
  await admin.end();
  return [
    plain('start-up, empty database', first.readyMs, 'ms'),
    plain('start-up, existing database', median(readyMs), 'ms', { atMost: 1500 }),
    plain('memory, idle', median(idle), 'MiB', { atMost: 120 }),
  ];
}
