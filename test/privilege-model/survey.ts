import fc from 'fast-check';
import { wireTo } from '../authorization/wire.js';
import type { TestApp } from '../support/harness.js';
import type { Violation } from './judge.js';
import { type Bench, type Outcome, Sequence } from './sequence.js';
import { type Attack, attacks, honestWork } from './steps.js';
import { describeWorld, worldsFor } from './world.js';

/** A sequence that broke a promise, found again by its seed. */
export interface Finding {
  readonly seed: number;
  readonly violation: Violation;
}

export interface Survey {
  readonly isHonest: boolean;
  readonly bench: Bench;
  readonly findings: readonly Finding[];
}

/** Whoever is bound himself is rightly refused: in these worlds the administrator is not. */
const HONEST: fc.Arbitrary<Attack> = fc.record({
  world: worldsFor({}).map((world) => ({
    ...world,
    guarded: world.guarded.filter((who) => who !== 'admin'),
  })),
  steps: honestWork,
});

/** Sequences under way at once: each spends most of its time waiting for the database. */
const AT_ONCE = 4;
/** Findings after which more say nothing new. */
const ENOUGH = 100;
/** Runs that one finding may take to become smaller. */
const SHRINKS = 150;

/** Seeds of the sequences of one survey follow one another. */
export const newSeed = (): number => Math.floor(Math.random() * 0x7fff_0000);

/** How much is run, and how. */
interface Extent {
  readonly seed: number;
  readonly count: number;
  readonly isHonest?: boolean;
  /** Findings after which no more sequences are begun. */
  readonly enough?: number;
}

/** Runs `count` sequences; each is one seed, which finds it again whatever else was run. */
export async function survey(
  server: TestApp,
  { seed, count, isHonest = false, enough = ENOUGH }: Extent,
): Promise<Survey> {
  const { ask, end } = wireTo(server);
  const bench: Bench = { server, ask, uses: new Map() };
  const findings: Finding[] = [];
  let next = 0;
  const work = async () => {
    while (next < count && findings.length < enough) {
      const own = seed + next++;
      const outcome = await outcomeOf(bench, own, isHonest);
      if (outcome.violation) findings.push({ seed: own, violation: outcome.violation });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work)).finally(end);
  return { bench, findings, isHonest };
}

async function outcomeOf(bench: Bench, seed: number, isHonest: boolean): Promise<Outcome> {
  const [drawn] = fc.sample(isHonest ? HONEST : attacks, { seed, numRuns: 1, unbiased: true });
  return Sequence.run(bench, drawn!.world, drawn!.steps, isHonest);
}

const nameOf = ({ kind, door }: Violation): string => `${kind}: ${door}`;

/** The finding as the smallest sequence that still shows it, in words. */
async function explain(
  server: TestApp,
  { seed, violation }: Finding,
  isHonest = false,
): Promise<string> {
  const { ask, end } = wireTo(server);
  const bench: Bench = { server, ask, uses: new Map() };
  let runs = 0;
  let least: { drawn: Attack; outcome: Outcome } | undefined;
  const property = fc.asyncProperty(isHonest ? HONEST : attacks, async (drawn) => {
    if (runs++ > SHRINKS) return true;
    const outcome = await Sequence.run(bench, drawn.world, drawn.steps, isHonest);
    const isSame = outcome.violation !== null && nameOf(outcome.violation) === nameOf(violation);
    if (isSame) least = { drawn, outcome };
    return !isSame;
  });
  await fc.check(property, { seed, numRuns: 1, unbiased: true }).finally(end);
  const lines = least
    ? [
        ...describeWorld(least.drawn.world),
        ...least.outcome.log,
        ...least.outcome.violation!.what.map((each) => `  ${each}`),
      ]
    : violation.what;
  return [`${nameOf(violation)} (seed ${seed})`, ...lines].join('\n  ');
}

/** Kinds of findings that a report explains: making one small takes some seconds. */
const EXPLAINED = Number(process.env['PRIVILEGE_EXPLAINED'] ?? 4);

/** What was found, as a text for whoever has to mend it; empty where nothing was. */
export async function report(server: TestApp, { findings, isHonest }: Survey): Promise<string> {
  const kinds = byKind(findings);
  const lines = [...kinds].map(
    ([name, list]) =>
      `${list.length} x ${name}: seeds ${list
        .slice(0, 5)
        .map(({ seed }) => seed)
        .join(', ')}`,
  );
  const explained: string[] = [];
  for (const [, [first]] of [...kinds].slice(0, EXPLAINED))
    if (first) explained.push(await explain(server, first, isHonest));
  return [...lines, ...explained].join('\n');
}

/** The most frequent first. */
function byKind(findings: readonly Finding[]): Map<string, Finding[]> {
  const found = new Map<string, Finding[]>();
  for (const finding of findings) {
    const name = nameOf(finding.violation);
    found.set(name, [...(found.get(name) ?? []), finding]);
  }
  return new Map([...found].sort(([, a], [, b]) => b.length - a.length));
}
