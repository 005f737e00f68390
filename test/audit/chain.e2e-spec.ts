import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Audit } from '../../src/audit/audit.js';
import { ChainRepository } from '../../src/audit/chain/chain.repository.js';
import { AuditChainWorker } from '../../src/audit/chain/audit-chain-worker.js';
import type { Actor } from '../../src/auth/actor.js';
import { auditExport } from '../../src/commands/audit-export.js';
import { auditVerify } from '../../src/commands/audit-verify.js';
import type { CommandRun } from '../../src/commands/command.js';
import { chained, killBackend, verified } from '../support/audit-scene.js';
import { startApp, TEST_KEYS, testConfig, type TestApp, useApp } from '../support/harness.js';
import { runs, timeLimit } from '../support/runs.js';

const one = useApp();
let two: TestApp;
let end: () => Promise<void>;

beforeAll(async () => {
  ({ parts: two, end } = await startApp({}, [], one.databaseUrl));
});
afterAll(() => end());

const sql = <T = object>(text: string, values: unknown[] = []): Promise<T[]> =>
  one.database.source.query(text, values);

/** Writes entries past the API, each in a transaction of its own; gives the number that was committed. */
async function write(server: TestApp, orgId: string, count: number): Promise<number> {
  const request = { reqId: 'req-abc', address: '192.0.2.1', client: 'test' };
  const actor = { kind: 'identity', orgId, callerId: randomUUID(), name: 'ci', request } as Actor;
  let committed = 0;
  for (let n = 0; n < count; n++) {
    const target = { n, zebra: ['ä', { b: null, a: 'x' }] };
    await server.database
      .transaction((tx) =>
        server.app.get(Audit).record(tx, actor, { action: 'thing.change', target }),
      )
      .then(
        () => committed++,
        () => undefined,
      );
  }
  return committed;
}

async function aChainOf(count: number): Promise<string> {
  const orgId = randomUUID();
  await write(one, orgId, count);
  await chained(one, orgId);
  return orgId;
}

describe('Chain of an organization', () => {
  it('numbers entries from 1 without gaps, whichever replica chains them', async () => {
    const orgs = [randomUUID(), randomUUID(), randomUUID()];
    await Promise.all(orgs.flatMap((orgId) => [write(one, orgId, 40), write(two, orgId, 40)]));

    for (const orgId of orgs) {
      await chained(one, orgId);
      expect(await verified(one, orgId)).toMatchObject({ length: 80, pending: 0, fault: null });
    }
  });

  it('links an entry that was written first and committed last', async () => {
    const orgId = randomUUID();
    const request = { reqId: 'req-late', address: '192.0.2.1', client: null };
    const actor = {
      kind: 'identity',
      orgId,
      callerId: randomUUID(),
      name: 'late',
      request,
    } as Actor;
    let commit: () => void = () => undefined;
    let late: Promise<void> | undefined;
    // Until then it may be that nothing was written, and there is nothing to commit.
    await new Promise<void>((recorded) => {
      late = one.database.transaction(async (tx) => {
        await one.app.get(Audit).record(tx, actor, { action: 'late.change', target: {} });
        const committing = new Promise<void>((resolve) => (commit = resolve));
        recorded();
        await committing;
      });
    });
    await write(two, orgId, 5);
    await chained(two, orgId);
    commit();
    await late;
    await chained(two, orgId);

    const found = await new ChainRepository(one.database).listLinks(orgId, 0, 10);
    expect(found.map(({ entry }) => entry!.action).at(-1)).toBe('late.change');
    expect(await verified(one, orgId)).toMatchObject({ length: 6, fault: null });
  });

  it('is made while entries of another organization cannot be linked, which is logged', async () => {
    const [stuck, other] = [await aChainOf(2), randomUUID()];
    // An entry that has its place already waits for one again: somebody wrote into the database.
    await sql(
      'insert into audit_pending (org_id, entry_id) select org_id, entry_id from audit_links where org_id = $1 limit 1',
      [stuck],
    );
    await write(one, other, 3);
    await one.app.get(AuditChainWorker).chain();

    expect(await verified(one, other)).toMatchObject({ length: 3, pending: 0, fault: null });
    const reports = one.logLines.filter((line) => line.includes('cannot be chained'));
    expect(reports.some((line) => line.includes(stuck))).toBe(true);
    await sql('delete from audit_pending where org_id = $1', [stuck]);
  });

  it('stays intact while two replicas link entries and their connections are killed', async () => {
    const orgs = Array.from({ length: 4 }, () => randomUUID());
    let isOver = false;
    const chaining = [one, two].map(async (server) => {
      while (!isOver)
        await server.app
          .get(AuditChainWorker)
          .chain()
          .catch(() => undefined);
    });
    const killing = (async () => {
      while (!isOver) {
        await killBackend(one);
        await new Promise((resolve) => setTimeout(resolve, 40));
      }
    })();
    const committed = await Promise.all(
      orgs.map(async (orgId) => {
        const counts = await Promise.all([write(one, orgId, 100), write(two, orgId, 100)]);
        return counts[0] + counts[1];
      }),
    );
    isOver = true;
    await Promise.all([...chaining, killing]);

    for (const [index, orgId] of orgs.entries()) {
      await chained(one, orgId);
      const { length, fault } = await verified(one, orgId);
      expect(fault).toBeNull();
      // A commit whose answer was lost is in the log all the same.
      expect(length).toBeGreaterThanOrEqual(committed[index]!);
      const [{ count }] = (await sql<{ count: string }>(
        'select count(*) from audit_entries where org_id = $1',
        [orgId],
      )) as [{ count: string }];
      expect(length).toBe(Number(count));
    }
  });

  it('keeps the number of an entry that vanished before it was linked', async () => {
    const orgId = await aChainOf(2);
    await sql(`insert into audit_pending (org_id, entry_id) values ($1, $2)`, [
      orgId,
      randomUUID(),
    ]);
    await chained(one, orgId);
    await write(one, orgId, 1);
    await chained(one, orgId);

    expect(await verified(one, orgId)).toMatchObject({
      length: 2,
      fault: { reason: 'missing', number: 3 },
    });
  });

  it('is logged as a checkpoint', async () => {
    const orgId = await aChainOf(3);
    // Either replica has chained it, and tells of it.
    for (const { app } of [one, two]) await app.get(AuditChainWorker).checkpointOlderThan(0);

    const [line] = [...one.logLines, ...two.logLines].filter((each) => each.includes(orgId));
    const { mac } = (await new ChainRepository(one.database).listLinks(orgId, 2, 1))[0]!;
    expect(JSON.parse(line!)).toMatchObject({
      msg: 'audit checkpoint',
      orgId,
      number: 3,
      mac: mac.toString('hex'),
      keyId: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
  });
});

/** Ways in which a hand in the database could change the log of one organization, of `length` entries. */
type Tamper = (orgId: string, number: number, other: string) => Promise<unknown>;

const ENTRY_AT = `(select entry_id from audit_links where org_id = $1 and number = $2)`;
const setting =
  (change: string): Tamper =>
  (orgId, number) =>
    sql(`update audit_entries set ${change} where id = ${ENTRY_AT}`, [orgId, number]);

const deleteAt: Tamper = (orgId, number) =>
  sql(`delete from audit_entries where id = ${ENTRY_AT}`, [orgId, number]);

/** Over negative numbers, so that no two links ever have the same. */
async function shiftFrom(orgId: string, number: number, by: number): Promise<void> {
  await sql('update audit_links set number = -number where org_id = $1 and number > $2', [
    orgId,
    number,
  ]);
  await sql('update audit_links set number = $2 - number where org_id = $1 and number < 0', [
    orgId,
    by,
  ]);
}

const COPY = `insert into audit_entries select $3::uuid, $1, project_id, actor_kind, actor_id,
  actor_name, action, target, req_id, address, client, created_at from audit_entries where id = ${ENTRY_AT}`;

const TAMPERINGS: Readonly<Record<string, Tamper>> = {
  'edits the project': setting(`project_id = gen_random_uuid()`),
  'edits the kind of actor': setting(`actor_kind = 'system'`),
  'edits the actor': setting(`actor_id = gen_random_uuid()`),
  'edits the name of the actor': setting(`actor_name = actor_name || 'x'`),
  'edits the action': setting(`action = 'thing.other'`),
  'edits the target': setting(`target = target || '{"n": -1}'`),
  'edits a part of the target': setting(`target = jsonb_set(target, '{zebra,1,a}', '"y"')`),
  'edits the request': setting(`req_id = 'req-xyz'`),
  'edits the address': setting(`address = null`),
  'edits the client': setting(`client = ''`),
  'edits the time': setting(`created_at = created_at + interval '1 millisecond'`),
  'gives the entry to another organization': (orgId, number, other) =>
    sql(`update audit_entries set org_id = $3 where id = ${ENTRY_AT}`, [orgId, number, other]),
  'deletes the entry': deleteAt,
  'deletes the link': (orgId, number) =>
    sql(`delete from audit_links where org_id = $1 and number = $2`, [orgId, number]),
  'deletes both and closes the gap': async (orgId, number, other) => {
    await deleteAt(orgId, number, other);
    await sql(`delete from audit_links where org_id = $1 and number = $2`, [orgId, number]);
    await shiftFrom(orgId, number, -1);
  },
  'edits the link': (orgId, number) =>
    sql(`update audit_links set mac = $3 where org_id = $1 and number = $2`, [
      orgId,
      number,
      randomBytes(32),
    ]),
  'turns two entries round': async (orgId, number) => {
    const next = number > 1 ? number - 1 : number + 1;
    const rows = await sql<{ number: string; entry_id: string }>(
      `with gone as (delete from audit_links where org_id = $1 and number = any ($2) returning *)
       select * from gone`,
      [orgId, [number, next]],
    );
    const [a, b] = rows as ((typeof rows)[0] & { key_id: Buffer; mac: Buffer })[];
    for (const [at, from] of [
      [a, b],
      [b, a],
    ] as const)
      await sql(`insert into audit_links values ($1, $2, $3, $4, $5)`, [
        orgId,
        at!.number,
        from!.entry_id,
        from!.key_id,
        from!.mac,
      ]);
  },
  'adds an entry': (orgId, number) => sql(COPY, [orgId, number, randomUUID()]),
  'adds an entry in between': async (orgId, number) => {
    const id = randomUUID();
    await sql(COPY, [orgId, number, id]);
    await shiftFrom(orgId, number - 1, 1);
    await sql(
      `insert into audit_links select org_id, $2, $3, key_id, $4 from audit_links where org_id = $1 limit 1`,
      [orgId, number, id, randomBytes(32)],
    );
  },
  'adds an entry with a link before the first': async (orgId, number) => {
    const id = randomUUID();
    await sql(COPY, [orgId, number, id]);
    await sql(
      `insert into audit_links select org_id, 0, $2, key_id, mac from audit_links where org_id = $1 limit 1`,
      [orgId, id],
    );
  },
  'cuts off the end behind a checkpoint': async (orgId, number) => {
    await sql(
      `delete from audit_entries e using audit_links l
       where l.org_id = $1 and l.number >= $2 and l.entry_id = e.id`,
      [orgId, number],
    );
    await sql(`delete from audit_links where org_id = $1 and number >= $2`, [orgId, number]);
  },
};

describe('audit:verify', () => {
  const ROUNDS = runs(15, 500, 'AUDIT_TAMPERINGS');
  const LENGTH = 12;

  it(
    `finds every one of ${ROUNDS} changes of the log`,
    async () => {
      const kinds = Object.entries(TAMPERINGS);
      const other = await aChainOf(1);
      const unseen: string[] = [];
      const orgs = Array.from({ length: 30 }, () => randomUUID());
      await Promise.all(orgs.map((orgId) => write(one, orgId, LENGTH)));
      for (const orgId of orgs) await chained(one, orgId);
      for (const { app } of [one, two]) await app.get(AuditChainWorker).checkpointOlderThan(0);
      for (let round = 0; round < ROUNDS; round++) {
        const orgId = orgs[round % orgs.length]!;
        const [name, tamper] = kinds[round % kinds.length]!;
        const number = 1 + Math.floor(Math.random() * LENGTH);
        const kept = await snapshot(orgId);
        expect(await verified(one, orgId)).toMatchObject({ length: LENGTH, fault: null });
        await tamper(orgId, number, other);
        const { fault, length } = await verified(one, orgId);
        // What is right before the fault is what comes before it.
        const isNear = fault?.number === undefined || Math.abs(fault.number - number) <= 1;
        if (!fault || !isNear || length > LENGTH)
          unseen.push(`${name} at ${number}: ${fault?.number}`);
        await restore(orgId, kept);
      }

      expect(unseen).toEqual([]);
    },
    timeLimit(240_000),
  );

  interface Kept {
    readonly entries: string;
    readonly links: string;
  }

  /** All of an organization, to put it back. */
  async function snapshot(orgId: string): Promise<Kept> {
    const [kept] = await sql<Kept>(
      `select (select json_agg(e)::text from audit_entries e where org_id = $1) entries,
         (select json_agg(l)::text from audit_links l where org_id = $1) links`,
      [orgId],
    );
    return kept!;
  }

  async function restore(orgId: string, { entries, links }: Kept): Promise<void> {
    await sql(
      `delete from audit_entries where org_id = $1
         or id in (select id from json_populate_recordset(null::audit_entries, $2))`,
      [orgId, entries],
    );
    await sql('delete from audit_links where org_id = $1', [orgId]);
    await sql(
      'insert into audit_entries select * from json_populate_recordset(null::audit_entries, $1)',
      [entries],
    );
    await sql(
      'insert into audit_links select * from json_populate_recordset(null::audit_links, $1)',
      [links],
    );
  }
});

describe('Commands audit:verify and audit:export', () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'strongroom-audit-'));
  });
  afterAll(() => rm(directory, { recursive: true }));

  async function run(command: typeof auditVerify, ...args: string[]) {
    const lines: string[] = [];
    const { database, context } = one;
    const config = testConfig({ AUTH_SECRET: TEST_KEYS.authSecret });
    const { rootKeys, log } = context;
    const say = (line: string) => void lines.push(line);
    const parts: CommandRun = { config, database, rootKeys, log, args, say, ...TEST_KEYS };
    const code = (await command.runAlone?.(parts)) ?? (await command.run(parts));
    return { code, said: lines.join('\n') };
  }

  it('verify the database, one organization or all', async () => {
    const orgId = await aChainOf(3);

    const { code, said } = await run(auditVerify, '--org', orgId);
    expect(said).toMatch(new RegExp(`^${orgId}: whole, 3 records, the last 3:[0-9a-f]{64}$`));
    expect(code).toBe(0);

    await setting(`action = 'x'`)(orgId, 2, orgId);
    const all = await run(auditVerify);
    expect(all.code).toBe(1);
    expect(all.said).toMatch(
      new RegExp(
        `${orgId}: NOT WHOLE, record 2, [0-9a-f-]{36}: changed; 1 records before are right`,
      ),
    );
  });

  it('export, and verify the export without the database', async () => {
    const orgId = await aChainOf(1_200);
    const file = join(directory, 'log.ndjson');
    expect(await run(auditExport, '--org', orgId, '--file', file)).toEqual({
      code: 0,
      said: '1200 records',
    });

    const whole = await run(auditVerify, '--file', file);
    expect(whole.said).toMatch(/whole, 1200 records/);
    const checkpoint = /1200:[0-9a-f]{64}/.exec(whole.said)![0];

    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
    const changed = join(directory, 'changed.ndjson');
    const outcomeOf = async (others: readonly string[], ...more: string[]) => {
      await writeFile(changed, `${others.join('\n')}\n`);
      const { code, said } = await run(auditVerify, '--file', changed, ...more);
      return [code, said.replace(/^[^:]*: /, '').replace(/, [0-9a-f-]{36}/, '')];
    };
    expect(await outcomeOf(lines.with(1_100, lines[1_100]!.replace('"n":', '"n":1')))).toEqual([
      1,
      'NOT WHOLE, record 1101: changed; 1100 records before are right',
    ]);
    expect(await outcomeOf(lines.with(7, '{}'))).toEqual([
      1,
      'NOT WHOLE, record 8: changed; 7 records before are right',
    ]);
    expect(await outcomeOf(lines.slice(0, 900), '--checkpoint', checkpoint)).toEqual([
      1,
      'NOT WHOLE, record 901: truncated; 900 records before are right',
    ]);
    expect((await outcomeOf(lines, '--checkpoint', checkpoint))[0]).toBe(0);
    expect((await outcomeOf(lines, '--org', randomUUID()))[0]).toBe(1);
    await expect(run(auditExport, '--org', orgId, '--file', file)).rejects.toThrow(
      `${file} exists: name a new file.`,
    );
    await expect(run(auditExport, '--org', 'nope', '--file', `${file}.2`)).rejects.toThrow(
      /^--org should be the id of an organization:/,
    );
    await expect(run(auditVerify, '--file', join(directory, 'none'))).rejects.toThrow(
      'cannot be read',
    );
  });

  it.each([
    [['--org', 'x']],
    [['--checkpoint', `1:${'0'.repeat(64)}`]],
    [['--org', randomUUID(), '--checkpoint', 'x']],
    [['--unknown']],
  ])('refuse %j', async (args) => {
    await expect(run(auditVerify, ...args)).rejects.toThrow('audit:verify [--org');
  });
});
