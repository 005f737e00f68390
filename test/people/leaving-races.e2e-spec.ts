import { describe, expect, it } from '@jest/globals';
import { useApp } from '../support/harness.js';
import { aGroup, aPerson, joinGroup, joinProject } from '../support/people.js';
import { runs, timeLimit } from '../support/runs.js';
import { aProject, aScene } from '../support/scene.js';

const server = useApp();
const RACES = runs(4, 2_000, 'LEAVING_RACES');
/** People who take turns: one is in the group at a time. */
const PEOPLE = 8;
const PRIVILEGES = '/api/v1/user-project-additional-privilege';

interface EventRow {
  readonly type: string;
  readonly text: string;
}

describe('a grant by somebody who is taken out of the group that lets them grant', () => {
  it(
    'is done before they leave, or refused',
    async () => {
      const { orgId, admin } = await aScene(server);
      const project = await aProject(admin);
      const group = await aGroup(server, orgId);
      await joinProject(server, project, { groupId: group }, 'admin');
      const target = await aPerson(server, orgId, 'no-access');
      const projectMembershipId = await joinProject(
        server,
        project,
        { userId: target.id },
        'no-access',
      );
      const people = await Promise.all(
        Array.from({ length: PEOPLE }, () => aPerson(server, orgId, 'no-access')),
      );
      const counts = { granted: 0, refused: 0 };
      for (let n = 0; n < RACES; n++) {
        const granter = people[n % PEOPLE]!;
        await joinGroup(server, group, { userId: granter.id });
        const [head] = await server.database.source.query<{ seq: string }[]>(
          'select last_seq seq from project_event_heads where project_id = $1',
          [project.id],
        );
        const grant = granter.http.post(PRIVILEGES).send({
          ...{ projectMembershipId, slug: `race-${n}`, type: { isTemporary: false } },
          permissions: [{ subject: 'secrets', action: ['describeSecret'] }],
        });
        const leaving = admin.http.delete(`/api/v1/groups/${group}/users/${granter.email}`);
        const [granted, left] = await Promise.all(n % 2 ? [grant, leaving] : [leaving, grant]).then(
          ([one, two]) => (n % 2 ? [one!, two!] : [two!, one!]),
        );

        expect(left!.status).toBe(200);
        expect([200, 403]).toContain(granted!.status);
        const events = await server.database.source.query<EventRow[]>(
          `select type, e::text text from project_events e where project_id = $1 and seq > $2 order by seq`,
          [project.id, head!.seq],
        );
        const at = (type: string) => events.findIndex((each) => each.type === type);
        expect(at('membership:update')).toBeGreaterThanOrEqual(0);
        if (granted!.status === 403) {
          counts.refused++;
          expect(at('privilege:grant')).toBe(-1);
          continue;
        }
        counts.granted++;
        expect(at('privilege:grant')).toBeGreaterThanOrEqual(0);
        expect(at('privilege:grant')).toBeLessThan(at('membership:update'));
        const { id } = (granted!.body as { privilege: { id: string } }).privilege;
        await admin.http.delete(`${PRIVILEGES}/${id}`).expect(200);
      }
      expect(counts.granted + counts.refused).toBe(RACES);
    },
    timeLimit(60_000),
  );
});
