import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { leastOf, quietStopwatch } from '../../../test/support/quiet-stopwatch.js';
import {
  expandPattern,
  listProblem,
  matchesPattern,
  MatchSteps,
  patternProblem,
  patternTest,
  splitList,
} from './pattern.js';

/** Matches by trying everything. */
function slowly(pattern: string, text: string): boolean {
  const isSeparator = (symbol: string | undefined) => symbol === '/' || symbol === ':';
  const part = (p: readonly string[], t: readonly string[]): boolean => {
    if (p.length === 0) return t.length === 0;
    if (t.length === 0) return false;
    if (p[0] === '*') return part(p.slice(1), t.slice(1)) || part(p, t.slice(1));
    return (p[0] === '?' || p[0] === t[0]) && part(p.slice(1), t.slice(1));
  };
  const split = (whole: string) => {
    const parts = [{ separator: '', text: '' }];
    for (const symbol of whole)
      if (isSeparator(symbol)) parts.push({ separator: symbol, text: '' });
      else parts.at(-1)!.text += symbol;
    return parts;
  };
  const all = (
    p: ReturnType<typeof split>,
    t: ReturnType<typeof split>,
    isAtStart: boolean,
  ): boolean => {
    const [head, ...rest] = p;
    if (!head) return t.length === 0;
    if (head.text === '**') {
      if (all(rest, t, isAtStart)) return true;
      if (isAtStart) return rest.length === 0;
      if (t.length === 0 || t[0]!.separator !== head.separator) return false;
      return Array.from({ length: t.length }, (_, i) => i + 1).some((n) =>
        all(rest, t.slice(n), false),
      );
    }
    const [first, ...others] = t;
    if (!first || !(isAtStart || first.separator === head.separator)) return false;
    return part([...head.text], [...first.text]) && all(rest, others, false);
  };
  return expandPattern(pattern).some((each) => all(split(each), split(text), true));
}

describe('a pattern', () => {
  it.each([
    ['repo:octo/app:ref:refs/heads/main', 'repo:octo/app:ref:refs/heads/main'],
    ['repo:octo/*:ref:refs/heads/main', 'repo:octo/app:ref:refs/heads/main'],
    ['repo:octo/app:**', 'repo:octo/app:ref:refs/heads/a/b'],
    ['repo:octo/app:**', 'repo:octo/app'],
    ['repo:octo{,@1}/app:environment:prod', 'repo:octo@1/app:environment:prod'],
    ['repo:octo{,@1}/app:environment:prod', 'repo:octo/app:environment:prod'],
    ['a?c', 'abc'],
    ['**', 'a:b/c'],
  ])('%s matches %s (T310)', (pattern, text) => {
    expect(matchesPattern(pattern, text)).toBe(true);
  });

  it.each([
    ['repo:octo/app:ref:*', 'repo:octo/app-evil:ref:x'],
    ['repo:octo/app:ref:*', 'repo:octo-evil/app:ref:x'],
    ['repo:octo/app:ref:*', 'repo:octo/app:environment:x:ref:refs/heads/main'],
    ['repo:octo/app:ref:*', 'repo:octo/app:ref:refs/heads/main'],
    ['repo:octo/*:ref:refs/heads/main', 'repo:octo/a:b:ref:refs/heads/main'],
    ['repo:octo/*', 'repo:octo/'],
    ['a:b', 'a/b'],
    ['a?c', 'a:c'],
    ['a?c', 'ac'],
    ['repo:octo/app', 'repo:octo/APP'],
    ['repo:octo/app', 'repo:octo/app '],
    ['repo:octo/app', 'repo:octo/аpp'],
    ['K', '\u212a'],
    ['\u00e9', 'e\u0301'],
    ['ns', 'n\u200ds'],
    ['ns', '\uff4e\uff53'],
  ])('%s does not match %s (T309, T310, T316)', (pattern, text) => {
    expect(matchesPattern(pattern, text)).toBe(false);
  });

  it('matches what a slow and simple matcher matches (T310)', () => {
    const symbol = fc.constantFrom('a', 'b', '/', ':', '*', '?');
    const pattern = fc
      .array(fc.oneof(symbol, fc.constantFrom('**:', ':**', '/**/', '{a,b}', '{,@1}')), {
        maxLength: 8,
      })
      .map((parts) => parts.join(''))
      .filter((text) => patternProblem(text) === null);
    const text = fc.array(fc.constantFrom('a', 'b', '/', ':', '@1'), { maxLength: 8 });

    fc.assert(
      fc.property(pattern, text, (one, other) => {
        expect(matchesPattern(one, other.join(''))).toBe(slowly(one, other.join('')));
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    'a{b',
    'a}b',
    '{a{b,c}}',
    'a**',
    '**b',
    '***',
    '[a]',
    '!(a)',
    'a\\b',
    '**:a',
    'a:**/**',
    '{a,b}'.repeat(6),
  ])('is refused: %s', (pattern) => {
    expect(patternProblem(pattern)).toEqual(expect.any(String));
    expect(matchesPattern(pattern, pattern)).toBe(false);
  });

  it('takes a few milliseconds for the worst patterns and texts, however many (T317)', async () => {
    const worst = [`${'*a'.repeat(511)}b`, `*${'a'.repeat(1_000)}b`, `${'*:'.repeat(500)}b`];
    const matches = patternTest(worst);
    const measure = () => {
      const took = quietStopwatch();
      for (let i = 0; i < 50; i++) {
        expect(matches('a'.repeat(2_048))).toBe(false);
        expect(matches('a:'.repeat(1_024))).toBe(false);
      }
      expect(patternTest(worst)('a'.repeat(8_192))).toBe(false);
      return took();
    };

    // It takes ten at most, on a quiet machine.
    expect(await leastOf(300, measure)).toBeLessThan(300);
  });

  it('matches nothing once the steps of its login are spent', () => {
    const steps = new MatchSteps();
    const matches = patternTest(['*'], steps);
    expect(matches('a')).toBe(true);
    patternTest([`*${'a'.repeat(1_000)}b`], steps)('a'.repeat(2_048));

    expect(matches('a')).toBe(false);
  });
});

describe('all patterns of a login together', () => {
  const numbers = Array.from({ length: 49 }, (_, i) => i);
  const wide = '{a,b}{c,d}{e,f}{g,h}{i,j}';
  const many = (text: string) => Array<string>(99).fill(text);

  it.each<[string, readonly string[], readonly string[]]>([
    ['many short texts', numbers.map((i) => `?a${i}`), many('')],
    ['patterns of many parts', numbers.map((i) => `*:*:${i}`), many('a')],
    ['texts of many parts', numbers.map((i) => `a:**:${i}`), many(`a${':'.repeat(60)}`)],
    ['patterns that stand for many', [`${wide}${'x:'.repeat(100)}?`], ['x']],
  ])('spend what they cost, however short each is: %s (T317, T318)', (_, patterns, texts) => {
    const steps = new MatchSteps();
    for (let claim = 0; claim < 30; claim++) texts.forEach(patternTest(patterns, steps));

    expect(patternTest(['?'], steps)('b')).toBe(false);
  });

  it('match where there are as many as a row may have', () => {
    const steps = new MatchSteps();
    const patterns = numbers.map((i) => `project:${i}:*`);

    for (let claim = 0; claim < 30; claim++)
      expect(patternTest(patterns, steps)('project:48:main')).toBe(true);
  });
});

describe('a list of patterns', () => {
  const many = '{a,b,c,d,e,f,g}{h,i,j}*';

  it('stands for fifty patterns at most', () => {
    expect(listProblem([many, many])).toBeNull();
    expect(patternTest([many, many])('ahx')).toBe(true);
    expect(listProblem([many, many, many])).toEqual(expect.any(String));
    expect(patternTest([many, many, many])('ahx')).toBe(false);
  });
});

describe('a comma list', () => {
  it('is split outside of braces', () => {
    expect(splitList(' a ,b{c,d}, ,e')).toEqual(['a', 'b{c,d}', 'e']);
  });
});
