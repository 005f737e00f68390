import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { tooMuchToCompare } from '../../access/work-budget.js';
import type { NamedSecret } from './secret-attributes.js';

/** Secrets and past states that are compared one by one for one change. */
const MAX_SECRETS = 20_000;

const tagsOf = (joined: string) => `
  coalesce((select array_agg(t.slug order by t.slug collate "C") ${joined}), '{}') tags`;

const PRESENT = `s.folder_id "folderId", s.key, ${tagsOf(
  'from secret_tags st join tags t on t.id = st.tag_id where st.secret_id = s.id',
)}`;

/** The secrets keep name and tags until the transaction ends. */
const LOCKED = `limit ${MAX_SECRETS + 1} for share of s`;

/** Nothing is written into these folders until the transaction ends. */
const LOCK_FOLDERS = 'select id from folders where id = any($1) order by id for update';

const IN_FOLDERS = `select ${PRESENT} from secrets s where s.folder_id = any($1) ${LOCKED}`;

const TAGGED = `
  select ${PRESENT}, e.slug environment, f.path "secretPath"
  from secret_tags own
  join secrets s on s.id = own.secret_id
  join folders f on f.id = s.folder_id
  join environments e on e.id = f.environment_id
  where own.tag_id = $1 ${LOCKED}`;

const TAGS_THEN = tagsOf(
  'from json_array_elements_text(p.tag_ids::json) had (id) join tags t on t.id = had.id::uuid',
);

/** A past state answers to the rights of the folder it was in, and of the one its secret is in today. */
const past = (ofFolder: (folder: 'v.folder_id' | 's.folder_id') => string) => `
  select v.folder_id, v.key, v.tag_ids::text tag_ids from secret_versions v
  where ${ofFolder('v.folder_id')}
  union
  select s.folder_id, v.key, v.tag_ids::text from secrets s
  join secret_versions v on v.secret_id = s.id
  where ${ofFolder('s.folder_id')}`;

const PAST_IN_FOLDERS = `
  select p.folder_id "folderId", p.key, ${TAGS_THEN}
  from (${past((folder) => `${folder} = any($1)`)}) p
  limit ${MAX_SECRETS + 1}`;

const PAST_TAGGED = `
  select p.folder_id "folderId", p.key, e.slug environment, f.path "secretPath", ${TAGS_THEN}
  from (${past(() => 'v.project_id = $2 and strpos(v.tag_ids::text, $1) > 0')}) p
  left join folders f on f.id = p.folder_id
  left join environments e on e.id = f.environment_id
  limit ${MAX_SECRETS + 1}`;

const IMPORTING = 'select distinct folder_id id from secret_imports where folder_id = any($1)';

/** Environment and path are null where the folder is gone. */
export interface LocatedSecret extends NamedSecret {
  readonly environment: string | null;
  readonly secretPath: string | null;
}

/**
 * Reads the attributes of the secrets in folders or with a tag, by SQL: thousands of rows with their tags at once.
 * Throws 403 where they are more than one change may have compared.
 */
@Injectable()
export class SecretAttributesRepository {
  /** Locks the folders and the secrets in them. */
  async listIn(tx: EntityManager, folderIds: readonly string[]): Promise<NamedSecret[]> {
    await tx.query(LOCK_FOLDERS, [folderIds]);
    return refuseTooMany(await tx.query<NamedSecret[]>(IN_FOLDERS, [folderIds]));
  }

  async listPastIn(tx: EntityManager, folderIds: readonly string[]): Promise<NamedSecret[]> {
    return refuseTooMany(await tx.query<NamedSecret[]>(PAST_IN_FOLDERS, [folderIds]));
  }

  /** Locks the secrets. */
  async listTagged(tx: EntityManager, tagId: string): Promise<LocatedSecret[]> {
    return refuseTooMany(await tx.query<LocatedSecret[]>(TAGGED, [tagId]));
  }

  async listPastTagged(
    tx: EntityManager,
    projectId: string,
    tagId: string,
  ): Promise<LocatedSecret[]> {
    return refuseTooMany(await tx.query<LocatedSecret[]>(PAST_TAGGED, [tagId, projectId]));
  }

  /** The folders among these that import something. */
  async listImporting(
    tx: EntityManager,
    folderIds: readonly string[],
  ): Promise<ReadonlySet<string>> {
    const rows = await tx.query<{ id: string }[]>(IMPORTING, [folderIds]);
    return new Set(rows.map(({ id }) => id));
  }
}

function refuseTooMany<T>(rows: T[]): T[] {
  if (rows.length > MAX_SECRETS) throw tooMuchToCompare();
  return rows;
}
