import { describe, expect, it } from '@jest/globals';
import { registerHash } from './saved-cursors.repository.js';

const dev = { event: 'secret:update', conditions: { environmentSlug: 'dev', secretPath: '/a' } };

describe('the name of a register', () => {
  it.each([
    ['environment', { ...dev, conditions: { ...dev.conditions, environmentSlug: 'prod' } }],
    ['path', { ...dev, conditions: { ...dev.conditions, secretPath: '/b' } }],
    ['event', { ...dev, event: 'secret:create' }],
    ['lack of conditions', { event: dev.event }],
  ])('tells registers apart by their %s', (_, other) => {
    expect(registerHash([dev])).not.toEqual(registerHash([other]));
    expect(registerHash([dev, other])).not.toEqual(registerHash([dev]));
  });

  it('does not depend on the order of the entries', () => {
    const other = { ...dev, event: 'secret:delete' };

    expect(registerHash([dev, other])).toEqual(registerHash([other, dev]));
  });
});
