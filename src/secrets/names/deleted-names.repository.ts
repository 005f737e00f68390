import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import type { DescribedState } from '../as-of/past-secret.js';
import { PRESENT_COLUMNS, PRESENT_JOIN } from '../as-of/valid-at.sql.js';
import { goesOn } from '../changes/folder-changes.repository.js';
import { PAST_TAGS_COLUMN } from '../secret-columns.sql.js';
import type { NamePosition } from './name-position.js';

/** The last state of a name in an environment that has it no more, with what tells who may know of it. */
export interface EndedName extends DescribedState {
  readonly version: number;
  /** When it ended. */
  readonly at: Date;
}

/**
 * The newest state that each environment had of each name, where the name is gone and its secret does not go on in the folder under another
 * name. Hand-written: one probe of an index for each name and environment, and nothing of contents is read.
 */
const ENDED = statement(`
  with wanted as materialized (
    select e.slug environment, e.position, f.id folder_id, f.path, w.key
    from unnest($2::text[], $3::text[]) as w (path, key)
    join environments e on e.project_id = $1
    join folders f on f.environment_id = e.id and f.path = w.path
    where not exists (select from secrets s where s.folder_id = f.id and s.key = w.key)
  ), ended as (
    select v.secret_id id, v.key, v.version, v.ended_at at, v.tag_ids, w.environment, w.position, w.path
    from wanted w cross join lateral (
      select * from secret_versions l where l.folder_id = w.folder_id and l.key = w.key
      order by l.ended_at desc, l.ended_xid desc, l.version desc limit 1
    ) v
    where not ${goesOn('secrets', 'id')} and not ${goesOn('secret_versions', 'secret_id')}
  )
  select s.key, s.version, s.at, s.environment, s.path "secretPath",
    ${PAST_TAGS_COLUMN.replaceAll('v.', 's.')}, ${PRESENT_COLUMNS}
  from ended s ${PRESENT_JOIN}
  order by s.path, s.key, s.position, s.environment`);

/** Reads which names environments had and have no more, from the states of secrets that are kept. */
@Injectable()
export class DeletedNamesRepository {
  constructor(private readonly database: Database) {}

  /** By folder, name and position of the environment. */
  list(projectId: string, names: readonly NamePosition[]): Promise<EndedName[]> {
    const paths = names.map(({ secretPath }) => secretPath);
    return this.database.rows(ENDED, [projectId, paths, names.map(({ key }) => key)]);
  }
}
