import fc from 'fast-check';
import { gainedGrants, missingForGrants } from '../../src/access/escalation/grants.js';
import { finish } from '../../src/permissions/work.js';
import { isLiveAt } from '../../src/access/held-rules.js';
import { PROJECT_SUBJECTS } from '../../src/permissions/project-subjects.js';
import type { SourcedRule } from '../../src/permissions/rule.js';
import { bindRules } from '../../src/permissions/templates.js';
import { someGrant } from '../support/permissions/grants.js';
import {
  oracleAllows,
  type OracleIdentity,
  type OracleRule,
} from '../support/permissions/oracle.js';
import { Random } from '../support/permissions/random.js';
import {
  aResource,
  aRule,
  anIdentity,
  PAIRS_OF,
  withTemplates,
} from '../support/permissions/samples.js';

type Held = OracleRule & Pick<SourcedRule, 'source'>;

const START = Date.UTC(2026, 0, 1);
const HOUR = 3_600_000;
const NOW = new Date(START);
/** Hours at which holdings begin and end; what is asked at these and between them is all there is to ask. */
const EDGES = [-2, -1, 0, 1, 2, 3];
const ASKED = [0, 0.5, 1, 1.5, 2, 2.5, 3, 9];

/** Attributes that are tried for every moment. */
const RESOURCES = 4;

/** Cases in one draw of fast-check: it costs more than they do. */
const CASES = 100;

export interface Found {
  accepted: number;
  refused: number;
}

/**
 * Draws what a giver holds, what somebody else holds, and what that turns into. Where the engine lets the
 * giver do so, nothing may become possible, at any moment, that the giver could not do at that moment.
 */
export function tryChanges(count: number): Found {
  const found: Found = { accepted: 0, refused: 0 };
  const holds = (seed: number) => {
    const random = new Random(seed);
    for (let i = 0; i < CASES; i++) tryOne(random, found);
  };
  fc.assert(fc.property(fc.integer(), holds), { numRuns: Math.ceil(count / CASES) });
  return found;
}

/** Steps of one question. */
const STEPS = 1_000_000;

function tryOne(random: Random, found: Found): void {
  const [giver, holder] = [anIdentity(random), anIdentity(random)];
  const own = random.times(3, () => held(random, random.chance(70), templated(random)));
  own.push(held(random, random.chance(60), aRule(random, 0)));
  const before = random.times(3, () => held(random, random.chance(50), templated(random)));
  const after = changed(random, own, before);
  // As the engine is used: the giver's rules as they read for the giver, the holder's for the holder.
  const change = { before: bindRules(before, holder), after: bindRules(after, holder) };
  const grants = finish(
    gainedGrants(PROJECT_SUBJECTS, change, { now: NOW, budget: { steps: STEPS } }),
  );
  const missing = finish(
    missingForGrants(
      PROJECT_SUBJECTS,
      { held: bindRules(own, giver), now: NOW, budget: { steps: STEPS } },
      grants,
    ),
  );
  if (missing.length > 0) found.refused++;
  else {
    found.accepted++;
    if (grants.length > 0) expectWithin(random, { giver, own }, { holder, before, after });
  }
}

const templated = (random: Random): OracleRule => {
  const rule = aRule(random);
  return random.chance(20) ? withTemplates(random, rule) : rule;
};

/** A rule with the span in which it counts: for good, or between two of the edges. */
function held(random: Random, isForGood: boolean, rule: OracleRule): Held {
  const source = { kind: 'role', slug: 'role' } as const;
  if (isForGood) return { ...rule, source };
  const [from, until] = [random.pick(EDGES), random.pick(EDGES)].sort((a, b) => a - b);
  const at = (hour: number | undefined) => new Date(START + (hour ?? 0) * HOUR);
  return { ...rule, source: { ...source, validFrom: at(from), validUntil: at(until) } };
}

/** What somebody is made to hold: some of before, and what is mostly within what the giver holds. */
function changed(random: Random, own: readonly Held[], before: readonly Held[]): Held[] {
  const kept = before.filter(() => random.chance(70));
  const granted = someGrant(random, own).map((rule) => {
    const { source: _, ...plain } = rule as Held;
    const [like] = own.filter(({ source }) => source.validUntil !== undefined);
    const inherits = like !== undefined && random.chance(50);
    return inherits ? { ...plain, source: like.source } : held(random, random.chance(60), plain);
  });
  return random.chance(15) ? kept : [...kept, ...granted];
}

interface Giver {
  readonly giver: OracleIdentity;
  readonly own: readonly Held[];
}

interface Change {
  readonly holder: OracleIdentity;
  readonly before: readonly Held[];
  readonly after: readonly Held[];
}

function expectWithin(random: Random, { giver, own }: Giver, change: Change): void {
  const { holder, before, after } = change;
  for (const hour of ASKED) {
    const at = new Date(START + hour * HOUR);
    const live = (rules: readonly Held[]) => rules.filter((rule) => isLiveAt(rule, at));
    const [mine, then, now] = [live(own), live(before), live(after)];
    for (let i = 0; i < RESOURCES && now.length > 0; i++) {
      const { subject } = random.pick(now);
      const resource = aResource(random, subject);
      const isNew = (action: string) =>
        oracleAllows(now, action, subject, resource, holder) &&
        !oracleAllows(then, action, subject, resource, holder) &&
        !oracleAllows(mine, action, subject, resource, giver);
      const actions = PAIRS_OF[subject as keyof typeof PAIRS_OF].filter((each) => each !== 'read');
      const beyondGiver = actions.filter(isNew);
      if (beyondGiver.length > 0)
        throw new Error(JSON.stringify({ hour, giver, own, ...change, beyondGiver, resource }));
    }
  }
}
