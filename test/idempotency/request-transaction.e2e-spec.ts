import { AccessService } from '../../src/access/access.service.js';
import type { Actor } from '../../src/auth/actor.js';
import { statement } from '../../src/database/database.js';
import { OrgRole } from '../../src/database/entities/org-role.entity.js';
import { useApp } from '../support/harness.js';
import { aMember, aProject, aScene } from '../support/scene.js';

const server = useApp();
const BACKEND = statement('select pg_backend_pid() pid');
const XID = statement('select pg_current_xact_id()::text xid');
const RENAME = statement('update organizations set name = $2 where id = $1 returning id');
const NAME = statement('select name from organizations where id = $1');

const nameOf = (id: string) => server.database.row<{ name: string }>(NAME, [id]);

describe('Database.requestTransaction', () => {
  it('runs the statements, entities and transactions inside of it as one transaction', async () => {
    const { database } = server;
    const xids = await database.requestTransaction(async (tx) => {
      const [own] = await tx.query<{ xid: string }[]>(XID.text);
      const read = await database.row<{ xid: string }>(XID, []);
      const [nested] = await database.transaction((inner) => inner.query(XID.text));
      const [entity] = await database.manager.getRepository(OrgRole).query(XID.text);
      return [own, read, nested, entity];
    });

    expect(new Set(xids.map(({ xid }) => xid)).size).toBe(1);
  });

  it('sees its own writes, and rolls all of them back if it fails', async () => {
    const { database } = server;
    const { orgId } = await aScene(server);
    const failing = database.requestTransaction(async () => {
      await database.transaction((tx) => tx.query(RENAME.text, [orgId, 'One']));
      expect(await nameOf(orgId)).toEqual({ name: 'One' });
      await database.rows(RENAME, [orgId, 'Two']);
      throw new Error('no');
    });

    await expect(failing).rejects.toThrow('no');
    expect(await nameOf(orgId)).toEqual({ name: 'Org' });
  });

  it('runs after-commit work once it is committed, and not if it fails', async () => {
    const { database } = server;
    const done: string[] = [];
    const work = (name: string, fails: boolean) => () =>
      database.transaction(async (tx) => {
        database.afterCommit(tx, () => done.push(`after ${name}`));
        database.afterRequestCommit(() => done.push(`once ${name}`));
        done.push(name);
        if (fails) throw new Error('no');
      });
    await database.requestTransaction(work('a', false));
    await expect(database.requestTransaction(work('b', true))).rejects.toThrow('no');
    database.afterRequestCommit(() => done.push('outside'));

    expect(done).toEqual(['a', 'after a', 'once a', 'b', 'outside']);
  });

  it('is not joined by work that outlives it', async () => {
    const { database } = server;
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    let later: Promise<(string | undefined)[]> = Promise.resolve([]);
    let atCommit: Promise<unknown> = Promise.resolve();
    const inside = await database.requestTransaction(async (tx) => {
      const read = async () => (await database.row<{ xid: string }>(XID, []))?.xid;
      later = gate.then(async () => [await read(), await read()]);
      database.afterCommit(tx, () => (atCommit = database.rows(BACKEND, [])));
      return read();
    });
    expect(await atCommit).toHaveLength(1);

    // The next one has the connection of the last: it must be left alone.
    const [next, outside] = await database.transaction(async (tx) => {
      const [own] = await tx.query<{ xid: string }[]>(XID.text);
      release();
      return [own!.xid, await later] as const;
    });
    expect(new Set([inside, next, ...outside]).size).toBe(4);
  });

  it('runs again from its start after a serialization failure', async () => {
    let runs = 0;
    const result = await server.database.requestTransaction(async () => {
      runs++;
      if (runs < 3) throw Object.assign(new Error('again'), { code: '40001' });
      return server.database.row(BACKEND, []);
    });

    expect([runs, result]).toEqual([3, { pid: expect.any(Number) }]);
  });

  it('is separate from another request transaction at the same time', async () => {
    const { database } = server;
    const both = await Promise.all(
      [1, 2].map(() =>
        database.requestTransaction(async () => [
          await database.row(XID, []),
          await database.row(XID, []),
        ]),
      ),
    );

    expect(both[0]![0]).toEqual(both[0]![1]);
    expect(both[1]![0]).toEqual(both[1]![1]);
    expect(both[0]![0]).not.toEqual(both[1]![0]);
  });
});

describe('Rights read in a transaction that is rolled back', () => {
  const LESS = [{ subject: 'role', action: ['read'] }];
  const MORE = [{ subject: 'role', action: ['read', 'delete'] }];

  it('are not cached', async () => {
    const { database } = server;
    const { orgId, admin } = await aScene(server);
    const project = await aProject(admin);
    const member = await aMember(server, project, orgId, LESS);
    const actor = {
      kind: 'identity',
      orgId,
      callerId: member.id,
      claims: {},
      request: {},
    } as Actor;
    const access = server.app.get(AccessService);
    const mayDelete = async () =>
      (await access.toProject(actor, { id: project.id })).ability.allows('delete', 'role');
    const give = (rules: readonly object[]) =>
      database.transaction(async (tx) => {
        await tx.query('update project_roles set permissions = $2 where project_id = $1', [
          project.id,
          JSON.stringify(rules),
        ]);
        await tx.query('update projects set epoch = epoch + 1 where id = $1', [project.id]);
      });

    const undone = database.requestTransaction(async () => {
      await give(MORE);
      expect(await mayDelete()).toBe(true);
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');
    // Under the very epoch that the other would have had.
    await give(LESS);

    expect(await mayDelete()).toBe(false);
  });
});
