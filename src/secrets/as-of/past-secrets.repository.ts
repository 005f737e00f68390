import { Injectable } from '@nestjs/common';
import { Database, type Statement, statement } from '../../database/database.js';
import { badRequest } from '../../errors/api-error.js';
import type { SecretLocation } from '../secret.js';
import {
  BOUNDED_COLUMNS,
  type SecretAddress,
  STATE_COLUMNS,
  PAST_TAGS_COLUMN,
} from '../secrets.repository.js';
import { latestOfEach, type PastState } from './past-secret.js';
import {
  PRESENT_JOIN,
  LATER_EVENTS_CTE,
  type PointInTimeKind,
  PRESENT_COLUMNS,
  statesAtSql,
} from './valid-at.sql.js';

/** A moment as the statements take it. */
export interface PointInTimeValue {
  readonly kind: PointInTimeKind;
  readonly value: Date | number;
}

interface Asked {
  /** Rows `environment, path, folder_id, key`; the key is null where it does not matter. */
  readonly places: string;
  readonly ofPresent: string;
  readonly ofPast: string;
  readonly join: string;
}

const select = (kind: PointInTimeKind, { places, ofPresent, ofPast, join }: Asked) => `
  with ${LATER_EVENTS_CTE[kind]} places as (${places})
  select s.id, s.folder_id "folderId", s.key, s.version, p.environment, p.path "secretPath",
    ${STATE_COLUMNS}, ${BOUNDED_COLUMNS}, ${PAST_TAGS_COLUMN.replaceAll('v.', 's.')}, ${PRESENT_COLUMNS}, s.is_superseded "isSuperseded"
  from places p ${join} (${statesAtSql(kind, ofPresent, ofPast)}) s on s.folder_id = p.folder_id
  ${PRESENT_JOIN}
  order by p.path, s.key`;

/** For both kinds of moment. */
const ofBoth = (asked: Asked): Readonly<Record<PointInTimeKind, Statement>> => ({
  time: statement(select('time', asked)),
  event: statement(select('event', asked)),
});

const FOLDERS = 'environments e join folders f on f.environment_id = e.id';
const PLACE = 'e.slug environment, f.path, f.id folder_id';

/** A row without a secret tells an empty folder from an unknown environment, which has no row. */
const LIST = ofBoth({
  places: `select ${PLACE} from environments e
    left join folders f on f.environment_id = e.id and (f.path = $4 or ($5 and starts_with(f.path, $6)))
    where e.project_id = $1 and e.slug = $3`,
  ofPresent: 's.folder_id in (select folder_id from places)',
  ofPast: 'v.folder_id in (select folder_id from places)',
  join: 'left join',
});

const NAMED = {
  ofPresent: '(s.folder_id, s.key) in (select folder_id, key from places)',
  ofPast: '(v.folder_id, v.key) in (select folder_id, key from places)',
  join: 'join',
};

const FIND_MANY = ofBoth({
  ...NAMED,
  places: `select ${PLACE}, wanted.key
    from unnest($3::text[], $4::text[], $5::text[]) as wanted (environment, path, key)
    join environments e on e.project_id = $1 and e.slug = wanted.environment
    join folders f on f.environment_id = e.id and f.path = wanted.path`,
});

const FIND_BY_ID = ofBoth({
  places: `select ${PLACE} from ${FOLDERS} where e.project_id = $1`,
  ofPresent: 's.id = $3',
  ofPast: 'v.secret_id = $3',
  join: 'join',
});

const PROJECT_OF = statement(`
  select p.id from projects p where p.org_id = $2 and p.id in (
    select project_id from secrets where id = $1
    union all (select project_id from secret_versions where secret_id = $1 limit 1))`);

/** Secrets as they were at a moment, the deleted ones too, in the folders that there are today. */
@Injectable()
export class PastSecretsRepository {
  constructor(private readonly database: Database) {}

  /** As `SecretsRepository.list`: null if there is no such environment, 400 if the values are too large. */
  async list(
    projectId: string,
    moment: PointInTimeValue,
    { environment, secretPath }: SecretLocation,
    recursive: boolean,
  ): Promise<PastState[] | null> {
    const below = secretPath === '/' ? '/' : `${secretPath}/`;
    const values = [environment, secretPath, recursive, below];
    const rows = await this.rows(LIST, projectId, moment, values);
    return rows.length === 0 ? null : latestOfEach(rows.filter((row) => row.id !== null));
  }

  /** Those that had the addresses then, in one statement. */
  async findMany(
    projectId: string,
    moment: PointInTimeValue,
    addresses: readonly SecretAddress[],
  ): Promise<PastState[]> {
    const values = [
      addresses.map((address) => address.environment),
      addresses.map((address) => address.secretPath),
      addresses.map((address) => address.key),
    ];
    return latestOfEach(await this.rows(FIND_MANY, projectId, moment, values));
  }

  async findById(
    projectId: string,
    moment: PointInTimeValue,
    id: string,
  ): Promise<PastState | null> {
    const rows = await this.rows(FIND_BY_ID, projectId, moment, [id]);
    return latestOfEach(rows)[0] ?? null;
  }

  /** The project of a secret of the organization that is, or was. */
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
    throw badRequest('The secrets together exceed 64 MiB. Ask for fewer folders at once.');
  }
}
