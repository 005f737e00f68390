import { EVENT_CURSOR } from '../../events/log/event-cursors.js';

const TIME =
  /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;

export const isCursor = (text: string): boolean => EVENT_CURSOR.test(text);

/** The time of a text in the manner of RFC 3339, cut to milliseconds; null if it is none. */
export function toTime(text: string): Date | null {
  const [, year, month, day] = (TIME.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return null;
  // JavaScript takes the 31st of April for the 1st of May.
  const isDay = month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month);
  const time = new Date(text);
  return isDay && !Number.isNaN(time.getTime()) ? time : null;
}

const daysOf = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** Null if the text names a point in time, else what is wrong. An empty text counts as absent. */
export function pointInTimeProblem(value: unknown): string | null {
  if (typeof value === 'string' && (value === '' || isCursor(value) || toTime(value))) return null;
  return 'must be a time with its zone, such as 2026-11-21T12:00:00.000Z, or the id of an event';
}
