import pg from 'pg';
import { compile } from '../src/permissions/ability.js';
import { PROJECT_SUBJECTS } from '../src/permissions/project-subjects.js';
import type { SourcedRule } from '../src/permissions/rule.js';
import { call, callJson } from './http.js';
import { duration, throughput } from './measure.js';
import type { Row } from './report.js';
import { plain } from './report.js';
import type { Scene } from './scene.js';

const LOAD = { seconds: 2, concurrency: 16 };

/** Checks a second, in process, against one subject's rules: half path globs, some forbidding. */
export function permissionChecks(): Row[] {
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
    const end = performance.now() + 500;
    let checks = 0;
    while (performance.now() < end) {
      for (let i = 0; i < 100; i++) ability.allows('readValue', 'secrets', attributes);
      checks += 100;
    }
    return plain(`permission checks, ${count} rules`, `${Math.round(checks / 0.5)}/s`);
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

export async function privileges({ url, token, projectId }: Scene): Promise<Row[]> {
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
  const read = () => call('GET', `${path}/${privilege.id}`, { token });
  const create = () => call('POST', path, { token, body });
  return [
    plain(
      'privilege, read',
      `${(await throughput({ name: 'read', run: read }, LOAD)).toFixed(0)}/s`,
    ),
    plain(
      'privilege, create',
      `${(await duration({ name: 'create', run: create }, 30)).toFixed(1)} ms`,
    ),
  ];
}

const FILL = `
  with i as (
    insert into identities (id, org_id, membership_id, name, role)
    select gen_random_uuid(), p.org_id, gen_random_uuid(), 'bot-' || n, 'no-access'
    from projects p, generate_series(1, 20000) n where p.id = $1 returning id
  ), m as (
    insert into project_memberships (id, project_id, identity_id)
    select gen_random_uuid(), $1, id from i returning id
  )
  insert into membership_roles (id, membership_id, role) select gen_random_uuid(), id, 'viewer' from m`;

export async function memberships(
  { url, token, projectId }: Scene,
  databaseUrl: string,
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(FILL, [projectId]);
  await client.query('analyze');
  await client.end();
  const list = (limit: number) => ({
    name: 'list',
    run: () =>
      call('GET', `${url}/api/v1/projects/${projectId}/identity-memberships?limit=${limit}`, {
        token,
      }),
  });
  const ten = await duration(list(10), 30);
  await duration(list(20_000), 2);
  let isRunning = true;
  const longestWait = watch(`${url}/api/health/live`, () => isRunning);
  const all = await duration(list(20_000), 5);
  isRunning = false;
  return [
    plain('memberships, list of 10', `${ten.toFixed(1)} ms`),
    plain('memberships, list of 20,000', `${all.toFixed(0)} ms`),
    plain(
      '  longest wait of another request meanwhile',
      `${(await longestWait).toFixed(0)} ms`,
      '≤ 50 ms',
    ),
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
