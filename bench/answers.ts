import { addMembers } from './access.js';
import type { Bench } from './bench.js';
import { call } from './http.js';
import { median } from './measure.js';
import { plain, type Row } from './report.js';
import { createBatch, listUrl, makeFolder, secretUrl } from './scene.js';
import { type Cost, costOf, type Operation, postmasterOf } from './writes.js';

/** Requests of one round for each of ten connections: of long lists, of short answers, and of those that cost least. */
const TIMES = { list: 20, short: 100, least: 1_000 };
const TIMES_WHEN_TINY = 1;
const FEW = 100;

interface Answer {
  readonly times: keyof typeof TIMES;
  readonly ask: Operation;
  /** Milliseconds of the server, where the goals were set. */
  readonly atMost?: number;
}

/**
 * What answers cost in processor time, of the server and of PostgreSQL. An option that nobody knows makes a list anew:
 * only with known ones an answer of before is taken.
 */
export async function answers(bench: Bench): Promise<Row[]> {
  const { scene, sizes } = bench;
  const postmaster = await postmasterOf(bench.databaseUrl);
  const { factor } = await bench.machineSpeed();
  await addMembers(bench.databaseUrl, scene.projectId, sizes.batch, 'listed-');
  const rows: Row[] = [];
  for (const [what, { times, ask, atMost }] of Object.entries(await answersOf(bench))) {
    const each = sizes.batch < FEW ? TIMES_WHEN_TINY : TIMES[times];
    const costs: Cost[] = [];
    // The first round warms up.
    for (let round = 0; round <= sizes.rounds; round++) {
      const cost = await costOf(bench, postmaster, ask, each);
      if (round > 0) costs.push(cost);
    }
    const of = (part: keyof Cost) => median(costs.map((cost) => cost[part]));
    const aim = atMost === undefined ? undefined : { atMost: atMost * factor };
    rows.push(plain(`${what}: processor time of the server`, of('server'), 'ms', aim));
    rows.push(plain(`${what}: processor time of PostgreSQL`, of('postgres'), 'ms'));
  }
  return rows;
}

async function answersOf({ scene, sizes }: Bench): Promise<Readonly<Record<string, Answer>>> {
  const { url, token, projectId } = scene;
  const get =
    (target: string): Operation =>
    () =>
      call('GET', target, { token });
  const found: Record<string, Answer> = {};
  for (const [size, most] of [
    [FEW, { unchanged: 0.8, names: 0.6 }],
    [sizes.batch, { unchanged: 3, names: 3 }],
  ] as const) {
    const path = await makeFolder(scene, `answers-${size}-${Object.keys(found).length}`);
    await createBatch(scene, path, size);
    const list = listUrl(scene, path);
    const names = `${list}&viewSecretValue=false&anew=1`;
    found[`list of ${size}, made anew`] = { times: 'list', ask: get(`${list}&anew=1`) };
    found[`list of ${size}, unchanged`] = { times: 'list', ask: get(list), atMost: most.unchanged };
    found[`names of ${size}`] = { times: 'list', ask: get(names), atMost: most.names };
    found['get of one'] = { times: 'short', ask: get(`${secretUrl(scene, path, 'KEY_1')}&anew=1`) };
  }
  const members = `${url}/api/v1/projects/${projectId}/identity-memberships?limit=${sizes.batch}`;
  return {
    ...found,
    [`memberships of ${sizes.batch}`]: { times: 'list', ask: get(members), atMost: 8 },
    liveness: { times: 'least', ask: get(`${url}/api/health/live`), atMost: 0.05 },
    status: { times: 'least', ask: get(`${url}/api/status`), atMost: 0.05 },
  };
}
