import { useApp } from '../support/harness.js';
import { COMMANDS } from './steps.js';
import { newSeed, report, survey } from './survey.js';

/** Files that share the sequences, so that they run side by side. */
const FILES = 3;
const COUNT = Math.ceil(Number(process.env['PRIVILEGE_SEQUENCES'] ?? 20_000) / FILES);

/** One share of the sequences of `npm run test:long`, from a seed of its own. */
export function describeShare(): void {
  const seed = Number(process.env['PRIVILEGE_SEED'] ?? newSeed());
  const server = useApp({ LOG_LEVEL: 'silent' });

  describe('Whoever has little', () => {
    it(`comes to more by no calls of its own, in ${COUNT} sequences from seed ${seed}`, async () => {
      const found = await survey(server, { seed, count: COUNT });
      expect(await report(server, found)).toBe('');
      // Fewer sequences do not come to every route.
      if (COUNT < 6_000) return;
      const routes = COMMANDS.flatMap((command) => command.routes);
      expect(routes.filter((route) => !found.bench.uses.has(route))).toEqual([]);
    });
  });

  describe('An administrator whom no rule forbids anything', () => {
    const count = Math.ceil(COUNT / 10);
    it(`is never refused, in ${count} sequences from seed ${seed}`, async () => {
      const found = await survey(server, { seed, count, isHonest: true });
      expect(await report(server, found)).toBe('');
    });
  });
}
