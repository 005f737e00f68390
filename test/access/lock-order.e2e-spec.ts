import { useApp } from '../support/harness.js';
import { aNewEmail, invite } from '../support/invitations.js';
import { WatchedConnection } from '../support/lock-order.js';
import { aPerson } from '../support/people.js';
import { aProject, aScene } from '../support/scene.js';
import { untilLocksAreAwaited } from '../support/lock-waits.js';

const server = useApp();

const waiting = (count: number) => untilLocksAreAwaited(server, { count });

const ORGANIZATION = 'select id from organizations where id = $1 for no key update';
const QUEUE = 'select pg_advisory_xact_lock(hashtextextended($1, 0))';
const PROJECT = 'select id from projects where id = $1 for share';

describe('requests of one caller that lock its organization and a project', () => {
  it('do not wait for each other: an invitation with projects, and a new member of one', async () => {
    const { orgId, admin } = await aScene(server);
    const project = await aProject(admin);
    const ann = await aPerson(server, orgId, 'member');
    const runner = server.database.source.createQueryRunner();
    await runner.startTransaction();
    await runner.query(ORGANIZATION, [orgId]);

    const projects = [{ id: project.id, projectRoleSlug: ['viewer'] }];
    const invited = invite(admin.http, orgId, [aNewEmail()], { projects }).then((a) => a);
    await waiting(1);
    const path = `/api/v1/projects/${project.id}/memberships`;
    const sent = { emails: [ann.email], roleSlugs: ['viewer'] };
    const added = admin.http
      .post(path)
      .send(sent)
      .then((answer) => answer);
    await waiting(2);
    await runner.commitTransaction();
    await runner.release();

    expect([(await invited).status, (await added).status]).toEqual([200, 200]);
    expect([...server.lockOrder.violations]).toEqual([]);
  });
});

describe('the watch over the order of locks', () => {
  it.each([
    ['an organization after a project of it', [PROJECT, ORGANIZATION]],
    ['more than the share that was taken', [PROJECT, 'UPDATE "projects" SET "epoch" = 1']],
    ['a project after an account', ['select from users where id = $1 for update', PROJECT]],
    ['a queue that is not the own after an organization', [ORGANIZATION, QUEUE]],
  ])('tells of %s', (_, [first = '', second = '']) => {
    const violations: string[] = [];
    const connection = new WatchedConnection((violation) => violations.push(violation));
    for (const text of ['START TRANSACTION', second, first, 'COMMIT', 'START TRANSACTION'])
      connection.take({ text, values: ['id'] });
    expect(violations).toEqual([]);
    for (const text of [first, second]) connection.take({ text, values: ['id'] });
    expect(violations).toHaveLength(1);
  });
});
