import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ApiError } from '../../errors/api-error.js';
import { type Filter, FILTER_OPERATORS, parseFilter, parsePath } from './filter-parser.js';

const named = (text: string) => {
  const [name, sub = null] = text.split('.');
  return { schema: null, name: name!, sub };
};
const eq = (name: string, value: string | boolean | number | null): Filter => ({
  kind: 'compare',
  attribute: named(name),
  operator: 'eq',
  value,
});

const codeOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
  return 'none';
};

describe('parseFilter', () => {
  it.each<[string, Filter]>([
    ['userName eq "ann"', eq('userName', 'ann')],
    ['userName EQ "ann"', eq('userName', 'ann')],
    ['active eq TRUE', eq('active', true)],
    ['externalId eq null', eq('externalId', null)],
    ['name.givenName eq "a\\"b\\\\c\\u00e9"', eq('name.givenName', 'a"b\\cé')],
    ['id pr', { kind: 'present', attribute: named('id') }],
    [
      'urn:ietf:params:scim:schemas:core:2.0:User:userName eq "a"',
      {
        kind: 'compare',
        attribute: {
          schema: 'urn:ietf:params:scim:schemas:core:2.0:User',
          name: 'userName',
          sub: null,
        },
        operator: 'eq',
        value: 'a',
      },
    ],
    [
      'a eq 1 or b eq -2.5e1 and c eq 3',
      {
        kind: 'or',
        parts: [eq('a', 1), { kind: 'and', parts: [eq('b', -25), eq('c', 3)] }],
      },
    ],
    [
      '(a eq 1 or b eq 2) and not (c eq 3)',
      {
        kind: 'and',
        parts: [
          { kind: 'or', parts: [eq('a', 1), eq('b', 2)] },
          { kind: 'not', part: eq('c', 3) },
        ],
      },
    ],
    [
      'emails[type eq "work" and value co "@x"]',
      {
        kind: 'element',
        attribute: named('emails'),
        filter: {
          kind: 'and',
          parts: [
            eq('type', 'work'),
            { kind: 'compare', attribute: named('value'), operator: 'co', value: '@x' },
          ],
        },
      },
    ],
    [
      'emails[type eq "work"].value eq "a@x"',
      {
        kind: 'element',
        attribute: named('emails'),
        filter: { kind: 'and', parts: [eq('type', 'work'), eq('value', 'a@x')] },
      },
    ],
  ])('reads %s', (text, filter) => {
    expect(parseFilter(text)).toEqual(filter);
  });

  const deep = (depth: number) => `${'('.repeat(depth)}a eq 1${')'.repeat(depth)}`;
  const nots = (depth: number) => `${'not ('.repeat(depth)}a eq 1${')'.repeat(depth)}`;
  const many = (count: number) => Array.from({ length: count }, () => 'a eq 1').join(' or ');

  it.each([deep(8), nots(4), many(50), `a eq "${'x'.repeat(4089)}"`])(
    'reads what is just within the bounds (%#)',
    (text) => {
      expect(codeOf(() => parseFilter(text))).toBe('none');
    },
  );

  it.each([
    ...['', ' ', 'a', 'a eq', 'eq "a"', 'a xx "b"', 'a eq b', "a eq 'b'", 'a eq "b', 'a eq "b" c'],
    ...[
      'a eq "b" and',
      'or a eq 1',
      '(a eq 1',
      'a eq 1)',
      'not a eq 1',
      'a[b eq 1',
      'a[b eq 1]. eq 1',
    ],
    ...[
      'a eq "\\ud800"',
      'a eq "\\u0000"',
      'a eq "\t"',
      'a eq "\\x"',
      '.a eq 1',
      'a..b eq 1',
      'a.b.c eq 1',
    ],
    ...['a eq 01', 'a eq 1 ; drop table users', 'a\0 eq 1', '1 eq 1', '"a" eq 1', 'é eq 1'],
    ...[deep(9), deep(10_000), nots(5), many(51), `a eq "${'x'.repeat(4090)}"`],
  ])('refuses what is no filter, or too much of one (invalidFilter, %#)', (text) => {
    expect(codeOf(() => parseFilter(text))).toBe('scim-invalid-filter');
  });

  it('reads back what a filter is written as', () => {
    const word = fc.constantFrom('userName', 'name.givenName', 'emails', 'and', 'or', 'pr');
    const value = fc.oneof(
      fc.string({ unit: 'grapheme' }).filter((text) => !/\p{Cc}/u.test(text)),
      fc.boolean(),
      fc.integer(),
      fc.constant(null),
    );
    const term = fc.oneof(
      fc.record({ kind: fc.constant('present' as const), attribute: word.map(named) }),
      fc.record({
        kind: fc.constant('compare' as const),
        attribute: word.map(named),
        operator: fc.constantFrom(...FILTER_OPERATORS),
        value,
      }),
    ) as fc.Arbitrary<Filter>;
    const { filter } = fc.letrec<{ filter: Filter }>((tie) => ({
      filter: fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        term,
        fc.record({
          kind: fc.constantFrom('and' as const, 'or' as const),
          parts: fc.array(tie('filter'), { minLength: 2, maxLength: 3 }),
        }),
        fc.record({ kind: fc.constant('not' as const), part: tie('filter') }),
      ),
    }));

    fc.assert(
      fc.property(filter, (each) => {
        expect(normal(parseFilter(written(each)))).toEqual(normal(each));
      }),
      { numRuns: 300 },
    );
  });

  it('throws nothing but its refusal, whatever it is given', () => {
    const part = fc.constantFrom(
      '(',
      ')',
      '[',
      ']',
      ' ',
      'a',
      '.b',
      'eq',
      'not',
      'and',
      '"x"',
      '1',
      '\\',
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(part, { maxLength: 30 }).map((parts) => parts.join('')),
    );

    fc.assert(
      fc.property(text, (each) => {
        expect(['none', 'scim-invalid-filter']).toContain(codeOf(() => parseFilter(each)));
        expect(['none', 'scim-invalid-path']).toContain(codeOf(() => parsePath(each)));
      }),
      { numRuns: 500 },
    );
  });
});

const nameText = ({ name, sub }: { name: string; sub: string | null }) =>
  sub === null ? name : `${name}.${sub}`;

function written(filter: Filter): string {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.parts.map((part) => `(${written(part)})`).join(` ${filter.kind} `);
    case 'not':
      return `not (${written(filter.part)})`;
    case 'present':
      return `${nameText(filter.attribute)} pr`;
    case 'compare':
      return `${nameText(filter.attribute)} ${filter.operator} ${JSON.stringify(filter.value)}`;
    case 'element':
      return `${nameText(filter.attribute)}[${written(filter.filter)}]`;
  }
}

/** -0 is written as 0. */
const normal = (filter: Filter): unknown => JSON.parse(JSON.stringify(filter));

describe('parsePath', () => {
  it.each([
    ['members', { attribute: named('members'), filter: null, sub: null }],
    ['name.familyName', { attribute: named('name.familyName'), filter: null, sub: null }],
    ['members[value eq "1"]', { attribute: named('members'), filter: eq('value', '1'), sub: null }],
    [
      'emails[type eq "work"].value',
      { attribute: named('emails'), filter: eq('type', 'work'), sub: 'value' },
    ],
  ])('reads %s', (text, path) => {
    expect(parsePath(text)).toEqual(path);
  });

  it.each(['', 'a b', 'a[', 'a[]', 'a[b eq 1].', 'a[b eq 1]x', '[a eq 1]', 'a.b.c', 'a eq 1'])(
    'refuses %j (invalidPath)',
    (text) => {
      expect(codeOf(() => parsePath(text))).toBe('scim-invalid-path');
    },
  );
});
