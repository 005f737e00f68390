import { renamedPaths } from './folder-renames.js';

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
