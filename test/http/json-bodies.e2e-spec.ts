import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { type RawAnswer, request, sendRaw } from '../support/raw-http.js';
import {
  ROLES,
  PROJECTS,
  CANARY,
  server,
  admin,
  bearer,
  JSON_TYPE,
  role,
  expectError,
} from './transport-scene.js';

/** Sends a body as it is, with a valid token. */
async function post(path: string, body: string | Buffer, ...headers: string[]): Promise<RawAnswer> {
  const bytes = Buffer.from(body);
  const type = headers.some((header) => /^content-type:/i.test(header)) ? [] : [JSON_TYPE];
  const head = request(`POST ${path}`, [
    bearer(),
    ...type,
    ...headers,
    `Content-Length: ${bytes.length}`,
  ]);
  const { answers } = await sendRaw(server.url, [head, bytes]);
  return answers[0]!;
}

describe('a JSON body', () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

  it('may be nested 32 levels deep', async () => {
    const body = JSON.stringify({ projectName: 'Deep', x: 0 }).replace('0', nested(31));

    expect((await post(PROJECTS, body)).status).toBe(200);
  });

  it.each([32, 1_000, 100_000])('is refused when nested %d levels below the top', async (depth) => {
    expectError(await post(PROJECTS, `{"x":${nested(depth)}}`), 422, 'ValidationFailure');
  });

  it('is not looked at before authentication, however deep', async () => {
    const body = `{"x":${nested(100_000)}}`;
    const bytes = request(`POST ${PROJECTS}`, [JSON_TYPE], body);

    const { answers } = await sendRaw(server.url, bytes);

    expectError(answers[0]!, 401, 'UnauthorizedError');
  });

  it.each([
    ['80,000 keys', `{${Array.from({ length: 80_000 }, (_, i) => `"k${i}":0`).join()}}`],
    ['100,001 short strings', `{"x":[${'"",'.repeat(100_000)}""]}`],
    ['200,000 empty objects', `{"x":[${'{},'.repeat(200_000)}{}]}`],
  ])('is refused with %s', async (_, body) => {
    expectError(await post(PROJECTS, body), 422, 'ValidationFailure');
  });

  it.each([
    ['a repeated key', '{"projectName":"a","projectName":"b"}'],
    ['a key repeated by an escape', '{"projectName":"a","project\\u004eame":"b"}'],
    ['a key repeated deep inside', '{"projectName":"a","x":[{"y":1,"y":1}]}'],
    ['a byte order mark', '\ufeff{"projectName":"a"}'],
    ['a trailing comma', '{"projectName":"a",}'],
    ['a comment', '{"projectName":"a"/* b */}'],
    ['NaN', '{"projectName":NaN}'],
    ['Infinity', '{"x":Infinity}'],
    ['a number beyond all', '{"x":1e400}'],
    ['single quotes', "{'projectName':'a'}"],
    ['hexadecimal', '{"x":0x10}'],
    ['something behind it', '{"projectName":"a"}{}'],
    ['half of it', '{"projectName":"a'],
    ['white space alone', '  \n'],
    ['a raw control character', '{"projectName":"a\u0001"}'],
  ])('is refused with 400 for %s', async (_, body) => {
    expectError(await post(PROJECTS, body), 400, 'BadRequest');
  });

  it.each(['[]', '[{"projectName":"a"}]', 'null', 'true', '1', `"${CANARY}"`])(
    'is refused when it is %s',
    async (body) => {
      const answer = await post(PROJECTS, body);

      expectError(answer, 422, 'ValidationFailure');
      expect(JSON.parse(answer.text)).toMatchObject({
        message: [{ code: 'invalid_type', path: [], message: 'The body should be a JSON object' }],
      });
    },
  );

  it.each(['FF', 'C0AF', 'EDA080', 'F8888080', 'E282'])(
    'is refused when it holds the bytes %s, which are no UTF-8',
    async (hex) => {
      const bytes = Buffer.concat([
        Buffer.from('{"projectName":"'),
        Buffer.from(hex, 'hex'),
        Buffer.from('"}'),
      ]);

      expectError(await post(PROJECTS, bytes), 400, 'BadRequest');
    },
  );

  it.each([
    ['a high one', '{"projectName":"\\ud800"}'],
    ['a low one', '{"projectName":"\\udc00"}'],
    ['a reversed pair', '{"projectName":"\\udc00\\ud800"}'],
    ['one in an unknown field', '{"projectName":"a","x":[{"y":"\\ud800"}]}'],
    ['one in a key', '{"projectName":"a","\\ud800":1}'],
  ])('is refused for a lone surrogate: %s', async (_, body) => {
    expectError(await post(PROJECTS, body), 422, 'ValidationFailure');
  });

  it.each([
    ['projectName', { projectName: 'a\0b' }],
    ['projectDescription', { projectName: 'a', projectDescription: '\0' }],
    ['slug', { projectName: 'a', slug: 'abcde\0' }],
    ['type', { projectName: 'a', type: '\0' }],
  ])('is refused for a NUL in %s', async (field, body) => {
    const answer = await post(PROJECTS, JSON.stringify(body));

    expectError(answer, 422, 'ValidationFailure');
    expect(JSON.parse(answer.text)).toMatchObject({ message: [{ path: [field] }] });
  });

  it.each([
    ['a character of the last plane', '\u{10fffd}'],
    ['a non-character', '\ufffe'],
    ['bidirectional controls', '\u202edrawkcab\u2066'],
    ['a control character', 'a\u001fb'],
    ['decomposed letters', 'e\u0301'],
    ['an emoji family', '👩‍👩‍👧‍👦'],
  ])('keeps %s as it was sent', async (_, projectName) => {
    const { body } = await admin.http.post(PROJECTS).send({ projectName }).expect(200);

    expect((body as { project: { name: string } }).project.name).toBe(projectName);
  });

  describe('with keys of a hostile name', () => {
    const at = (key: string, value: string) => [
      `{"${key}":${value},"projectName":"a"}`,
      `{"projectName":{"${key}":${value}}}`,
      `{"projectName":"a","x":{"y":[{"${key}":${value}}]}}`,
    ];
    const NAMES = [
      '__proto__',
      'constructor',
      'hasOwnProperty',
      'toString',
      'valueOf',
      '__defineGetter__',
      '\\u005f_proto__',
    ];

    it.each(NAMES.flatMap((name) => [...at(name, '{"polluted":1}'), ...at(name, 'null')]))(
      'refuses %s',
      async (body) => {
        expectError(await post(PROJECTS, body), 422, 'ValidationFailure');
        expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
      },
    );

    it.each(['then', 'toJSON', 'prototype', 'length', 'name'])(
      'takes %s for an unknown key like any other',
      async (name) => {
        expect((await post(PROJECTS, at(name, '"x"')[0]!)).status).toBe(200);
        expect((await post(PROJECTS, at(name, '{"a":1}')[2]!)).status).toBe(200);
        const asName = await post(PROJECTS, at(name, '{"a":1}')[1]!);
        expectError(asName, 422, 'ValidationFailure');
      },
    );

    it.each(['toString', 'valueOf', 'then', '__proto__', 'constructor', 'hasOwnProperty'])(
      'refuses %s at every level of an organization role',
      async (name) => {
        const { permissions, ...rest } = role();
        const hostile = `{"${name}":"x"}`;
        const bodies = [
          JSON.stringify({ ...rest, permissions }).replace('{', `{"${name}":"x",`),
          JSON.stringify({ ...rest, permissions: 0 }).replace('0}', `[${hostile}]}`),
          JSON.stringify({ ...rest, permissions: 0 }).replace('0}', `${hostile}}`),
          JSON.stringify({ ...rest, permissions: [{ subject: 0, action: ['read'] }] }).replace(
            ':0,',
            `:${hostile},`,
          ),
          JSON.stringify({
            ...rest,
            permissions: [{ subject: 'app-connections', action: ['read'], conditions: 0 }],
          }).replace(':0', `:${hostile}`),
        ];
        for (const body of bodies) {
          expectError(await post(ROLES, body), 422, 'ValidationFailure');
        }
      },
    );
  });

  it.each(['gzip', 'br', 'deflate', 'gzip, gzip', 'x-unknown'])(
    'is refused with 415 when encoded as %s, and not inflated',
    async (encoding) => {
      const bomb = gzipSync(Buffer.alloc(4_000_000, ' '));

      const answer = await post(PROJECTS, bomb, `Content-Encoding: ${encoding}`);

      expectError(answer, 415, 'UnsupportedMediaType');
    },
  );

  it.each([
    'text/plain',
    'text/html',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-16',
    'application/json; charset=utf-7',
    'application/json; charset=iso-8859-1',
    'application/jsonp',
    '*/*',
    '',
  ])('is refused with 415 as %p', async (type) => {
    const answer = await post(PROJECTS, '{"projectName":"a"}', `Content-Type: ${type}`);

    expectError(answer, 415, 'UnsupportedMediaType');
  });

  it.each(['application/json;charset="UTF-8"', 'APPLICATION/JSON', 'application/merge-patch+json'])(
    'is taken as %s',
    async (type) => {
      const answer = await post(PROJECTS, '{"projectName":"a"}', `Content-Type: ${type}`);

      expect(answer.status).toBe(200);
    },
  );
});

describe('the size of a body', () => {
  const LIMIT = 1024 * 1024;
  const ofSize = (size: number) => `{"projectName":"a","x":"${'x'.repeat(size - 26)}"}`;

  it('may be 1 MiB', async () => {
    expect(ofSize(LIMIT)).toHaveLength(LIMIT);
    expect((await post(PROJECTS, ofSize(LIMIT))).status).toBe(200);
  });

  it('is refused with 413 one byte above, before it was read', async () => {
    const head = request(`POST ${PROJECTS}`, [bearer(), JSON_TYPE, `Content-Length: ${LIMIT + 1}`]);

    const { answers } = await sendRaw(server.url, head);

    expectError(answers[0]!, 413, 'PayloadTooLarge');
  });

  it('is refused with 413 once a body of unknown length goes beyond', async () => {
    const head = request(`POST ${PROJECTS}`, [bearer(), JSON_TYPE, 'Transfer-Encoding: chunked']);
    const chunk = `${(LIMIT + 1).toString(16)}\r\n${ofSize(LIMIT + 1)}\r\n`;

    const { answers, closed } = await sendRaw(server.url, [head, chunk], 'closed');

    expectError(answers[0]!, 413, 'PayloadTooLarge');
    expect(closed).toBe(true);
  });

  it('reaches a client that sends all of it before it listens', async () => {
    const answer = await post(PROJECTS, ofSize(10 * LIMIT));

    expectError(answer, 413, 'PayloadTooLarge');
  });

  it.each([
    ['no token', []],
    ['a token that is none', ['Authorization: Bearer abc']],
  ])('does not matter with %s: 401 before a byte of 10 MB was sent', async (_, headers) => {
    const head = request(`POST ${PROJECTS}`, [...headers, JSON_TYPE, 'Content-Length: 10000000']);

    const { answers } = await sendRaw(server.url, head);

    expectError(answers[0]!, 401, 'UnauthorizedError');
  });

  it('is not asked for by 100-continue without a token', async () => {
    const head = ['Expect: 100-continue', JSON_TYPE, 'Content-Length: 19'];

    const refused = await sendRaw(server.url, request(`POST ${PROJECTS}`, head), 'closed');
    const asked = await sendRaw(server.url, request(`POST ${PROJECTS}`, [bearer(), ...head]));

    expect(refused.answers.map(({ status }) => status)).toEqual([401]);
    expect(asked.answers.map(({ status }) => status)).toEqual([100]);
  });

  it('comes after 100 Continue', async () => {
    const head = request(`POST ${PROJECTS}`, [
      bearer(),
      JSON_TYPE,
      'Expect: 100-continue',
      'Content-Length: 19',
    ]);

    const { answers } = await sendRaw(server.url, [head, '{"projectName":"a"}'], 2);

    expect(answers.map(({ status }) => status)).toEqual([100, 200]);
  });
});
