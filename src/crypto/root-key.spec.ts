import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { SealBroken, type AssociatedData } from './envelope.js';
import { RootSealKey } from './root-key.js';

const OWNER = { orgId: 'org', projectId: 'project', version: 1 };
const PLACE: AssociatedData = { purpose: 'secret', ids: [1], field: 'value' };

describe('RootSealKey', () => {
  const bytes = randomBytes(32);
  const root = new RootSealKey(bytes);

  it('fits its own check value, as often as it is made', () => {
    const again = new RootSealKey(Buffer.from(bytes));

    expect(again.fits(root.checkValue())).toBe(true);
    expect(root.checkValue().equals(root.checkValue())).toBe(false);
  });

  it('does not fit the check value of another key, nor one that was changed', () => {
    const check = root.checkValue();

    expect(new RootSealKey(randomBytes(32)).fits(check)).toBe(false);
    for (let i = 0; i < check.length; i++) {
      const changed = Buffer.from(check);
      changed[i]! ^= 1;
      expect(root.fits(changed)).toBe(false);
    }
    expect(root.fits(Buffer.alloc(0))).toBe(false);
  });

  it('does not take a wrapped data key for a check value', () => {
    expect(root.fits(root.newDataKey(OWNER))).toBe(false);
  });

  it('unwraps a data key for its owner', () => {
    const wrapped = root.newDataKey(OWNER);
    const blob = root.unwrap(wrapped, OWNER).seal('swordfish', PLACE);

    expect(
      root
        .unwrap(wrapped, { ...OWNER })
        .open(blob, PLACE)
        .toString(),
    ).toBe('swordfish');
  });

  it('makes a new data key each time', () => {
    const blob = root.unwrap(root.newDataKey(OWNER), OWNER).seal('swordfish', PLACE);

    expect(() => root.unwrap(root.newDataKey(OWNER), OWNER).open(blob, PLACE)).toThrow(SealBroken);
  });

  it.each([
    ['organization', { orgId: 'other' }],
    ['project', { projectId: 'other' }],
    ['version', { version: 2 }],
  ])('does not unwrap the data key of another %s', (_, other) => {
    const wrapped = root.newDataKey(OWNER);

    expect(() => root.unwrap(wrapped, { ...OWNER, ...other })).toThrow(SealBroken);
  });

  it('does not unwrap what another root key wrapped', () => {
    const wrapped = new RootSealKey(randomBytes(32)).newDataKey(OWNER);

    expect(() => root.unwrap(wrapped, OWNER)).toThrow(SealBroken);
  });
});
