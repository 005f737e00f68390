import { describe, expect, it } from '@jest/globals';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { HasLength } from './length.js';

class Dto {
  @HasLength(2, 3)
  text: unknown;
}

const problemOf = (text: unknown) =>
  validateSync(plainToInstance(Dto, { text }))[0]?.constraints?.isLength;

const SHORT = 'text must be longer than or equal to 2 characters';
const LONG = 'text must be shorter than or equal to 3 characters';

describe('the length of a text', () => {
  it.each([
    ['ab', undefined],
    ['abc', undefined],
    ['😀😀', undefined],
    ['😀😀😀', undefined],
    ['', SHORT],
    ['a', SHORT],
    ['😀', SHORT],
    ['abcd', LONG],
    ['😀😀😀😀', LONG],
    ['😀'.repeat(1_000), LONG],
    ['☺️', undefined],
    ['☺️☺️', LONG],
    [7, 'text must be longer than or equal to 2 and shorter than or equal to 3 characters'],
  ])('is counted in code points: %j', (text, problem) => {
    expect(problemOf(text)).toBe(problem);
  });
});
