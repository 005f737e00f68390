import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../auth/actor.js';
import { orConflict } from '../database/failures.js';
import {
  addReferences,
  type IndexedReference,
  replaceReferences,
} from './references/reference-index.js';
import type { SealedSecret } from './secret.js';
import type { Sealed } from './secret-vault.js';
import { StorageBound } from '../storage/storage-bound.js';
import {
  FIND_SECRET,
  type SecretAddress,
  FROM_SECRET_AT,
  sealedSize,
} from './secrets.repository.js';

/** A row to write: what is sealed, and what is not. */
export interface SecretRow extends Sealed {
  readonly id: string;
  readonly folderId: string;
  readonly key: string;
  readonly version: number;
  readonly skipMultilineEncoding: boolean | null;
  readonly legacyMetadata: Readonly<Record<string, unknown>> | null;
  readonly reminderNote: string | null;
  readonly reminderRepeatDays: number | null;
  readonly tagIds: readonly string[];
  /** What the value refers to; null where the index holds that already. */
  readonly references: readonly IndexedReference[] | null;
}

/** Who writes, as the rows remember it. */
export interface Writer {
  readonly actor: Actor;
  readonly membershipId: string;
}

/** All into one folder, or each row into its own: `$1` is then an array. */
const insertInto = (folder: '$1' | 'r.folder') => `
  insert into secrets (id, folder_id, project_id, key, key_version, salt, value, comment,
    skip_multiline_encoding, metadata, legacy_metadata, reminder_note, reminder_repeat_days,
    actor_id, actor_name, actor_membership_id)
  select r.id, ${folder}, $2, r.key, $3, $4, r.value, r.comment, r.skip, r.metadata, r.legacy, r.note, r.days,
    $5, $6, $7
  from unnest($8::uuid[], $9::text[], $10::bytea[], $11::bytea[], $12::boolean[], $13::json[],
    $14::json[], $15::text[], $16::integer[]${folder === '$1' ? '' : ', $1::uuid[]'})
    as r (id, key, value, comment, skip, metadata, legacy, note, days${folder === '$1' ? '' : ', folder'})
  order by r.key
  on conflict on constraint uq_secrets_key do nothing
  returning id, key, created_at "createdAt"`;

export const INSERT = insertInto('$1');
const INSERT_EACH = insertInto('r.folder');

const INSERT_TAGS = `
  insert into secret_tags (secret_id, tag_id)
  select * from unnest($1::uuid[], $2::uuid[]) on conflict do nothing`;

/** By itself: what is read after the wait for the lock is as of after it, tags included. */
const LOCK = `select s.id ${FROM_SECRET_AT} for update of s`;

const KEEP = `
  insert into secret_versions (secret_id, version, folder_id, project_id, key, key_version, salt, value,
    comment, skip_multiline_encoding, metadata, legacy_metadata, reminder_note, reminder_repeat_days,
    actor_id, actor_name, actor_membership_id, created_at, updated_at, xid, tag_ids)
  select id, version, folder_id, project_id, key, key_version, salt, value,
    comment, skip_multiline_encoding, metadata, legacy_metadata, reminder_note, reminder_repeat_days,
    actor_id, actor_name, actor_membership_id, created_at, updated_at, xid,
    coalesce((select json_agg(tag_id) from secret_tags where secret_id = s.id), '[]'::json)
  from secrets s where id = any($1::uuid[])`;

/** The version is compared once more: a state is written over the one it was made from, or not at all. */
const UPDATE = `
  update secrets s set version = r.version, key = r.key, folder_id = r.folder, key_version = $1, salt = $2,
    value = r.value, comment = r.comment, skip_multiline_encoding = r.skip, metadata = r.metadata,
    legacy_metadata = r.legacy, reminder_note = r.note, reminder_repeat_days = r.days,
    actor_id = $3, actor_name = $4, actor_membership_id = $5, updated_at = now(),
    xid = txid_current()
  from unnest($6::uuid[], $7::integer[], $8::text[], $9::uuid[], $10::bytea[], $11::bytea[],
    $12::boolean[], $13::json[], $14::json[], $15::text[], $16::integer[])
    as r (id, version, key, folder, value, comment, skip, metadata, legacy, note, days)
  where s.id = r.id and s.version = r.version - 1
  returning s.updated_at "updatedAt"`;

/** Names that no secret can have, so that names can be exchanged within one statement after this one. */
const PARK = `update secrets set key = ':' || id where id = any($1::uuid[])`;

const NAME_TAKEN = {
  constraint: 'uq_secrets_key',
  message: 'A secret with the new name already exists in this folder.',
};

/** Writes of secrets. Every method works inside the transaction it is given. */
@Injectable()
export class SecretWritesRepository {
  constructor(private readonly storage: StorageBound) {}

  /**
   * Inserts what is not there yet, in the order of keys so that two batches cannot deadlock;
   * tells what it inserted.
   */
  async insert(
    tx: EntityManager,
    projectId: string,
    { actor, membershipId }: Writer,
    rows: readonly SecretRow[],
  ): Promise<{ readonly id: string; readonly key: string; readonly createdAt: Date }[]> {
    const [first] = rows;
    if (!first) return [];
    this.storage.take(tx, actor.orgId, sizeOfAll(rows));
    const isOneFolder = rows.every((row) => row.folderId === first.folderId);
    type Inserted = { readonly id: string; readonly key: string; readonly createdAt: Date };
    const inserted = await tx.query<Inserted[]>(isOneFolder ? INSERT : INSERT_EACH, [
      isOneFolder ? first.folderId : rows.map((row) => row.folderId),
      projectId,
      first.keyVersion,
      first.salt,
      actor.identityId,
      actor.name,
      membershipId,
      rows.map((row) => row.id),
      rows.map((row) => row.key),
      ...contents(rows),
    ]);
    const ids = new Set(inserted.map(({ id }) => id));
    await addReferences(tx, referring(rows.filter(({ id }) => ids.has(id))));
    return inserted;
  }

  async insertTags(tx: EntityManager, rows: readonly SecretRow[]): Promise<void> {
    const pairs = rows.flatMap((row) => row.tagIds.map((tagId) => [row.id, tagId] as const));
    if (pairs.length === 0) return;
    await tx.query(INSERT_TAGS, [pairs.map(([id]) => id), pairs.map(([, tagId]) => tagId)]);
  }

  /** The tags of these secrets, instead of those they had. */
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

  /**
   * Writes the next states of secrets that are locked, and gives the time. `renamed` are the ids whose
   * name or folder changes. Throws 409 if a new name is taken.
   */
  async update(
    tx: EntityManager,
    { actor, membershipId }: Writer,
    rows: readonly SecretRow[],
    renamed: readonly string[] = [],
  ): Promise<Date> {
    const { keyVersion, salt } = rows[0]!;
    // The states before are kept, so all that is written is more.
    this.storage.take(tx, actor.orgId, sizeOfAll(rows));
    if (renamed.length > 0) await tx.query(PARK, [renamed]);
    const write = tx.query<[{ updatedAt: Date }[], number]>(UPDATE, [
      keyVersion,
      salt,
      actor.identityId,
      actor.name,
      membershipId,
      rows.map((row) => row.id),
      rows.map((row) => row.version),
      rows.map((row) => row.key),
      rows.map((row) => row.folderId),
      ...contents(rows),
    ]);
    const [updated] = await orConflict(write, NAME_TAKEN);
    if (updated.length < rows.length) throw new Error('A secret changed while it was locked');
    await replaceReferences(tx, referring(rows));
    return updated[0]!.updatedAt;
  }

  async remove(tx: EntityManager, ids: readonly string[]): Promise<void> {
    await tx.query('delete from secrets where id = any($1::uuid[])', [ids]);
  }
}

const sizeOfAll = (rows: readonly SecretRow[]): number =>
  rows.reduce((sum, row) => sum + sealedSize(row), 0);

const referring = (rows: readonly SecretRow[]) =>
  rows.flatMap(({ id, references }) => (references ? [{ id, references }] : []));

/** Column by column, as the statements unnest them. */
function contents(rows: readonly SecretRow[]): unknown[] {
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
  return [
    rows.map((row) => row.value),
    rows.map((row) => row.comment),
    rows.map((row) => row.skipMultilineEncoding),
    rows.map((row) => json(row.metadata)),
    rows.map((row) => json(row.legacyMetadata)),
    rows.map((row) => row.reminderNote),
    rows.map((row) => row.reminderRepeatDays),
  ];
}
