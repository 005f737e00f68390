import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { listColumns, SecretListRows } from '../secret-list-rows.js';
import { TAGS_COLUMN } from '../secret-columns.sql.js';
import type { SealedSecret } from '../secret.js';
import type { ComparisonOrder } from './secret-comparison.dto.js';

/** What tells who may read a value. */
export type ComparableSecret = Pick<
  SealedSecret,
  'id' | 'key' | 'environment' | 'secretPath' | 'tags'
>;

/** By name, in the order of the environments; nothing of the contents. */
const SECRETS = statement(`
  select s.id, s.key, e.slug environment, f.path "secretPath", ${TAGS_COLUMN}
  from environments e
  join folders f on f.environment_id = e.id and f.path = $2
  join secrets s on s.folder_id = f.id
  where e.project_id = $1
    and ($3::text[] is null or s.key = any($3))
    and ($4::text[] is null or e.slug = any($4))
  order by s.key, e.position, e.slug`);

const VALUES = statement(`
  select ${listColumns('0', true)}
  from secrets s
  join folders f on f.id = s.folder_id
  join environments e on e.id = f.environment_id
  where e.project_id = $1 and s.id = any($2::uuid[])
  order by s.key, e.position, e.slug`);

@Injectable()
export class SecretComparisonRepository {
  constructor(private readonly database: Database) {}

  list(
    projectId: string,
    { secretPath, secretNames, environments }: ComparisonOrder,
  ): Promise<ComparableSecret[]> {
    const values = [projectId, secretPath, secretNames ?? null, environments ?? null];
    return this.database.rows<ComparableSecret>(SECRETS, values);
  }

  /** Throws 400 if they are too large for one answer: ask only for those that the caller may read. */
  async load(projectId: string, ids: readonly string[]): Promise<readonly SealedSecret[]> {
    return new SecretListRows(true).decode(await this.database.texts(VALUES, [projectId, ids]));
  }
}
