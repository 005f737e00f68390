import ms, { type StringValue } from 'ms';
import { RANGE, rangeProblem } from '../../access/dto/lifetime.js';
import { Checked, type FieldOptions } from '../../http/body/fields.js';

const MAX_LENGTH = 40;

function periodProblem(value: unknown): string | null {
  const isShort = typeof value === 'string' && value.length <= MAX_LENGTH;
  // It begins later than now, and ends within the years that a date-time can write.
  return isShort ? rangeProblem(value, new Date().toISOString()) : 'must be a duration such as 2h';
}

/** A duration such as `8h`. */
export const Period = (options: FieldOptions = {}) =>
  Checked({ type: 'string', maxLength: MAX_LENGTH, pattern: RANGE.source }, periodProblem, options);

/** Milliseconds. Takes what the field takes. */
export const periodLength = (period: string): number => ms(period as StringValue);
