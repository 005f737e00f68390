import fc from 'fast-check';
import {
  childPath,
  lastName,
  lineage,
  MAX_PATH_DEPTH,
  MAX_PATH_LENGTH,
  parentPath,
  relativePath,
  renamedPaths,
  subtreeRange,
  toFolderPath,
} from './folder-path.js';

const name = fc.stringMatching(/^[A-Za-z0-9_-]{1,12}$/);
const names = fc.array(name, { minLength: 1, maxLength: MAX_PATH_DEPTH });
const canonical = names.map((each) => `/${each.join('/')}`);

describe('toFolderPath', () => {
  it.each([
    ['', '/'],
    ['/', '/'],
    ['a', '/a'],
    ['/a', '/a'],
    ['a/', '/a'],
    ['/a/b/', '/a/b'],
    ['/A_b-9', '/A_b-9'],
  ])('makes %j the path %j', (text, path) => {
    expect(toFolderPath(text)).toBe(path);
  });

  it.each([
    '//',
    '//a',
    '/a//b',
    '/a//',
    '.',
    '..',
    '/a/../b',
    '/a/./b',
    '/.a',
    '\\a',
    '%2e',
    '/a b',
    ' /a',
    '/*',
    '/**',
    '/a:b',
    '/ä',
    '/a\u0000',
    '/a\n',
    '/аdmin',
  ])('has no form for %j', (text) => {
    expect(toFolderPath(text)).toBeNull();
  });

  it('keeps names of 255 characters and 20 levels, and no more', () => {
    expect(toFolderPath(`/${'a'.repeat(255)}`)).not.toBeNull();
    expect(toFolderPath(`/${'a'.repeat(256)}`)).toBeNull();
    expect(toFolderPath('/a'.repeat(MAX_PATH_DEPTH))).not.toBeNull();
    expect(toFolderPath('/a'.repeat(MAX_PATH_DEPTH + 1))).toBeNull();
  });

  it('keeps 1,024 characters, and no more', () => {
    const path = `${'/'.padEnd(256, 'a').repeat(3)}${'/'.padEnd(256, 'a')}`;
    expect(path).toHaveLength(MAX_PATH_LENGTH);
    expect(toFolderPath(path)).toBe(path);
    expect(toFolderPath(`${path.slice(0, -2)}/aa`)).toBeNull();
    expect(toFolderPath('/a'.repeat(50_000))).toBeNull();
  });

  it('answers a canonical path or null, and its own answers unchanged', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.stringMatching(/^[a-c/.]{0,12}$/),
      canonical,
    );
    fc.assert(
      fc.property(text, (any) => {
        const path = toFolderPath(any);
        if (path === null) return;
        expect(path).toMatch(/^(\/|(\/[A-Za-z0-9_-]{1,255})+)$/);
        expect(toFolderPath(path)).toBe(path);
        expect([path, path.slice(1), `${path}/`, `${path.slice(1)}/`, '/']).toContain(any || '/');
      }),
    );
  });

  it('takes every canonical path as it is', () => {
    fc.assert(fc.property(canonical, (path) => toFolderPath(path) === path));
  });
});

describe('the parts of a path', () => {
  it('are a parent and a name', () => {
    fc.assert(
      fc.property(canonical, (path) => childPath(parentPath(path), lastName(path)) === path),
    );
  });

  it('lead from the root to the path', () => {
    expect(lineage('/')).toEqual(['/']);
    expect(lineage('/a/b')).toEqual(['/', '/a', '/a/b']);
    expect(parentPath('/')).toBe('/');
    expect(parentPath('/a')).toBe('/');
  });

  it('are not made of what is no name', () => {
    for (const bad of ['', 'a/b', '..', 'a.b']) expect(childPath('/x', bad)).toBeNull();
    expect(childPath('/a'.repeat(MAX_PATH_DEPTH), 'b')).toBeNull();
  });

  it('show what is below as seen from above', () => {
    expect(relativePath('/', '/a/b')).toBe('/a/b');
    expect(relativePath('/a', '/a/b')).toBe('/b');
  });
});

describe('subtreeRange', () => {
  it('holds exactly what lies below', () => {
    const path = fc.oneof(fc.constant('/'), fc.stringMatching(/^(\/[ab0-]{1,2}){1,3}$/));
    fc.assert(
      fc.property(path, path, (above, other) => {
        const [from, to] = subtreeRange(above);
        const isBelow = above === '/' ? true : other.startsWith(`${above}/`);
        expect(from <= other && other < to).toBe(isBelow);
      }),
    );
  });
});

const at = (id: string, path: string, environmentId = 'dev') => ({ id, environmentId, path });

describe('renamedPaths', () => {
  it('moves what is below a renamed folder with it', () => {
    const folders = [at('1', '/a'), at('2', '/a/b'), at('3', '/a/b/c')];

    expect([...renamedPaths(folders, new Map([['1', 'x']])).values()]).toEqual([
      '/x',
      '/x/b',
      '/x/b/c',
    ]);
  });

  it('renames on several levels at once', () => {
    const folders = [at('1', '/a'), at('2', '/a/b'), at('3', '/a/b/c')];
    const names = new Map([
      ['1', 'x'],
      ['2', 'a'],
    ]);

    expect([...renamedPaths(folders, names).values()]).toEqual(['/x', '/x/a', '/x/a/c']);
  });

  it('leaves the same path of another environment alone', () => {
    const folders = [at('1', '/a'), at('2', '/a', 'prod')];

    expect([...renamedPaths(folders, new Map([['1', 'x']])).values()]).toEqual(['/x', '/a']);
  });

  it('leaves the root where it is', () => {
    expect([...renamedPaths([at('1', '/')], new Map()).values()]).toEqual(['/']);
  });

  it('leaves names that only begin alike alone', () => {
    const folders = [at('1', '/a'), at('2', '/ab/c')];

    expect([...renamedPaths(folders, new Map([['1', 'x']])).values()]).toEqual(['/x', '/ab/c']);
  });
});
