import pg from 'pg';
import { compile } from '../src/permissions/ability.js';
import { PROJECT_SUBJECTS } from '../src/permissions/project-subjects.js';
import type { SourcedRule } from '../src/permissions/rule.js';
import type { Bench } from './bench.js';
import { call, callJson } from './http.js';
import { duration, throughput } from './measure.js';
import { plain, type Row } from './report.js';

/** Checks a second, in process, against one subject's rules: half path globs, some forbidding. */
export async function permissionChecks({ sizes }: Bench): Promise<Row[]> {
  return [10, 100, 1_000].map((count) => {
    const ability = compile(
      PROJECT_SUBJECTS,
      Array.from({ length: count }, (_, i) => ruleOf(i)),
    );
    const attributes = {
      environment: 'dev',
      secretPath: `/team-${count - 1}/app`,
      secretName: 'DB_PASSWORD',
      secretTags: [],
      eventType: null,
    };
    const start = performance.now();
    let checks = 0;
    while (performance.now() < start + sizes.seconds * 500) {
      for (let i = 0; i < 100; i++) ability.allows('readValue', 'secrets', attributes);
      checks += 100;
    }
    const perSecond = checks / ((performance.now() - start) / 1000);
    return plain(`permission checks, ${count} rules`, perSecond, '/s');
  });
}

const ruleOf = (i: number): SourcedRule => ({
  subject: 'secrets',
  action: ['readValue'],
  conditions: {
    environment: 'dev',
    secretPath: i % 2 === 0 ? `/team-${i}` : { $glob: `/team-${i}/**` },
  },
  inverted: i % 10 === 4,
  source: { kind: 'role', slug: 'bench' },
});

export async function privileges({ scene, sizes }: Bench): Promise<Row[]> {
  const { url, token, projectId } = scene;
  const post = <T>(path: string, body: object) =>
    callJson<T>('POST', `${url}/api${path}`, { token, body: JSON.stringify(body) });
  const made = await post<{ identity: { id: string } }>('/v1/identities', { name: 'bench-bot' });
  const identityId = made.identity.id;
  await post(`/v1/projects/${projectId}/identity-memberships/${identityId}`, { role: 'viewer' });
  const permissions = [
    { subject: 'secrets', action: ['readValue'], conditions: { environment: 'dev' } },
  ];
  const body = JSON.stringify({ identityId, projectId, permissions, type: { isTemporary: false } });
  const path = `${url}/api/v2/identity-project-additional-privilege`;
  type Made = { privilege: { id: string } };
  const { privilege } = await callJson<Made>('POST', path, { token, body });
  const reads = await throughput(() => call('GET', `${path}/${privilege.id}`, { token }), sizes);
  const create = await duration(() => call('POST', path, { token, body }), sizes.rounds * 6);
  return [plain('privilege, read', reads, '/s'), plain('privilege, create', create, 'ms')];
}

const FILL = `
  with i as (
    insert into identities (id, org_id, membership_id, name, role)
    select gen_random_uuid(), p.org_id, gen_random_uuid(), $3 || n, 'no-access'
    from projects p, generate_series(1, $2::int) n where p.id = $1 returning id
  ), m as (
    insert into project_memberships (id, project_id, identity_id)
    select gen_random_uuid(), $1, id from i returning id
  )
  insert into membership_roles (id, membership_id, role) select gen_random_uuid(), id, 'viewer' from m`;

/** Adds so many identities to the project, past the API: their names begin with `prefix`. */
export async function addMembers(
  connectionString: string,
  projectId: string,
  count: number,
  prefix: string,
): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(FILL, [projectId, count, prefix]);
  await client.query('analyze');
  await client.end();
}

export async function memberships({ scene, sizes, databaseUrl }: Bench): Promise<Row[]> {
  const { url, token, projectId } = scene;
  await addMembers(databaseUrl, projectId, sizes.members, 'bot-');
  const path = `${url}/api/v1/projects/${projectId}/identity-memberships`;
  const list = (limit: number) => () => call('GET', `${path}?limit=${limit}`, { token });
  const ten = await duration(list(10), sizes.rounds * 6);
  await duration(list(sizes.members), 2);
  let isRunning = true;
  const longestWait = watch(`${url}/api/health/live`, () => isRunning);
  const all = await duration(list(sizes.members), sizes.rounds);
  isRunning = false;
  const wait = '  longest wait of another request meanwhile';
  return [
    plain('memberships, list of 10', ten, 'ms'),
    plain(`memberships, list of ${sizes.members}`, all, 'ms'),
    plain(wait, await longestWait, 'ms', { atMost: 50 }),
  ];
}

/** How long the slowest of small requests took, sent one after another. */
async function watch(url: string, goesOn: () => boolean): Promise<number> {
  let longest = 0;
  while (goesOn()) {
    const start = performance.now();
    await call('GET', url);
    longest = Math.max(longest, performance.now() - start);
  }
  return longest;
}
