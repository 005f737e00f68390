import { leastOf, quietStopwatch } from '../../test/support/quiet-stopwatch.js';
import { matchesMetadata, MAX_GROUPS, parseMetadataFilter } from './metadata-filter.js';

describe('parseMetadataFilter', () => {
  it.each([
    ['', []],
    ['key=a,value=b', [{ key: 'a', value: 'b' }]],
    [' key= a , value= b ', [{ key: 'a', value: 'b' }]],
    [
      'key=a,value=b|key=c,value=d',
      [
        { key: 'a', value: 'b' },
        { key: 'c', value: 'd' },
      ],
    ],
    ['key=a,value=', [{ key: 'a', value: '' }]],
    ['key=a,value=b,c=d', [{ key: 'a', value: 'b,c=d' }]],
    ['key=a,value=%_*', [{ key: 'a', value: '%_*' }]],
    ['key=__proto__,value=x', [{ key: '__proto__', value: 'x' }]],
    ['key=,value=b', []],
    ['value=b,key=a', []],
    ['key=a', []],
    ['nonsense|key=a,value=b|', [{ key: 'a', value: 'b' }]],
  ])('reads %j', (text, filter) => {
    expect(parseMetadataFilter(text)).toEqual(filter);
  });

  it('takes ten groups, and no more', () => {
    const groups = (count: number) => Array<string>(count).fill('key=a,value=b').join('|');
    expect(parseMetadataFilter(groups(MAX_GROUPS))).toHaveLength(MAX_GROUPS);
    expect(parseMetadataFilter(groups(MAX_GROUPS + 1))).toBeNull();
  });

  it('takes linear time for any text', async () => {
    const measure = () => {
      const took = quietStopwatch();
      for (const text of [
        ' '.repeat(8_192),
        `key=${' '.repeat(8_000)}`,
        `key=a,${' '.repeat(8_000)}`,
      ])
        parseMetadataFilter(text);
      return took();
    };
    expect(await leastOf(500, measure)).toBeLessThan(500);
  });
});

describe('matchesMetadata', () => {
  const metadata = [
    { key: 'owner', value: 'me' },
    { key: 'owner', value: 'you' },
    { key: 'empty', value: '' },
    { key: 'pin', sealed: 'b64' },
  ];
  const matches = (...pairs: [string, string][]) =>
    matchesMetadata(
      metadata,
      pairs.map(([key, value]) => ({ key, value })),
    );

  it('asks for all pairs, each in some entry', () => {
    expect(matches(['owner', 'me'])).toBe(true);
    expect(matches(['owner', 'me'], ['owner', 'you'])).toBe(true);
    expect(matches(['owner', 'me'], ['owner', 'they'])).toBe(false);
    expect(matches(['empty', ''])).toBe(true);
    expect(matches()).toBe(true);
  });

  it('matches exactly', () => {
    expect(matches(['owner', 'Me'])).toBe(false);
    expect(matches(['owner', ''])).toBe(false);
    expect(matches(['owner', '%'])).toBe(false);
    expect(matches(['toString', ''])).toBe(false);
  });

  it('never matches what is encrypted', () => {
    expect(matches(['pin', ''])).toBe(false);
    expect(matches(['pin', 'b64'])).toBe(false);
  });
});
