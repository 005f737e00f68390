import { backendsOf } from '../support/backends.js';
import { useApp } from '../support/harness.js';
import { aGroup } from '../support/people.js';
import { quietStopwatch } from '../support/quiet-stopwatch.js';
import { aProject, aScene } from '../support/scene.js';
import { liftTimeLimits, STATEMENT_LIMIT } from '../support/time-limits.js';

const server = useApp();
beforeAll(() => liftTimeLimits(server));

const MEMBERS = 50_000;
const BATCH = 1_000;

describe('a group of 50,000 people', () => {
  it('is given, changed, listed and taken without a statement for each', async () => {
    const { orgId, admin } = await aScene(server);
    const project = await aProject(admin);
    const group = await aGroup(server, orgId);
    const { source } = server.database;
    // In batches, since a statement of the server's connections ends after 5 s.
    for (let first = 1; first <= MEMBERS; first += BATCH) {
      await source.query(
        `with people as (
           insert into users (id, email)
           select gen_random_uuid(), 'p' || n || '@example.org' from generate_series($3::int, $4) n
           returning id
         ), members as (
           insert into organization_memberships (id, org_id, user_id, role, status)
           select gen_random_uuid(), $1, id, 'no-access', 'accepted' from people
         )
         insert into group_members (id, group_id, user_id)
         select gen_random_uuid(), $2, id from people`,
        [orgId, group, first, first + BATCH - 1],
      );
    }
    await source.query('analyze');
    const url = `/api/v1/projects/${project.id}/groups/${group}`;
    const role = (slug: string) => ({ roles: [{ role: slug, isTemporary: false }] });
    const timed = async (work: () => PromiseLike<unknown>) => {
      const took = quietStopwatch(...(await backendsOf(server)));
      await work();
      return took();
    };

    const times = [
      await timed(() => admin.http.post(url).send(role('viewer')).expect(200)),
      await timed(() => admin.http.patch(url).send(role('member')).expect(200)),
      await timed(() => admin.http.get(`${url}/users?limit=100`).expect(200)),
      await timed(() => admin.http.delete(url).expect(200)),
    ];

    expect(Math.max(...times)).toBeLessThan(STATEMENT_LIMIT);
    const [rows] = await source.query<{ n: string }[]>(
      'select count(*) n from project_events where project_id = $1',
      [project.id],
    );
    expect(Number(rows!.n)).toBeLessThan(10);
  });
});
