import { filterProblems, toFilter } from './search-filter.js';

const NONE = { eq: null, contains: null, in: null };

describe('filterProblems', () => {
  it.each([
    {},
    { name: 'deploy-bot' },
    { name: { $contains: 'bot', $in: ['a b', 'c/d_e'] }, role: 'member' },
    { role: { $in: ['admin'] }, $or: [{ name: 'a' }, { role: { $eq: 'b' } }] },
    { name: null, $or: null },
    { unknown: 1, ['__proto__']: 2 },
    { name: 'x'.repeat(255) },
  ])('accepts %j', (value) => expect(filterProblems(value)).toEqual([]));

  it.each([
    [[], []],
    ['x', []],
    [null, []],
    [{ name: 1 }, ['name']],
    [{ name: 'a%' }, ['name']],
    [{ name: 'ä' }, ['name']],
    [{ name: 'x'.repeat(256) }, ['name']],
    [{ name: {} }, ['name']],
    [{ name: { $regex: 'x' } }, ['name', '$regex']],
    [{ name: { $eq: { $eq: 'x' } } }, ['name', '$eq']],
    [{ name: { $in: [] } }, ['name', '$in']],
    [{ name: { $in: ['ok', 'a\\'] } }, ['name', '$in', 1]],
    [{ name: { constructor: 'x' } }, ['name', 'constructor']],
    [{ role: { $contains: 'x' } }, ['role', '$contains']],
    [{ $and: [] }, ['$and']],
    [{ $or: [] }, ['$or']],
    [{ $or: {} }, ['$or']],
    [{ $or: [{}] }, ['$or', 0]],
    [{ $or: [{ $or: [{ name: 'x' }], name: 'x' }] }, ['$or', 0, '$or']],
    [{ $or: Array.from({ length: 21 }, () => ({ name: 'x' })) }, ['$or']],
  ])('refuses %j', (value, path) =>
    expect(filterProblems(value)).toEqual([
      { code: expect.any(String), path, message: expect.any(String) },
    ]),
  );
});

describe('toFilter', () => {
  it('finds everything for nothing', () => {
    expect(toFilter(undefined)).toEqual({ all: { name: NONE, role: NONE }, any: [] });
  });

  it('takes a bare text as $eq', () => {
    expect(toFilter({ name: 'a', $or: [{ role: { $in: ['b'] } }] })).toEqual({
      all: { name: { ...NONE, eq: 'a' }, role: NONE },
      any: [{ name: NONE, role: { ...NONE, in: ['b'] } }],
    });
  });
});
