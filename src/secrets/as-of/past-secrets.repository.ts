import { Injectable } from '@nestjs/common';
import { Database, type Statement, statement } from '../../database/database.js';
import { badRequest } from '../../errors/api-error.js';
import type { SecretLocation } from '../secret.js';
import { BOUNDED_COLUMNS, STATE_COLUMNS, PAST_TAGS_COLUMN } from '../secret-columns.sql.js';
import { type SecretAddress } from '../secrets.repository.js';
import { latestOfEach, type PastState } from './past-secret.js';
import {
  PRESENT_JOIN,
  LATER_EVENTS_CTE,
  type PointInTimeKind,
  PRESENT_COLUMNS,
  statesAtSql,
} from './valid-at.sql.js';

/** The parameter of the statements: a time, or the number of an event. */
export interface PointInTimeValue {
  readonly kind: PointInTimeKind;
  readonly value: Date | number;
}

/** The parts by which the statements differ. */
interface StatesQuery {
  /** Selects `environment, path, folder_id` and, where secrets are looked up by name, `key`. */
  readonly folders: string;
  readonly presentCondition: string;
  readonly pastCondition: string;
  readonly join: string;
}

const select = (
  kind: PointInTimeKind,
  { folders, presentCondition, pastCondition, join }: StatesQuery,
) => `
  with ${LATER_EVENTS_CTE[kind]} chosen as (${folders})
  select s.id, s.folder_id "folderId", p.environment_id "environmentId", s.key, s.version, p.environment, p.path "secretPath",
    ${STATE_COLUMNS}, ${BOUNDED_COLUMNS}, ${PAST_TAGS_COLUMN.replaceAll('v.', 's.')}, ${PRESENT_COLUMNS}, s.is_superseded "isSuperseded"
  from chosen p ${join} (${statesAtSql(kind, presentCondition, pastCondition)}) s on s.folder_id = p.folder_id
  ${PRESENT_JOIN}
  order by p.path, s.key`;

const forEachKind = (query: StatesQuery): Readonly<Record<PointInTimeKind, Statement>> => ({
  time: statement(select('time', query)),
  event: statement(select('event', query)),
});

const FOLDERS = 'environments e join folders f on f.environment_id = e.id';
const FOLDER_COLUMNS = 'e.id environment_id, e.slug environment, f.path, f.id folder_id';

/** A row without a secret tells an empty folder from an unknown environment, which has no row. */
const LIST = forEachKind({
  folders: `select ${FOLDER_COLUMNS} from environments e
    left join folders f on f.environment_id = e.id and (f.path = $4 or ($5 and starts_with(f.path, $6)))
    where e.project_id = $1 and e.slug = $3`,
  presentCondition: 's.folder_id in (select folder_id from chosen)',
  pastCondition: 'v.folder_id in (select folder_id from chosen)',
  join: 'left join',
});

const NAMED = {
  presentCondition: '(s.folder_id, s.key) in (select folder_id, key from chosen)',
  pastCondition: '(v.folder_id, v.key) in (select folder_id, key from chosen)',
  join: 'join',
};

const FIND_MANY = forEachKind({
  ...NAMED,
  folders: `select ${FOLDER_COLUMNS}, wanted.key
    from unnest($3::text[], $4::text[], $5::text[]) as wanted (environment, path, key)
    join environments e on e.project_id = $1 and e.slug = wanted.environment
    join folders f on f.environment_id = e.id and f.path = wanted.path`,
});

const FIND_BY_ID = forEachKind({
  folders: `select ${FOLDER_COLUMNS} from ${FOLDERS} where e.project_id = $1`,
  presentCondition: 's.id = $3',
  pastCondition: 'v.secret_id = $3',
  join: 'join',
});

const PROJECT_OF = statement(`
  select p.id from projects p where p.org_id = $2 and p.id in (
    select project_id from secrets where id = $1
    union all (select project_id from secret_versions where secret_id = $1 limit 1))`);

/**
 * Finds secrets as they were at a point in time, the deleted ones too, in the folders that there are today.
 * Hand-written SQL: present and past states of a folder come from one union with sizes over all rows.
 */
@Injectable()
export class PastSecretsRepository {
  constructor(private readonly database: Database) {}

  /** As `SecretsRepository.list`: null if there is no such environment, 400 if the values are too large. */
  async list(
    projectId: string,
    pointInTime: PointInTimeValue,
    { environment, secretPath }: SecretLocation,
    recursive: boolean,
  ): Promise<PastState[] | null> {
    const below = secretPath === '/' ? '/' : `${secretPath}/`;
    const values = [environment, secretPath, recursive, below];
    const rows = await this.rows(LIST, projectId, pointInTime, values);
    return rows.length === 0 ? null : latestOfEach(rows.filter((row) => row.id !== null));
  }

  /** Finds the secrets that had the addresses then, in one statement. */
  async findMany(
    projectId: string,
    pointInTime: PointInTimeValue,
    addresses: readonly SecretAddress[],
  ): Promise<PastState[]> {
    const values = [
      addresses.map((address) => address.environment),
      addresses.map((address) => address.secretPath),
      addresses.map((address) => address.key),
    ];
    return latestOfEach(await this.rows(FIND_MANY, projectId, pointInTime, values));
  }

  async findById(
    projectId: string,
    pointInTime: PointInTimeValue,
    id: string,
  ): Promise<PastState | null> {
    const rows = await this.rows(FIND_BY_ID, projectId, pointInTime, [id]);
    return latestOfEach(rows)[0] ?? null;
  }

  /** Finds the project of a secret of the organization, also of a deleted one. */
  async findProjectIdOf(orgId: string, secretId: string): Promise<string | null> {
    const row = await this.database.row<{ id: string }>(PROJECT_OF, [secretId, orgId]);
    return row?.id ?? null;
  }

  private async rows(
    statements: Readonly<Record<PointInTimeKind, Statement>>,
    projectId: string,
    { kind, value }: PointInTimeValue,
    values: readonly unknown[],
  ): Promise<PastState[]> {
    type Row = PastState & { readonly isTooLarge: boolean | null };
    const all = [projectId, value, ...values];
    const rows = await this.database.rows<Row>(statements[kind], all);
    if (!rows[0]?.isTooLarge) return rows;
    throw badRequest(
      'too-much-at-once',
      'The secrets together exceed 64 MiB. Ask for fewer folders at once.',
    );
  }
}
