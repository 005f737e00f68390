import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { ProofUnavailable } from '../logins/checks.js';
import type { WorkloadSeals } from '../settings/workload-seals.js';
import type { KeyDocuments, KeySource } from './key-documents.js';
import { KeySets } from './key-sets.js';
import type { KeySetsRepository } from './key-sets.repository.js';

const sourceOf = (orgId: string, ...payer: string[]): KeySource => ({
  ...{ kind: 'jwks', url: 'https://issuer.example/keys', ca: '' },
  ...{ orgId, payer },
});

/** Issuers that answer when the test lets them. */
function keySets() {
  const calls: { readonly source: KeySource; readonly settle: (error: Error | null) => void }[] =
    [];
  const load = (source: KeySource) =>
    new Promise((resolve, reject) => {
      const settle = (error: Error | null) =>
        error ? reject(error) : resolve({ issuer: null, keys: [], freshFor: 3_600 });
      calls.push({ source, settle });
    });
  const repository = { findOther: async () => null, keep: async () => null };
  const seals = { sealKeySet: () => Buffer.alloc(0) };
  const sets = new KeySets(
    { load } as unknown as KeyDocuments,
    repository as unknown as KeySetsRepository,
    seals as unknown as WorkloadSeals,
  );
  const ask = (source: KeySource, now = 1_000) => sets.tryOut(source, now);
  return { sets, ask, calls };
}

/** Lets all go on that waits for nothing. */
const turn = () => new Promise((resolve) => setImmediate(resolve));
const BUSY = new ProofUnavailable('busy', true);

describe('loads of one key set', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('are one for all who ask at the same time', async () => {
    const { ask, calls } = keySets();
    const asked = ['a', 'a', 'b', 'c'].map((orgId, n) => ask(sourceOf(orgId, 'maker', `row ${n}`)));
    await turn();
    calls[0]!.settle(null);
    await Promise.all(asked);

    expect(calls).toHaveLength(1);
  });

  it('that found no place are tried for others at once, whatever rows the same maker still sends', async () => {
    const { ask, calls } = keySets();
    const hostile = Array.from({ length: 5 }, (_, n) => ask(sourceOf('a', 'mallory', `row ${n}`)));
    const outcomes = Promise.allSettled(hostile);
    const honest = [ask(sourceOf('a', 'ann', 'hers')), ask(sourceOf('b', 'bob', 'his'))];
    await turn();
    expect(calls).toHaveLength(1);
    calls[0]!.settle(BUSY);
    await turn();

    const own = calls.filter(({ source }) => source.payer[0] !== 'mallory');
    expect(own.length).toBeGreaterThan(0);
    for (const { settle } of own) settle(null);
    await Promise.all(honest);
    for (const { settle } of calls) settle(BUSY);
    await outcomes;
    expect(calls.length).toBeLessThanOrEqual(7);
  });

  it('are not tried again for five seconds from when the issuer was given up, however long that took', async () => {
    // It goes on: others of this process would wait for ever on one that stands.
    let time = 0;
    const now = performance.now.bind(performance);
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => now() + time);
    const { sets, calls } = keySets();
    const token = { algorithm: 'RS256', text: '', header: {} } as never;
    const logIn = (now: number) =>
      sets.verify(token, sourceOf('a', 'ann', 'row'), 'https://issuer.example', now);
    const first = logIn(1_000);
    await turn();
    time = 5_000;
    calls[0]!.settle(new ProofUnavailable('timeout'));
    await expect(first).rejects.toThrow(ProofUnavailable);

    await expect(logIn(1_006)).rejects.toThrow(ProofUnavailable);
    await expect(logIn(1_009.9)).rejects.toThrow(ProofUnavailable);
    expect(calls).toHaveLength(1);
    const later = logIn(1_012);
    await turn();
    expect(calls).toHaveLength(2);
    calls[1]!.settle(new ProofUnavailable('timeout'));
    await expect(later).rejects.toThrow(ProofUnavailable);
    clock.mockRestore();
  });
});
