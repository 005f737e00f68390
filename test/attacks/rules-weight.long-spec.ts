import { Ability } from '../../src/permissions/ability.js';
import { missingFrom, newBudget } from '../../src/permissions/covers.js';
import { PROJECT_SUBJECTS } from '../../src/permissions/project-subjects.js';
import type { Rule } from '../../src/permissions/rule.js';
import { slices, runInSlices } from '../../src/access/slices.js';
import { leastOf, quietStopwatch, type Turns, turnsDuring } from '../support/quiet-stopwatch.js';

/** Roles of 900 rules with two globs of 250 two-byte letters: 30 of them ended the process (F3). */
const ROLES = Number(process.env['HEAVY_ROLES'] ?? 30);
const SLOWER = Number(process.env['SLOWER'] ?? 8);

const letters = (seed: number): string =>
  Array.from({ length: 250 }, (_, i) => String.fromCharCode(0x400 + ((i + seed * 7) % 1_000))).join(
    '',
  );

const heavyRule = (seed: number): Rule => ({
  subject: 'secrets',
  action: ['readValue'],
  conditions: {
    secretPath: { $glob: `*${letters(seed)}*` },
    secretName: { $glob: `*${letters(seed + 1)}*` },
  },
});

const heavyRules = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    ...heavyRule(i),
    source: { kind: 'role', slug: 'heavy' } as const,
  }));

/** The turns that others had meanwhile, and the memory that stayed, in MiB. */
async function costOf<T>(
  work: () => Promise<T>,
): Promise<{ turns: Turns; kept: number; result: T }> {
  const memory = () => process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
  globalThis.gc?.();
  const before = memory();
  let result: T;
  const turns = await turnsDuring(async () => (result = await work()));
  globalThis.gc?.();
  return { turns, kept: (memory() - before) / 2 ** 20, result: result! };
}

/** What this machine takes for a fixed piece of work that takes about 10 ms on an idle one. */
function control(): number {
  const took = quietStopwatch();
  let sum = 0;
  for (let i = 0; i < 1e7; i++) sum = (sum + i * 31) | 0;
  return Math.max(10, took()) + (sum === 1 ? 1 : 0);
}

/** Does the work up to five times, since a turn that something else of the machine made longer is not so each time. */
async function expectShortTurns(work: () => Promise<Turns>): Promise<void> {
  const most = SLOWER * (await leastOf(10, control));
  const longest = async () => {
    const turns = await work();
    // In one piece it would leave none.
    expect(turns.count).toBeGreaterThan(2);
    return turns.longest;
  };
  expect(await leastOf(most, longest)).toBeLessThan(most);
}

describe(`rules of ${ROLES} heavy roles`, () => {
  it('are compiled in slices, in bounded memory', async () => {
    const rules = heavyRules(ROLES * 900);

    await expectShortTurns(async () => {
      const { turns, kept, result } = await costOf(() =>
        Ability.inSlices(PROJECT_SUBJECTS, rules, slices()),
      );
      const place = { environment: 'dev', secretPath: '/', secretTags: [], eventType: null };
      expect(result.allows('readValue', 'secrets', { ...place, secretName: 'A' })).toBe(false);
      expect(kept).toBeLessThan(150);
      return turns;
    });
  });

  it('are weighed in slices, within one budget', async () => {
    const rules = heavyRules(900);

    await expectShortTurns(async () => {
      const budget = newBudget();
      const { turns, result } = await costOf(() =>
        runInSlices(missingFrom(PROJECT_SUBJECTS, rules, heavyRules(901).slice(1), budget)),
      );
      expect(result.length).toBeGreaterThan(0);
      expect(budget.steps).toBeLessThanOrEqual(0);
      return turns;
    });
  });
});
