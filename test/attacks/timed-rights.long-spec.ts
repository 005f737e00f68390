import { randomUUID } from 'node:crypto';
import type { Test } from 'supertest';
import type { Rule } from '../../src/permissions/rule.js';
import { useApp } from '../support/harness.js';
import type { Caller } from '../support/scene.js';
import {
  aFolder,
  anItem,
  aSecretScene,
  aTag,
  named,
  type SecretScene,
  withSecrets,
} from '../support/secrets-scene.js';
import { threadTime } from '../support/thread-time.js';
import { hired, inProject, may } from '../support/attacks/relabel-scene.js';
import { quietStopwatch } from '../support/quiet-stopwatch.js';

// Review finding 1: the moments at which privileges begin and end multiplied the rules of their holder.

const server = useApp();

const PRIVILEGES = 200;
const RULES = 4_000;
const RULES_OF_A_ROLE = 1_000;

const query = <T = unknown>(sql: string, values: readonly unknown[]): Promise<T[]> =>
  server.database.source.query<T[]>(sql, [...values]);

/** Rules that tell the renames apart and allow nothing that is there, in roles of their own. */
async function giveRules({ project }: SecretScene, { id }: Caller): Promise<void> {
  for (let first = 0; first < RULES; first += RULES_OF_A_ROLE) {
    const rules = Array.from({ length: RULES_OF_A_ROLE }, (_, n) =>
      may('edit', {
        environment: `e${first + n}`,
        secretPath: '/next',
        secretName: 'next',
        secretTags: { $in: ['next'] },
      }),
    );
    await query(
      `with role as (
         insert into project_roles (id, project_id, slug, name, permissions)
         values ($1, $2, $3, $3, $4) returning id
       )
       insert into membership_roles (id, membership_id, role, custom_role_id)
       select gen_random_uuid(), m.id, 'custom', role.id from project_memberships m, role
       where m.project_id = $2 and m.identity_id = $5`,
      [randomUUID(), project.id, `r${first}`, JSON.stringify(rules), id],
    );
  }
}

/** Each with a beginning and an end of its own. */
const giveTimes = (
  { project }: SecretScene,
  { id }: Caller,
  { count, rule }: { readonly count: number; readonly rule: Rule },
): Promise<unknown> =>
  query(
    `insert into additional_privileges (id, project_membership_id, slug, permissions,
       temporary_mode, temporary_range, temporary_access_start_time, temporary_access_end_time)
     select gen_random_uuid(), m.id, ($3::json ->> 'action') || '-' || n, json_build_array($3::json), 'relative', '1h',
       now() + (n - 1) * interval '1 hour', now() + (n + 5000) * interval '1 hour'
     from project_memberships m, generate_series(1, $4::int) n
     where m.project_id = $1 and m.identity_id = $2`,
    [project.id, id, JSON.stringify(rule), count],
  );

interface Measured {
  readonly status: number;
  /** Milliseconds of this thread: what others take of the machine, and the collector's threads, are no part of it. */
  readonly work: number;
  /** The most milliseconds for which nothing else had its turn. */
  readonly held: number;
}

async function measured(send: () => Test): Promise<Measured> {
  let took = quietStopwatch();
  let held = 0;
  const timer = setInterval(() => {
    held = Math.max(held, took());
    took = quietStopwatch();
  }, 1);
  const before = threadTime();
  const { status } = await send();
  const work = threadTime() - before;
  held = Math.max(held, took());
  clearInterval(timer);
  return { status, work, held };
}

async function aTimedScene() {
  const scene = await aSecretScene(server);
  await aFolder(scene, '/app');
  const tag = await aTag(scene, 'plain');
  await withSecrets(scene, [anItem('S', 'X', { tagIds: [tag] })]);
  await withSecrets(scene, [anItem('T', 'X')], { ...scene.dev, secretPath: '/app' });
  const caller = await hired(server, scene, [
    may(['describeSecret', 'create', 'edit']),
    may('delete', { environment: 'dev' }),
    may(['read', 'edit'], undefined, 'secret-folders'),
    may(['read', 'edit'], undefined, 'tags'),
  ]);
  // What ends cannot be granted: it is weighed for everybody.
  await giveTimes(scene, caller, { count: 1, rule: may('readValue') });
  return { ...scene, tag, caller };
}

type Scene = Awaited<ReturnType<typeof aTimedScene>>;
type Holder = 'the caller' | 'somebody else';

const RENAMES: Readonly<Record<string, (scene: Scene, to: string) => Test>> = {
  'a folder': (scene, to) =>
    scene.caller.http
      .patch(`/api/v1/folders/${to === 'next' ? 'app' : 'next'}`)
      .send({ ...inProject(scene, 'dev'), name: to }),
  'a secret': ({ caller, dev }, to) =>
    caller.http
      .patch(named(to === 'next' ? 'S' : 'next'))
      .send({ ...dev, newSecretName: to === 'next' ? 'next' : 'S' }),
  'a tag': ({ caller, project, tag }, to) =>
    caller.http.patch(`/api/v1/projects/${project.id}/tags/${tag}`).send({ slug: to }),
};

describe.each(Object.entries(RENAMES))('renaming %s', (_, rename) => {
  it.each(['the caller', 'somebody else'] as Holder[])(
    `is not made dear by ${PRIVILEGES} privileges with times of their own that %s holds`,
    async (who) => {
      const scene = await aTimedScene();
      const holder = who === 'the caller' ? scene.caller : await hired(server, scene, 'no-access');
      await giveRules(scene, holder);
      const plain = await measured(() => rename(scene, 'next'));
      const back = await measured(() => rename(scene, 'app'));
      const rule = may('edit', { environment: 'none' });
      await giveTimes(scene, holder, { count: PRIVILEGES, rule });
      const timed = await measured(() => rename(scene, 'next'));

      expect([plain.status, back.status, timed.status]).toEqual([200, 200, 200]);
      const usual = Math.max(plain.work, back.work);
      expect(timed.work).toBeLessThan(3 * usual + 300);
      expect(timed.held).toBeLessThan(3 * usual + 300);
    },
  );
});
