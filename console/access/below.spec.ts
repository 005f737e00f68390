import { describe, expect, it } from '@jest/globals';
import { belowOf, foldersOf, placesBelow } from './below';
import type { Matrix } from './model';

const known = (paths: readonly string[], lacks = '') => ({
  paths,
  has: (environment: string, path: string) => `${environment}:${path}` !== lacks,
});

describe('folders below the one that is asked about', () => {
  it('are those that hold secrets in the environments asked about, without it and its neighbours', () => {
    const { parts, isCut } = placesBelow(
      known(['/', '/app', '/app/web', '/apple', '/x'], 'dev:/app/web'),
      '/app',
      ['dev', 'prod'],
    );
    expect(parts).toEqual([[{ environment: 'prod', secretPath: '/app/web' }]]);
    expect(isCut).toBe(false);
  });

  it('are asked about fifty at a time, and some hundreds at most', () => {
    const many = known(['/', ...Array.from({ length: 400 }, (_, n) => `/f${n}`)]);
    const { parts, isCut } = placesBelow(many, '/', ['prod']);
    expect(parts.map(({ length }) => length)).toEqual([50, 50, 50, 50, 50, 50]);
    expect(isCut).toBe(true);
    expect(placesBelow(known(['/']), '/', ['prod']).parts).toEqual([]);
  });
});

it('tells of each member and each service token the folders in which they may, of all answers', () => {
  const cell = (allowed: boolean) => (allowed ? { allowed, rule: 0 } : { allowed });
  const page = (...cells: boolean[]) =>
    ({
      identities: [{ identityId: 'i', name: 'ci', cells: cells.map(cell) }],
      users: [{ userId: 'u', email: 'ann', cells: cells.map(() => cell(false)) }],
      serviceTokens: [{ serviceTokenId: 't', name: 'nightly', cells: cells.map(() => cell(true)) }],
      rules: [
        { rule: { subject: 'secrets', action: 'readValue' }, source: { kind: 'role', slug: 'a' } },
      ],
    }) as unknown as Matrix;
  const place = (environment: string, secretPath: string) => ({ environment, secretPath });
  const below = belowOf([
    { places: [place('dev', '/b'), place('prod', '/b')], page: page(true, false) },
    { places: [place('prod', '/a'), place('dev', '/a')], page: page(true, true) },
  ]);
  expect([...below.keys()]).toEqual(['i', 't']);
  expect(foldersOf(below.get('i')!)).toEqual([
    { secretPath: '/a', environments: ['prod', 'dev'] },
    { secretPath: '/b', environments: ['dev'] },
  ]);
});
