import type pg from 'pg';
import { postgresError } from './failures.js';

/** One history of one database, as a server tells it. */
export interface Incarnation {
  /** System, timeline and object id of the database. A promotion and a restore make a new timeline. */
  readonly name: string;
  /** The first transaction that had not ended: within one history it only grows. */
  readonly transaction: bigint;
}

interface Answer {
  readonly readsOnly: boolean;
  readonly database: string;
  readonly timeline: string | null;
  readonly system: string | null;
  readonly transaction: string;
}

const columns = (timeline: string, system: string) => `
  select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean "readsOnly",
    (select oid::text from pg_database where datname = current_database()) "database",
    ${timeline} "timeline", ${system} "system",
    pg_snapshot_xmax(pg_current_snapshot())::text "transaction"`;

/** The name of the present file of the log begins with the timeline; the control file learns of it later. */
const WHOLE = columns(
  `case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) end`,
  `(select system_identifier::text from pg_control_system())`,
);
/** For services that let nobody ask for these. */
const REDUCED = columns('null::text', 'null::text');

const NOT_OFFERED = new Set(['0A000', '42501', '42883', '55000']);

/** Null from a server that only reads. */
export async function askIncarnation(client: pg.Client): Promise<Incarnation | null> {
  const answer = await client.query<Answer>(WHOLE).catch((error: unknown) => {
    if (!NOT_OFFERED.has(postgresError(error)?.code ?? '')) throw error;
    return client.query<Answer>(REDUCED);
  });
  const { readsOnly, database, timeline, system, transaction } = answer.rows[0]!; // a select without from
  if (readsOnly) return null;
  const name = `system ${system ?? '?'}, timeline ${timeline ?? '?'}, database ${database}`;
  return { name, transaction: BigInt(transaction) };
}

/** Whether the later answer cannot be of the history of the earlier one. */
export const isOtherHistory = (earlier: Incarnation, later: Incarnation): boolean =>
  earlier.name !== later.name || later.transaction < earlier.transaction;
