import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { compileGlob } from './glob.js';
import { globProblems } from './glob-pattern.js';
import { STEPS_PER_CHECK, LazyGlob } from './lazy-glob.js';
import { runs } from '../../test/support/runs.js';

const PIECES = [
  'a',
  'b',
  'ab',
  '/',
  '*',
  '?',
  '**',
  '/**',
  '{a,b}',
  '{a/b,c}',
  '[',
  'é',
  '𝒳',
] as const;
const pieces = fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 7 });
const texts = fc.array(fc.constantFrom('a', 'b', 'c', '/', 'é', '𝒳', 'x'), { maxLength: 9 });

describe('a glob that is compiled at first use', () => {
  it('says what the compiled glob says, and nothing of a pattern outside the language', () => {
    const holds = (written: readonly string[], letters: readonly string[]) => {
      const pattern = written.join('');
      const value = letters.join('');
      const isSound = globProblems(pattern).length === 0;
      const held = new LazyGlob(pattern, () => compileGlob(pattern), { steps: STEPS_PER_CHECK });
      const expected = isSound ? compileGlob(pattern).matches(value) : undefined;
      for (let i = 0; i < 2; i++)
        expect([pattern, value, held.test(value)]).toEqual([pattern, value, expected]);
    };
    fc.assert(fc.property(pieces, texts, holds), { numRuns: runs(5_000, 100_000) });
  });

  it('is compiled only for a value that its beginning and its end leave open', () => {
    let compiled = 0;
    const compile = () => (compiled++, compileGlob('/team-1/*/x'));
    const held = new LazyGlob('/team-1/*/x', compile, { steps: STEPS_PER_CHECK });

    expect([held.test('/team-2/a/x'), held.test('/team-1/a/y')]).toEqual([false, false]);
    expect(compiled).toBe(0);
    expect(held.test('/team-1/a/x')).toBe(true);
    expect(compiled).toBe(1);
  });

  it('does not know once the work of a check is used up, the same for what it has seen', () => {
    const work = { steps: STEPS_PER_CHECK };
    const held = new LazyGlob('*a*', () => compileGlob('*a*'), work);
    expect(held.test('xax')).toBe(true);
    work.steps = 2;
    expect(held.test('xax')).toBeUndefined();
    work.steps = STEPS_PER_CHECK;
    expect(held.test('xax')).toBe(true);
  });
});
