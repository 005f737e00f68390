import { isISO8601, ValidateBy } from 'class-validator';

/** The part of ISO 8601 that JavaScript reads too: no weeks, no days of a year, no times of hours alone. */
const FORM =
  /^\d{4}(-\d{2}){0,2}$|^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?$/;
const ZONELESS = /T[\d:.]+$/;

/** The years that a date of the API has and that the database knows. */
const FIRST = Date.parse('0001-01-01T00:00:00Z');
const AFTER = Date.parse('9999-12-31T00:00:00Z');

/** A time without a zone is one of UTC, and not of the zone that the server happens to be in. */
export const withZone = (text: string): string => (ZONELESS.test(text) ? `${text}Z` : text);

function isMoment(value: unknown): boolean {
  if (typeof value !== 'string' || !FORM.test(value)) return false;
  const time = Date.parse(withZone(value));
  return isISO8601(value) && isInCalendar(value) && time >= FIRST && time < AFTER;
}

/** Whether its month has its day: JavaScript takes 30 February for 2 March. The strict `isISO8601` knows no year before 100. */
function isInCalendar(text: string): boolean {
  const [date = ''] = text.split('T');
  const time = Date.parse(date);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
}

export const IsMoment = (): PropertyDecorator =>
  ValidateBy({
    name: 'isMoment',
    validator: {
      validate: isMoment,
      defaultMessage: () =>
        '$property must be a date, or a date and time with its zone such as 2026-11-21T12:00:00Z',
    },
  });
