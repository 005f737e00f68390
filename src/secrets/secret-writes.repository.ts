import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../auth/actor.js';
import { OPTION_COLUMNS, VERSION_COLUMNS, versionOf } from '../database/entities/secret-columns.js';
import type { SecretOptions } from '../database/entities/secret.entity.js';
import { orConflict } from '../database/failures.js';
import {
  addReferences,
  type IndexedReference,
  replaceReferences,
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
  readonly actor: Actor;
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
  unnest(${WRITTEN.map(({ type }, index) => `$${first + index}::${type}[]`).join(', ')})
    as r (${NAMES.join(', ')})`;

const BY = 'key_version, salt, actor_id, actor_name, actor_membership_id';

/** In the order of keys, so that two batches cannot deadlock. */
export const INSERT = `
  insert into secrets (${BY}, project_id, ${NAMES.join(', ')})
  select $1, $2, $3, $4, $5, $6,
    ${NAMES.map((name) => (name === 'created_at' ? 'coalesce(r.created_at, now())' : `r.${name}`)).join(', ')}
  from ${from(7)}
  order by r.key, r.folder_id
  on conflict on constraint uq_secrets_key do nothing
  returning id, updated_at "updatedAt"`;

const INSERT_TAGS = `
  insert into secret_tags (secret_id, tag_id)
  select * from unnest($1::uuid[], $2::uuid[]) on conflict do nothing`;

/** Locks in a statement of its own: the next one reads the state after the wait, tags included. */
const LOCK = `select s.id ${FROM_SECRET_AT} for update of s`;

const KEEP = `
  insert into secret_versions (${VERSION_COLUMNS})
  select ${versionOf('s')} from secrets s where id = any($1::uuid[])`;

/** The version is compared once more: a state is written over the one it was made from, or not at all. */
const UPDATE = `
  update secrets s set
    (${BY}) = row ($1::integer, $2::bytea, $3::uuid, $4::text, $5::uuid),
    ${UPDATED.map((name) => `${name} = r.${name}`).join(', ')},
    updated_at = now(), xid = txid_current()
  from ${from(6)}
  where s.id = r.id and s.version = r.version - 1
  returning s.updated_at "updatedAt"`;

/** Names that no secret can have, so that names can be exchanged within one statement after this one. */
const PARK = `update secrets set key = ':' || id where id = any($1::uuid[])`;

const NAME_TAKEN = {
  constraint: 'uq_secrets_key',
  message: 'A secret with the new name already exists in this folder.',
};

const IS_BACK = {
  constraint: 'pk_secrets',
  message: 'A secret was brought back elsewhere meanwhile. Look at the plan again.',
};

/**
 * Statements that write secrets; only `SecretWriter` calls those that change anything. SQL by hand: a fixed number of
 * statements however many secrets there are (a batch of 1,000 is measured), locks in a fixed order. Every method works
 * inside the transaction it is given.
 */
@Injectable()
export class SecretWritesRepository {
  /** Inserts what is not there yet and gives the time of it by the ids of what it inserted. */
  async insert(
    tx: EntityManager,
    projectId: string,
    by: WriteActor,
    rows: readonly SecretRow[],
  ): Promise<ReadonlyMap<string, Date>> {
    type Inserted = { readonly id: string; readonly updatedAt: Date };
    const write = tx.query<Inserted[]>(INSERT, insertValues(projectId, by, rows));
    const inserted = new Map(
      (await orConflict(write, IS_BACK)).map(({ id, updatedAt }) => [id, updatedAt]),
    );
    await addReferences(tx, referring(rows.filter(({ id }) => inserted.has(id))));
    return inserted;
  }

  async insertTags(tx: EntityManager, rows: readonly SecretRow[]): Promise<void> {
    const pairs = rows.flatMap((row) => row.tagIds.map((tagId) => [row.id, tagId] as const));
    if (pairs.length === 0) return;
    await tx.query(INSERT_TAGS, [pairs.map(([id]) => id), pairs.map(([, tagId]) => tagId)]);
  }

  /** Gives these secrets the tags of their rows, instead of those they had. */
  async replaceTags(tx: EntityManager, rows: readonly SecretRow[]): Promise<void> {
    if (rows.length === 0) return;
    const ids = rows.map((row) => row.id);
    await tx.query('delete from secret_tags where secret_id = any($1::uuid[])', [ids]);
    await this.insertTags(tx, rows);
  }

  /** The secret, locked until the transaction ends. */
  async findLocked(
    tx: EntityManager,
    projectId: string,
    { environment, secretPath, key }: SecretAddress,
  ): Promise<SealedSecret | null> {
    const values = [projectId, environment, secretPath, key];
    await tx.query(LOCK, values);
    const rows = await tx.query<SealedSecret[]>(FIND_SECRET.text, values);
    return rows[0] ?? null;
  }

  /** Keeps the present states as versions, before they change or go. */
  async keepVersions(tx: EntityManager, ids: readonly string[]): Promise<void> {
    await tx.query(KEEP, [ids]);
  }

  /** Frees the names of secrets that exchange them. */
  async parkNames(tx: EntityManager, ids: readonly string[]): Promise<void> {
    await tx.query(PARK, [ids]);
  }

  /** Writes the next states of locked secrets, and gives the time. Throws 409 if a new name is taken. */
  async update(tx: EntityManager, by: WriteActor, rows: readonly SecretRow[]): Promise<Date> {
    const values = [...writerValues(by, rows), ...columnValues(rows)];
    const write = tx.query<[{ updatedAt: Date }[], number]>(UPDATE, values);
    const [updated] = await orConflict(write, NAME_TAKEN);
    if (updated.length < rows.length) throw new Error('A secret changed while it was locked');
    await replaceReferences(tx, referring(rows));
    return updated[0]!.updatedAt;
  }

  async remove(tx: EntityManager, ids: readonly string[]): Promise<void> {
    await tx.query('delete from secrets where id = any($1::uuid[])', [ids]);
  }
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
  actor.identityId,
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
