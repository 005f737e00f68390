import { describe, expect, it } from '@jest/globals';
import { isUuid, newId } from './uuid.js';

describe('newId', () => {
  const ids = Array.from({ length: 5_000 }, () => newId());

  it('makes ids of version 7, none twice', () => {
    expect(ids.every((id) => isUuid(id) && /^.{14}7.{4}[89ab]/.test(id))).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('makes them in their order, also within a millisecond', () => {
    expect([...ids].sort()).toEqual(ids);
  });

  it('draws the last six bytes of each anew', () => {
    expect(new Set(ids.map((id) => id.slice(-10))).size).toBe(ids.length);
  });
});
