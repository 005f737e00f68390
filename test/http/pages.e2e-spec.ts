import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ERROR_CODES } from '../../src/errors/error-codes.js';
import { errorsMarkdown } from '../../src/errors/errors-page.js';
import { createDocument } from '../../src/openapi/document.js';
import { useApp } from '../support/harness.js';

const ROOT = join(import.meta.dirname, '..', '..');
const PAGE = '/api/docs/errors';
const server = useApp();

describe('the page of errors', () => {
  it('has an anchor, the meaning and the next step of every code', async () => {
    const { text, headers } = await server.http.get(PAGE).expect(200);
    const plain = text
      .replaceAll(/<\/?code>/g, '')
      .replaceAll('&#39;', "'")
      .replaceAll('&#34;', '"');

    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    for (const [code, [error, meaning, next]] of Object.entries(ERROR_CODES)) {
      expect(text).toContain(`<section id="${code}">`);
      for (const part of [error, meaning, next])
        expect(plain).toContain(
          part.replaceAll('`', '').replaceAll('<', '&#60;').replaceAll('>', '&#62;'),
        );
    }
  });

  it('is where the header Link of an error leads', async () => {
    const refused = await server.http.get('/api/v1/organization/roles');
    const [, url = ''] = /^<([^>]*)>; rel="help"$/.exec(refused.headers['link'] as string)!;
    const [path, anchor] = url.split('#');
    const { text } = await server.http.get(path!).expect(200);

    expect(text).toContain(`id="${anchor}"`);
  });

  it('needs nothing that its content security policy forbids, and no other host', async () => {
    const { text, headers } = await server.http.get(PAGE).expect(200);

    expect(headers['content-security-policy']).toContain("default-src 'self'");
    const plain = text.replace(/<link rel="icon" href="data:[^"]*">/, '');
    expect(plain).not.toMatch(/<script|<link|<img|<iframe|\bon\w+=|style="|https?:\/\//);
  });

  it('is kept by browsers, which ask whether it changed', async () => {
    const { headers } = await server.http.get(`${PAGE}/`).expect(200);
    const again = await server.http.get(PAGE).set('If-None-Match', headers['etag'] as string);

    expect(again.status).toBe(304);
  });

  it('names only operations that there are', () => {
    const known = Object.keys(createDocument(server.app).paths).map((path) =>
      path.replace(/\{\w+\}/g, '{}'),
    );
    const named = Object.values(ERROR_CODES)
      .flatMap(([, meaning, next]) => [
        ...`${meaning} ${next}`.matchAll(/`(?:GET|POST|PATCH|DELETE) (\S+)`/g),
      ])
      .map(([, path]) => path!.replace(/\{\w+\}/g, '{}'));

    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((path) => !known.includes(path))).toEqual([]);
  });

  it('is docs/errors.md as well: npm run build && node scripts/write-errors.js', () => {
    expect(readFileSync(join(ROOT, 'docs', 'errors.md'), 'utf8')).toBe(errorsMarkdown());
  });
});

describe('the pages of signing in', () => {
  it.each(['/login', '/accept', '/reset', '/account'])(
    'are the same whatever is added to their address, and run no script but their own: %s',
    async (path) => {
      const plain = await server.http.get(path).expect(200);
      const { text, headers } = await server.http
        .get(`${path}?callback_port=61234&x=<script>`)
        .expect(200);

      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(text).toBe(plain.text);
      expect(text.match(/<script[^>]*>/g)).toEqual(['<script src="/login/page.js">']);
      expect(headers['content-security-policy']).toMatch(
        /script-src 'self';.*connect-src 'self' http:\/\/127\.0\.0\.1:\*/,
      );
      expect(headers['referrer-policy']).toBe('no-referrer');
    },
  );

  it('send what a link holds by POST alone, and nothing to any host but this machine', async () => {
    const { text } = await server.http.get('/login/page.js').expect(200);

    expect(text).toContain('new URLSearchParams(location.hash.slice(1))');
    expect(text.match(/https?:\/\/[^/'+ ]*/g)).toEqual(['http://127.0.0.1:']);
    expect(text).not.toMatch(/innerHTML|outerHTML|insertAdjacent|document\.write|eval\(/);
    for (const method of ['post', 'put', 'delete'] as const) {
      await server.http[method]('/reset').expect(404);
    }
  });
});

describe('with rate limits', () => {
  const limited = useApp({ RATE_LIMITS: 'on', RATE_LIMIT_ANONYMOUS: '3' });

  it('counts pages and logins of people by address (429)', async () => {
    const statuses: number[] = [];
    for (const path of [PAGE, '/login', PAGE, PAGE, '/login'])
      statuses.push((await limited.http.get(path)).status);
    statuses.push((await limited.http.post('/api/v3/auth/login1').send({})).status);

    expect(statuses).toEqual([200, 200, 200, 429, 429, 401]);
  });
});
