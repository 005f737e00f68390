import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { TokenRevocationBlocks1796688360000 } from '../../src/database/migrations/1796688360000-token-revocation-blocks.js';
import { dataSourceOptions } from '../../src/database/options.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const DAY = 20_000;

/** How servers of the version before revoke, and tell whether a token was. */
const REVOKE_BEFORE = `
  insert into token_revocations as r (credential_id, created_day, serials, expires_at)
  values ($1, $2, int8multirange(int8range($3, $3, '[]')), now() + interval '1 day')
  on conflict (credential_id, created_day) do update
    set serials = r.serials + excluded.serials, expires_at = greatest(r.expires_at, excluded.expires_at)
    where not r.serials @> $3::bigint
  returning created_day`;
const IS_REVOKED_BEFORE = `
  select from token_revocations where credential_id = $1 and created_day = $2 and serials @> $3::bigint`;

const REVOKE = `
  insert into token_revocation_blocks as r (credential_id, created_day, block, bits, expires_at)
  values ($1, $2, $3::bigint >> 10, set_bit(0::bit(1024), ($3::bigint & 1023)::int, 1), now() + interval '2 days')
  on conflict (credential_id, created_day, block) do update
    set bits = r.bits | excluded.bits, expires_at = greatest(r.expires_at, excluded.expires_at)
    where get_bit(r.bits, ($3::bigint & 1023)::int) = 0
  returning created_day`;
const IS_REVOKED = `
  select from token_revocation_blocks where credential_id = $1 and created_day = $2 and block = $3::bigint >> 10
    and get_bit(bits, ($3::bigint & 1023)::int) = 1`;

describe('revoked tokens, while servers of two versions are at work', () => {
  let database: TestDatabase;
  let source: DataSource;
  const [kept, other] = [randomUUID(), randomUUID()];

  const change = (text: string, id: string, serial: number) =>
    source.query<object[]>(text, [id, DAY, serial]);
  const are = async (text: string, id: string, serials: readonly number[]) => {
    const found: number[] = [];
    for (const serial of serials)
      if ((await change(text, id, serial)).length > 0) found.push(serial);
    return found;
  };
  const back = async () => {
    const { name } = new TokenRevocationBlocks1796688360000();
    const isThere = () => source.query<object[]>('select from migrations where name = $1', [name]);
    while ((await isThere()).length > 0) await source.undoLastMigration();
  };

  beforeAll(async () => {
    database = await createTestDatabase();
    source = await new DataSource(dataSourceOptions(database.url, 1, {})).initialize();
    await back();
    await source.query(`insert into organizations (id, name, slug) values ($1, 'Org', 'org')`, [
      randomUUID(),
    ]);
    await source.query(
      `insert into token_revocations (credential_id, created_day, serials, expires_at) values
         ($1, ${DAY}, '{[1,2),[5,3000),[4095,4097),[1000000,3000000)}', now() + interval '1 day')`,
      [kept],
    );
    await source.runMigrations({ transaction: 'each' });
  });
  afterAll(async () => {
    await source?.destroy();
    await database?.drop();
  });

  const ENDS = [1, 2, 4, 5, 1_023, 1_024, 2_999, 3_000, 4_094, 4_095, 4_096, 4_097];
  const FAR = [999_999, 1_000_000, 1_048_576, 2_999_999, 3_000_000];
  const REVOKED = [1, 5, 1_023, 1_024, 2_999, 4_095, 4_096, 1_000_000, 1_048_576, 2_999_999];

  it('are those that were revoked before the upgrade, to the number', async () => {
    expect(await are(IS_REVOKED, kept, [...ENDS, ...FAR])).toEqual(REVOKED);
    const [sum] = await source.query<{ n: number }[]>(
      `select sum(length(replace(bits::text, '0', '')))::int n from token_revocation_blocks where credential_id = $1`,
      [kept],
    );
    expect(sum).toEqual({ n: 1 + 2_995 + 2 + 2_000_000 });
  });

  it('are known to each version, whichever revoked them, and revoked once', async () => {
    for (const serial of [7, 1_024, 9]) {
      expect(await change(REVOKE_BEFORE, other, serial)).toHaveLength(1);
      expect(await change(REVOKE, other, serial)).toEqual([]);
    }
    for (const serial of [8, 2_047, 2_048]) {
      expect(await change(REVOKE, other, serial)).toHaveLength(1);
      expect(await change(REVOKE_BEFORE, other, serial)).toEqual([]);
    }
    const asked = [6, 7, 8, 9, 10, 1_023, 1_024, 1_025, 2_046, 2_047, 2_048, 2_049];
    const revoked = [7, 8, 9, 1_024, 2_047, 2_048];
    expect(await are(IS_REVOKED, other, asked)).toEqual(revoked);
    expect(await are(IS_REVOKED_BEFORE, other, asked)).toEqual(revoked);
    const kept = await source.query<{ ok: boolean }[]>(
      `select expires_at > now() + interval '25 hours' ok from token_revocations where credential_id = $1`,
      [other],
    );
    expect(kept).toEqual([{ ok: true }]);
  });

  it('are copied to the version before for a day, and from it for as long as it lives', async () => {
    const [trigger] = await source.query<{ text: string; hours: number }[]>(
      `select pg_get_triggerdef(oid) text from pg_trigger where tgname = 'copy_revoked_bits'`,
    );
    const [, until] = /now\(\) < '([^']+)'/.exec(trigger!.text)!;
    const [left] = await source.query<{ hours: number }[]>(
      `select round(extract(epoch from $1::timestamptz - now()) / 3600)::int hours`,
      [until],
    );
    expect(left).toEqual({ hours: 24 });
  });

  it('stay revoked when the upgrade is undone', async () => {
    expect(await change(REVOKE, kept, 3_000)).toHaveLength(1);
    await source.query('drop trigger copy_revoked_bits on token_revocation_blocks');
    expect(await change(REVOKE, kept, 3_001)).toHaveLength(1);
    await back();

    expect(
      (await are(IS_REVOKED_BEFORE, kept, [...ENDS, 3_001, ...FAR])).toSorted((a, b) => a - b),
    ).toEqual([...REVOKED, 3_000, 3_001].toSorted((a, b) => a - b));
  });
});
