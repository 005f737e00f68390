import { Injectable } from '@nestjs/common';
import type { ProjectAccess } from '../access/access.service.js';
import { filterInSlices } from '../access/slices.js';
import { Database, statement } from '../database/database.js';
import { reserveReading } from '../http/limits/admission.js';
import type { SealedSecret } from './secret.js';
import { MAX_LIST_BYTES } from './secret-columns.sql.js';
import { mayReadValue } from './secret-guards.js';
import { listColumnsForReader, SecretListRows } from './secret-list-rows.js';

const LIST = statement(`
  select ${listColumnsForReader('$4::bigint', '$3')}
  from secrets s
  join folders f on f.id = s.folder_id
  join environments e on e.id = f.environment_id
  where e.project_id = $1 and s.id = any($2::uuid[])
  order by f.path, s.key`);

/** How much of the secrets that the caller may know of is read. */
export interface KnownRead {
  readonly viewSecretValue: boolean;
  /** Bytes of the answer that are in use already. */
  readonly usedBytes: number;
}

/**
 * Reads secrets again, whose statement found more than one answer holds: of what the caller is given alone, as a refusal for
 * the size of anything else would tell of it.
 */
@Injectable()
export class KnownSecrets {
  constructor(private readonly database: Database) {}

  /** `known`: those that the caller may know of, without what is large of them. Throws 400 if they are too large. */
  async read(
    project: ProjectAccess,
    known: readonly SealedSecret[],
    { viewSecretValue, usedBytes }: KnownRead,
  ): Promise<SealedSecret[]> {
    const mayRead = (row: SealedSecret) => viewSecretValue && mayReadValue(project, row);
    const readable = new Set((await filterInSlices(known, mayRead)).map(({ id }) => id));
    const values = [project.id, known.map(({ id }) => id), [...readable], usedBytes];
    // Nobody knows how much of it is readable.
    await reserveReading(this.database, MAX_LIST_BYTES - usedBytes);
    const rows = await this.database.texts(LIST, values);
    const secrets = await new SecretListRows(true).decode(rows);
    // A secret that became readable meanwhile, by a move or another tag, is not there yet: its value was not read.
    return filterInSlices(secrets, (row) => readable.has(row.id) || !mayRead(row));
  }
}
