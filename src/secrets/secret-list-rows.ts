import pg from 'pg';
import { OPTION_COLUMNS, type SecretColumn } from '../database/entities/secret-columns.js';
import type { SecretOptions, StoredMetadata } from '../database/entities/secret.entity.js';
import type { TextRow } from '../database/database.js';
import { TimeSlices } from '../http/limits/time-slices.js';
import {
  answerTooLarge,
  IS_SUPERSEDED,
  isReadOf,
  LARGE_COLUMNS,
  MAX_LIST_BYTES,
  NOT_READ,
  sizedColumns,
  TAGS_COLUMN,
} from './secret-columns.sql.js';
import type { Instant, SealedSecret, TagRef } from './secret.js';

const LARGE_WITHOUT_VALUE = LARGE_COLUMNS.filter(({ property }) => property !== 'value');
const SMALL_OPTIONS = OPTION_COLUMNS.filter(
  (column) => !LARGE_COLUMNS.some((large) => large.property === column.property),
);

/** Where the texts of a row stand. */
const AT = {
  place: 0,
  id: 1,
  key: 2,
  version: 3,
  write: 4,
  created: 5,
  updated: 6,
  superseded: 7,
  tags: 8,
};
const FIRST_OPTION = 9;
const SIZE = FIRST_OPTION + SMALL_OPTIONS.length;

/**
 * The columns of a list, of a secret `s` in folder `f` of environment `e`, for `SecretListRows`. What many secrets have
 * in common, their folder and the write that made them, comes as one text each: it is taken apart once. What is large is
 * read where all of it is at most `most` bytes.
 */
export const listColumns = (usedBytes: string, hasValues: boolean, most: number): string =>
  columnsWith(sizedColumns(usedBytes, hasValues ? LARGE_COLUMNS : LARGE_WITHOUT_VALUE, most));

/** `listColumns` with values of those alone whose ids are in `readableIds`: the others do not count. */
export const listColumnsForReader = (usedBytes: string, readableIds: string): string =>
  columnsWith(sizedColumns(usedBytes, LARGE_COLUMNS, MAX_LIST_BYTES, isReadOf(readableIds)));

const columnsWith = (large: string): string => `
  concat_ws(' ', f.id, e.id, e.slug, f.path),
  s.id, s.key, s.version,
  concat_ws(' ', s.key_version, encode(s.salt, 'hex'), s.actor_id, s.actor_kind, s.actor_membership_id, s.actor_name),
  s.created_at, s.updated_at, nullif(${IS_SUPERSEDED}, false), ${TAGS_COLUMN},
  ${SMALL_OPTIONS.map(({ column }) => `s.${column}, `).join('')}
  ${large}`;

const DECODED: TextRow = [];

type FolderOfRow = Pick<SealedSecret, 'folderId' | 'environmentId' | 'environment' | 'secretPath'>;
type Write = Pick<
  SealedSecret,
  'keyVersion' | 'salt' | 'actorId' | 'actorKind' | 'actorMembershipId' | 'actorName'
>;

/** Whether the rows are those of an environment in which no folder was found: nothing but the environment is named. */
export const isWithoutFolder = (rows: readonly TextRow[]): boolean =>
  rows.length === 1 && rows[0]![AT.place]!.split(' ').length === 2;

/** Bytes of all rows, where they are more than what is read at once; else 0. */
export const sizeOfRows = (rows: readonly TextRow[]): number => Number(rows[0]?.[SIZE] ?? 0);

/** Secrets of a list; where they are too large together, without what is large of them. */
export interface WeighedSecrets {
  readonly secrets: SealedSecret[];
  readonly isTooLarge: boolean;
}

/** Makes secrets of rows of `listColumns`. Equal places, writes and times of neighbours become one object. */
export class SecretListRows {
  private readonly large: readonly SecretColumn[];
  private readonly placeOf = remembering(toPlace);
  private readonly writeOf = remembering(toWrite);
  private readonly createdAt = remembering(toInstant);
  private readonly updatedAt = remembering(toInstant);

  constructor(private readonly hasValues: boolean) {
    this.large = hasValues ? LARGE_COLUMNS : LARGE_WITHOUT_VALUE;
  }

  /** Throws 400 if all are too large for one answer. */
  async decode(rows: TextRow[]): Promise<SealedSecret[]> {
    const { secrets, isTooLarge } = await this.weigh(rows);
    if (isTooLarge) throw answerTooLarge();
    return secrets;
  }

  /**
   * Empties the list of rows, whose texts take twice what is made of them. Rows without a secret, as an empty folder has
   * one, are left out.
   */
  async weigh(rows: TextRow[]): Promise<WeighedSecrets> {
    const isTooLarge = sizeOfRows(rows) > MAX_LIST_BYTES;
    const slices = new TimeSlices();
    const secrets: SealedSecret[] = [];
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i]!;
      rows[i] = DECODED;
      if (row[AT.id] !== null) secrets.push(this.secretOf(row));
      if (slices.isOver) await slices.turn();
    }
    rows.length = 0;
    return { secrets, isTooLarge };
  }

  private secretOf(row: TextRow): SealedSecret {
    const place = this.placeOf(row[AT.place]!);
    const write = this.writeOf(row[AT.write]!);
    const { tags } = AT;
    const secret = {
      id: row[AT.id]!,
      folderId: place.folderId,
      environmentId: place.environmentId,
      key: row[AT.key]!,
      version: Number(row[AT.version]),
      environment: place.environment,
      secretPath: place.secretPath,
      keyVersion: write.keyVersion,
      salt: write.salt,
      actorId: write.actorId,
      actorKind: write.actorKind,
      actorMembershipId: write.actorMembershipId,
      actorName: write.actorName,
      createdAt: this.createdAt(row[AT.created]!),
      updatedAt: this.updatedAt(row[AT.updated]!),
      isSuperseded: row[AT.superseded] === 't',
      tags: (row[tags] === null ? null : JSON.parse(row[tags]!)) as readonly TagRef[] | null,
      value: NOT_READ,
      comment: null as Buffer | null,
      metadata: null as readonly StoredMetadata[] | null,
      ...NO_OPTIONS,
    };
    fill(secret, row, SMALL_OPTIONS, FIRST_OPTION);
    fill(secret, row, this.large, SIZE + 1);
    return secret;
  }
}

const NO_OPTIONS = Object.fromEntries(
  OPTION_COLUMNS.map(({ property }) => [property, null]),
) as unknown as SecretOptions;

/** Most are null, in most secrets, and stay so. */
function fill(secret: object, row: TextRow, columns: readonly SecretColumn[], from: number): void {
  for (let i = 0; i < columns.length; i++) {
    const text = row[from + i]!;
    if (text === null) continue;
    const { property, type } = columns[i]!;
    (secret as Record<string, unknown>)[property] = valueOf(type, text);
  }
}

function valueOf(type: string, text: string): unknown {
  switch (type) {
    case 'bytea':
      return Buffer.from(text.slice(2), 'hex');
    case 'json':
      return JSON.parse(text);
    case 'boolean':
      return text === 't';
    case 'integer':
      return Number(text);
    default:
      return text;
  }
}

/** Calls the function anew only where the text is not that of the call before. */
function remembering<T>(make: (text: string) => T): (text: string) => T {
  let last: string | undefined;
  let made: T;
  return (text) => {
    if (text !== last) {
      made = make(text);
      last = text;
    }
    return made;
  };
}

/** Only the path, at the end, may hold a space. */
function toPlace(text: string): FolderOfRow {
  const [folderId, environmentId, environment, secretPath] = cut(text, 4);
  return {
    folderId: folderId!,
    environmentId: environmentId!,
    environment: environment!,
    secretPath: secretPath!,
  };
}

/** Only the name, at the end, may hold a space. */
function toWrite(text: string): Write {
  const [keyVersion, salt, actorId, actorKind, actorMembershipId, actorName] = cut(text, 6);
  return {
    keyVersion: Number(keyVersion),
    salt: Buffer.from(salt!, 'hex'),
    actorId: actorId!,
    actorKind: actorKind!,
    actorMembershipId: actorMembershipId!,
    actorName: actorName!,
  };
}

/** Cuts a text at its first spaces into so many parts. */
function cut(text: string, parts: number): string[] {
  const found: string[] = [];
  let start = 0;
  for (let i = 1; i < parts; i++) {
    const end = text.indexOf(' ', start);
    found.push(text.slice(start, end));
    start = end + 1;
  }
  return [...found, text.slice(start)];
}

const TIMESTAMPTZ = pg.types.builtins.TIMESTAMPTZ;
const parseTime = pg.types.getTypeParser(TIMESTAMPTZ) as (text: string) => Date;

/** A time that is written as it came: to make a date of a text, and a text of a date, would cost a list as much as JSON. */
class WrittenInstant implements Instant {
  constructor(private readonly text: string) {}

  /** PostgreSQL leaves out the last zeros of a fraction. */
  toISOString(): string {
    const { text } = this;
    const fraction = text.slice(20, -3).padEnd(3, '0');
    return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`;
  }
}

/** A time as PostgreSQL writes it, which mostly is in UTC, of a year with four digits. */
function toInstant(text: string): Instant {
  const isUtc = text.endsWith('+00') && text[10] === ' ';
  return isUtc ? new WrittenInstant(text) : parseTime(text);
}
