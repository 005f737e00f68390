import { describe, expect, it } from '@jest/globals';
import { type GoverningPolicy, PolicyTable } from './policy-table.js';

const policy = (id: string, pattern: string, environmentIds = ['dev']): GoverningPolicy => ({
  ...{ id, name: null, pattern, environmentIds, exemptsMachines: false },
  environmentSlugs: environmentIds,
});

const governing = async (
  policies: readonly GoverningPolicy[],
  secretPath: string,
  environmentId = 'dev',
) => (await new PolicyTable(policies).governing({ environmentId, secretPath }))?.id ?? null;

describe('the policy that governs a folder', () => {
  it.each([
    ['/a', '/a', true],
    ['/a', '/a/b', false],
    ['/a', '/A', false],
    ['/a/*', '/a', false],
    ['/a/*', '/a/b', true],
    ['/a/*', '/a/b/c', false],
    ['/a/**', '/a', true],
    ['/a/**', '/a/b/c', true],
    ['/a/**', '/ab', false],
    ['/**', '/', true],
    ['/', '/', true],
    ['/', '/a', false],
  ])('is one of %s for %s: %s (T253)', async (pattern, path, expected) => {
    expect(await governing([policy('one', pattern)], path)).toBe(expected ? 'one' : null);
  });

  it('is that of the very path before an older pattern', async () => {
    expect(await governing([policy('glob', '/**'), policy('exact', '/a')], '/a')).toBe('exact');
  });

  it('is the first of several patterns', async () => {
    expect(await governing([policy('older', '/a/**'), policy('newer', '/**')], '/a/b')).toBe(
      'older',
    );
  });

  it('is one of the environment', async () => {
    expect(await governing([policy('one', '/**', ['prod'])], '/a')).toBeNull();
    expect(await governing([policy('one', '/**', ['dev', 'prod'])], '/a', 'prod')).toBe('one');
  });

  it('is looked up for many folders in slices, others being served in between', async () => {
    const hard = Array.from({ length: 100 }, (_, n) => `/**/${'*a'.repeat(100)}${n}z`);
    const table = new PolicyTable(hard.map((pattern, n) => policy(`p${n}`, pattern)));
    const places = Array.from({ length: 200 }, (_, n) => ({
      ...{ environmentId: 'dev', secretPath: `/${'a'.repeat(200)}${n}z` },
    }));
    let turns = 0;
    let isOver = false;
    const count = () => void (isOver || ((turns += 1), setImmediate(count)));
    setImmediate(count);
    const governors = await table.governors(places);
    isOver = true;

    // Each pattern of each folder takes tens of microseconds, a slice five milliseconds.
    expect(turns).toBeGreaterThan(10);
    expect(governors(places[7]!)?.id).toBe('p7');
    expect(governors(places[107]!)).toBeNull();
    expect(() => governors({ environmentId: 'prod', secretPath: '/' })).toThrow('not looked up');
  });
});
