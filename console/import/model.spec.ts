import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseFile, printEnv } from './model';

const pairs = (text: string) => {
  const { entries, problems } = parseFile(text);
  expect(problems).toEqual([]);
  return Object.fromEntries(entries.map(({ name, value }) => [name, value]));
};

describe('a .env file', () => {
  it('is read back as it was printed', () => {
    const name = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_.-]{0,8}$/);
    const value = fc.string({ unit: fc.constantFrom(...`'"\`\n\r\\=#$ {}anr\té`) });
    const list = fc.uniqueArray(fc.record({ name, value }), { selector: (each) => each.name });
    fc.assert(
      fc.property(list, (entries) => {
        expect(parseFile(printEnv(entries))).toEqual({ entries, problems: [] });
      }),
      { numRuns: 500 },
    );
  });

  it('has names and values, with quotes, comments and white space or without', () => {
    const text = [
      ...['# settings', '', 'PLAIN=a b', 'export EXPORTED=1', ' SPACED = x  # why', 'EMPTY='],
      ...["SINGLE='a # $B \\n'", 'DOUBLE="a\\nb \\"c\\" \\\\d" # told', 'TICK=`it\'s "so"`'],
      ...['HASH=a#b', 'URL=postgres://u:p@h/d?x=1#y', 'MANY="one', 'two"', "LAST='x'"],
    ].join('\r\n');
    expect(pairs(text)).toEqual({
      ...{ PLAIN: 'a b', EXPORTED: '1', SPACED: 'x', EMPTY: '', SINGLE: 'a # $B \\n' },
      ...{ DOUBLE: 'a\nb "c" \\d', TICK: 'it\'s "so"', HASH: 'a#b' },
      ...{ URL: 'postgres://u:p@h/d?x=1#y', MANY: 'one\ntwo', LAST: 'x' },
    });
    expect(pairs('A=#nothing')).toEqual({ A: '' });
  });

  it.each([
    ['=canary', 'no-name', 1],
    ['A=1\ncanary', 'no-value', 2],
    ['A B=canary', 'bad-name', 1],
    ['A:B=canary', 'bad-name', 1],
    ["\nA='canary", 'open-quote', 2],
    ['A="canary" canary', 'after-quote', 1],
  ])('of %j is told by kind and line, never by value', (text, kind, line) => {
    const { problems } = parseFile(text);
    expect(problems).toEqual([{ kind, line }]);
    expect(JSON.stringify(problems)).not.toContain('canary');
  });

  it('may have a name once, and a thousand of them', () => {
    expect(parseFile('A=1\nB=2\nA=3').problems).toEqual([{ kind: 'twice', line: null, name: 'A' }]);
    const many = Array.from({ length: 1_001 }, (_, index) => `A${index}=1`).join('\n');
    expect(parseFile(many).problems).toEqual([{ kind: 'too-many', line: null }]);
  });
});

describe('a JSON file', () => {
  it('is an object of names and values, or a list of secrets', () => {
    expect(pairs('{"A":"1","b c":" x\\n"}')).toEqual({ A: '1', 'b c': ' x\n' });
    const list = '[{"secretKey":"A","secretValue":"1","secretComment":"why"}]';
    expect(parseFile(list).entries).toEqual([{ name: 'A', value: '1', comment: 'why' }]);
  });

  it.each([
    ['{"A":"canary', { kind: 'not-json' }],
    ['[null]', { kind: 'not-pairs' }],
    ['["canary"]', { kind: 'not-pairs' }],
    ['{"A":12345678901234567890}', { kind: 'no-text', name: 'A' }],
    ['[{"secretKey":"A","secretValue":"canary","secretPath":"/x"}]', { kind: 'folder', name: 'A' }],
  ])('of %s is told by name, never by value', (text, problem) => {
    expect(parseFile(text).problems).toEqual([{ line: null, ...problem }]);
  });
});
