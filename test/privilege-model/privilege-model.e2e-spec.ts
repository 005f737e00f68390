import { useApp } from '../support/harness.js';
import { newSeed, report, survey } from './survey.js';

/**
 * Sequences are new in every run. One is found again by the seed in a title or a failure:
 * PRIVILEGE_SEED=<seed> PRIVILEGE_SEQUENCES=1.
 */
const SEED = Number(process.env['PRIVILEGE_SEED'] ?? newSeed());
const COUNT = Number(process.env['PRIVILEGE_SEQUENCES'] ?? 30);

/** The sequences in which the administrator acts alone. */
const HONEST_COUNT = Math.ceil(COUNT / 4);

const server = useApp({ LOG_LEVEL: 'silent' });

describe('Whoever has little', () => {
  it(`comes to more by no calls of its own, in ${COUNT} sequences from seed ${SEED}`, async () => {
    const found = await survey(server, { seed: SEED, count: COUNT });
    expect(await report(server, found)).toBe('');
  }, 1_200_000);
});

describe('An administrator whom no rule forbids anything', () => {
  it(`is never refused, in ${HONEST_COUNT} sequences from seed ${SEED}`, async () => {
    const found = await survey(server, { seed: SEED, count: HONEST_COUNT, isHonest: true });
    expect(await report(server, found)).toBe('');
  }, 1_200_000);
});
