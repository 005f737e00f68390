import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type BoundStatement, Database, statement } from '../../database/database.js';
import { orElse, required } from '../../database/required.js';
import { ROW_BYTES } from '../../storage/storage.repository.js';
import { answerTooLarge, MAX_LIST_BYTES } from '../secret-columns.sql.js';
import type { SealedPersonal } from './personal-secret.js';
import type { PersonalRow } from './personal-vault.js';

const COLUMNS = `
  p.id, p.secret_id "secretId", p.user_id "userId", p.version, p.key_version "keyVersion", p.salt,
  p.created_at "createdAt", p.updated_at "updatedAt"`;

/** The bound is decided over all rows before any content is loaded. */
const SIZE = `sum(octet_length(p.sealed) + ${ROW_BYTES}) over () + $4`;

const IN_FOLDERS = statement(`
  select ${COLUMNS}, ${SIZE} > ${MAX_LIST_BYTES} "isTooLarge",
    case when ${SIZE} <= ${MAX_LIST_BYTES} then p.sealed end sealed
  from personal_secrets p
  join secrets s on s.id = p.secret_id and s.folder_id = any($3::uuid[])
  where p.user_id = $2 and p.project_id = $1`);

const OF_SECRETS = `
  select ${COLUMNS}, p.sealed from personal_secrets p
  where p.user_id = $1 and p.secret_id = any($2::uuid[])`;

const OF_SECRET = statement(`
  select ${COLUMNS}, p.sealed from personal_secrets p where p.user_id = $1 and p.secret_id = $2`);

const WHERE = statement(`
  select p.project_id "projectId", p.secret_id "secretId" from personal_secrets p
  join projects o on o.id = p.project_id and o.org_id = $3
  where p.id = $1 and p.user_id = $2`);

const TOUCH = `
  insert into personal_secret_heads (project_id, user_id, stamp) values ($1, $2, gen_random_uuid())
  on conflict on constraint pk_personal_secret_heads do update set stamp = excluded.stamp
  returning now()::timestamptz(3) "now"`;

/** Keeps the secrets: whoever deletes one waits. In the order of ids, as everywhere. */
const HOLD = `select s.id from secrets s where s.id = any($1::uuid[]) order by s.id for key share`;

const INSERT = statement(`
  insert into personal_secrets (project_id, user_id, key_version, salt, id, secret_id, version, sealed)
  select $1, $2, $3, $4, r.* from unnest($5::uuid[], $6::uuid[], $7::integer[], $8::bytea[]) as r`);

const UPDATE = statement(`
  with updated as (
    update personal_secrets p set key_version = $1, salt = $2, version = r.version, sealed = r.sealed, updated_at = now()
    from unnest($3::uuid[], $4::integer[], $5::bytea[]) as r (id, version, sealed)
    where p.id = r.id and p.version = r.version - 1
    returning 1
  )
  select ${required('count(*) = cardinality($3::uuid[])')} from updated`);

const REMOVE = statement('delete from personal_secrets where id = any($1::uuid[])');

interface Writer {
  readonly projectId: string;
  readonly userId: string;
}

/** Personal secrets, sealed. Every method names the person, and finds nothing of others. */
@Injectable()
export class PersonalSecretsRepository {
  constructor(private readonly database: Database) {}

  /** All that the person holds of secrets in these folders. `usedBytes` of the answer are in use. Throws 400 if it is too large. */
  async listIn(
    { projectId, userId }: Writer,
    folderIds: readonly string[],
    usedBytes: number,
  ): Promise<SealedPersonal[]> {
    type Row = SealedPersonal & { readonly isTooLarge: boolean };
    const values = [projectId, userId, folderIds, usedBytes];
    const rows = await this.database.rows<Row>(IN_FOLDERS, values);
    if (rows[0]?.isTooLarge) throw answerTooLarge();
    return rows;
  }

  find(userId: string, secretId: string): Promise<SealedPersonal | null> {
    return this.database.row(OF_SECRET, [userId, secretId]);
  }

  /** Where the person's own secret with this id belongs to. */
  locate(
    orgId: string,
    userId: string,
    id: string,
  ): Promise<{ readonly projectId: string; readonly secretId: string } | null> {
    return this.database.row(WHERE, [id, userId, orgId]);
  }

  findMany(
    tx: EntityManager,
    userId: string,
    secretIds: readonly string[],
  ): Promise<SealedPersonal[]> {
    return tx.query(OF_SECRETS, [userId, secretIds]);
  }

  /**
   * Makes what was answered to the person outdated, and lets their writes in the project come one after another. Returns
   * the time of the write.
   */
  async touch(tx: EntityManager, { projectId, userId }: Writer): Promise<Date> {
    const rows = await tx.query<{ now: Date }[]>(TOUCH, [projectId, userId]);
    return rows[0]!.now; // an upsert gives its row
  }

  /** False where one of them is gone. */
  async hold(tx: EntityManager, secretIds: readonly string[]): Promise<boolean> {
    const ids = [...new Set(secretIds)];
    return (await tx.query<object[]>(HOLD, [ids])).length === ids.length;
  }

  /** For the round trip that ends the transaction. All rows are sealed under one key. */
  insertions({ projectId, userId }: Writer, rows: readonly PersonalRow[]): BoundStatement[] {
    if (rows.length === 0) return [];
    const [{ keyVersion, salt }] = rows as [PersonalRow];
    const values = [projectId, userId, keyVersion, salt, ...columnsOf(rows)];
    return [{ ...INSERT, values }];
  }

  updates(rows: readonly PersonalRow[]): BoundStatement[] {
    if (rows.length === 0) return [];
    const [{ keyVersion, salt }] = rows as [PersonalRow];
    const [ids, , versions, sealed] = columnsOf(rows);
    const onFailure = orElse(() => new Error('A personal secret changed while it was locked'));
    return [{ ...UPDATE, values: [keyVersion, salt, ids, versions, sealed], onFailure }];
  }

  removals(ids: readonly string[]): BoundStatement[] {
    return ids.length === 0 ? [] : [{ ...REMOVE, values: [ids] }];
  }
}

const columnsOf = (rows: readonly PersonalRow[]) =>
  [
    rows.map(({ id }) => id),
    rows.map(({ secretId }) => secretId),
    rows.map(({ version }) => version),
    rows.map(({ sealed }) => sealed),
  ] as const;
