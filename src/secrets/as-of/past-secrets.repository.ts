import { Injectable } from '@nestjs/common';
import { Database, type Statement, statement } from '../../database/database.js';
import { reserveReading } from '../../http/limits/admission.js';
import type { SecretLocation } from '../secret.js';
import {
  answerTooLarge,
  areTooLarge,
  type Bounded,
  BOUNDED_COLUMNS,
  boundedForReader,
  MAX_LIST_BYTES,
  PAST_TAGS_COLUMN,
  STATE_COLUMNS,
  withUnread,
} from '../secret-columns.sql.js';
import { BoundedStatement } from '../bounded-statement.js';
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

/** A folder, and with `recursive` all below it, as of a point in time. */
export interface PastList {
  readonly pointInTime: PointInTimeValue;
  readonly place: SecretLocation;
  readonly recursive: boolean;
}

export interface ListedStates {
  readonly states: PastState[];
  /** Whether all values together exceed the bound: then the states are without what is large. */
  readonly isTooLarge: boolean;
}

/** The past states that the caller may know of, and those whose values they may read. */
export interface PastSight {
  readonly isKnown: (state: PastState) => boolean;
  readonly isReadable: (state: PastState) => boolean;
}

/** The parts by which the statements differ. */
interface StatesQuery {
  /** Selects `environment, path, folder_id` and, where secrets are looked up by name, `key`. */
  readonly folders: string;
  readonly presentCondition: string;
  readonly pastCondition: string;
  readonly join: string;
  /** The large columns, with their bound. */
  readonly contents?: string;
}

const select = (
  kind: PointInTimeKind,
  { folders, presentCondition, pastCondition, join, contents = BOUNDED_COLUMNS }: StatesQuery,
) => `
  with ${LATER_EVENTS_CTE[kind]} chosen as (${folders})
  select s.id, s.folder_id "folderId", p.environment_id "environmentId", s.key, s.version, p.environment, p.path "secretPath",
    ${STATE_COLUMNS}, ${contents}, ${PAST_TAGS_COLUMN.replaceAll('v.', 's.')}, ${PRESENT_COLUMNS}, s.is_superseded "isSuperseded"
  from chosen p ${join} (${statesAtSql(kind, presentCondition, pastCondition)}) s on s.folder_id = p.folder_id
  ${PRESENT_JOIN}
  order by p.path, s.key`;

type ForEachKind<T> = Readonly<Record<PointInTimeKind, T>>;

const forEachKind = (query: StatesQuery): ForEachKind<Statement> => ({
  time: statement(select('time', query)),
  event: statement(select('event', query)),
});

const boundedForEachKind = (query: StatesQuery): ForEachKind<BoundedStatement> => {
  const of = (kind: PointInTimeKind) =>
    new BoundedStatement((contents) => select(kind, { ...query, contents }));
  return { time: of('time'), event: of('event') };
};

const FOLDERS = 'environments e join folders f on f.environment_id = e.id';
const FOLDER_COLUMNS = 'e.id environment_id, e.slug environment, f.path, f.id folder_id';

const LISTED = {
  folders: `select ${FOLDER_COLUMNS} from environments e
    left join folders f on f.environment_id = e.id and (f.path = $4 or ($5 and starts_with(f.path, $6)))
    where e.project_id = $1 and e.slug = $3`,
  presentCondition: 's.folder_id in (select folder_id from chosen)',
  pastCondition: 'v.folder_id in (select folder_id from chosen)',
};

/** A row without a secret tells an empty folder from an unknown environment, which has no row. */
const LIST = boundedForEachKind({ ...LISTED, join: 'left join' });

/** The states that the caller may describe, by the ids of their secrets, with the values of those that are shown. */
const LIST_KNOWN = forEachKind({
  folders: LISTED.folders,
  presentCondition: `${LISTED.presentCondition} and s.id = any($7::uuid[])`,
  pastCondition: `${LISTED.pastCondition} and v.secret_id = any($7::uuid[])`,
  join: 'join',
  contents: boundedForReader('0', '$8'),
});

const NAMED = {
  presentCondition: '(s.folder_id, s.key) in (select folder_id, key from chosen)',
  pastCondition: '(v.folder_id, v.key) in (select folder_id, key from chosen)',
  join: 'join',
};

const WANTED = `
  select ${FOLDER_COLUMNS}, wanted.key
  from unnest($3::text[], $4::text[], $5::text[]) as wanted (environment, path, key)
  join environments e on e.project_id = $1 and e.slug = wanted.environment
  join folders f on f.environment_id = e.id and f.path = wanted.path`;

const FIND_MANY = boundedForEachKind({ ...NAMED, folders: WANTED });

/** Finds what `FIND_MANY` does, as far as its ids are among `$6`, with the values of `$7`: no others count. */
const FIND_MANY_KNOWN = forEachKind({
  ...NAMED,
  folders: WANTED,
  presentCondition: `${NAMED.presentCondition} and s.id = any($6::uuid[])`,
  pastCondition: `${NAMED.pastCondition} and v.secret_id = any($6::uuid[])`,
  contents: boundedForReader('0', '$7'),
});

const FIND_BY_ID = boundedForEachKind({
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

  /**
   * As `SecretsRepository.list`: null if there is no such environment. Where all values together are too large, the states come without
   * what is large of them: who may know of which is decided first, then `listKnown` reads it.
   */
  async list(projectId: string, list: PastList): Promise<ListedStates | null> {
    const rows = await this.boundedRows(LIST, projectId, list.pointInTime, valuesOf(list));
    if (rows.length === 0) return null;
    const states = latestOfEach(rows.filter((row) => row.id !== null));
    return { states, isTooLarge: rows[0]!.isTooLarge === true };
  }

  /** Reads states again that `list` gave, with values where they are readable. Throws 400 if these are too large. */
  async listKnown(
    projectId: string,
    list: PastList,
    known: readonly PastState[],
    isReadable: (state: PastState) => boolean,
  ): Promise<PastState[]> {
    const ids = known.map(({ id }) => id);
    const readable = known.filter(isReadable).map(({ id }) => id);
    const values = [...valuesOf(list), ids, readable];
    const rows = await this.knownRows(LIST_KNOWN, projectId, list.pointInTime, values);
    const isKnown = new Set(known.map(({ id, version }) => `${id} ${version}`));
    return latestOfEach(rows.filter(({ id, version }) => isKnown.has(`${id} ${version}`)));
  }

  /**
   * Finds the secrets that had the addresses then, in one statement; where they are too large together, in a second one those
   * that are known. Throws 400 if these are.
   */
  async findMany(
    projectId: string,
    pointInTime: PointInTimeValue,
    addresses: readonly SecretAddress[],
    { isKnown, isReadable }: PastSight,
  ): Promise<PastState[]> {
    const values = [
      addresses.map((address) => address.environment),
      addresses.map((address) => address.secretPath),
      addresses.map((address) => address.key),
    ];
    const found = await this.boundedRows(FIND_MANY, projectId, pointInTime, values);
    if (!areTooLarge(found)) return latestOfEach(found);
    const known = latestOfEach(found).filter(isKnown);
    const ids = known.map(({ id }) => id);
    const readable = known.filter(isReadable).map(({ id }) => id);
    const again = [...values, ids, readable];
    return latestOfEach(await this.knownRows(FIND_MANY_KNOWN, projectId, pointInTime, again));
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

  /** Throws 400 where what is readable is too large for one answer. */
  private async knownRows(
    statements: ForEachKind<Statement>,
    projectId: string,
    { kind, value }: PointInTimeValue,
    values: readonly unknown[],
  ): Promise<PastState[]> {
    // Nobody knows how much of it is readable.
    await reserveReading(this.database, MAX_LIST_BYTES);
    const all = [projectId, value, ...values];
    return withUnread(refuseLarge(await this.database.rows<BoundedState>(statements[kind], all)));
  }

  private async rows(
    statements: ForEachKind<BoundedStatement>,
    projectId: string,
    pointInTime: PointInTimeValue,
    values: readonly unknown[],
  ): Promise<PastState[]> {
    return refuseLarge(await this.boundedRows(statements, projectId, pointInTime, values));
  }

  private boundedRows(
    statements: ForEachKind<BoundedStatement>,
    projectId: string,
    { kind, value }: PointInTimeValue,
    values: readonly unknown[],
  ): Promise<BoundedState[]> {
    return statements[kind].read<BoundedState>(this.database, [projectId, value, ...values]);
  }
}

function refuseLarge(rows: BoundedState[]): PastState[] {
  if (rows[0]?.isTooLarge) throw answerTooLarge();
  return rows;
}

type BoundedState = PastState & Bounded;

function valuesOf({ place: { environment, secretPath }, recursive }: PastList): unknown[] {
  const below = secretPath === '/' ? '/' : `${secretPath}/`;
  return [environment, secretPath, recursive, below];
}
