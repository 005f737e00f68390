import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ApiError } from '../../errors/api-error.js';
import {
  JSON_BOUNDS,
  MAX_DEPTH,
  MAX_KEYS,
  MAX_NODES,
  parseInSteps,
  parseJsonBody,
} from './json-body.js';

const parse = (text: string) => parseJsonBody(Buffer.from(text));

/** The status with which a body is refused. */
async function statusOf(text: string | Buffer): Promise<number | null> {
  try {
    await parseJsonBody(Buffer.from(text));
    return null;
  } catch (error) {
    expect(error).toBeInstanceOf(ApiError);
    return (error as ApiError).statusCode;
  }
}

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const keys = (count: number) => `{${Array.from({ length: count }, (_, i) => `"k${i}":0`).join()}}`;

describe('parseJsonBody', () => {
  it('gives whatever JSON.stringify wrote', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 8, stringUnit: 'binary' }), async (value) => {
        const text = JSON.stringify(value);
        fc.pre(!/"(__|constructor|hasOwn|isProto|property|to(String|Locale)|valueOf)/.test(text));
        expect(await parse(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('gives what JSON.parse gives, or refuses, whatever the bytes', async () => {
    const piece = fc.constantFrom('{', '}', '[', ']', ',', ':', '"', '\\', 'a', '1', 'null', ' ');
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
        const text = pieces.join('');
        const status = await statusOf(text);
        if (status === null) expect(await parse(text)).toEqual(JSON.parse(text));
        else if (status === 422) expect(text.length).toBeGreaterThan(0);
        else expect(status).toBe(400);
      }),
    );
  });

  it.each<[string, string, string]>([
    ['depth', nested(MAX_DEPTH), nested(MAX_DEPTH + 1)],
    ['keys of an object', keys(MAX_KEYS), keys(MAX_KEYS + 1)],
    ['values', `[${'0,'.repeat(MAX_NODES - 2)}0]`, `[${'0,'.repeat(MAX_NODES)}0]`],
  ])('has a bound for %s', async (_, within, beyond) => {
    expect(await statusOf(within)).toBeNull();
    expect(await statusOf(beyond)).toBe(422);
  });

  it('does not take brackets, commas and colons of a text for structure', async () => {
    const text = `${'[{'.repeat(100)}:,"\\`;

    expect(await parse(JSON.stringify({ [text]: text }))).toEqual({ [text]: text });
  });

  it.each(['{"a":1,"a":1}', '{"a":{"b":1,"b":2}}', '[{"a":1},{"a":1,"\\u0061":2}]'])(
    'refuses the repeated key of %s',
    async (text) => {
      expect(await statusOf(text)).toBe(400);
    },
  );

  it('takes one key in two objects for no repetition', async () => {
    expect(await parse('[{"a":1},{"a":2,"b":{"a":3}}]')).toEqual([{ a: 1 }, { a: 2, b: { a: 3 } }]);
  });

  it.each(Object.getOwnPropertyNames(Object.prototype))('refuses %s as a key', async (name) => {
    expect(await statusOf(`{"a":[{"${name}":1}]}`)).toBe(422);
    expect(await statusOf(`{"a":"${name}"}`)).toBeNull();
  });

  it('says where, but not what', async () => {
    await expect(parse('{"a":[0,"\\ud800canary"]}')).rejects.toThrow(
      expect.objectContaining({
        reason: [
          {
            code: 'invalid_text',
            path: ['a', 1],
            message: 'Not well-formed Unicode, or a reserved name',
          },
        ],
      }),
    );
  });

  it.each(['1e400', '-1e400'])('refuses %s, which would become infinite', async (number) => {
    expect(await statusOf(`{"a":${number}}`)).toBe(400);
  });

  it.each(['ff', 'c080', 'eda080', 'f4908080', 'c3'])('refuses the bytes %s', async (hex) => {
    const bytes = Buffer.concat([Buffer.from('"'), Buffer.from(hex, 'hex'), Buffer.from('"')]);

    expect(await statusOf(bytes)).toBe(400);
  });

  it('gives the same for a long body, whose steps are divided', async () => {
    const { setImmediate: turn } = await import('node:timers/promises');
    const long = { list: Array.from({ length: 30_000 }, (_, i) => ({ [`k${i}`]: `\\"${i}` })) };
    const text = JSON.stringify({ ...long, text: '\\é€😀'.repeat(900_001) });
    let turns = 0;
    let isOver = false;
    const parsed = parse(text).finally(() => (isOver = true));
    for (; !isOver; turns++) await turn();

    expect(await parsed).toEqual(JSON.parse(text));
    expect(turns).toBeGreaterThan(2);
    // However fast the machine is: a pause is offered for each MiB, counted and decoded.
    const bytes = Buffer.from(text);
    const pauses = [...parseInSteps(bytes, JSON_BOUNDS)].length;
    expect(pauses).toBeGreaterThan(2 * Math.floor(bytes.length / (1024 * 1024)));
  });
});
