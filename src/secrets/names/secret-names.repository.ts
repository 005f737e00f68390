import { Injectable } from '@nestjs/common';
import { Database, statement, type TextRow } from '../../database/database.js';
import { TimeSlices } from '../../http/limits/time-slices.js';
import type { SecretLocation, TagRef } from '../secret.js';
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

/**
 * Names of all environments, one more than asked for where there are more. Hand-written: what is shown of a secret is
 * looked up for the page alone, and nothing of its contents is read.
 */
const NAMES = statement(`
  with ranked as (
    select s.id, s.key, f.path, e.slug, e.position,
      dense_rank() over (order by f.path, s.key) rank
    from environments e
    join folders f on f.environment_id = e.id and ${FOLDERS}
    join secrets s on s.folder_id = f.id
    where e.project_id = $1
      and ($5 = '' or strpos(lower(s.key), lower($5)) > 0)
      and ($6::text is null or (f.path, s.key) > ($6 collate "C", $7::text collate "C"))
  ), page as (select * from ranked where rank <= $8)
  select page.path, page.key, page.slug, s.version,
    floor(extract(epoch from s.updated_at))::bigint,
    concat_ws(' ', s.actor_kind, s.actor_id, s.actor_name),
    (select json_agg(json_build_object('slug', t.slug) order by t.slug collate "C")
      from secret_tags st join tags t on t.id = st.tag_id where st.secret_id = s.id),
    octet_length(s.value) <= ${SEAL_BYTES},
    exists (select from secret_references r where r.source_id = s.id)
  from page join secrets s on s.id = page.id
  order by page.rank, page.position, page.slug`);

/** What a page asks for: the folders and names of an order, a part of them at a time. */
export type NamesPart = Pick<NamesOrder, 'secretPath' | 'recursive' | 'search' | 'after' | 'limit'>;

/** Reads names of secrets, and nothing of their values but whether they are empty. */
@Injectable()
export class SecretNamesRepository {
  constructor(private readonly database: Database) {}

  /** In the order that people gave them. */
  listEnvironments(
    projectId: string,
    { secretPath, recursive }: NamesPart,
  ): Promise<EnvironmentOfNames[]> {
    const values = [projectId, secretPath, recursive, below(secretPath)];
    return this.database.rows(ENVIRONMENTS, values);
  }

  /** By folder, name and position of the environment. */
  async list(
    projectId: string,
    { secretPath, recursive, search, after, limit }: NamesPart,
  ): Promise<NamesChunk> {
    const from = [after?.secretPath ?? null, after?.key ?? null];
    const where = [projectId, secretPath, recursive, below(secretPath), search];
    const rows = await this.database.texts(NAMES, [...where, ...from, limit + 1]);
    const slices = new TimeSlices();
    const secrets: NameOfSecret[] = [];
    let names = 0;
    for (const row of rows) {
      const last = secrets.at(-1);
      if (!last || last.key !== row[1] || last.secretPath !== row[0]) names++;
      if (names > limit) return { secrets, isLast: false };
      secrets.push(toSecret(row));
      if (slices.isOver) await slices.turn();
    }
    return { secrets, isLast: true };
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
