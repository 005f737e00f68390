import { Injectable } from '@nestjs/common';
import { Database, statement, type TextRow } from '../../database/database.js';
import { TimeSlices } from '../../http/limits/time-slices.js';
import type { SecretLocation, TagRef } from '../secret.js';
import type { NamePosition } from './name-position.js';
import type { NamesOrder } from './secret-names.dto.js';

/** An environment of the project, and what it has of the folder that is asked for. */
export interface EnvironmentOfNames {
  readonly slug: string;
  readonly hasFolder: boolean;
  readonly hasImports: boolean;
}

/** A secret without its contents: what a list shows of it, and the length of its sealed value. */
export interface NameOfSecret extends SecretLocation {
  readonly key: string;
  readonly version: number;
  /** Seconds since 1970. */
  readonly changedAt: number;
  /** Kind, id and name of who wrote this state, as one text: many secrets have the same. */
  readonly changedBy: string;
  readonly tags: readonly Pick<TagRef, 'slug'>[] | null;
  readonly isEmpty: boolean;
  readonly hasReferences: boolean;
}

export interface NamesChunk {
  readonly secrets: readonly NameOfSecret[];
  readonly isLast: boolean;
}

/** Bytes around a sealed value: format, nonce and tag (`src/crypto/envelope.ts`). */
const SEAL_BYTES = 29;

const FOLDERS = `(f.path = $2 or ($3 and starts_with(f.path, $4)))`;

/** Imports are marked where the folders asked for have any. */
const ENVIRONMENTS = statement(`
  select e.slug,
    exists (select from folders f where f.environment_id = e.id and f.path = $2) "hasFolder",
    exists (select from folders f join secret_imports i on i.folder_id = f.id
      where f.environment_id = e.id and ${FOLDERS}) "hasImports"
  from environments e where e.project_id = $1
  order by e.position, e.slug`);

/** Folders that one answer lists. */
export const MAX_FOLDERS = 10_000;

const PATHS = statement(`
  select distinct f.path from environments e join folders f on f.environment_id = e.id and ${FOLDERS}
  where e.project_id = $1 order by f.path limit ${MAX_FOLDERS}`);

/**
 * Secrets of all environments, by name, as many as are asked for. Hand-written: each folder is read from the last name on and no further
 * than the limit, what is shown of a secret is looked up for those alone, and nothing of its contents is read.
 */
const NAMES = statement(`
  with paths as (
    select distinct f.path from environments e join folders f on f.environment_id = e.id and ${FOLDERS}
    where e.project_id = $1 and ($6::text is null or f.path >= $6 collate "C")
  ), page as (
    select s.id, s.key, p.path, s.slug, s.position
    from (select path from paths order by path) p cross join lateral (
      select n.id, n.key, e.slug, e.position
      from environments e join folders f on f.environment_id = e.id and f.path = p.path
      cross join lateral (
        select s.id, s.key from secrets s
        where s.folder_id = f.id and ($5 = '' or strpos(lower(s.key), lower($5)) > 0)
          and s.key > case when p.path = $6 then $7::text else '' end collate "C"
        order by s.key limit $8
      ) n
      where e.project_id = $1
    ) s
    order by p.path, s.key, s.position, s.slug limit $8
  )
  select page.path, page.key, page.slug, s.version,
    floor(extract(epoch from s.updated_at))::bigint,
    concat_ws(' ', s.actor_kind, s.actor_id, s.actor_name),
    (select json_agg(json_build_object('slug', t.slug) order by t.slug collate "C")
      from secret_tags st join tags t on t.id = st.tag_id where st.secret_id = s.id),
    octet_length(s.value) <= ${SEAL_BYTES},
    exists (select from secret_references r where r.source_id = s.id)
  from page join secrets s on s.id = page.id
  order by page.path, page.key, page.position, page.slug`);

/** What a page asks for: the folders and names of an order, a part of them at a time. */
export type NamesPart = Pick<NamesOrder, 'secretPath' | 'recursive' | 'search'> & {
  readonly after: NamePosition | null;
};

/** Reads names of secrets, and nothing of their values but whether they are empty. */
@Injectable()
export class SecretNamesRepository {
  constructor(private readonly database: Database) {}

  /** In the order that people gave them. */
  listEnvironments(
    projectId: string,
    { secretPath, recursive }: Pick<NamesPart, 'secretPath' | 'recursive'>,
  ): Promise<EnvironmentOfNames[]> {
    const values = [projectId, secretPath, recursive, below(secretPath)];
    return this.database.rows(ENVIRONMENTS, values);
  }

  /** Paths of the folder and, with `recursive`, of those below that any environment has, in order. */
  async listPaths(
    projectId: string,
    { secretPath, recursive }: Pick<NamesPart, 'secretPath' | 'recursive'>,
  ): Promise<string[]> {
    const values = [projectId, secretPath, recursive, below(secretPath)];
    const rows = await this.database.rows<{ readonly path: string }>(PATHS, values);
    return rows.map(({ path }) => path);
  }

  /**
   * By folder, name and position of the environment. Of the last name all or nothing: `limit` is more than the project
   * has environments.
   */
  async list(
    projectId: string,
    { secretPath, recursive, search, after }: NamesPart,
    limit: number,
  ): Promise<NamesChunk> {
    const from = [after?.secretPath ?? null, after?.key ?? null];
    const where = [projectId, secretPath, recursive, below(secretPath), search];
    const rows = await this.database.texts(NAMES, [...where, ...from, limit]);
    const isLast = rows.length < limit;
    const [path, key] = rows.at(-1) ?? [];
    const slices = new TimeSlices();
    const secrets: NameOfSecret[] = [];
    for (const row of rows) {
      if (!isLast && row[0] === path && row[1] === key) break;
      secrets.push(toSecret(row));
      if (slices.isOver) await slices.turn();
    }
    return { secrets, isLast };
  }
}

const below = (secretPath: string): string => (secretPath === '/' ? '/' : `${secretPath}/`);

const toSecret = ([path, key, slug, version, time, by, tags, empty, refers]: TextRow) => ({
  secretPath: path!,
  key: key!,
  environment: slug!,
  version: Number(version),
  changedAt: Number(time),
  changedBy: by!,
  tags: (tags === null || tags === undefined ? null : JSON.parse(tags)) as NameOfSecret['tags'],
  isEmpty: empty === 't',
  hasReferences: refers === 't',
});
