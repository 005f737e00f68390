import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../auth/actor.js';
import { orConflict } from '../database/failures.js';
import type { SealedSecret } from './secret.js';
import type { Sealed } from './secret-vault.js';
import { FIND, type SecretAddress, SECRET_AT } from './secrets.repository.js';

/** A row to write: what is sealed, and what is not. */
export interface SecretRow extends Sealed {
  readonly id: string;
  readonly key: string;
  readonly version: number;
  readonly skipMultilineEncoding: boolean | null;
  readonly legacyMetadata: Readonly<Record<string, unknown>> | null;
  readonly reminderNote: string | null;
  readonly reminderRepeatDays: number | null;
  readonly tagIds: readonly string[];
}

/** Who writes, as the rows remember it. */
export interface Writer {
  readonly actor: Actor;
  readonly membershipId: string;
}

export const INSERT = `
  insert into secrets (id, folder_id, project_id, key, key_version, salt, value, comment,
    skip_multiline_encoding, metadata, legacy_metadata, reminder_note, reminder_repeat_days,
    actor_id, actor_name, actor_membership_id)
  select r.id, $1, $2, r.key, $3, $4, r.value, r.comment, r.skip, r.metadata, r.legacy, r.note, r.days,
    $5, $6, $7
  from unnest($8::uuid[], $9::text[], $10::bytea[], $11::bytea[], $12::boolean[], $13::json[],
    $14::json[], $15::text[], $16::integer[])
    as r (id, key, value, comment, skip, metadata, legacy, note, days)
  order by r.key
  on conflict on constraint uq_secrets_key do nothing
  returning key, created_at "createdAt"`;

const INSERT_TAGS = `
  insert into secret_tags (secret_id, tag_id)
  select * from unnest($1::uuid[], $2::uuid[]) on conflict do nothing`;

/** By itself: what is read after the wait for the lock is as of after it, tags included. */
const LOCK = `select s.id ${SECRET_AT} for update of s`;

const KEEP = `
  insert into secret_versions (secret_id, version, folder_id, project_id, key, key_version, salt, value,
    comment, skip_multiline_encoding, metadata, legacy_metadata, reminder_note, reminder_repeat_days,
    actor_id, actor_name, actor_membership_id, created_at, updated_at, tag_ids)
  select id, version, folder_id, project_id, key, key_version, salt, value,
    comment, skip_multiline_encoding, metadata, legacy_metadata, reminder_note, reminder_repeat_days,
    actor_id, actor_name, actor_membership_id, created_at, updated_at,
    coalesce((select json_agg(tag_id) from secret_tags where secret_id = s.id), '[]'::json)
  from secrets s where id = any($1::uuid[])`;

const UPDATE = `
  update secrets set version = $2, key = $3, key_version = $4, salt = $5, value = $6, comment = $7,
    skip_multiline_encoding = $8, metadata = $9, legacy_metadata = $10, reminder_note = $11,
    reminder_repeat_days = $12, actor_id = $13, actor_name = $14, actor_membership_id = $15,
    updated_at = now()
  where id = $1 returning updated_at "updatedAt"`;

const NAME_TAKEN = {
  constraint: 'uq_secrets_key',
  message: 'A secret with the new name already exists in this folder.',
};

/** Writes of secrets. Every method works inside the transaction it is given. */
@Injectable()
export class SecretWritesRepository {
  /**
   * Inserts what is not there yet, in the order of keys so that two batches cannot deadlock;
   * tells what it inserted.
   */
  async insert(
    tx: EntityManager,
    place: { readonly projectId: string; readonly folderId: string },
    { actor, membershipId }: Writer,
    rows: readonly SecretRow[],
  ): Promise<{ readonly key: string; readonly createdAt: Date }[]> {
    const [first] = rows;
    if (!first) return [];
    const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
    return tx.query(INSERT, [
      place.folderId,
      place.projectId,
      first.keyVersion,
      first.salt,
      actor.identityId,
      actor.name,
      membershipId,
      rows.map((row) => row.id),
      rows.map((row) => row.key),
      rows.map((row) => row.value),
      rows.map((row) => row.comment),
      rows.map((row) => row.skipMultilineEncoding),
      rows.map((row) => json(row.metadata)),
      rows.map((row) => json(row.legacyMetadata)),
      rows.map((row) => row.reminderNote),
      rows.map((row) => row.reminderRepeatDays),
    ]);
  }

  async insertTags(tx: EntityManager, rows: readonly SecretRow[]): Promise<void> {
    const pairs = rows.flatMap((row) => row.tagIds.map((tagId) => [row.id, tagId] as const));
    if (pairs.length === 0) return;
    await tx.query(INSERT_TAGS, [pairs.map(([id]) => id), pairs.map(([, tagId]) => tagId)]);
  }

  async replaceTags(tx: EntityManager, row: SecretRow): Promise<void> {
    await tx.query('delete from secret_tags where secret_id = $1', [row.id]);
    await this.insertTags(tx, [row]);
  }

  /** The secret, locked until the transaction ends. */
  async findLocked(
    tx: EntityManager,
    projectId: string,
    { environment, secretPath, key }: SecretAddress,
  ): Promise<SealedSecret | null> {
    const values = [projectId, environment, secretPath, key];
    await tx.query(LOCK, values);
    const rows = await tx.query<SealedSecret[]>(FIND.text, values);
    return rows[0] ?? null;
  }

  /** Keeps the present states as versions, before they change or go. */
  async keepVersions(tx: EntityManager, ids: readonly string[]): Promise<void> {
    await tx.query(KEEP, [ids]);
  }

  /** Throws 409 if the new name is taken. */
  async update(tx: EntityManager, { actor, membershipId }: Writer, row: SecretRow): Promise<Date> {
    const write = tx.query<[{ updatedAt: Date }[], number]>(UPDATE, [
      row.id,
      row.version,
      row.key,
      row.keyVersion,
      row.salt,
      row.value,
      row.comment,
      row.skipMultilineEncoding,
      row.metadata === null ? null : JSON.stringify(row.metadata),
      row.legacyMetadata === null ? null : JSON.stringify(row.legacyMetadata),
      row.reminderNote,
      row.reminderRepeatDays,
      actor.identityId,
      actor.name,
      membershipId,
    ]);
    const [rows] = await orConflict(write, NAME_TAKEN);
    return rows[0]!.updatedAt;
  }

  async remove(tx: EntityManager, ids: readonly string[]): Promise<void> {
    await tx.query('delete from secrets where id = any($1::uuid[])', [ids]);
  }
}
