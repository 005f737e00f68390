import { COMMANDS } from './privilege-model/steps.js';
import { newSeed, report, survey } from './privilege-model/survey.js';
import { useApp } from './harness.js';

const SEED = Number(process.env['PRIVILEGE_SEED'] ?? newSeed());
const COUNT = Number(process.env['PRIVILEGE_SEQUENCES'] ?? 20_000);

const server = useApp({ LOG_LEVEL: 'silent' });

describe('Whoever has little', () => {
  it(`comes to more by no calls of its own, in ${COUNT} sequences from seed ${SEED}`, async () => {
    const found = await survey(server, { seed: SEED, count: COUNT });
    expect(await report(server, found)).toBe('');
    // Fewer do not reach every route both ways.
    if (COUNT < 10_000) return;
    const { uses } = found.bench;
    const isTried = (route: string) => (uses.get(route)?.done ?? 0) > 0;
    const routes = new Set(COMMANDS.flatMap((command) => command.routes));
    expect([...routes].filter((route) => !isTried(route))).toEqual([]);
  });
});

describe('An administrator whom no rule forbids anything', () => {
  it(`is never refused, in ${COUNT / 10} sequences from seed ${SEED}`, async () => {
    const found = await survey(server, { seed: SEED, count: COUNT / 10, isHonest: true });
    expect(await report(server, found)).toBe('');
  });
});
