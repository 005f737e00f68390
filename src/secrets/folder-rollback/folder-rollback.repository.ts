import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { badRequest } from '../../errors/api-error.js';
import { folderNotFound } from '../../errors/missing.js';
import type { DatedSecret, SecretLocation, SealedSecret } from '../secret.js';
import {
  BOUNDED_COLUMNS,
  SECRET_COLUMNS,
  STATE_COLUMNS,
  PAST_TAGS_COLUMN,
} from '../secret-columns.sql.js';
import { latestOfEach, type PastState } from '../as-of/past-secret.js';
import type { PointInTimeValue } from '../as-of/past-secrets.repository.js';
import {
  begunSql,
  PRESENT_JOIN,
  LATER_EVENTS_CTE,
  type PointInTimeKind,
  PRESENT_COLUMNS,
  validAtSql,
} from '../as-of/valid-at.sql.js';

/** A folder, or with `recursive` a tree of them, and the moment to which it goes back. */
export interface RollbackScope {
  readonly projectId: string;
  readonly place: SecretLocation;
  readonly recursive: boolean;
  readonly moment: PointInTimeValue;
}

/** A state to go back to. Its place is null where the folder is gone. */
export interface FormerState extends Omit<PastState, 'environment' | 'secretPath'> {
  readonly environment: string | null;
  readonly secretPath: string | null;
  readonly lastVersion: number;
}

/** What there was and is: in the folders, or of secrets that came from elsewhere or went there. */
export interface ScopeStates {
  /** Present states that were the present ones then. */
  readonly same: readonly SealedSecret[];
  readonly changed: readonly SealedSecret[];
  readonly former: readonly FormerState[];
}

const FOLDERS = `
  select f.id, f.path from environments e join folders f on f.environment_id = e.id
    and (f.path = $3 or ($4 and starts_with(f.path, $5)))
  where e.project_id = $1 and e.slug = $2`;

/** Nothing comes into these folders until the transaction ends. */
const LOCK_FOLDERS = `${FOLDERS} order by f.id for update of f`;

/** Nobody else brings a deleted secret back meanwhile. */
const LOCK_PROJECT = `select pg_advisory_xact_lock(hashtextextended('secret rollback ' || $1, 0))`;

const IN_FOLDERS = 'folder_id = any($3::uuid[])';

/** In the order of ids, as batches lock. */
const lock = (kind: PointInTimeKind) => `
  with ${LATER_EVENTS_CTE[kind]} project as (select $1::uuid)
  select s.id from secrets s
  where s.${IN_FOLDERS} or s.id in (
    select v.secret_id from secret_versions v where v.${IN_FOLDERS} and ${validAtSql(kind)})
  order by s.id for update of s`;

const former = (kind: PointInTimeKind) => `
  with ${LATER_EVENTS_CTE[kind]} project as (select $1::uuid)
  select s.id, s.folder_id "folderId", s.key, s.version, coalesce(pe.id, s.environment_id) "environmentId",
    pe.slug environment, pf.path "secretPath",
    ${STATE_COLUMNS}, ${BOUNDED_COLUMNS}, ${PAST_TAGS_COLUMN.replaceAll('v.', 's.')}, ${PRESENT_COLUMNS},
    (select max(version) from secret_versions m where m.secret_id = s.id) "lastVersion"
  from (
    select v.*, v.secret_id id from secret_versions v where ${validAtSql(kind)}
      and (v.${IN_FOLDERS} or v.secret_id in (select id from secrets where ${IN_FOLDERS}))
  ) s
  left join folders pf on pf.id = s.folder_id
  left join environments pe on pe.id = pf.environment_id
  ${PRESENT_JOIN}`;

const PRESENT_ROWS = `
  from secrets s join folders f on f.id = s.folder_id
  join environments e on e.id = f.environment_id and e.project_id = $1`;

const same = (kind: PointInTimeKind) => `
  with ${LATER_EVENTS_CTE[kind]} project as (select $1::uuid)
  select ${SECRET_COLUMNS} ${PRESENT_ROWS} where s.${IN_FOLDERS} and ${begunSql[kind]('s')}`;

const changed = (kind: PointInTimeKind) => `
  with ${LATER_EVENTS_CTE[kind]} project as (select $1::uuid)
  select ${SECRET_COLUMNS}, ${BOUNDED_COLUMNS} ${PRESENT_ROWS}
  where (s.${IN_FOLDERS} or s.id = any($4::uuid[])) and not (${begunSql[kind]('s')})`;

const STATEMENTS = {
  time: {
    lock: lock('time'),
    former: former('time'),
    same: same('time'),
    changed: changed('time'),
  },
  event: {
    lock: lock('event'),
    former: former('event'),
    same: same('event'),
    changed: changed('event'),
  },
} as const;

const HOLDERS = `
  select s.id, s.folder_id "folderId", s.key
  from unnest($1::uuid[], $2::text[]) as wanted (folder_id, key)
  join secrets s on s.folder_id = wanted.folder_id and s.key = wanted.key`;

interface Folder {
  readonly id: string;
  readonly path: string;
}

type Bounded<T> = T & { readonly isTooLarge: boolean | null };

/** What a rollback reads and locks. Every method works inside the transaction it is given. */
@Injectable()
export class FolderRollbackRepository {
  /** Throws 404 for an unknown folder. */
  async getFolders(tx: EntityManager, scope: RollbackScope, isLocking = false): Promise<string[]> {
    const { projectId, place, recursive } = scope;
    const below = place.secretPath === '/' ? '/' : `${place.secretPath}/`;
    const values = [projectId, place.environment, place.secretPath, recursive, below];
    const found = await tx.query<Folder[]>(isLocking ? LOCK_FOLDERS : FOLDERS, values);
    if (!found.some(({ path }) => path === place.secretPath))
      throw folderNotFound(projectId, place);
    return found.map(({ id }) => id);
  }

  /**
   * Locks the folders and all secrets that the rollback is about, in this order as every writer does, and gives the
   * folders.
   */
  async lock(tx: EntityManager, scope: RollbackScope): Promise<string[]> {
    await tx.query(LOCK_PROJECT, [scope.projectId]);
    const folders = await this.getFolders(tx, scope, true);
    await this.lockSecrets(tx, scope, folders);
    return folders;
  }

  private async lockSecrets(
    tx: EntityManager,
    { projectId, moment: { kind, value } }: RollbackScope,
    folders: readonly string[],
  ): Promise<void> {
    await tx.query(STATEMENTS[kind].lock, [projectId, value, folders]);
  }

  /** Throws 400 if the values together are too large. */
  async load(
    tx: EntityManager,
    { projectId, moment: { kind, value } }: RollbackScope,
    folders: readonly string[],
  ): Promise<ScopeStates> {
    const text = STATEMENTS[kind];
    const values = [projectId, value, folders];
    const were = await tx.query<Bounded<FormerState>[]>(text.former, values);
    const unchanged = await tx.query<DatedSecret[]>(text.same, values);
    const ids = were.map(({ id }) => id);
    const are = await tx.query<Bounded<SealedSecret>[]>(text.changed, [...values, ids]);
    if (were[0]?.isTooLarge || are[0]?.isTooLarge)
      throw badRequest(
        'too-much-at-once',
        'The secrets together exceed 64 MiB. Roll back fewer folders at once.',
      );
    const then = new Set<object>(latestOfEach([...were, ...unchanged]));
    const isThen = (state: object) => then.has(state);
    return { same: unchanged.filter(isThen), changed: are, former: were.filter(isThen) };
  }

  /** The ids of the secrets that have these names now, by folder and key. */
  async holders(
    tx: EntityManager,
    names: readonly { readonly folderId: string; readonly key: string }[],
  ): Promise<ReadonlyMap<string, string>> {
    if (names.length === 0) return new Map();
    const values = [names.map(({ folderId }) => folderId), names.map(({ key }) => key)];
    type Holder = { readonly id: string; readonly folderId: string; readonly key: string };
    const rows = await tx.query<Holder[]>(HOLDERS, values);
    return new Map(rows.map((row) => [holderKey(row), row.id]));
  }
}

export const holderKey = ({ folderId, key }: { readonly folderId: string; readonly key: string }) =>
  `${folderId} ${key}`;
