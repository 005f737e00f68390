import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLE = `
  create table token_revocation_blocks (
    credential_id uuid not null,
    created_day integer not null,
    block bigint not null,
    bits bit(1024) not null,
    expires_at timestamptz(3) not null,
    constraint pk_token_revocation_blocks primary key (credential_id, created_day, block)
  )`;
const INDEX = `
  create index ix_token_revocation_blocks_expires_at on token_revocation_blocks (expires_at)`;

/** Writes the ranges of `source`, cut at the ends of blocks; a block takes two operations for a range, however long that is. */
const toBlocks = (source: string) => `
  insert into token_revocation_blocks as b (credential_id, created_day, block, bits, expires_at)
  select t.credential_id, t.created_day, block,
    bit_or(((~ 0::bit(1024)) >> part.first) & ~ ((~ 0::bit(1024)) >> part.after)), max(t.expires_at)
  from (${source}) t, unnest(t.serials) r,
    generate_series(lower(r) >> 10, (upper(r) - 1) >> 10) block,
    lateral (
      select greatest(lower(r) - block * 1024, 0)::int first, least(upper(r) - block * 1024, 1024)::int after
    ) part
  group by 1, 2, 3
  order by 1, 2, 3
  on conflict (credential_id, created_day, block) do update
    set bits = b.bits | excluded.bits, expires_at = greatest(b.expires_at, excluded.expires_at)`;

/** Writes the numbers of the bits of `source`. */
const toRanges = (source: string) => `
  insert into token_revocations as r (credential_id, created_day, serials, expires_at)
  select t.credential_id, t.created_day, range_agg(int8range(t.block * 1024 + n, t.block * 1024 + n, '[]')),
    max(t.expires_at)
  from (${source}) t, generate_series(0, 1023) n
  where get_bit(t.bits, n) = 1
  group by 1, 2
  order by 1, 2
  on conflict (credential_id, created_day) do update
    set serials = r.serials + excluded.serials, expires_at = greatest(r.expires_at, excluded.expires_at)`;

const NEW_ROW = 'select (new.credential_id) credential_id, (new.created_day) created_day';
const NEW_RANGES = `${NEW_ROW}, new.serials serials, new.expires_at expires_at`;
const NEW_BITS = `${NEW_ROW}, new.block block, new.bits bits, new.expires_at expires_at`;

const ADDED_RANGES = `
  if tg_op = 'UPDATE' then new.serials := new.serials - old.serials; end if;`;
const ADDED_BITS = `
  if tg_op = 'UPDATE' then new.bits := new.bits & ~ old.bits; end if;`;

const triggerFunction = (name: string, added: string, copy: string) => `
  create function ${name}() returns trigger language plpgsql as $$
  begin ${added} ${copy}; return null; end $$`;

/** What a trigger wrote fires none. */
const trigger = (name: string, table: string, until = '') => `
  create trigger ${name} after insert or update on ${table}
  for each row when (pg_trigger_depth() = 0${until}) execute function ${name}()`;

/**
 * Revoked tokens as bits, in blocks of 1,024 serial numbers, in place of ranges in one row, which grew with every second
 * token. A server of the version before may run beside a newer one: what it revokes is copied here, and what a newer one
 * revokes is copied to it for a day, by triggers. Creating the first one waits for revocations that are under way.
 */
export class TokenRevocationBlocks1796688360000 implements MigrationInterface {
  name = 'TokenRevocationBlocks1796688360000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE);
    await runner.query(INDEX);
    await runner.query(triggerFunction('copy_revoked_ranges', ADDED_RANGES, toBlocks(NEW_RANGES)));
    await runner.query(trigger('copy_revoked_ranges', 'token_revocations'));
    await runner.query(toBlocks('select * from token_revocations'));
    const [{ until }] = (await runner.query(
      `select case when exists (select from organizations) then (now() + interval '1 day')::text end "until"`,
    )) as [{ until: string | null }];
    // On an empty database no server of an older version is at work.
    if (until === null) return;
    await runner.query(triggerFunction('copy_revoked_bits', ADDED_BITS, toRanges(NEW_BITS)));
    const isNear = ` and now() < timestamptz '${until}'`;
    await runner.query(trigger('copy_revoked_bits', 'token_revocation_blocks', isNear));
  }

  /** What was revoked stays revoked. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop trigger copy_revoked_ranges on token_revocations');
    await runner.query('drop function copy_revoked_ranges()');
    await runner.query('lock table token_revocation_blocks in exclusive mode');
    await runner.query(toRanges('select * from token_revocation_blocks'));
    await runner.query('drop table token_revocation_blocks');
    await runner.query('drop function if exists copy_revoked_bits()');
  }
}
