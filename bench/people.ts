import pg from 'pg';
import type { Bench } from './bench.js';
import { call, callJson } from './http.js';
import { PasswordHashes } from '../src/accounts/password-hashes.js';
import { byTurns, duration, throughput } from './measure.js';
import type { Row } from './report.js';
import { createBatch, makeFolder, type Scene, secretUrl } from './scene.js';
import { rawThroughput } from './wire.js';

const GROUPS = 50;
/** Rules of the role that groups hold in the project. */
const RULES = 20;
/** Logins at once: as many as hash side by side, and some that wait for their turn. */
const LOGINS = 8;
const ACCOUNT = { email: 'bench@example.org', password: 'correct horse battery' };

/**
 * Compares a read by a person, by a machine, and by somebody who is in the project by many groups or by one; and a login
 * with the hash that it cannot do without.
 */
export async function people(bench: Bench): Promise<Row[]> {
  const { scene, sizes, databaseUrl } = bench;
  const path = await makeFolder(scene, 'people');
  await createBatch(scene, path, 1);
  const url = secretUrl(scene, path, 'KEY_0');
  const role = await makeRole(scene);
  const [person, one, many] = [
    await personIn(scene),
    await readerBy(scene, role, 1),
    await readerBy(scene, role, GROUPS),
  ];
  const rateOf = (token: string) => () => rawThroughput({ url, token, status: 200 }, sizes);
  const byPerson = await byTurns(sizes.rounds, rateOf(person), rateOf(scene.token));
  const byGroups = await byTurns(sizes.rounds, rateOf(many), rateOf(one));
  const logins = await loginsOf(scene, sizes);
  const anew = await readsAnew({ scene, sizes, databaseUrl }, url, [many, one]);
  return [
    {
      what: 'get of one secret, by a person',
      unit: '/s',
      ...byPerson,
      floorIs: 'by a machine',
      aim: { atLeast: 0.9 },
    },
    {
      what: `get of one secret, in ${GROUPS} groups`,
      unit: '/s',
      ...byGroups,
      floorIs: 'in one',
      aim: { atLeast: 1 / 1.2 },
    },
    {
      what: `  the first after a change of rights, in ${GROUPS} groups`,
      unit: 'ms',
      ...anew,
      floorIs: 'in one',
      aim: { atMost: 1.2 },
    },
    {
      what: `login of a person, ${LOGINS} at once`,
      unit: '/s',
      ...logins,
      floorIs: 'its hash alone',
      aim: { atLeast: 0.8 },
    },
  ];
}

/** Logins with the right password, and as many hashes in this process, in a queue of the same width. */
function loginsOf({ url }: Scene, { rounds, seconds }: Bench['sizes']) {
  const load = { seconds, concurrency: LOGINS };
  const hashes = new PasswordHashes();
  const body = JSON.stringify(ACCOUNT);
  return byTurns(
    rounds,
    () => throughput(() => callJson('POST', `${url}/api/v3/auth/login`, { body }), load),
    () => throughput(() => hashes.verify(null, ACCOUNT.password), load),
  );
}

/** Reads whose rules are compiled anew each time, as after every change of rights in the project. */
async function readsAnew(
  { scene, sizes, databaseUrl }: Pick<Bench, 'scene' | 'sizes' | 'databaseUrl'>,
  url: string,
  [many, one]: readonly [string, string],
) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const timeOf = (token: string) => () =>
    duration(async () => {
      await client.query('update projects set epoch = epoch + 1 where id = $1', [scene.projectId]);
      await call('GET', url, { token });
    }, sizes.rounds * 20);
  const measured = await byTurns(sizes.rounds, timeOf(many), timeOf(one));
  await client.end();
  return measured;
}

/** The token of the person who founded the instance, as a member of the project. */
async function personIn({ url, token, projectId }: Scene): Promise<string> {
  const post = <T>(path: string, body: object, by?: string) =>
    callJson<T>('POST', `${url}/api${path}`, {
      body: JSON.stringify(body),
      ...(by ? { token: by } : {}),
    });
  await post(`/v1/projects/${projectId}/memberships`, { emails: [ACCOUNT.email] }, token);
  const { accessToken } = await post<{ accessToken: string }>('/v3/auth/login', ACCOUNT);
  const { organizations } = await callJson<{ organizations: { id: string }[] }>(
    'GET',
    `${url}/api/v1/organization`,
    { token: accessToken },
  );
  const choice = { organizationId: organizations[0]!.id };
  const chosen = await post<{ token: string }>('/v3/auth/select-organization', choice, accessToken);
  return chosen.token;
}

/** The slug of a role of the project's own, which reads secrets by many rules. */
async function makeRole({ url, token, projectId }: Scene): Promise<string> {
  const slug = `reader-${Date.now()}`;
  const permissions = Array.from({ length: RULES }, (_, n) => ({
    subject: 'secrets',
    action: ['describeSecret', 'readValue'],
    conditions: { secretName: { $glob: n === 0 ? '*' : `NAME_${n}_*` } },
  }));
  const body = JSON.stringify({ slug, name: slug, permissions });
  await callJson('POST', `${url}/api/v1/projects/${projectId}/roles`, { token, body });
  return slug;
}

/** The token of an identity that is in the project by so many groups, each with the role. */
async function readerBy(
  { url, token, projectId }: Scene,
  role: string,
  groups: number,
): Promise<string> {
  const post = <T>(path: string, body: object) =>
    callJson<T>('POST', `${url}/api${path}`, { token, body: JSON.stringify(body) });
  type Made = { identity: { id: string } };
  const { identity } = await post<Made>('/v1/identities', { name: `reader by ${groups}` });
  const roles = [{ role, isTemporary: false }];
  for (let n = 0; n < groups; n++) {
    const group = await post<{ id: string }>('/v1/groups', { name: `${n} of ${groups}` });
    await post(`/v1/projects/${projectId}/groups/${group.id}`, { roles });
    await post(`/v1/groups/${group.id}/machine-identities/${identity.id}`, {});
  }
  const auth = `/v1/auth/token-auth/identities/${identity.id}`;
  await post(auth, {});
  return (await post<{ accessToken: string }>(`${auth}/tokens`, {})).accessToken;
}
