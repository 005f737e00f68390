import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SECRET_COLUMNS } from '../../secrets/secret-columns.sql.js';
import { HOLD_FOLDERS } from '../../secrets/secret-writes.repository.js';
import type { SealedSecret, TagRef } from '../../secrets/secret.js';
import type { ProposedItem } from '../held/proposed-items.js';

export interface PresentFolder {
  readonly id: string;
  readonly environmentId: string;
  readonly environment: string;
  readonly secretPath: string;
}

/** The present state of all that a request is about. */
export interface PresentState {
  readonly folders: ReadonlyMap<string, PresentFolder>;
  /** Without their sealed parts. */
  readonly secrets: ReadonlyMap<string, SealedSecret>;
  readonly tags: ReadonlyMap<string, TagRef>;
  /** The id of the secret that has a name, by `nameIn`. */
  readonly holders: ReadonlyMap<string, string>;
  /** The last version that is kept of deleted secrets. */
  readonly lastVersions: ReadonlyMap<string, number>;
}

export const nameIn = (folderId: string, key: string): string => `${folderId} ${key}`;

const FOLDERS = `
  select f.id, f.environment_id "environmentId", e.slug environment, f.path "secretPath"
  from folders f join environments e on e.id = f.environment_id
  where e.project_id = $1 and f.id = any($2::uuid[])`;
const HOLD_TAGS = `select id from tags where id = any($1::uuid[]) order by id for key share`;
const TAGS = `
  select id, slug, coalesce(name, slug) "name", color from tags where project_id = $1 and id = any($2::uuid[])`;
const LOCK = `
  select id from secrets where project_id = $1 and id = any($2::uuid[]) order by id for update`;
const SECRETS = `
  select ${SECRET_COLUMNS} from secrets s
  join folders f on f.id = s.folder_id
  join environments e on e.id = f.environment_id
  where e.project_id = $1 and s.id = any($2::uuid[])`;
const HOLDERS = `
  select s.id, s.folder_id "folderId", s.key from unnest($1::uuid[], $2::text[]) as wanted (folder_id, key)
  join secrets s on s.folder_id = wanted.folder_id and s.key = wanted.key`;
const LAST_VERSIONS = `
  select secret_id id, max(version)::int version from secret_versions
  where project_id = $1 and secret_id = any($2::uuid[]) group by secret_id`;

/** Reads what a merge goes by, under the locks that every write takes: folders, tags and secrets, each by id. */
@Injectable()
export class PresentStateRepository {
  async lockAndRead(
    tx: EntityManager,
    projectId: string,
    items: readonly ProposedItem[],
  ): Promise<PresentState> {
    const ids = idsIn(items);
    await tx.query(HOLD_FOLDERS.text, [ids.folders]);
    await tx.query(HOLD_TAGS, [ids.tags]);
    await tx.query(LOCK, [projectId, ids.secrets]);
    return this.read(tx, projectId, items);
  }

  /** Reads the state of this moment: called after the wait for locks, it is as of after that. */
  async read(
    tx: Pick<EntityManager, 'query'>,
    projectId: string,
    items: readonly ProposedItem[],
  ): Promise<PresentState> {
    const ids = idsIn(items);
    const [folders, secrets, tags] = [
      await tx.query<PresentFolder[]>(FOLDERS, [projectId, ids.folders]),
      await tx.query<SealedSecret[]>(SECRETS, [projectId, ids.secrets]),
      await tx.query<TagRef[]>(TAGS, [projectId, ids.tags]),
    ];
    const names = items.map((item) => [item.newFolderId ?? item.folderId, item.newKey ?? item.key]);
    type Holder = { readonly id: string; readonly folderId: string; readonly key: string };
    const holders = await tx.query<Holder[]>(HOLDERS, [
      names.map(([folderId]) => folderId),
      names.map(([, key]) => key),
    ]);
    type Last = { readonly id: string; readonly version: number };
    const gone = ids.restored.length === 0 ? [] : [[projectId, ids.restored]];
    const last = (await Promise.all(gone.map((v) => tx.query<Last[]>(LAST_VERSIONS, v)))).flat();
    return {
      folders: byId(folders),
      secrets: byId(secrets),
      tags: byId(tags),
      holders: new Map(holders.map(({ id, folderId, key }) => [nameIn(folderId, key), id])),
      lastVersions: new Map(last.map(({ id, version }) => [id, version])),
    };
  }
}

const byId = <T extends { readonly id: string }>(rows: readonly T[]): ReadonlyMap<string, T> =>
  new Map(rows.map((row) => [row.id, row]));

const distinct = (ids: readonly (string | null | undefined)[]): string[] => [
  ...new Set(ids.flatMap((id) => (id ? [id] : []))),
];

function idsIn(items: readonly ProposedItem[]) {
  const restored = distinct(items.map(({ more }) => more.restores?.id));
  return {
    folders: distinct(items.flatMap((item) => [item.folderId, item.newFolderId])),
    tags: distinct(items.flatMap(({ tagIds }) => tagIds)),
    secrets: distinct([
      ...items.flatMap(({ secretId, more }) => [secretId, more.overwrites]),
      ...restored,
    ]),
    restored,
  };
}
