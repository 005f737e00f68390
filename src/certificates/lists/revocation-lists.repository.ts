import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { Database, statement } from '../../database/database.js';
import { RevocationList } from '../../database/entities/revocation-list.entity.js';
import { postgresError } from '../../database/failures.js';
import { newId } from '../../database/uuid.js';
import { internalError, tooManyRequests } from '../../errors/api-error.js';

/** Milliseconds that others wait for whoever makes a list. */
const PATIENCE = 2_000;
const LOCK_NOT_AVAILABLE = '55P03';

/** A list, and what it is to be held against. */
export interface ListRow {
  readonly id: string;
  readonly authorityId: string;
  readonly keyNumber: number;
  readonly number: string;
  /** As it was before the entries are read: what is revoked in between makes the list outdated, not wrong. */
  readonly revocationCount: string;
  readonly der: Buffer | null;
  readonly thisUpdate: Date | null;
  readonly nextUpdate: Date | null;
  /** Nothing was revoked since it was made, and it has a day left; the list of a deleted authority is always. */
  readonly isFresh: boolean;
  readonly now: Date;
  /** The newest certificate of the key that signs it; null before there is one. */
  readonly issuerDer: Buffer | null;
}

/** The bytes of a list that is to be made anew are left where they are: there may be megabytes. */
const SELECT = `
  select l.id, l.authority_id "authorityId", l.key_number "keyNumber", l.number,
    case when f.is_fresh then l.der end der, f.is_fresh "isFresh",
    a.revocation_count "revocationCount",
    l.this_update "thisUpdate", l.next_update "nextUpdate", now() "now",
    (select c.der from ca_certificates c
     where c.authority_id = l.authority_id and c.key_number = l.key_number
     order by c.version desc limit 1) "issuerDer"
  from crls l join certificate_authorities a on a.id = l.authority_id
  cross join lateral (select l.der is not null and (a.deleted_at is not null
    or (l.made_from = a.revocation_count and l.next_update > now() + interval '1 day')) is_fresh) f`;

const FIND = statement(`${SELECT} where l.id = $1`);
const OF_AUTHORITY = statement(`${SELECT} where l.authority_id = $1 order by l.key_number`);

/** Entries of a page. One row an entry would be 100,000 objects in a turn of the event loop. */
const PAGE = 2_000;

/** A certificate leaves only a list that was made after its end (RFC 5280, 3.3). */
const ENTRIES = statement(`
  select json_agg(json_build_array(serial_number, floor(extract(epoch from revoked_at)), revocation_reason)
    order by place)::text page
  from (
    select *, row_number() over (order by revoked_at, serial_number) - 1 place
    from (
      select serial_number, revoked_at, revocation_reason, not_after from ca_certificates
      where issuer_id = $1 and issuer_key_number = $2 and revoked_at is not null
      union all
      select serial_number, revoked_at, revocation_reason, not_after from certificates
      where authority_id = $1 and issuer_key_number = $2 and revoked_at is not null) revoked
    where not_after > coalesce($3::timestamptz, '-infinity')) placed
  group by place / ${PAGE} order by place / ${PAGE}`);

/** The list with the number before is replaced, and no other. */
const STORE = statement(`
  update crls set number = $2, der = $3, made_from = $4, this_update = $5, next_update = $6
  where id = $1 and number = $2::bigint - 1 returning id`);

const LAST_END = `
  select max(not_after) "end" from ca_certificates where authority_id = $1 and key_number = $2`;

export interface MadeList {
  readonly number: bigint;
  readonly der: Buffer;
  readonly madeFrom: string;
  readonly thisUpdate: Date;
  readonly nextUpdate: Date;
}

/** Stored lists. SQL by hand, since whether one is fresh is a condition of the database's clock. */
@Injectable()
export class RevocationListsRepository {
  constructor(
    @InjectRepository(RevocationList) private readonly lists: Repository<RevocationList>,
    private readonly database: Database,
  ) {}

  /** The id of the list of what one key of an authority signed. */
  async idOf(authorityId: string, keyNumber: number): Promise<string> {
    const list = await this.database.bind(this.lists).findOneBy({ authorityId, keyNumber });
    if (!list) throw internalError();
    return list.id;
  }

  find(id: string): Promise<ListRow | null> {
    return this.database.row<ListRow>(FIND, [id]);
  }

  /** By the number of the key. */
  listOf(authorityId: string, tx?: EntityManager): Promise<ListRow[]> {
    if (tx) return tx.query<ListRow[]>(OF_AUTHORITY.text, [authorityId]);
    return this.database.rows<ListRow>(OF_AUTHORITY, [authorityId]);
  }

  async insert(tx: EntityManager, authorityId: string, keyNumber: number): Promise<void> {
    await tx.withRepository(this.lists).insert({ id: newId(), authorityId, keyNumber });
  }

  /** The list as it stays until the transaction ends. Throws 429 where somebody else has it for longer than two seconds. */
  async lock(tx: EntityManager, id: string): Promise<ListRow | null> {
    await tx.query(`set local lock_timeout = ${PATIENCE}`);
    try {
      await tx.query('select from crls where id = $1 for update', [id]);
    } catch (error) {
      throw postgresError(error)?.code === LOCK_NOT_AVAILABLE ? tooManyRequests(1) : error;
    }
    await tx.query('set local lock_timeout to default');
    const [row] = await tx.query<ListRow[]>(FIND.text, [id]);
    return row ?? null;
  }

  /** Returns the revoked entries in the order of their revocation, as texts of `RevokedEntry`. Inside a transaction, give it. */
  async pagesOfEntries(
    { authorityId, keyNumber, thisUpdate }: ListRow,
    tx?: EntityManager,
  ): Promise<string[]> {
    const values = [authorityId, keyNumber, thisUpdate];
    const rows = tx
      ? await tx.query<{ page: string }[]>(ENTRIES.text, values)
      : await this.database.rows<{ page: string }>(ENTRIES, values);
    return rows.map(({ page }) => page);
  }

  /** When the last certificate of the key ends. */
  async lastEnd(tx: EntityManager, { authorityId, keyNumber }: ListRow): Promise<Date | null> {
    const [row] = await tx.query<{ end: Date | null }[]>(LAST_END, [authorityId, keyNumber]);
    return row?.end ?? null;
  }

  /** False where another list has come into its place meanwhile. Inside a transaction, give it. */
  async store(id: string, list: MadeList, tx?: EntityManager): Promise<boolean> {
    const { number, der, madeFrom, thisUpdate, nextUpdate } = list;
    const values = [id, String(number), der, madeFrom, thisUpdate, nextUpdate];
    if (!tx) return (await this.database.rows<object>(STORE, values)).length > 0;
    const [rows] = await tx.query<[unknown[], number]>(STORE.text, values);
    return rows.length > 0;
  }
}
