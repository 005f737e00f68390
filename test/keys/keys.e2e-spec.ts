import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { createAppContext } from '../../src/app-context.js';
import { KeyRing } from '../../src/keys/key-ring.js';
import { startApp, TEST_KEYS, testConfig, useApp } from '../support/harness.js';
import { aProject, aScene, type Caller, type TestProject } from '../support/scene.js';
import {
  createTestDatabase,
  dropDatabase,
  execute,
  urlOfDatabase,
} from '../support/test-database.js';

const SECRETS = '/api/v3/secrets/raw';
const log = pino({ level: 'silent' });

describe('the root key', () => {
  it('is taken by an empty database, and proved at every later start', async () => {
    const database = await createTestDatabase();
    const infrastructure = { databaseUrl: database.url, ...TEST_KEYS };
    const first = await createAppContext(testConfig(), infrastructure, log);
    const second = await createAppContext(testConfig(), infrastructure, log);
    const rows = await first.source.query<object[]>('select version from root_keys');

    expect(rows).toEqual([{ version: 1 }]);
    expect(second.rootKeys.current).toBe(1);
    await first.source.destroy();
    await second.source.destroy();
    await database.drop();
  });

  it('of another database is refused before anything is changed, and the first replica is unaffected', async () => {
    const { parts, end } = await startApp();
    try {
      const { admin } = await aScene(parts);
      const project = await aProject(admin);
      // As after an upgrade: a migration is pending that a wrong key must not get to run.
      await parts.database.source.query(`create table pending as select * from migrations`);
      await parts.database.source.query(`delete from migrations`);
      const infrastructure = {
        ...TEST_KEYS,
        databaseUrl: parts.databaseUrl,
        encryptionKey: randomBytes(32),
      };

      await expect(createAppContext(testConfig(), infrastructure, log)).rejects.toThrow(
        'ENCRYPTION_KEY is not the key this database was made with. Nothing was changed. Start with the right key.',
      );

      const [{ count }] = (await parts.database.source.query<{ count: string }[]>(
        `select count(*) from migrations`,
      )) as [{ count: string }];
      expect(Number(count)).toBe(0);
      await write(admin, project, 'A', 'a').expect(200);
    } finally {
      await end();
    }
  });

  it('is one, and the schema is one, when replicas start together on an empty database', async () => {
    const admin = process.env['STRONGROOM_TEST_ADMIN_URL']!;
    const name = `${process.env['STRONGROOM_TEST_TEMPLATE']}_empty_${randomBytes(4).toString('hex')}`;
    await execute(admin, `create database ${name}`);
    const databaseUrl = urlOfDatabase(admin, name);
    const keys = [
      TEST_KEYS.encryptionKey,
      randomBytes(32),
      TEST_KEYS.encryptionKey,
      randomBytes(32),
    ];

    const outcomes = await Promise.allSettled(
      keys.map((encryptionKey) =>
        createAppContext(testConfig(), { ...TEST_KEYS, databaseUrl, encryptionKey }, log),
      ),
    );

    const laid = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    const refused = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    try {
      expect(laid.length).toBeGreaterThan(0);
      expect(refused.map((error: Error) => error.constructor.name)).toEqual(
        refused.map(() => 'WrongRootKey'),
      );
      const { source } = laid[0]!;
      const roots = await source.query<object[]>('select version from root_keys');
      const migrations = await source.query<{ name: string }[]>('select name from migrations');
      expect(roots).toEqual([{ version: 1 }]);
      expect(new Set(migrations.map((each) => each.name)).size).toBe(migrations.length);
      expect(await source.showMigrations()).toBe(false);
    } finally {
      for (const { source } of laid) await source.destroy();
      await dropDatabase(admin, name);
    }
  });
});

function write(caller: Caller, { id }: TestProject, name: string, secretValue: string) {
  const body = { workspaceId: id, environment: 'dev', secretValue };
  return caller.http.post(`${SECRETS}/${name}`).send(body);
}

const read = (caller: Caller, { id }: TestProject, name: string) =>
  caller.http.get(`${SECRETS}/${name}?workspaceId=${id}&environment=dev`);

describe('the data key of a project', () => {
  const server = useApp();
  /** A replica that has unwrapped no key yet. */
  const afresh = () => startApp({}, server.logLines, server.databaseUrl);

  async function twoProjects() {
    const { admin } = await aScene(server);
    const [mine, other] = [await aProject(admin), await aProject(admin)];
    for (const project of [mine, other]) await write(admin, project, 'A', 'swordfish').expect(200);
    return { admin, mine, other };
  }

  it.each([
    ['deleted', `delete from data_keys where project_id = $1 and project_id <> $2`],
    [
      'replaced by that of another project',
      `update data_keys set wrapped = other.wrapped from data_keys other
       where data_keys.project_id = $1 and other.project_id = $2`,
    ],
    [
      'changed by one bit',
      `update data_keys set wrapped = set_bit(wrapped, 150, 1 - get_bit(wrapped, 150))
       where project_id = $1 and project_id <> $2`,
    ],
    [
      'under a root key that nobody has',
      `update data_keys set root_version = 1000 where project_id = $1 and project_id <> $2`,
    ],
  ])('that is %s shuts that project, and no other', async (_, sql) => {
    const { admin, mine, other } = await twoProjects();
    const { source } = server.database;
    await source.query(`alter table data_keys disable trigger all`).catch(() => undefined);
    await dropForeignKeys();
    await source.query(sql, [mine.id, other.id]);
    const { parts, end } = await afresh();
    try {
      const caller = { ...admin, http: parts.as(admin.token) };

      for (const answer of [await read(caller, mine, 'A'), await write(caller, mine, 'B', 'b')]) {
        expect(answer.status).toBe(500);
        expect(answer.body).toEqual({
          reqId: expect.any(String),
          statusCode: 500,
          error: 'InternalServerError',
          message: 'Something went wrong. Quote the reqId to support.',
        });
        const alarm = server.logLines.find(
          (line) =>
            line.includes((answer.body as { reqId: string }).reqId) && line.includes('"level":50'),
        );
        expect(JSON.parse(alarm!)).toMatchObject({ kind: 'SealBroken' });
      }
      await read(caller, other, 'A').expect(200);
      await write(caller, other, 'B', 'b').expect(200);
    } finally {
      await end();
    }
    expect(server.logLines.join('')).not.toContain('swordfish');
  });

  it('is shut by a newer one that was slipped in', async () => {
    const { admin, mine, other } = await twoProjects();
    await server.database.source.query(
      `insert into data_keys (project_id, version, org_id, root_version, wrapped)
       select $1, 2, org_id, root_version, wrapped from data_keys where project_id = $2`,
      [mine.id, other.id],
    );
    const { parts, end } = await afresh();
    try {
      const caller = { ...admin, http: parts.as(admin.token) };

      expect((await write(caller, mine, 'B', 'b')).status).toBe(500);
      await write(caller, other, 'B', 'b').expect(200);
    } finally {
      await end();
    }
  });

  it('is derived anew for every write, and the same for its rows', async () => {
    const { mine } = await twoProjects();
    const keyRing = server.app.get(KeyRing);
    const place = { purpose: 'x', ids: [randomUUID()], field: 'y' };
    const { database } = server;
    const forWriting = () => database.transaction((tx) => keyRing.forWriting(tx, mine.id));
    const [first, second] = [await forWriting(), await forWriting()];
    const blob = first.key.seal('swordfish', place);

    const keyOf = await keyRing.forReading(mine.id, [first, second]);

    expect(first.salt.equals(second.salt)).toBe(false);
    expect(keyOf(first).open(blob, place).toString()).toBe('swordfish');
    expect(() => keyOf(second).open(blob, place)).toThrow('could not be opened');
  });

  /** The database itself would not let a key go or name an unknown root. */
  async function dropForeignKeys(): Promise<void> {
    const found = await server.database.source.query<{ name: string; relation: string }[]>(
      `select conname name, conrelid::regclass relation from pg_constraint
       where contype = 'f' and (conrelid = 'data_keys'::regclass or confrelid = 'data_keys'::regclass)`,
    );
    for (const { name, relation } of found) {
      await server.database.source.query(`alter table ${relation} drop constraint ${name}`);
    }
  }
});
