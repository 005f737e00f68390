import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { listColumns, SecretListRows } from '../secret-list-rows.js';
import type { SealedSecret } from '../secret.js';
import type { ComparisonOrder } from './secret-comparison.dto.js';

/** As lists read, over environments: by name, in the order of the environments. */
const SECRETS = statement(`
  select ${listColumns('0', true)}
  from environments e
  join folders f on f.environment_id = e.id and f.path = $2
  join secrets s on s.folder_id = f.id
  where e.project_id = $1
    and ($3::text[] is null or s.key = any($3))
    and ($4::text[] is null or e.slug = any($4))
  order by s.key, e.position, e.slug`);

@Injectable()
export class SecretComparisonRepository {
  constructor(private readonly database: Database) {}

  /** Throws 400 if all that is read is too large for one answer. */
  async list(
    projectId: string,
    { secretPath, secretNames, environments }: ComparisonOrder,
  ): Promise<SealedSecret[]> {
    const values = [projectId, secretPath, secretNames ?? null, environments ?? null];
    return new SecretListRows(true).decode(await this.database.texts(SECRETS, values));
  }
}
