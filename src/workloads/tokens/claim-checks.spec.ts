import { describe, expect, it } from '@jest/globals';
import { Checks, LoginRefused } from '../logins/checks.js';
import { leastOf, quietStopwatch } from '../../../test/support/quiet-stopwatch.js';
import { checkAudience, checkClaims, checkTimes, timeBoundsOf } from './claim-checks.js';
import { claimAt, textsOf } from './claim-values.js';

const NOW = 1_800_000_000;
const DAY = 86_400;

const passes = (check: (checks: Checks) => void): boolean => {
  try {
    check(new Checks());
    return true;
  } catch (error) {
    if (error instanceof LoginRefused) return false;
    throw error;
  }
};

describe('the times of a token', () => {
  const at = (offset: number) => NOW + offset;
  const isTimely = (claims: object, now = NOW) => {
    const times = { iat: at(0), exp: at(600), ...claims };
    return passes((checks) => checkTimes(checks, times, timeBoundsOf({ maxTokenAge: 0 }, now)));
  };

  it.each<[object]>([
    [{}],
    [{ exp: at(0) }],
    [{ exp: at(-59) }],
    [{ iat: at(60) }],
    [{ nbf: at(60) }],
    [{ iat: at(600 - DAY), exp: at(600) }],
    [{ iat: at(-DAY), exp: at(0) }],
  ])('are good to the second: %j (T305)', (claims) => {
    expect(isTimely(claims)).toBe(true);
  });

  it.each<[object]>([
    ...[undefined, null, String(at(60)), 1e308, -1, at(60) + 0.5, [at(60)], at(-60)].map(
      (exp) => [{ exp }] as [object],
    ),
    ...[undefined, null, String(at(0)), at(61), at(7_200)].map((iat) => [{ iat }] as [object]),
    ...[at(61), 'soon', null].map((nbf) => [{ nbf }] as [object]),
    [{ exp: at(25 * 3_600) }],
    [{ iat: at(0), exp: at(DAY + 1) }],
    [{ iat: at(-DAY - 1), exp: at(60) }],
    [{ iat: at(-25 * 3_600), exp: at(60) }],
  ])('are refused beyond that: %j (T305)', (claims) => {
    expect(isTimely(claims)).toBe(false);
  });

  it('end between two seconds by the clock that is asked, and not by that of the process', () => {
    expect(isTimely({ exp: at(-59) }, NOW + 0.9)).toBe(true);
    expect(isTimely({ exp: at(-59) }, NOW + 1)).toBe(false);
  });
});

describe('the audience of a token', () => {
  it.each<[unknown, boolean]>([
    ['ours', true],
    [['x', 'ours'], true],
    [undefined, false],
    [[], false],
    ['ours,x', false],
    ['Ours', false],
    ['ours/', false],
    [{ ours: true }, false],
    [[['ours']], false],
  ])('%j: %s (T306)', (aud, isMeant) => {
    expect(passes((checks) => checkAudience(checks, { aud }, ['ours']))).toBe(isMeant);
  });
});

describe('a claim', () => {
  it.each<[unknown, readonly string[]]>([
    ['a', ['a']],
    ['', ['']],
    [true, ['true']],
    [5, ['5']],
    [
      ['a', 5, false],
      ['a', '5', 'false'],
    ],
    [['a', ['b'], { c: 'd' }, null, 1.5], ['a']],
    [null, []],
    [undefined, []],
    [1.5, []],
    [2 ** 53 + 2, []],
    [{ a: 'a' }, []],
    [Array.from({ length: 100 }, () => 'a'), Array.from({ length: 100 }, () => 'a')],
    [Array.from({ length: 101 }, () => 'a'), []],
  ])('of %j stands for %j (T314)', (value, texts) => {
    expect(textsOf(value)).toEqual(texts);
  });

  it.each<[string, string, boolean]>([
    ['null', 'null', false],
    ['true', 'true', true],
    ['"true"', 'true', true],
    ['"null"', 'null', true],
    ['""', '*', false],
    ['[["a"]]', 'a', false],
    ['[{"a":"a"}]', 'a', false],
  ])('of %s bound to %s: %s (T314)', (json, bound, isGood) => {
    const claims = { c: JSON.parse(json) as unknown };
    expect(passes((checks) => checkClaims(checks, claims, { c: bound }))).toBe(isGood);
  });

  it.each<[string, unknown]>([
    ['a.b', 'at the top'],
    ['x.y', 'deep'],
    ['/x/y', 'deep'],
    ['/kubernetes.io/namespace', 'shop'],
    ['/t~1u/v~0w', 'escaped'],
    ['x', { y: 'deep' }],
    ['list.0', undefined],
    ['x.y.length', undefined],
    ['toString', undefined],
    ['constructor.name', undefined],
    ['__proto__.x', undefined],
    ['x.__proto__', undefined],
    ['x.constructor', undefined],
    ['', undefined],
  ])('is found by own names alone, at the top first: %s (T315)', (path, value) => {
    const claims = JSON.parse(
      '{"a.b":"at the top","a":{"b":"deeper"},"x":{"y":"deep"},"list":["a"],' +
        '"kubernetes.io":{"namespace":"shop"},"t/u":{"v~w":"escaped"}}',
    ) as object;
    expect(claimAt(claims as never, path)).toEqual(value);
  });

  it('is compared in milliseconds, thirty claims with fifty patterns against lists of a hundred (T318)', async () => {
    const list = Array.from({ length: 50 }, (_, i) => `a*b*${i}:**:{x,y}?`).join(',');
    const literal = Array.from({ length: 50 }, (_, i) => `none-${i}`).join(',');
    const elements = Array.from({ length: 100 }, (_, i) => `aaaab${i}b:ccc/ddd:z`);
    const names = Array.from({ length: 30 }, (_, i) => `claim-${i}`);
    const claims = Object.fromEntries(names.map((name) => [name, elements]));
    const timeOf = (patterns: string) => {
      const bound = Object.fromEntries(names.map((name) => [name, patterns]));
      const checks = new Checks(true);
      const took = quietStopwatch();
      checkClaims(checks, claims, bound);
      expect(checks.steps.every(({ ok }) => !ok)).toBe(true);
      return took();
    };

    // 150,000 comparisons; a login ends with the first claim that fails, and its body is a hundredth of this.
    expect(await leastOf(200, () => timeOf(literal))).toBeLessThan(200);
    expect(await leastOf(3_000, () => timeOf(list))).toBeLessThan(3_000);
  });
});
