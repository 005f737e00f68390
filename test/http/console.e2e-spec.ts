import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express, { type Express } from 'express';
import supertest from 'supertest';
import { pageFiles } from '../../src/console/page-files.js';
import { serveConsole } from '../../src/console/serve-console.js';

const HTML = '<!doctype html><title>The page</title>';
const SCRIPT = 'export const answer = 42;';

let folder: string;
let app: Express;
/** Requests that were counted against their address. */
let counted = 0;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'strongroom-page-'));
  mkdirSync(join(folder, 'assets'));
  const files = { 'index.html': HTML, 'assets/main-0a1b2c3d.js': SCRIPT };
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, `${name}.gz`), gzipSync(text));
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(text));
  }
  app = express();
  serveConsole(app, pageFiles(folder)!, () => Promise.resolve(counted++));
  app.use((_req, res) => void res.status(404).send('another'));
});

afterAll(() => rmSync(folder, { recursive: true }));

const get = (path: string, headers: Record<string, string> = {}) =>
  supertest(app).get(path).set(headers);

describe('the page of the console', () => {
  it.each([
    ['br', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0.5, gzip', 'gzip'],
    ['identity', undefined],
  ])('is sent as a client that takes %s takes it', async (accepted, encoding) => {
    const answer = await get('/console/', { 'Accept-Encoding': accepted });

    expect(answer.status).toBe(200);
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers['vary']).toContain('Accept-Encoding');
    expect(answer.text).toBe(HTML);
  });

  it('is asked for again with its entity tag; what its name has a digest for lasts', async () => {
    const page = await get('/console/');
    const again = await get('/console/', { 'If-None-Match': page.headers['etag'] as string });
    const script = await get('/console/assets/main-0a1b2c3d.js');

    expect(page.headers['cache-control']).toBe('no-cache');
    expect(again.status).toBe(304);
    expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(script.text).toBe(SCRIPT);
  });

  it('may load and run its own files alone, and stands in no frame', async () => {
    const { headers } = await get('/console/');

    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
        "require-trusted-types-for 'script'; trusted-types 'none'",
    );
    expect(headers).toMatchObject({
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(headers['permissions-policy']).toMatch(/camera=\(\).*clipboard-write=\(self\)/);
  });

  it('is where browsers are led from the first page, and nobody else', async () => {
    const browser = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

    expect((await get('/', browser)).headers['location']).toBe('console/');
    expect((await get('/console')).headers['location']).toBe('console/');
    expect((await get('/', { Accept: '*/*' })).text).toBe('another');
    expect((await get('/', { Accept: 'application/json' })).text).toBe('another');
    expect((await get('/api', browser)).text).toBe('another');
  });

  it.each(['/console/nothing', '/console/../package.json', '/console/index.html.gz'])(
    'has no file %s',
    async (path) => {
      expect((await get(path)).text).toBe('another');
    },
  );

  it('counts as a request without a token', async () => {
    const before = counted;
    await get('/console/');

    expect(counted).toBe(before + 1);
  });

  it('is not there where nothing was built', () => {
    expect(pageFiles(join(folder, 'assets'))).toBeNull();
  });
});

describe('what the build made of the page', () => {
  const BUILT = join(import.meta.dirname, '..', '..', 'dist', 'src', 'console', 'page');
  interface Chunk {
    readonly file: string;
    readonly isEntry?: boolean;
    readonly imports?: readonly string[];
    readonly css?: readonly string[];
    readonly dynamicImports?: readonly string[];
  }
  const manifest = JSON.parse(readFileSync(join(BUILT, 'manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >;
  const kilobytes = (files: Iterable<string>) =>
    [...files].reduce((sum, file) => sum + statSync(join(BUILT, `${file}.gz`)).size, 0) / 1024;

  /** What a browser asks for before it shows this chunk. */
  function filesOf(name: string, found = new Set<string>()): Set<string> {
    const { file, css = [], imports = [] } = manifest[name]!;
    if (found.has(file)) return found;
    for (const each of [file, ...css]) found.add(each);
    for (const each of imports) filesOf(each, found);
    return found;
  }

  const [entry] = Object.entries(manifest).find(([, { isEntry }]) => isEntry)!;
  const first = new Set(['index.html', ...filesOf(entry)]);

  it('is at most 250 KB for the first load, and 40 KB for each further screen, by gzip', () => {
    const screens = Object.keys(manifest).filter((name) => name.endsWith('screen.tsx'));
    const sizes = screens.map((name) => {
      const more = [...filesOf(name)].filter((file) => !first.has(file));
      return [name, kilobytes(more)] as const;
    });

    expect(kilobytes(first)).toBeLessThan(250);
    expect(screens).not.toHaveLength(0);
    expect(sizes.filter(([, size]) => size > 40)).toEqual([]);
  });

  it('is at most 500 KB in all, without fonts and pictures', () => {
    const all = readdirSync(BUILT, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.gz'))
      .map((file) => file.slice(0, -'.gz'.length));

    expect(kilobytes(all)).toBeLessThan(500);
    expect(all.filter((file) => !/\.(html|js|css)$|icon-[\w-]+\.svg$/.test(file))).toEqual([]);
  });
});
