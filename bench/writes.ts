import pg from 'pg';
import type { Bench } from './bench.js';
import { parentOf, processorMs } from './child.js';
import { call, callJson } from './http.js';
import { median } from './measure.js';
import { plain, type Row } from './report.js';
import { makeFolder, type OwnScene, valueOf } from './scene.js';

/** Connections, and requests of one round for each of them. */
const CONNECTIONS = 10;
const EACH = 50;
const EACH_WHEN_TINY = 2;

/** Milliseconds until what follows a write by itself is done, such as the link of its audit entry. */
const AFTERWARDS = 1_500;

/** Milliseconds of a processor that one operation takes. */
export interface Cost {
  readonly server: number;
  readonly postgres: number;
}

/**
 * What single changes cost in processor time, of the server and of PostgreSQL, with what they leave to be done in the
 * background. It follows the machine less than requests a second, and not the number of cores at all.
 */
export async function writes(bench: Bench): Promise<Row[]> {
  const { scene, sizes } = bench;
  const each = sizes.batch < 100 ? EACH_WHEN_TINY : EACH;
  const postmaster = await postmasterOf(bench.databaseUrl);
  const { factor } = await bench.machineSpeed();
  const rows: Row[] = [];
  const holders: string[] = [];
  for (let round = 0; round <= sizes.rounds; round++) holders.push(await makeMember(scene, round));
  const granted = { holders, each: CONNECTIONS * each };
  const path = await makeFolder(scene, 'writes');
  for (const [what, work] of Object.entries(operations(scene, path, granted))) {
    const costs: Cost[] = [];
    // The first round warms up.
    for (let round = 0; round <= sizes.rounds; round++) {
      const cost = await costOf(bench, postmaster, work, each);
      if (round > 0) costs.push(cost);
    }
    const of = (part: keyof Cost) => median(costs.map((cost) => cost[part]));
    const both = median(costs.map(({ server, postgres }) => server + postgres));
    rows.push(plain(`${what}: processor time of the server`, of('server'), 'ms'));
    rows.push(plain(`${what}: processor time of PostgreSQL`, of('postgres'), 'ms'));
    const atMost = AIMS[what];
    rows.push(plain(`${what}: both`, both, 'ms', atMost ? { atMost: atMost * factor } : undefined));
  }
  return rows;
}

/** Milliseconds, where the goals were set. */
const AIMS: Readonly<Record<string, number>> = {
  'create of one secret': 2,
  'update of one secret': 2,
  'delete of one secret': 2,
  'role, create': 1.7,
  'privilege, create': 3.5,
};

export type Operation = () => Promise<unknown>;

/** In this order: what is created first is updated and deleted then. */
function operations(
  { url, token, projectId }: OwnScene,
  secretPath: string,
  { holders, each }: { readonly holders: readonly string[]; readonly each: number },
): Readonly<Record<string, Operation>> {
  const send = (method: string, path: string, body: object) =>
    call(method, `${url}/api${path}`, { token, body: JSON.stringify(body) });
  const where = { workspaceId: projectId, environment: 'dev', secretPath };
  const secret = (method: string, n: number, fields: object = {}) =>
    send(method, `/v3/secrets/raw/ONE_${n}`, { ...where, ...fields });
  let [created, updated, deleted, named, granted] = [0, 0, 0, 0, 0];
  const permissions = [{ subject: 'secrets', action: ['readValue'] }];
  return {
    'create of one secret': () => secret('POST', created++, { secretValue: valueOf(created) }),
    'update of one secret': () =>
      secret('PATCH', updated++ % created, { secretValue: valueOf(updated) }),
    'delete of one secret': () => secret('DELETE', deleted++),
    'role, create': () =>
      send('POST', `/v1/projects/${projectId}/roles`, {
        ...{ slug: `writes-${named++}`, name: 'Writes', permissions },
      }),
    'privilege, create': () =>
      send('POST', '/v2/identity-project-additional-privilege', {
        ...{ projectId, identityId: holders[Math.floor(granted++ / each)], permissions },
        type: { isTemporary: false },
      }),
  };
}

/** An identity of the project to which one round grants: it may hold 1,000 privileges. */
async function makeMember({ url, token, projectId }: OwnScene, round: number): Promise<string> {
  const post = <T>(path: string, body: object) =>
    callJson<T>('POST', `${url}/api${path}`, { token, body: JSON.stringify(body) });
  type Made = { readonly identity: { readonly id: string } };
  const { identity } = await post<Made>('/v1/identities', { name: `writes-${round}` });
  await post(`/v1/projects/${projectId}/identity-memberships/${identity.id}`, { role: 'viewer' });
  return identity.id;
}

/** Over ten connections, `each` times on every one. */
export async function costOf(
  { server }: Pick<Bench, 'server'>,
  postmaster: number,
  work: Operation,
  each: number,
): Promise<Cost> {
  const taken = () => [server.processorTime(), processorMs(postmaster)] as const;
  const before = taken();
  const keepOn = async () => {
    for (let n = 0; n < each; n++) await work();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, keepOn));
  await new Promise((resolve) => setTimeout(resolve, AFTERWARDS));
  const after = taken();
  const count = CONNECTIONS * each;
  return { server: (after[0] - before[0]) / count, postgres: (after[1] - before[1]) / count };
}

/** The process that all others of the server are below. Not a number for a server on another machine. */
export async function postmasterOf(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() pid');
  const pid = parentOf(rows[0]!.pid);
  await client.end();
  return pid;
}
