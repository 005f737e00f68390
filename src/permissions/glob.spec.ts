import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { quietStopwatch } from '../../test/support/quiet-stopwatch.js';
import { globContains, globsDisjoint } from './glob-relations.js';
import { compileGlob } from './glob.js';
import { globProblems } from './glob-pattern.js';
import { oracleGlob } from '../../test/support/permissions/oracle.js';
import { Random } from '../../test/support/permissions/random.js';
import { aPattern, aText, aTextNear } from '../../test/support/permissions/samples.js';
import { runs } from '../../test/support/runs.js';

/** `npm run soak` makes it five. */
const SIZE = runs(0.4, 10, 'PROPERTY_SIZE');

const matches = (pattern: string, value: string) => compileGlob(pattern).matches(value);

describe('compileGlob', () => {
  it.each([
    ['/x', '/x'],
    ['/x/*', '/x/a'],
    ['/x/*', '/x/.hidden'],
    ['/a*c', '/ac'],
    ['/a*c', '/abbc'],
    ['/?', '/😀'],
    ['/x/**', '/x'],
    ['/x/**', '/x/a/b'],
    ['/**', '/'],
    ['/**', '/a'],
    ['**', 'dev'],
    ['**', '/a/b'],
    ['/**/b', '/b'],
    ['/**/b', '/a/c/b'],
    ['/a/**/b', '/a/b'],
    ['/a/**/**/b', '/a/x/y/b'],
    ['/{a,b/c}/d', '/b/c/d'],
    ['{dev,staging}', 'staging'],
    ['*@acme.com', 'ann@acme.com'],
    ['API_*', 'API_KEY'],
    ['https://*', 'https://host'],
    ['**//**', '/'],
  ])('matches %s with %s', (pattern, value) => {
    expect(matches(pattern, value)).toBe(true);
  });

  it.each([
    ['/x/*', '/x'],
    ['/x/*', '/x/'],
    ['/x/*', '/x/a/b'],
    ['/*', '/'],
    ['/a?', '/a'],
    ['/a?', '/a/b'],
    ['/x/**', '/xy'],
    ['/**', 'dev'],
    ['/a/**/b', '/ab'],
    ['/{a,b}', '/c'],
    ['DEV', 'dev'],
    ['é', 'e\u0301'],
  ])('does not match %s with %s', (pattern, value) => {
    expect(matches(pattern, value)).toBe(false);
  });

  it('throws for a pattern outside the language', () => {
    expect(() => compileGlob('[a]')).toThrow(RangeError);
  });
});

describe('globProblems', () => {
  it.each([
    '',
    '[ab]',
    '!a',
    '@(a)',
    'a(b|c)',
    'a\\*',
    '{a,{b,c}}',
    '{a,b',
    'a}',
    '{a}',
    '{a,}',
    '{{identity.name}}',
    'a**',
    '/x/***',
    '{a,*}*',
    'a'.repeat(257),
    '/a'.repeat(33),
    '{a,b}'.repeat(6),
    `${'{a,b}'.repeat(5)}${'c'.repeat(100)}`,
  ])('refuses %s with one sentence', (pattern) => {
    expect(globProblems(pattern)).toEqual([expect.stringMatching(/^.{10,100}$/)]);
  });

  it.each(['a'.repeat(256), '/a'.repeat(32), '{a,b}'.repeat(5), '/{a,**}/b', '/+@,'])(
    'accepts %s',
    (pattern) => {
      expect(globProblems(pattern)).toEqual([]);
    },
  );
});

describe('the worst patterns', () => {
  const path = `/${'a'.repeat(4_095)}`;
  const deep = '/a'.repeat(2_048);

  it.each([
    '/*a*a*a*a*a*a*a*ab',
    `/${'*a'.repeat(127)}b`,
    `/*${'?'.repeat(250)}b`,
    `${'/**/a'.repeat(15)}/b`,
    `/${'*a'.repeat(8)}${'{a,b}'.repeat(4)}${'*a'.repeat(10)}b`,
    `${'/**/*a'.repeat(15)}/b`,
  ])('are answered without backtracking: %s', (pattern) => {
    const glob = compileGlob(pattern);
    const took = quietStopwatch();
    for (let i = 0; i < 10; i++)
      expect([path, deep].map((value) => glob.matches(value))).toEqual([false, false]);
    // About 5 ms; a backtracking matcher takes seconds to centuries.
    expect(took()).toBeLessThan(1_000);
  });
});

describe('contains', () => {
  it.each([
    ['**', '/a/b'],
    ['/**', '/a/**'],
    ['/a/**', '/a'],
    ['/a/**', '/a/*'],
    ['/a/**', '/a/{b,c}/**'],
    ['/a/*', '/a/b*'],
    ['/*/**', '/a/**'],
    ['/{a,b}', '/a'],
    ['/{a,b}/**', '/{b,a}/x'],
    ['*a*', '*aa*'],
    ['?*', 'a*'],
  ])('holds that %s contains %s', (outer, inner) => {
    expect(globContains(compileGlob(outer), compileGlob(inner))).toBe(true);
  });

  it.each([
    ['/a?', '/a*'],
    ['/apps/*', '/apps/**'],
    ['/apps/*', '/apps/*/x'],
    ['/apps/*', '**'],
    ['/**', '**'],
    ['/a/**', '/**/a'],
    ['/{a,b}', '/?'],
    ['a*', '*a'],
  ])('does not hold that %s contains %s', (outer, inner) => {
    expect(globContains(compileGlob(outer), compileGlob(inner))).toBe(false);
  });

  it('gives up within its budget', () => {
    const outer = compileGlob(`*a${'?'.repeat(100)}*b`);
    const inner = compileGlob(`*{a,b}${'?'.repeat(100)}{a,b}*c?b`);
    const budget = { steps: 10_000 };
    expect(globContains(outer, inner, budget)).toBe(false);
    expect(budget.steps).toBeGreaterThan(-20);
  });
});

describe('proofs about patterns with many beginnings', () => {
  const many = (end: string) => compileGlob(`/${'{a,b}'.repeat(5)}*${end}`);
  const before = 100_000;

  it('pay for each beginning, and for each pair of them', () => {
    const contained = { steps: before };
    expect(globContains(many('x'), many('y'), contained)).toBe(false);
    expect(before - contained.steps).toBeGreaterThan(64);
    const apart = { steps: before };
    expect(globsDisjoint(many('x'), many('y'), apart)).toBe(true);
    expect(before - apart.steps).toBeGreaterThan(32 * 32);
  });

  it('prove nothing where they cannot be paid for', () => {
    for (const steps of [0, 1, 100, 1_000])
      expect(globsDisjoint(many('x'), many('y'), { steps })).toBe(false);
    for (const steps of [0, 1, 64])
      expect(globContains(many('?x'), many('??x'), { steps })).toBe(false);
    expect(globContains(many('?x'), many('??x'))).toBe(true);
  });

  it('cost nothing where the beginnings already differ', () => {
    const budget = { steps: 0 };
    expect(globsDisjoint(compileGlob('/{a,b}c/**'), compileGlob('/d/**'), budget)).toBe(false);
    expect(globsDisjoint(compileGlob('/team-{a,b}/**'), compileGlob('/tools/**'), budget)).toBe(
      true,
    );
    expect(globContains(compileGlob('/team-{a,b}/**'), compileGlob('/tools/**'), budget)).toBe(
      false,
    );
    expect(budget.steps).toBeLessThanOrEqual(0);
  });
});

describe('disjoint', () => {
  it.each([
    ['/a/**', '/b/**', true],
    ['/a/*', '/a/*/*', true],
    ['a*', 'b*', true],
    ['/{a,b}', '/{c,d}', true],
    ['*a', '*b', true],
    ['/a/**', '/**/b', false],
    ['a*', '*b', false],
    ['/x/**', '/x', false],
    ['?', '😀', false],
  ])('of %s and %s is %s', (a, b, expected) => {
    expect(globsDisjoint(compileGlob(a), compileGlob(b))).toBe(expected);
    expect(globsDisjoint(compileGlob(b), compileGlob(a))).toBe(expected);
  });
});

describe('globs at large', () => {
  it('match what a naive matcher matches, on 200,000 pairs and more', () => {
    let positive = 0;
    const holds = (seed: number) => {
      const random = new Random(seed);
      for (let i = 0; i < 100; i++) {
        const pattern = aPattern(random);
        const glob = compileGlob(pattern);
        for (let j = 0; j < 10; j++) {
          const text = j % 2 === 0 ? aText(random) : aTextNear(random, pattern);
          const matched = glob.matches(text);
          if (matched) positive++;
          if (matched !== oracleGlob(pattern, text)) throw new Error(`${pattern} ? ${text}`);
        }
      }
    };
    fc.assert(fc.property(fc.integer(), holds), { numRuns: 200 * SIZE });
    expect(positive).toBeGreaterThan(20_000 * SIZE);
  }, 120_000);

  it('contain and exclude one another soundly, on 24,000 pairs and more', () => {
    const proved = { contained: 0, apart: 0 };
    const holds = (seed: number) => {
      const random = new Random(seed);
      for (let i = 0; i < 120; i++) {
        const outer = aPattern(random);
        const inner = random.chance(60) ? aPattern(random) : aTextNear(random, outer) || 'a';
        const globs = [compileGlob(outer), compileGlob(inner)] as const;
        const isContained = globContains(...globs);
        const isApart = globsDisjoint(...globs);
        if (isContained) proved.contained++;
        if (isApart) proved.apart++;
        for (let j = 0; j < 5; j++) {
          const text = aTextNear(random, j < 3 ? inner : outer);
          const both = [oracleGlob(outer, text), oracleGlob(inner, text)] as const;
          const isWrong = (isContained && both[1] && !both[0]) || (isApart && both[0] && both[1]);
          if (isWrong) throw new Error(`${outer} : ${inner} ? ${text}`);
        }
      }
    };
    fc.assert(fc.property(fc.integer(), holds), { numRuns: 200 * SIZE });
    expect(Math.min(proved.contained, proved.apart)).toBeGreaterThan(2_000 * SIZE);
  }, 120_000);

  it('are proved disjoint exactly when no short text meets both', () => {
    const texts = allTexts(['a', 'b', '/'], 6);
    const holds = (seed: number) => {
      const random = new Random(seed);
      const [a, b] = [aPattern(random), aPattern(random)];
      const globs = [compileGlob(a), compileGlob(b)] as const;
      const both = texts.find((text) => globs.every((glob) => glob.matches(text)));
      if (both !== undefined && globsDisjoint(...globs)) throw new Error(`${a} ${b} ${both}`);
      const counter = texts.find((text) => globs[1].matches(text) && !globs[0].matches(text));
      if (counter !== undefined && globContains(...globs)) throw new Error(`${a} ${b} ${counter}`);
    };
    fc.assert(fc.property(fc.integer(), holds), { numRuns: 600 * SIZE });
    expect(texts).toHaveLength(1_093);
  });
});

function allTexts(alphabet: readonly string[], length: number): string[] {
  if (length === 0) return [''];
  const shorter = allTexts(alphabet, length - 1);
  const longest = shorter.filter((text) => text.length === length - 1);
  return [...shorter, ...longest.flatMap((text) => alphabet.map((letter) => text + letter))];
}
