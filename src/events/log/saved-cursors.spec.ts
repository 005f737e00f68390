import { describe, expect, it } from '@jest/globals';
import type { RegisterEntry } from '../stream/subscription-filter.js';
import { registerHash } from './saved-cursors.repository.js';

const conditions = { environmentSlug: 'dev', secretPath: '/a' };
const dev: RegisterEntry = { event: 'secret:update', conditions };

describe('the name of a register', () => {
  it.each<[string, RegisterEntry]>([
    ['environment', { ...dev, conditions: { ...conditions, environmentSlug: 'prod' } }],
    ['path', { ...dev, conditions: { ...conditions, secretPath: '/b' } }],
    ['event', { ...dev, event: 'secret:create' }],
    ['lack of conditions', { event: 'secret:update' }],
  ])('tells registers apart by their %s', (_, other) => {
    expect(registerHash([dev])).not.toEqual(registerHash([other]));
    expect(registerHash([dev, other])).not.toEqual(registerHash([dev]));
  });

  it('does not depend on the order of the entries', () => {
    const other: RegisterEntry = { ...dev, event: 'secret:delete' };

    expect(registerHash([dev, other])).toEqual(registerHash([other, dev]));
  });
});
