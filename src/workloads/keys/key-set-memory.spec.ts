import { describe, expect, it } from '@jest/globals';
import { generateKeyPairSync } from 'node:crypto';
import { KeySetMemory } from './key-set-memory.js';
import { keyFromJwk } from './verification-key.js';

const jwk = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
const key = keyFromJwk(jwk)!;
const BOUNDS = { sets: 1_000, bytes: 100_000, bytesOfOrganization: 40_000 };

const setOf = (issuer: string | null, keys = 1) => ({
  issuer,
  keys: Array.from({ length: keys }, () => key),
  freshFor: 600,
  loadedAt: 0,
});

const by = (orgId: string, ...payer: string[]) => ({ orgId, payer });

describe('key sets in memory', () => {
  it('take so many bytes in all, however long their texts are', () => {
    const memory = new KeySetMemory(BOUNDS);

    for (let i = 0; i < 200; i++) memory.set(`${i}`, setOf('x'.repeat(2_000)), by(`org ${i}`));

    expect(memory.bytes).toBeLessThanOrEqual(BOUNDS.bytes);
    expect(memory.get('199')).toBeDefined();
    expect(memory.get('0')).toBeUndefined();
  });

  it('of one organization make room for each other and never for those of others', () => {
    const memory = new KeySetMemory(BOUNDS);
    memory.set('theirs', setOf('theirs'), by('b'));

    for (let i = 0; i < 100; i++) {
      memory.set(`${i}`, setOf(null), by('a'));
      memory.get('0');
    }

    expect(memory.get('theirs')).toBeDefined();
    // It was used all the time; what was not used for the longest time went.
    expect(memory.get('0')).toBeDefined();
    expect(memory.get('1')).toBeUndefined();
    expect(memory.get('99')).toBeDefined();
    expect(memory.bytes).toBeLessThanOrEqual(BOUNDS.bytesOfOrganization + 10_000);
  });

  it.each([
    ['rows of its own', (i: number) => ['mallory', `row ${i}`]],
    ['identities that it made', (i: number) => ['mallory', `made ${i}`, 'row']],
  ])('of one maker make room for each other and never for those of another: %s', (_, payerOf) => {
    const memory = new KeySetMemory(BOUNDS);
    memory.set('hers', setOf('hers'), by('a', 'ann', 'row'));

    for (let i = 0; i < 100; i++) memory.set(`${i}`, setOf(null), by('a', ...payerOf(i)));
    expect(memory.get('hers')).toBeDefined();
    memory.set('later', setOf('later'), by('a', 'bob', 'row'));

    expect(memory.get('hers')).toBeDefined();
    expect(memory.get('later')).toBeDefined();
    expect(memory.bytes).toBeLessThanOrEqual(BOUNDS.bytesOfOrganization);
  });

  it('stay whose they are, whoever loads them anew', () => {
    const memory = new KeySetMemory(BOUNDS);
    memory.set('shared', setOf('shared'), by('a', 'ann', 'row'));
    for (let i = 0; i < 100; i++) {
      if (i === 50) memory.set('shared', setOf('anew'), by('a', 'mallory', 'row'));
      memory.set(`${i}`, setOf(null), by('a', 'mallory', `row ${i}`));
    }

    expect(memory.get('shared')).toMatchObject({ issuer: 'anew' });
  });

  it('of one organization are no more than its part of their number, however small they are', () => {
    const memory = new KeySetMemory({ ...BOUNDS, sets: 10 });
    memory.set('theirs', setOf('theirs'), by('b'));

    for (let i = 0; i < 100; i++) memory.set(`${i}`, setOf(null), by('a', `maker ${i}`, 'row'));

    expect(memory.get('theirs')).toBeDefined();
  });

  it('are counted once where they are loaded anew, for whoever does', () => {
    const memory = new KeySetMemory(BOUNDS);
    memory.set('one', setOf('one'), by('a'));
    const { bytes } = memory;

    for (let i = 0; i < 100; i++) memory.set('one', setOf('one'), by(i % 2 === 0 ? 'a' : 'b'));

    expect(memory.bytes).toBe(bytes);
    for (let i = 0; i < 9; i++) memory.set(`${i}`, setOf(null), by('a'));
    expect(memory.get('one')).toBeDefined();
    expect(memory.get('0')).toBeDefined();
  });

  it('are not kept where one is larger than the share of an organization', () => {
    const memory = new KeySetMemory(BOUNDS);

    memory.set('large', setOf(null, 100), by('a'));

    expect(memory.get('large')).toBeUndefined();
    expect(memory.bytes).toBe(0);
  });
});
