import { join } from 'node:path';
import type { Bench } from './bench.js';
import { startChild } from './child.js';
import { call } from './http.js';
import { repeatedly } from './measure.js';
import { plain, type Row } from './report.js';
import { costOf, postmasterOf } from './writes.js';

const SERVER = join(import.meta.dirname, 'plain-server.js');
/** Milliseconds that one row by `node:http` and `pg` took where the goals in milliseconds were set: server and PostgreSQL. */
const WHERE_GOALS_WERE_SET = 0.14;
const EACH = 300;
const EACH_WHEN_TINY = 2;

/** How this machine compares with the one on which goals in milliseconds of processor time were set. */
export interface MachineSpeed {
  /** Goals in milliseconds are multiplied by it: 2 where everything takes twice as long. */
  readonly factor: number;
  readonly row: Row;
}

export async function measureMachine(bench: Omit<Bench, 'machineSpeed'>): Promise<MachineSpeed> {
  const { env, sizes, scene, databaseUrl } = bench;
  const postmaster = await postmasterOf(databaseUrl);
  const server = await startChild(SERVER, env);
  const each = sizes.batch < 100 ? EACH_WHEN_TINY : EACH;
  const ask = () => call('GET', `${server.url}/${scene.projectId}`);
  try {
    await costOf({ server }, postmaster, ask, each); // warms up
    const both = await repeatedly(sizes.rounds, async () => {
      const cost = await costOf({ server }, postmaster, ask, each);
      return cost.server + cost.postgres;
    });
    const what = `one row by node:http and pg: processor time of both (${WHERE_GOALS_WERE_SET} ms where the goals were set)`;
    // A tiny run measures nothing that its clock could tell.
    const factor = both > 0 ? both / WHERE_GOALS_WERE_SET : 1;
    return { factor, row: plain(what, both, 'ms') };
  } finally {
    await server.stop();
  }
}
