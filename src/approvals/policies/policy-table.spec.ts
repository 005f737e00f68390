import { describe, expect, it } from '@jest/globals';
import { type GoverningPolicy, PolicyTable } from './policy-table.js';

const policy = (id: string, pattern: string, environmentIds = ['dev']): GoverningPolicy => ({
  ...{ id, name: null, pattern, environmentIds, exemptsMachines: false },
  environmentSlugs: environmentIds,
});

const governing = (
  policies: readonly GoverningPolicy[],
  secretPath: string,
  environmentId = 'dev',
) => new PolicyTable(policies).governing({ environmentId, secretPath })?.id ?? null;

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
  ])('is one of %s for %s: %s (T253)', (pattern, path, expected) => {
    expect(governing([policy('one', pattern)], path)).toBe(expected ? 'one' : null);
  });

  it('is that of the very path before an older pattern', () => {
    expect(governing([policy('glob', '/**'), policy('exact', '/a')], '/a')).toBe('exact');
  });

  it('is the first of several patterns', () => {
    expect(governing([policy('older', '/a/**'), policy('newer', '/**')], '/a/b')).toBe('older');
  });

  it('is one of the environment', () => {
    expect(governing([policy('one', '/**', ['prod'])], '/a')).toBeNull();
    expect(governing([policy('one', '/**', ['dev', 'prod'])], '/a', 'prod')).toBe('one');
  });
});
