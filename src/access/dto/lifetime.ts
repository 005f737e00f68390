import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ValidateBy, ValidateIf, type ValidationArguments } from 'class-validator';
import ms, { type StringValue } from 'ms';
import { badRequest, invalid } from '../../errors/api-error.js';
import { Flag } from '../../http/body/fields.js';

export const TEMPORARY_MODES = ['relative'] as const;

/** For good, or for a range of time that begins at `start`. */
export type Lifetime =
  | { readonly isTemporary: false }
  | {
      readonly isTemporary: true;
      readonly mode: (typeof TEMPORARY_MODES)[number];
      /** As it was sent. */
      readonly range: string;
      readonly start: Date;
      readonly end: Date;
    };

/** The columns of whatever is held for good or for a time. */
export interface LifetimeColumns {
  readonly isTemporary: boolean;
  readonly temporaryMode: string | null;
  readonly temporaryRange: string | null;
  readonly temporaryAccessStartTime: Date | null;
  readonly temporaryAccessEndTime: Date | null;
}

/** The notation of `ms` without what two readers may take for two things: `1M`, `1 m`, `90`, `1e9d`. */
export const RANGE = new RegExp(
  '^[0-9]{1,15}(?:ms|s|m|h|d|w|y' +
    '| ?(?:milliseconds?|msecs?|seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|years?|yrs?))$',
);
const DATE_TIME =
  /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** The first and last moments that a date-time of the API can write; PostgreSQL's timestamp reaches further. */
const FIRST = Date.parse('0001-01-01T00:00:00.000Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

const NO_MODE = `must be one of: ${TEMPORARY_MODES.join(', ')}`;
const NO_RANGE = 'must be a positive duration such as 30s, 15m, 2h, 3d, 1w, 1y or 90 minutes';
const NO_START = 'must be an ISO 8601 date and time with its zone, such as 2026-11-21T12:00:00Z';
const TOO_LATE = 'must end before the year 10000';

/** Milliseconds; not a number for what is no range. */
const lengthOf = (range: unknown): number =>
  typeof range === 'string' && RANGE.test(range) ? ms(range as StringValue) : NaN;

/** Milliseconds; not a number for what is no moment, the thirtieth of February among it. */
function momentOf(text: unknown): number {
  if (typeof text !== 'string' || !DATE_TIME.test(text)) return NaN;
  const day = text.slice(0, 10);
  const midnight = new Date(`${day}T00:00:00Z`);
  const isDay = Number.isFinite(midnight.getTime()) && midnight.toISOString().startsWith(day);
  return isDay ? Date.parse(text) : NaN;
}

/** Each of these returns the problem of one field of a lifetime, or null. */
export const modeProblem = (mode: unknown): string | null =>
  TEMPORARY_MODES.some((known) => known === mode) ? null : NO_MODE;

export const startProblem = (start: unknown): string | null => {
  const moment = momentOf(start);
  return moment >= FIRST && moment <= LAST ? null : NO_START;
};

/** `start` may be unknown yet: a change of the range alone. */
export function rangeProblem(range: unknown, start?: unknown): string | null {
  const length = lengthOf(range);
  if (!(length > 0)) return NO_RANGE;
  const from = startProblem(start) === null ? momentOf(start) : FIRST;
  return from + length <= LAST ? null : TOO_LATE;
}

type Problem = (value: unknown, dto: Partial<LifetimeDto>) => string | null;

/** A field that is looked at only when `applies`: clients send empty texts and zero times otherwise. */
function Temporary(schema: object, problem: Problem, applies: (dto: Fields, key: Key) => boolean) {
  const problemOf = (args?: ValidationArguments) => problem(args?.value, args?.object ?? {});
  const rule = ValidateBy({
    name: 'lifetime',
    validator: {
      validate: (_: unknown, args) => problemOf(args) === null,
      defaultMessage: (args) => `$property ${problemOf(args)}`,
    },
  });
  return (target: object, key: Key) => {
    ApiPropertyOptional(schema)(target, key);
    Transform(({ value }: { value: unknown }) => normalized(value))(target, key);
    ValidateIf((dto: Fields) => applies(dto, key))(target, key);
    rule(target, key);
  };
}

type Fields = Readonly<Record<string, unknown>>;
type Key = string;

const normalized = (value: unknown) =>
  typeof value === 'string' ? value.trim() : value === null ? undefined : value;

const isTemporary = (dto: Fields) => dto['isTemporary'] === true;
const isGiven = (dto: Fields, key: Key) => dto['isTemporary'] !== false && dto[key] !== undefined;

const MODE_EXAMPLE = {
  type: 'string',
  enum: [...TEMPORARY_MODES],
  description: 'How the end is told: by a range from the start',
};
const MODE = [MODE_EXAMPLE, modeProblem] as const;
const RANGE_EXAMPLE = {
  type: 'string',
  example: '2h',
  pattern: RANGE.source,
  description: 'How long it lasts: `30s`, `15m`, `2h`, `3d`, `1w`, `1y` or `90 minutes`',
};
const RANGE_FIELD = [
  RANGE_EXAMPLE,
  (range: unknown, dto: Partial<LifetimeDto>) => rangeProblem(range, dto.temporaryAccessStartTime),
] as const;
const START_EXAMPLE = { type: 'string', format: 'date-time', description: 'When it begins' };
const START = [START_EXAMPLE, startProblem] as const;

/** The fields of a lifetime in a request. Whatever stands beside `isTemporary: false` is ignored. */
export class LifetimeDto {
  @Flag()
  isTemporary: boolean;

  @Temporary(...MODE, isTemporary)
  temporaryMode?: string;

  @Temporary(...RANGE_FIELD, isTemporary)
  temporaryRange?: string;

  @Temporary(...START, isTemporary)
  temporaryAccessStartTime?: string;
}

/** The fields of a lifetime to be changed: what is left out stays. */
export class LifetimeChangesDto {
  @Flag({ optional: true })
  isTemporary?: boolean;

  @Temporary(...MODE, isGiven)
  temporaryMode?: string;

  @Temporary(...RANGE_FIELD, isGiven)
  temporaryRange?: string;

  @Temporary(...START, isGiven)
  temporaryAccessStartTime?: string;
}

/** Throws 422 for a temporary lifetime that no validated body holds, such as one pieced together. */
export function lifetimeOf(dto: Partial<LifetimeDto>): Lifetime {
  if (!dto.isTemporary) return { isTemporary: false };
  const { temporaryMode, temporaryRange = '', temporaryAccessStartTime: startTime } = dto;
  refuse('temporaryMode', modeProblem(temporaryMode));
  refuse('temporaryAccessStartTime', startProblem(startTime));
  refuse('temporaryRange', rangeProblem(temporaryRange, startTime));
  const start = new Date(momentOf(startTime));
  const end = new Date(start.getTime() + lengthOf(temporaryRange));
  return { isTemporary: true, mode: 'relative', range: temporaryRange, start, end };
}

/** Throws 400 where something permanent is to become temporary and nobody says from when or how long. */
export function changedLifetime(
  stored: LifetimeColumns,
  changes: Partial<LifetimeChangesDto>,
): Lifetime {
  const isTemporary = changes.isTemporary ?? stored.isTemporary;
  const temporaryRange = changes.temporaryRange ?? stored.temporaryRange ?? undefined;
  const temporaryAccessStartTime =
    changes.temporaryAccessStartTime ?? stored.temporaryAccessStartTime?.toISOString();
  const temporaryMode = changes.temporaryMode ?? stored.temporaryMode ?? TEMPORARY_MODES[0];
  if (isTemporary && (temporaryRange === undefined || temporaryAccessStartTime === undefined)) {
    throw badRequest(
      'missing-field',
      'What becomes temporary needs temporaryRange and temporaryAccessStartTime.',
    );
  }
  return lifetimeOf({ isTemporary, temporaryMode, temporaryRange, temporaryAccessStartTime });
}

export const lifetimeColumns = (lifetime: Lifetime): LifetimeColumns => ({
  isTemporary: lifetime.isTemporary,
  temporaryMode: lifetime.isTemporary ? lifetime.mode : null,
  temporaryRange: lifetime.isTemporary ? lifetime.range : null,
  temporaryAccessStartTime: lifetime.isTemporary ? lifetime.start : null,
  temporaryAccessEndTime: lifetime.isTemporary ? lifetime.end : null,
});

function refuse(field: keyof LifetimeDto, problem: string | null): void {
  if (problem === null) return;
  throw invalid([{ code: 'invalid_value', path: [field], message: `${field} ${problem}` }]);
}
