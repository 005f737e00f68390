import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { badRequest } from '../../errors/api-error.js';
import type { PastSecret } from '../secret.js';
import { BoundedStatement } from '../bounded-statement.js';
import { STATE_COLUMNS, PAST_TAGS_COLUMN } from '../secret-columns.sql.js';

const ofVersion = (columns: string) => columns.replaceAll('s.', 'v.');

/** Past states, the latest first, with the place of now and that of then. */
const VERSIONS = new BoundedStatement(
  (contents) => `
  select v.secret_id id, v.folder_id "folderId", v.key, v.version, e.slug environment, f.path "secretPath",
    coalesce(he.id, v.environment_id) "environmentId", he.slug "heldEnvironment", hf.path "heldPath", ${ofVersion(STATE_COLUMNS)}, ${ofVersion(contents)}, ${PAST_TAGS_COLUMN}
  from (
    select * from secret_versions where secret_id = $2 and version <= $3
    order by version desc offset $4 limit $5
  ) v
  join secrets s on s.id = v.secret_id
  join folders f on f.id = s.folder_id
  join environments e on e.id = f.environment_id and e.project_id = $1
  left join folders hf on hf.id = v.folder_id
  left join environments he on he.id = hf.environment_id
  order by v.version desc`,
);

export interface Page {
  readonly offset: number;
  readonly limit: number;
}

/** What a secret was. */
@Injectable()
export class SecretVersionsRepository {
  constructor(private readonly database: Database) {}

  /** Throws 400 if the values of the page together are too large for one answer. */
  async list(
    projectId: string,
    secretId: string,
    { offset, limit }: Page,
    upTo = 2_147_483_647,
  ): Promise<PastSecret[]> {
    type Row = PastSecret & { readonly isTooLarge: boolean | null };
    const values = [projectId, secretId, upTo, offset, limit];
    const rows = await VERSIONS.read<Row>(this.database, values);
    if (!rows[0]?.isTooLarge) return rows;
    throw badRequest(
      'too-much-at-once',
      'The versions together exceed 64 MiB. Ask for fewer at once.',
    );
  }

  async find(projectId: string, secretId: string, version: number): Promise<PastSecret | null> {
    const [row] = await this.list(projectId, secretId, { offset: 0, limit: 1 }, version);
    return row?.version === version ? row : null;
  }
}
