import { randomUUID } from 'node:crypto';
import { Random } from '../support/permissions/random.js';
import { useApp } from '../support/harness.js';
import { type Caller, aMember, aProject, aScene, type TestProject } from '../support/scene.js';
import { runs, timeLimit } from '../support/runs.js';

const server = useApp();
const PATH = '/api/v2/identity-project-additional-privilege';
const READ = { subject: 'secrets', action: ['describeSecret', 'readValue'] };
const PRIVILEGES = runs(12, 400, 'PRIVILEGE_LIFETIMES');

interface ProjectScene {
  readonly orgId: string;
  readonly admin: Caller;
  readonly project: TestProject;
}

async function aProjectScene(): Promise<ProjectScene> {
  const { orgId, admin } = await aScene(server);
  const project = await aProject(admin);
  const secret = { workspaceId: project.id, environment: 'dev', secretValue: 'v' };
  await admin.http.post('/api/v3/secrets/raw/KEY').send(secret).expect(200);
  return { orgId, admin, project };
}

const query = <T>(text: string, values: readonly unknown[]): Promise<T[]> =>
  server.database.source.query<T[]>(text, [...values]);

/** The database's clock, in milliseconds since 1970. */
async function clock(): Promise<number> {
  const [row] = await query<{ now: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 "now"',
    [],
  );
  return row!.now;
}

async function grant(scene: ProjectScene, to: Caller, start: Date, range: string): Promise<string> {
  const type = {
    isTemporary: true,
    temporaryMode: 'relative',
    temporaryRange: range,
    temporaryAccessStartTime: start.toISOString(),
  };
  const membership = { identityId: to.id, projectId: scene.project.id };
  const body = { ...membership, permissions: [READ], type };
  const made = await scene.admin.http.post(PATH).send(body).expect(200);
  return (made.body as { privilege: { id: string } }).privilege.id;
}

const isAllowed = async (caller: Caller, { project }: ProjectScene): Promise<boolean> => {
  const where = `workspaceId=${project.id}&environment=dev`;
  return (await caller.http.get(`/api/v3/secrets/raw/KEY?${where}`)).status === 200;
};

interface Observation {
  readonly before: number;
  readonly after: number;
  readonly allowed: boolean;
}

/** Asks once, with the database's clock read before and after. */
async function observe(caller: Caller, scene: ProjectScene): Promise<Observation> {
  const before = await clock();
  const allowed = await isAllowed(caller, scene);
  return { before, after: await clock(), allowed };
}

describe('temporary privileges', () => {
  it(
    `allow nothing before the start, nor at or after the end: ${PRIVILEGES} of them around now`,
    async () => {
      const scene = await aProjectScene();
      const random = new Random(Number(process.env['SEED'] ?? 7));
      const wrong: object[] = [];
      const seen = { allowed: 0, refused: 0, crossed: 0 };
      // Milliseconds; more where a grant takes longer, or it would be over whenever it is asked about.
      let spread = 250;

      const tryOne = async (caller: Caller) => {
        const now = await clock();
        const start = new Date(Math.round(now) + random.below(2 * spread) - spread);
        const length = 1 + random.below(spread);
        const id = await grant(scene, caller, start, `${length}ms`);
        spread = Math.max(250, Math.ceil(2 * ((await clock()) - now)));
        const end = start.getTime() + length;
        for (let asked = 0; asked < 40; asked++) {
          const { before, after, allowed } = await observe(caller, scene);
          seen[allowed ? 'allowed' : 'refused']++;
          const isOver = before >= end;
          const isToCome = after < start.getTime();
          const isLive = before >= start.getTime() && after < end;
          if (allowed && (isOver || isToCome)) wrong.push({ start, end, before, after, allowed });
          if (!allowed && isLive) wrong.push({ start, end, before, after, allowed });
          if (isOver) break;
        }
        seen.crossed += (await clock()) >= end ? 1 : 0;
        await scene.admin.http.delete(`${PATH}/${id}`).expect(200);
      };

      const callers = await Promise.all(
        Array.from({ length: 8 }, () => aMember(server, scene.project, scene.orgId, 'no-access')),
      );
      let left = PRIVILEGES;
      // On a crowded machine a grant may be over, each time, before anybody asks about it: then there are more of them.
      const MOST_MORE = 100;
      await Promise.all(
        callers.map(async (caller) => {
          while (left-- > 0 || (seen.allowed === 0 && left > -MOST_MORE)) await tryOne(caller);
        }),
      );

      expect(wrong).toEqual([]);
      expect(seen.allowed).toBeGreaterThan(0);
      expect(seen.refused).toBeGreaterThan(0);
      expect(seen.crossed).toBeGreaterThan(PRIVILEGES / 2);
    },
    timeLimit(240_000),
  );

  it('count at the start itself and no more at the end, whatever was cached', async () => {
    const scene = await aProjectScene();
    const caller = await aMember(server, scene.project, scene.orgId, 'no-access');
    const id = await grant(scene, caller, new Date('2020-01-01T00:00:00Z'), '100y');
    expect(await isAllowed(caller, scene)).toBe(true);
    const cases: [from: string, until: string, allowed: boolean][] = [
      [`now() - interval '1 h'`, `now() + interval '1 h'`, true],
      [`now() + interval '1 h'`, `now() + interval '2 h'`, false],
      [`now() - interval '2 h'`, `now() - interval '1 h'`, false],
      [`now() - interval '1 h'`, 'now()', false],
      ['now()', `now() + interval '1 h'`, true],
    ];
    for (const [from, until, allowed] of cases) {
      await query(
        `update additional_privileges set temporary_access_start_time = date_trunc('milliseconds', ${from}),
           temporary_access_end_time = date_trunc('milliseconds', ${until}) where id = $1`,
        [id],
      );
      await query('update projects set epoch = epoch + 1 where id = $1', [scene.project.id]);
      expect([from, until, await isAllowed(caller, scene)]).toEqual([from, until, allowed]);
    }
  });

  it('of which many overlap allow while any is live, and forbid while any forbids', async () => {
    const scene = await aProjectScene();
    const random = new Random(11);
    const caller = await aMember(server, scene.project, scene.orgId, 'no-access');
    const [membership] = await query<{ id: string }>(
      'select id from project_memberships where identity_id = $1',
      [caller.id],
    );
    for (let round = 0; round < 20; round++) {
      const rows = random.times(8, () => ({
        from: random.below(120) - 60,
        minutes: 1 + random.below(60),
        inverted: random.chance(20),
      }));
      await query('delete from additional_privileges where project_membership_id = $1', [
        membership!.id,
      ]);
      for (const { from, minutes, inverted } of rows) {
        await query(
          `insert into additional_privileges (id, project_membership_id, slug, permissions,
             is_temporary, temporary_access_start_time, temporary_access_end_time)
           values ($1::uuid, $2, $1::uuid::text, $3, true, now() + make_interval(mins => $4),
             now() + make_interval(mins => $5))`,
          [
            randomUUID(),
            membership!.id,
            JSON.stringify([{ ...READ, inverted }]),
            from,
            from + minutes,
          ],
        );
      }
      await query('update projects set epoch = epoch + 1 where id = $1', [scene.project.id]);
      const live = rows.filter(({ from, minutes }) => from <= 0 && from + minutes > 0);
      const expected = live.length > 0 && !live.some(({ inverted }) => inverted);
      expect([rows, await isAllowed(caller, scene)]).toEqual([rows, expected]);
    }
  });
});
