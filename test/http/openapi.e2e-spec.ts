import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { runInNewContext } from 'node:vm';
import { gunzipSync } from 'node:zlib';
import type { Application } from 'express';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { OpenAPIObject } from '@nestjs/swagger';
import { escapeHtml } from '../../src/errors/errors-page.js';
import { addExamples } from '../../src/openapi/examples.js';
import { DOCUMENT_PARTS } from '../../src/openapi/page-script.js';
import { VERSION } from '../../src/version.js';
import { digestOf, shapeOf } from '../../tools/document-shape.js';
import { useApp } from '../support/harness.js';

interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly object[];
  readonly deprecated?: boolean;
  readonly description?: string;
  readonly parameters?: readonly {
    name: string;
    description?: string;
    in: string;
    required?: boolean;
    schema?: object;
  }[];
  readonly requestBody?: { content: Record<string, { schema?: object }> };
  readonly responses: Record<
    string,
    { description?: string; headers?: object; content?: Record<string, { schema?: object }> }
  >;
}

interface Document {
  readonly openapi: string;
  readonly info: object;
  readonly tags: readonly { name: string; description: string }[];
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { schemas: Record<string, object>; securitySchemes: object };
}

const server = useApp();
let document: Document;
let operations: readonly (readonly [name: string, operation: Operation])[];

beforeAll(async () => {
  const answer = await server.http.get('/api/docs/json').expect(200);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  document = answer.body as Document;
  operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(
      ([method, each]) => [`${method.toUpperCase()} ${path}`, each] as const,
    ),
  );
});

/** Every value under this key, at any depth. */
function all(node: unknown, key: string): unknown[] {
  if (node === null || typeof node !== 'object') return [];
  return Object.entries(node).flatMap(([name, value]) =>
    name === key ? [value, ...all(value, key)] : all(value, key),
  );
}

/** The operations for which this does not hold. */
const exceptions = (holds: (operation: Operation, name: string) => boolean) =>
  operations.filter(([name, operation]) => !holds(operation, name)).map(([name]) => name);

describe('GET /api/docs/json', () => {
  it('shows by an example what every field and parameter may hold', () => {
    const copy = structuredClone(document) as unknown as OpenAPIObject;
    expect(addExamples(copy)).toEqual([]);
  });

  it('is what the build wrote, which a built server answers', () => {
    const file = join(import.meta.dirname, '../../dist/src/openapi/document.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(document);
  });

  it('is OpenAPI 3.1', () => {
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'Strongroom', version: '0.0.1' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    });
  });

  it('has only references that lead somewhere', () => {
    const leads = (ref: string) =>
      ref
        .slice(2)
        .split('/')
        .reduce<unknown>(
          (part, key) => (part as Record<string, unknown> | undefined)?.[key],
          document,
        ) !== undefined;
    const broken = all(document, '$ref').filter((ref) => !leads(String(ref)));

    expect(broken).toEqual([]);
  });

  it('speaks the JSON Schema of 3.1, not that of 3.0', () => {
    expect(all(document.paths, 'nullable')).toEqual([]);
    expect(all(document.components, 'nullable')).toEqual([]);
    const exclusive = [...all(document, 'exclusiveMinimum'), ...all(document, 'exclusiveMaximum')];
    expect(exclusive.filter((value) => typeof value === 'boolean')).toEqual([]);
  });

  it('has every route of the application, and no other', () => {
    const { stack } = (server.app.getHttpAdapter().getInstance() as Application)
      .router as unknown as {
      stack: { route?: { path: string; methods: Record<string, boolean> } }[];
    };
    const served = stack
      .flatMap(({ route }) =>
        route
          ? Object.keys(route.methods).map(
              (method) =>
                `${method.toUpperCase()} ${route.path.replace(/[:*]([A-Za-z]+)/g, '{$1}')}`,
            )
          : [],
      )
      .filter((name) => !name.includes('/api/docs'));

    expect(operations.map(([name]) => name).sort()).toEqual([...new Set(served)].sort());
  });

  it('gives every operation a name of its own, a summary and a tag', () => {
    const ids = operations.map(([, { operationId }]) => operationId);

    expect(new Set(ids).size).toBe(ids.length);
    expect(exceptions(({ summary }) => /^[A-Z].{5,}/.test(summary ?? ''))).toEqual([]);
    expect(exceptions(({ tags }) => tags?.length === 1)).toEqual([]);
  });

  it('describes every tag, and none that no operation has', () => {
    const used = operations.flatMap(([, { tags = [] }]) => tags);

    expect(document.tags.map(({ name }) => name).sort()).toEqual([...new Set(used)].sort());
    expect(document.tags.filter(({ description }) => description.length < 40)).toEqual([]);
  });

  it('describes every path parameter', () => {
    const undescribed = exceptions(({ parameters = [] }, name) => {
      const inPath = [...name.matchAll(/\{([^}]+)\}/g)].map(([, parameter]) => parameter);
      return inPath.every((parameter) =>
        parameters.some((each) => each.in === 'path' && each.name === parameter && each.schema),
      );
    });

    expect(undescribed).toEqual([]);
  });

  it('describes every body and every answer', () => {
    const contents = (operation: Operation) => [
      ...Object.values(operation.requestBody?.content ?? {}),
      ...Object.values(operation.responses).flatMap(({ content }) => Object.values(content ?? {})),
    ];

    expect(exceptions((operation) => contents(operation).every(({ schema }) => schema))).toEqual(
      [],
    );
    expect(
      exceptions(({ responses }) =>
        Object.keys(responses).some((status) => /^(20[014]|302)$/.test(status)),
      ),
    ).toEqual([]);
  });

  it('tells the six errors of the specification of its operations, and elsewhere only what can happen', () => {
    const statusesOf = (method: string, path: string) =>
      Object.keys(document.paths[path]![method]!.responses);

    expect(statusesOf('get', '/api/v1/organization/roles')).toEqual(
      expect.arrayContaining(['400', '401', '403', '404', '422', '500']),
    );
    expect(statusesOf('get', '/api/v1/organization/roles')).not.toContain('409');
    expect(statusesOf('get', '/api/v1/identities/details')).not.toContain('404');
    expect(statusesOf('get', '/api/health/live')).toEqual(['200', '304', '431', '500']);
    expect(statusesOf('post', '/api/v1/oauth/token')).not.toContain('422');
    const takesNoBody = exceptions(
      ({ requestBody, responses }) => requestBody !== undefined || !('413' in responses),
    );
    expect(takesNoBody).toEqual([]);
    const open = exceptions(
      ({ security, responses }) => security?.length === 0 || '401' in responses,
    );
    expect(open).toEqual([]);
  });
});

describe('GET /api/docs', () => {
  it.each(['/api/docs', '/api/docs/'])(
    'is a page that its own policy lets work: %s',
    async (path) => {
      const { text, headers } = await server.http.get(path).expect(200);
      const policy = String(headers['content-security-policy']);
      const base = new URL(path, 'http://localhost');
      const scripts = [...text.matchAll(/<script([^>]*)>([^<]*)</g)];
      const files = [...text.matchAll(/(?:src|href)="([^"#:]+)"/g)].map(([, file]) => file!);

      expect(policy).toContain("script-src 'self'");
      // Behind plain http a browser that upgrades finds no script.
      expect(policy).not.toContain('upgrade-insecure-requests');
      expect(scripts.length).toBeGreaterThan(0);
      for (const [, attributes, inline] of scripts) {
        expect(attributes).toMatch(/src="\/api\/docs\//);
        expect(inline!.trim()).toBe('');
      }
      expect(text).not.toMatch(/\son[a-z]+="|javascript:/i);
      for (const file of files) {
        const url = new URL(file, base);
        expect(url.host).toBe('localhost');
        const answer = await server.http.get(url.pathname).expect(200);
        if (file.endsWith('.css')) expect(answer.headers['content-type']).toMatch(/^text\/css/);
        if (file.endsWith('.js')) {
          expect(answer.headers['content-type']).toMatch(/^(text|application)\/javascript/);
        }
      }
    },
  );

  it('is served as YAML as well', async () => {
    const { text } = await server.http.get('/api/docs/yaml').expect(200);

    expect(text).toMatch(/^openapi: 3\.1\.0$/m);
  });

  it('has every operation in its sidebar, once, with all that a search may name, and what holds for its tag', async () => {
    const { text } = await server.http.get('/api/docs').expect(200);
    const link = (id: string) => `<a href="/api/docs?operation=${id}"`;
    const entries = text.split('<li>').map((each) => each.slice(0, each.indexOf('</li>')));
    const missing = exceptions(({ operationId, summary, deprecated }, name) => {
      const [method, path] = name.split(' ') as [string, string];
      const own = entries.filter((entry) => entry.startsWith(link(operationId)));
      const says = [`>${method}</i>${escapeHtml(summary!)}<`, `<small>${escapeHtml(path)}</small>`];
      return (
        own.length === 1 &&
        says.every((each) => own[0]!.includes(each)) &&
        own[0]!.includes(' class="old"') === (deprecated === true)
      );
    });

    expect(missing).toEqual([]);
    expect(text.match(/\?operation=/g)).toHaveLength(operations.length);
    expect(text).toContain(`This server is Strongroom ${VERSION}.`);
    for (const { name } of document.tags)
      expect(text).toContain(`<section data-tag="${escapeHtml(name)}" hidden>`);
  });

  it('gives its reader a document of one operation that holds all it refers to, and nothing else', () => {
    const { documentOf } = runInNewContext(`${DOCUMENT_PARTS}; ({ documentOf })`) as {
      documentOf: (whole: Document, id: string) => Document;
    };
    const faults = operations.flatMap(([name, operation]) => {
      const part = documentOf(document, operation.operationId);
      const [method, path] = name.split(' ') as [string, string];
      const { tags: _, ...drawn } = operation;
      const { securitySchemes: __, ...components } = part.components;
      const held = Object.entries(components).flatMap(([kind, all]) =>
        Object.keys(all).map((each) => `#/components/${kind}/${each}`),
      );
      const isWhole =
        JSON.stringify(part.paths) ===
        JSON.stringify({ [path]: { [method.toLowerCase()]: drawn } });
      const isExact = isDeepStrictEqual(
        held.toSorted(),
        [...new Set(all({ ...part, info: {} }, '$ref') as string[])].toSorted(),
      );
      return isWhole && isExact ? [] : [name];
    });

    expect(faults).toEqual([]);
  });

  it('is read with the published file that src/openapi/reference/README.md names, from this server alone', async () => {
    const folder = new URL('../../src/openapi/reference/', import.meta.url);
    const digest = createHash('sha256')
      .update(gunzipSync(readFileSync(new URL('scalar.js.gz', folder))))
      .digest('hex');
    const packed = await fetch(`${server.url}/api/docs/reader.js`);
    const plain = await fetch(`${server.url}/api/docs/reader.js`, {
      headers: { 'Accept-Encoding': 'identity' },
    });

    expect(readFileSync(new URL('README.md', folder), 'utf8')).toContain(digest);
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(plain.headers.get('content-encoding')).toBeNull();
    for (const answer of [packed, plain])
      expect(
        createHash('sha256')
          .update(Buffer.from(await answer.arrayBuffer()))
          .digest('hex'),
      ).toBe(digest);
  });

  it('keeps a token for the tab alone, asks nobody else, and leads to the page of errors', async () => {
    const { text } = await server.http.get('/api/docs/page.js').expect(200);

    expect(text).toContain(
      "defineProperty(window, 'localStorage', { value: window.sessionStorage })",
    );
    expect(text).toContain('withDefaultFonts: false');
    expect(text).not.toMatch(/https?:/);
    expect(text).toContain('telemetry: false');
    expect((document.info as { description: string }).description).toContain('](/api/docs/errors)');
  });

  it('answers 304 to a browser that has it', async () => {
    const { headers } = await server.http.get('/api/docs/json').expect(200);
    const again = await server.http.get('/api/docs/json').set('If-None-Match', headers['etag']!);

    expect(again.status).toBe(304);
  });
});

describe('the types of the console', () => {
  it('are made of this document: if not, run `npm run console:types`', () => {
    const types = join(import.meta.dirname, '..', '..', 'console', 'api', 'schema.d.ts');
    const [, madeOf] = /Shape: (\S+)/.exec(readFileSync(types, 'utf8')) ?? [];

    expect(madeOf).toBe(digestOf(shapeOf(document)));
  });
});
