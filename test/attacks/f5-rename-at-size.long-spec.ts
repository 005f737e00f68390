import { randomUUID } from 'node:crypto';
import { useApp } from '../support/harness.js';
import { aSecretScene, aTag, type SecretScene } from '../support/secrets-scene.js';
import { environmentIds, EVERYTHING, hired, may } from '../support/attacks/relabel-scene.js';

const server = useApp();

/** Secrets in an environment, and members of whom each has a rule of its own. */
const SECRETS = Number(process.env['RENAME_SECRETS'] ?? 15_000);
const MEMBERS = Number(process.env['RENAME_MEMBERS'] ?? 2_000);

const query = <T = unknown>(sql: string, values: readonly unknown[]): Promise<T[]> =>
  server.database.source.query<T[]>(sql, [...values]);

/** Milliseconds that no request may take from all others in one piece. */
const LONGEST_TURN = 50;

/** Written past the API: what is weighed are names, never values. */
async function fill(
  { project }: SecretScene,
  { from, to }: { readonly from: number; readonly to: number },
  tagId: string,
): Promise<void> {
  const [root] = await query<{ id: string }>(
    `select f.id from folders f join environments e on e.id = f.environment_id
     where e.project_id = $1 and e.slug in ('prod', 'next3') and f.path = '/'`,
    [project.id],
  );
  await query(
    `insert into secrets (id, folder_id, project_id, key, key_version, salt, value, actor_id, actor_name,
       actor_membership_id)
     select gen_random_uuid(), $1, $2, 'K' || n, 1, '\\x00', '\\x00', $3, 'x', $3
     from generate_series($4::int, $5::int) n`,
    [root!.id, project.id, randomUUID(), from, to],
  );
  await query(
    `insert into secret_tags (secret_id, tag_id) select id, $2 from secrets where project_id = $1
     on conflict do nothing`,
    [project.id, tagId],
  );
}

async function populate({ project, orgId }: SecretScene, count: number): Promise<void> {
  await query(
    `with made as (
       insert into identities (id, org_id, membership_id, name, role)
       select gen_random_uuid(), $1, gen_random_uuid(), 'm' || n, 'no-access'
       from generate_series(1, $3::int) n returning id, name
     ), joined as (
       insert into project_memberships (id, project_id, identity_id)
       select gen_random_uuid(), $2, id from made returning id, identity_id
     )
     insert into additional_privileges (id, project_membership_id, slug, permissions)
     select gen_random_uuid(), joined.id, 'own', json_build_array(json_build_object(
       'subject', 'secrets', 'action', 'read', 'conditions', json_build_object(
         'environment', 'next' || (substr(name, 2)::int % 7),
         'secretName', json_build_object('$glob', name || '_*'))))
     from joined join made on made.id = joined.identity_id`,
    [orgId, project.id, count],
  );
}

async function aLargeScene() {
  const scene = await aSecretScene(server);
  const tag = await aTag(scene, 'wide');
  await fill(scene, { from: 1, to: SECRETS }, tag);
  await populate(scene, MEMBERS);
  return { ...scene, tag, ids: await environmentIds(scene) };
}

/** Milliseconds of processor time that the longest turn of the event loop took while the work was under way. */
async function timed<T>(
  work: () => PromiseLike<T>,
): Promise<{ result: T; took: number; turn: number }> {
  let longest = 0;
  let isOver = false;
  let before = cpuTime();
  const sample = () => {
    const now = cpuTime();
    longest = Math.max(longest, now - before);
    before = now;
    if (!isOver) setImmediate(sample);
  };
  setImmediate(sample);
  const start = performance.now();
  const result = await work();
  const took = performance.now() - start;
  isOver = true;
  return { result, took: Math.round(took), turn: Math.round(longest) };
}

/** Milliseconds of this thread where Node can tell, so that a loaded machine makes no difference. */
function cpuTime(): number {
  const { threadCpuUsage } = process as { threadCpuUsage?: () => NodeJS.CpuUsage };
  const { user, system } = threadCpuUsage?.call(process) ?? process.cpuUsage();
  return (user + system) / 1_000;
}

describe(`an environment of ${SECRETS} secrets among ${MEMBERS} members with rules of their own`, () => {
  it('is renamed by whoever holds all, and weighed or refused for the others, leaving turns', async () => {
    const { admin, project, ids, tag, ...rest } = await aLargeScene();
    const scene = { admin, project, ...rest };
    const environments = may(['read', 'edit'], undefined, 'environments');
    const narrow = await hired(server, scene, [
      environments,
      may(EVERYTHING, { environment: { $in: ['prod', 'next0', 'next1', 'next2'] } }),
      may(['edit'], undefined, 'tags'),
    ]);
    const named = await hired(server, scene, [
      environments,
      may(['edit'], undefined, 'tags'),
      may(['describeSecret', 'create', 'edit', 'delete']),
      may('readValue', { secretName: { $glob: 'K*' } }),
    ]);
    const rename = (caller: typeof admin, slug: string) =>
      caller.http
        .patch(`/api/v1/projects/${project.id}/environments/${ids['prod']}`)
        .send({ slug });
    const retag = (caller: typeof admin, slug: string) =>
      caller.http.patch(`/api/v1/projects/${project.id}/tags/${tag}`).send({ slug });
    const lines: {
      readonly what: string;
      readonly status: number;
      readonly took: number;
      readonly turn: number;
    }[] = [];
    const measure = async (what: string, work: () => PromiseLike<{ status: number }>) => {
      const { result, ...times } = await timed(work);
      lines.push({ what, status: result.status, ...times });
      return result.status;
    };

    expect(await measure('admin renames', () => rename(admin, 'next0'))).toBe(200);
    expect(await measure('admin renames back', () => rename(admin, 'prod'))).toBe(200);
    expect(await measure('by environment', () => rename(narrow, 'next1'))).toBe(200);
    expect(await measure('by environment, back', () => rename(narrow, 'prod'))).toBe(200);
    expect([200, 403]).toContain(await measure('by name', () => rename(named, 'next3')));
    expect(await measure('admin renames the tag', () => retag(admin, 'wider'))).toBe(200);
    expect([200, 403]).toContain(await measure('the tag, by name', () => retag(named, 'wide')));
    await fill(scene, { from: SECRETS + 1, to: 20_001 }, tag);
    for (const change of [() => rename(named, 'over'), () => retag(named, 'over')]) {
      const answer = await change();
      expect(answer.status).toBe(403);
      expect((answer.body as { message: string }).message).toMatch(/too much to be weighed.*admin/);
    }
    expect(await measure('admin renames 20,001', () => rename(admin, 'over'))).toBe(200);
    const remove = () =>
      admin.http.delete(`/api/v1/projects/${project.id}/environments/${ids['prod']}`);
    expect(await measure('admin deletes 20,001', remove)).toBe(200);
    process.stdout.write(`${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
    expect(lines.filter(({ turn }) => turn >= LONGEST_TURN)).toEqual([]);
  }, 240_000);
});
