import { execFileSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CommandError } from './command.js';
import { formatted, formatOf, parseSecrets } from './secret-files.js';

const oneOf = (secretValue: string) => [{ secretKey: 'A', secretValue }];

describe('a .env file', () => {
  it.each([
    'plain',
    '',
    ' spaces ',
    'a b # no comment',
    "it's",
    'line\nline\n',
    '${A}$B\\n',
    '-----BEGIN KEY-----\nab+/=\n-----END KEY-----\n',
    '{"a":"b"}',
    'ä€😀',
  ])('gives back %j', (value) => {
    expect(parseSecrets('env', formatted('env', oneOf(value)), 'f')).toEqual(oneOf(value));
  });

  it('gives back any value as it was, or refuses to be written', () => {
    const text = fc.string({ unit: fc.constantFrom(...`'"\`\n\r\\=# $\{}aNEXT_LIN\t`) });
    fc.assert(
      fc.property(text, (value) => {
        let written: string;
        try {
          written = formatted('env', [...oneOf(value), { secretKey: 'B', secretValue: 'b' }]);
        } catch (error) {
          return error instanceof CommandError;
        }
        const read = parseSecrets('env', written, 'f');
        return read.length === 2 && read[0]!.secretValue === value && read[1]!.secretValue === 'b';
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    "it's",
    'a "b" $(echo run) `echo run` ${HOME}',
    'line\nline\n',
    'back\\slash\\n!',
    '~/a;b&c|d*',
    '',
  ])('is read by a shell as %j, which runs nothing', (value) => {
    const read = `${formatted('env', oneOf(value))}printf %s "$A"`;

    expect(execFileSync('sh', ['-c', read], { encoding: 'utf8' })).toBe(value);
  });

  it.each(["it's $(echo run)", "it's `echo run`", `both ' and "`, "it's \\"])(
    'refuses %j, which a shell and Node cannot both read back',
    (value) => {
      expect(() => formatted('env', oneOf(value))).toThrow('The value of A does not fit');
    },
  );

  it('refuses a name that is none there, without its value', () => {
    const secrets = [{ secretKey: 'a-b', secretValue: 'canary' }];

    expect(() => formatted('env', secrets)).toThrow('The name a-b does not fit');
  });
});

describe('a JSON file', () => {
  it('gives back every value, name, folder, comment and metadata', () => {
    const secrets = [
      {
        secretPath: '/a',
        secretKey: 'x-y',
        secretValue: `'"\`\r\n`,
        secretComment: 'why',
        secretMetadata: [{ key: 'k', value: 'v' }],
      },
    ];

    expect(parseSecrets('json', formatted('json', secrets), 'f')).toEqual(secrets);
  });

  it('spells a folder in one way', () => {
    const text = '[{"secretPath":"a/b/","secretKey":"A","secretValue":"1"}]';

    expect(parseSecrets('json', text, 'f')).toMatchObject([{ secretPath: '/a/b' }]);
    expect(() => parseSecrets('json', text.replace('a/b/', 'a//b'), 'f')).toThrow(
      'f: item 1: a//b is no path of a folder, such as /api/eu.',
    );
  });

  it('may be an object of names and values', () => {
    expect(parseSecrets('json', '{"A":"1"}', 'f')).toEqual([{ secretKey: 'A', secretValue: '1' }]);
  });

  it.each([
    ['{"A":"canary', 'f is not JSON.'],
    ['"canary"', 'f should hold a list of secrets, or an object of names and values.'],
    ['{"A":1}', 'f: item 1 (A) needs a text as its value.'],
    ['[{"secretValue":"canary"}]', 'f: item 1 needs a text secretKey.'],
    ['[null]', 'f: item 1 needs a text secretKey.'],
    [
      '[{"secretKey":"A","secretValue":"canary"},{"secretKey":"A","secretValue":"canary"}]',
      'f has A twice.',
    ],
  ])('refuses %s by name, never by value', (text, message) => {
    expect(() => parseSecrets('json', text, 'f')).toThrow(new CommandError(message));
  });
});

describe('formatOf', () => {
  it('goes by what was asked for, then by the name of the file', () => {
    expect([
      formatOf('json', 'a.env'),
      formatOf(undefined, 'a.json'),
      formatOf(undefined, 'a'),
    ]).toEqual(['json', 'json', 'env']);
    expect(() => formatOf('yaml', undefined)).toThrow('--format should be one of env, json.');
  });
});
