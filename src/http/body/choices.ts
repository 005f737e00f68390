import type { FieldError } from '../../errors/api-error.js';
import { didYouMean } from '../../errors/nearest.js';
import { NoProblems } from './validation-problems.js';

/** What a message says of a word that is none of the values. */
export const mustBeAmong = (values: readonly string[], word: unknown): string =>
  `must be one of the following values: ${values.join(', ')}.` +
  (typeof word === 'string' ? didYouMean(word, values) : '');

/** Each text of a list is one of the values; beside the rules of the list itself. */
export const EachOneOf = (values: readonly string[]): PropertyDecorator =>
  NoProblems(
    (list) =>
      Array.isArray(list) ? list.flatMap((item, index) => valueProblem(values, item, index)) : [],
    'eachOneOf',
  );

const valueProblem = (values: readonly string[], item: unknown, index: number): FieldError[] =>
  typeof item !== 'string' || values.includes(item)
    ? []
    : [{ code: 'invalid_value', path: [index], message: mustBeAmong(values, item) }];
