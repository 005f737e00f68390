import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { EntryCaller } from '../audit/new-entry.js';
import { ofAnyLength } from '../database/batched-query.js';
import { type BoundStatement, Database, statement } from '../database/database.js';
import { OPTION_COLUMNS, VERSION_COLUMNS, versionOf } from '../database/entities/secret-columns.js';
import type { SecretOptions } from '../database/entities/secret.entity.js';
import { conflictOf, type Taken } from '../database/failures.js';
import { orElse, refusedAt, refusedNumbers, required } from '../database/required.js';
import { conflict } from '../errors/api-error.js';
import { firstOf } from '../errors/nearest.js';
import {
  type IndexedReference,
  referenceAdditions,
  referenceReplacements,
} from './references/reference-index.js';
import type { SealedSecret } from './secret.js';
import type { Sealed } from './secret-vault.js';
import { FIND_SECRET, type SecretAddress, FROM_SECRET_AT } from './secrets.repository.js';

/** A state to write. All rows of one write are sealed under one key, so key version and salt are the same. */
export interface SecretRow extends Sealed, SecretOptions {
  readonly id: string;
  readonly folderId: string;
  readonly environmentId: string;
  readonly key: string;
  readonly version: number;
  /** When the secret was made, if not now. */
  readonly createdAt: Date | null;
  readonly tagIds: readonly string[];
  /** What the value refers to; null where the index holds that already. */
  readonly references: readonly IndexedReference[] | null;
}

/** Who writes, as the rows remember it. */
export interface WriteActor {
  readonly actor: EntryCaller;
  readonly membershipId: string;
}

/** The columns that differ from row to row, of an insert as of an update. */
const WRITTEN = [
  { property: 'id', column: 'id', type: 'uuid' },
  { property: 'version', column: 'version', type: 'integer' },
  { property: 'folderId', column: 'folder_id', type: 'uuid' },
  { property: 'key', column: 'key', type: 'text' },
  { property: 'value', column: 'value', type: 'bytea' },
  { property: 'comment', column: 'comment', type: 'bytea' },
  { property: 'metadata', column: 'metadata', type: 'json' },
  ...OPTION_COLUMNS,
  { property: 'createdAt', column: 'created_at', type: 'timestamptz' },
] as const;

const NAMES = WRITTEN.map(({ column }) => column);
const UPDATED = NAMES.filter((name) => name !== 'id' && name !== 'created_at');
const from = (first: number) => `
  unnest(${ofAnyLength(`$${first}::uuid[]`)}, ${WRITTEN.slice(1)
    .map(({ type }, index) => `$${first + 1 + index}::${type}[]`)
    .join(', ')})
    as r (${NAMES.join(', ')})`;

const BY = 'key_version, salt, actor_id, actor_kind, actor_name, actor_membership_id';

/** In the order of keys, so that two batches cannot deadlock. */
export const INSERT = `
  insert into secrets (${BY}, project_id, ${NAMES.join(', ')})
  select $1, $2, $3, $4, $5, $6, $7,
    ${NAMES.map((name) => (name === 'created_at' ? 'coalesce(r.created_at, now())' : `r.${name}`)).join(', ')}
  from ${from(8)}
  order by r.key, r.folder_id
  on conflict on constraint uq_secrets_key do nothing
  returning id, updated_at "updatedAt"`;

/** Keeps folders that secrets come into; whoever changes or empties those locks them before any secret. */
export const HOLD_FOLDERS = statement(`
  select from folders where id = any(${ofAnyLength('$1::uuid[]')}) order by id for key share`);

/** Fails with the numbers of the rows whose names are in use. */
const INSERT_ALL = statement(`
  with inserted as (${INSERT})
  select max("updatedAt") "updatedAt",
    ${refusedAt(`string_agg(asked.n::text, ' ' order by asked.n) filter (where inserted.id is null)`)}
  from unnest($8::uuid[]) with ordinality as asked (id, n) left join inserted on inserted.id = asked.id`);

const INSERT_TAGS = statement(`
  insert into secret_tags (secret_id, tag_id)
  select * from unnest($1::uuid[], $2::uuid[]) on conflict do nothing`);

const REMOVE_TAGS = statement('delete from secret_tags where secret_id = any($1::uuid[])');

/** Locks in a statement of its own: the next one reads the state after the wait, tags included. */
const LOCK = statement(`select s.id ${FROM_SECRET_AT} for update of s`);

const KEEP = statement(`
  insert into secret_versions (${VERSION_COLUMNS})
  select ${versionOf('s')} from secrets s where id = any(${ofAnyLength('$1::uuid[]')})`);

/** The version is compared once more: a state is written over the one it was made from, or not at all. */
const UPDATE = statement(`
  with updated as (
    update secrets s set
      (${BY}) = row ($1::integer, $2::bytea, $3::uuid, $4::text, $5::text, $6::uuid),
      ${UPDATED.map((name) => `${name} = r.${name}`).join(', ')},
      updated_at = now(), xid = txid_current()
    from ${from(7)}
    where s.id = r.id and s.version = r.version - 1
    returning s.updated_at
  )
  select max(updated_at) "updatedAt", ${required('count(*) = cardinality($7::uuid[])')} from updated`);

const REMOVE = statement(`delete from secrets where id = any(${ofAnyLength('$1::uuid[]')})`);

/** Names that no secret can have, so that names can be exchanged within one statement after this one. */
const PARK = statement(`update secrets set key = ':' || id where id = any($1::uuid[])`);

export const NAME_TAKEN: Taken = {
  constraint: 'uq_secrets_key',
  message: 'A secret with the new name already exists in this folder.',
};

const IS_BACK: Taken = {
  constraint: 'pk_secrets',
  message: 'A secret was brought back elsewhere meanwhile. Look at the plan again.',
};

/** What is done with the time of the new states, which is that of their transaction. */
type TakeTime = (time: Date) => void;

const takingTime = (take: TakeTime) => (rows: readonly object[]) =>
  take((rows[0] as { readonly updatedAt: Date }).updatedAt);

/**
 * Statements that write secrets; only `SecretWriter` sends those that change anything. SQL by hand: a fixed number of
 * statements however many secrets there are (a batch of 1,000 is measured), locks in a fixed order, and nothing that is
 * looked at between them, so that all go in the one round trip that carries the commit.
 */
@Injectable()
export class SecretWritesRepository {
  constructor(private readonly database: Database) {}

  /** Inserts new secrets, what they refer to and their tags. Fails with 409 where names are in use. */
  insertions(
    projectId: string,
    by: WriteActor,
    rows: readonly SecretRow[],
    take: TakeTime,
  ): BoundStatement[] {
    const onFailure = (error: unknown) => {
      const numbers = refusedNumbers(error);
      return numbers ? alreadyThere(numbers.map((n) => rows[n - 1]!)) : conflictOf(error, IS_BACK);
    };
    const values = insertValues(projectId, by, rows);
    const folderIds = [...new Set(rows.map((row) => row.folderId))];
    return [
      // A name that is in the index already would be waited for by who locks the folder.
      { ...HOLD_FOLDERS, values: [folderIds] },
      { ...INSERT_ALL, values, onFailure, onRows: takingTime(take) },
      ...referenceAdditions(referring(rows)),
      ...this.tagInsertions(rows),
    ];
  }

  /** Gives these secrets the tags of their rows, instead of those they had. */
  tagReplacements(rows: readonly SecretRow[]): BoundStatement[] {
    if (rows.length === 0) return [];
    return [{ ...REMOVE_TAGS, values: [rows.map((row) => row.id)] }, ...this.tagInsertions(rows)];
  }

  /** The secret, locked until the transaction ends: one round trip. */
  async findLocked(
    tx: EntityManager,
    projectId: string,
    { environment, secretPath, key }: SecretAddress,
  ): Promise<SealedSecret | null> {
    const values = [projectId, environment, secretPath, key];
    const both = [LOCK, FIND_SECRET].map((each) => ({ ...each, values }));
    const [, found] = await this.database.together(tx, both);
    return (found![0] as SealedSecret | undefined) ?? null;
  }

  /** Keeps the present states as versions, before they change or go. */
  keeping(ids: readonly string[]): BoundStatement[] {
    return ids.length === 0 ? [] : [{ ...KEEP, values: [ids] }];
  }

  /** Frees the names of secrets that exchange them. */
  parking(ids: readonly string[]): BoundStatement[] {
    return ids.length === 0 ? [] : [{ ...PARK, values: [ids] }];
  }

  /** Writes the next states of locked secrets, and what they refer to. Fails with 409 if a new name is taken. */
  updates(by: WriteActor, rows: readonly SecretRow[], take: TakeTime): BoundStatement[] {
    const changed = orElse(() => new Error('A secret changed while it was locked'));
    const onFailure = (error: unknown) => changed(conflictOf(error, NAME_TAKEN));
    const values = [...writerValues(by, rows), ...columnValues(rows)];
    return [
      { ...UPDATE, values, onFailure, onRows: takingTime(take) },
      ...referenceReplacements(referring(rows)),
    ];
  }

  removals(ids: readonly string[]): BoundStatement[] {
    return ids.length === 0 ? [] : [{ ...REMOVE, values: [ids] }];
  }

  private tagInsertions(rows: readonly SecretRow[]): BoundStatement[] {
    const pairs = rows.flatMap((row) => row.tagIds.map((tagId) => [row.id, tagId] as const));
    if (pairs.length === 0) return [];
    return [{ ...INSERT_TAGS, values: [pairs.map(([id]) => id), pairs.map(([, tagId]) => tagId)] }];
  }
}

/** 409 for secrets whose names are in use. */
export function alreadyThere(taken: readonly Pick<SecretRow, 'key' | 'createdAt'>[]): Error {
  if (taken.some(({ createdAt }) => createdAt !== null))
    return conflict(
      'already-exists',
      'Secrets with these names already exist. Look at the plan again.',
    );
  const secretKeys = taken.map(({ key }) => key);
  const keys = firstOf(secretKeys);
  return conflict(
    'already-exists',
    `Secrets with these keys already exist in the folder: ${keys}.`,
    { secretKeys },
  );
}

/** The parameters of `INSERT`. */
export const insertValues = (
  projectId: string,
  by: WriteActor,
  rows: readonly SecretRow[],
): unknown[] => [...writerValues(by, rows), projectId, ...columnValues(rows)];

const referring = (rows: readonly SecretRow[]) =>
  rows.flatMap(({ id, references }) => (references ? [{ id, references }] : []));

const writerValues = ({ actor, membershipId }: WriteActor, [first]: readonly SecretRow[]) => [
  first!.keyVersion,
  first!.salt,
  actor.callerId,
  actor.kind,
  actor.name,
  membershipId,
];

/** One array for each column, as the statements unnest them. */
function columnValues(rows: readonly SecretRow[]): unknown[] {
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
  return WRITTEN.map(({ property, type }) => {
    const values = rows.map((row) => row[property as keyof SecretRow]);
    return type === 'json' ? values.map(json) : values;
  });
}
