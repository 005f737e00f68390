import crypto from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type AssociatedData, newNonce, newSalt, SealKey } from './envelope.js';
import { RootSealKey } from './root-key.js';

// Node's own, by the loader of test/jest: Jest's function of this name does nothing.
const load = (globalThis as Record<symbol, unknown>)[Symbol.for('strongroom.load')];
const { syncBuiltinESMExports } = (load as NodeJS.Require)(
  'node:module',
) as typeof import('node:module');
const { randomBytes, randomFillSync } = crypto;
const source = { fails: false };
const failing =
  <T extends unknown[], R>(real: (...args: T) => R) =>
  (...args: T): R => {
    if (source.fails) throw new Error('The random source failed');
    return real(...args);
  };

Object.assign(crypto, {
  randomBytes: failing((size: number) => randomBytes(size)),
  randomFillSync: failing((buffer: Buffer) => randomFillSync(buffer)),
});
syncBuiltinESMExports();

afterAll(() => {
  Object.assign(crypto, { randomBytes, randomFillSync });
  syncBuiltinESMExports();
});

const PLACE: AssociatedData = { purpose: 'secret', ids: ['row'], field: 'value' };

describe('nonces', () => {
  beforeEach(() => {
    source.fails = false;
  });

  it('are a million different ones', () => {
    const seen = new Set<string>();
    for (let i = 0; i < 1_000_000; i++) seen.add(newNonce().toString('latin1'));

    expect(seen.size).toBe(1_000_000);
  });
});

describe('a random source that fails', () => {
  beforeEach(() => {
    source.fails = true;
  });

  it('seals nothing once the nonces drawn before are used up, and never uses one again', () => {
    source.fails = false;
    const key = new SealKey(crypto.randomBytes(32));
    source.fails = true;
    const seen = new Set<string>();
    let sealed = 0;
    let refused = 0;
    for (let i = 0; i < 1_000; i++) {
      try {
        seen.add(key.seal('', PLACE).toString('latin1', 1, 13));
        sealed += 1;
      } catch (error) {
        expect((error as Error).message).toBe('The random source failed');
        refused += 1;
      }
    }

    expect(seen.size).toBe(sealed);
    expect(sealed).toBeLessThan(256);
    expect(refused).toBeGreaterThan(700);
    source.fails = false;
    expect(key.seal('', PLACE)).toHaveLength(29);
  });

  it('makes no salt and no data key', () => {
    expect(newSalt).toThrow('The random source failed');
    const root = new RootSealKey(Buffer.alloc(32, 7));
    expect(() => root.newDataKey({ orgId: 'o', projectId: 'p', version: 1 })).toThrow(
      'The random source failed',
    );
  });
});
