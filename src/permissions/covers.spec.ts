import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { quietStopwatch } from '../../test/support/quiet-stopwatch.js';
import { covers, gainedRules } from './covers.js';
import { PROJECT_SUBJECTS } from './project-subjects.js';
import type { Rule } from './rule.js';
import { someGrant, without } from '../../test/support/permissions/grants.js';
import { type OracleRule, oracleAllows } from '../../test/support/permissions/oracle.js';
import { Random } from '../../test/support/permissions/random.js';
import { PAIRS_OF, aResource, aRule } from '../../test/support/permissions/samples.js';
import { runs } from '../../test/support/runs.js';

/** `npm run soak` makes it five. */
const SIZE = runs(0.4, 10, 'PROPERTY_SIZE');
/** Draws of the large property, and pairs of rules in each. */
const RUNS = 200 * SIZE;
const PAIRS = 100;

const allow = (conditions?: unknown, action: string | string[] = 'create'): Rule => ({
  subject: 'secrets',
  action,
  ...(conditions !== undefined && { conditions }),
});
const forbid = (conditions?: unknown): Rule => ({ ...allow(conditions), inverted: true });
const isCovered = (own: Rule[], granted: Rule[]) => covers(PROJECT_SUBJECTS, own, granted).covered;

const path = (secretPath: unknown) => ({ secretPath });
const env = (environment: unknown) => ({ environment });
const tags = (secretTags: unknown) => ({ secretTags });

describe('covers, one rule against one', () => {
  it.each<[unknown, unknown]>([
    [undefined, undefined],
    [undefined, env('dev')],
    [undefined, env([])],
    [env('dev'), env({ $eq: 'dev' })],
    [env('dev'), { environment: 'dev', secretPath: '/a' }],
    [env({ $in: ['dev', 'test'] }), env('dev')],
    [env({ $in: ['dev', 'test'] }), env({ $in: ['test', 'dev'] })],
    [env({ $in: ['dev'] }), env({ $in: ['dev', 'prod'], $ne: 'prod' })],
    [env({ $ne: 'prod' }), env({ $in: ['dev', 'test'] })],
    [env({ $ne: 'prod' }), env({ $ne: 'prod' })],
    [env({ $ne: 'prod' }), env({ $glob: 'd*' })],
    [env({ $glob: '*' }), env({ $in: ['dev', 'test'] })],
    [env({ $glob: '**' }), env({ $ne: 'prod' })],
    [env({ $in: ['dev', 'test'] }), env({ $glob: '{dev,test}' })],
    [path({ $glob: '/apps/**' }), path('/apps/web')],
    [path({ $glob: '/apps/**' }), path({ $glob: '/apps/*/x' })],
    [path({ $glob: '/apps/**', $ne: '/apps/x' }), path({ $glob: '/apps/a*' })],
    [path('/apps/'), path('/apps')],
    [tags({ $in: ['a', 'b'] }), tags({ $in: ['a'] })],
    [tags({ $in: ['a', 'b'] }), tags({ $all: ['b', 'c'] })],
    [tags({ $all: ['a'] }), tags({ $all: ['a', 'b'] })],
    [tags({ $all: ['a'] }), tags({ $in: ['a'] })],
  ])('finds %j to cover %j', (own, granted) => {
    expect(isCovered([allow(own)], [allow(granted)])).toBe(true);
  });

  it.each<[unknown, unknown]>([
    [env('dev'), undefined],
    [env('dev'), env('prod')],
    [env('dev'), path('/a')],
    [env({ $glob: '**' }), undefined],
    [env({ $in: ['dev'] }), env({ $in: ['dev', 'prod'] })],
    [env({ $in: ['dev'] }), env({ $ne: 'prod' })],
    [env({ $ne: 'prod' }), env({ $glob: 'p*' })],
    [env({ $ne: 'prod' }), env({ $ne: 'dev' })],
    [env({ $glob: 'd*' }), env({ $ne: 'prod' })],
    [path({ $glob: '/apps/*' }), path({ $glob: '/apps/**' })],
    [path({ $glob: '/apps/*' }), path({ $glob: '/apps/*/x' })],
    [path({ $glob: '/apps/*' }), path({ $glob: '**' })],
    [path({ $glob: '/a?' }), path({ $glob: '/a*' })],
    [tags({ $in: ['a'] }), tags({ $in: ['a', 'b'] })],
    [tags({ $all: ['a', 'b'] }), tags({ $all: ['a'] })],
    [tags({ $all: ['a'] }), tags({ $in: ['a', 'b'] })],
    [env({ $regex: 'x' }), env({ $regex: 'x' })],
  ])('does not find %j to cover %j', (own, granted) => {
    expect(isCovered([allow(own)], [allow(granted)])).toBe(false);
  });

  it('compares metadata by key and value', () => {
    const lease = (element: unknown): Rule => ({
      subject: 'dynamic-secrets',
      action: 'lease',
      conditions: { metadata: { $elemMatch: element } },
    });
    const narrow = lease({ key: 'team', value: { $in: ['a'] } });
    expect(isCovered([lease({ key: 'team' })], [narrow])).toBe(true);
    expect(isCovered([lease({ value: { $in: ['a', 'b'] } })], [narrow])).toBe(true);
    expect(isCovered([narrow], [lease({ key: 'team' })])).toBe(false);
  });
});

describe('covers, rules together', () => {
  it('does not join two rules into one', () => {
    const own = [allow(env('dev')), allow(env('prod'))];
    expect(isCovered(own, [allow(env({ $in: ['dev', 'prod'] }))])).toBe(false);
    expect(isCovered(own, [allow(env('dev')), allow(env('prod'))])).toBe(true);
  });

  it.each<[string, Rule[], Rule[], boolean]>([
    ['all', [allow(), forbid(path({ $glob: '/prod/**' }))], [allow(path({ $glob: '/**' }))], false],
    ['$ne', [allow(), forbid(path({ $glob: '/prod/**' }))], [allow(path({ $ne: '/prod' }))], false],
    [
      'apart',
      [allow(), forbid(path({ $glob: '/prod/**' }))],
      [allow(path({ $glob: '/dev/**' }))],
      true,
    ],
    ['unknown', [allow(), forbid(path('/prod'))], [allow(env('dev'))], false],
    ['other field', [allow(), forbid({ ...env('a'), ...path('/x') })], [allow(env('b'))], true],
    ['kept', [allow(), forbid(env('prod'))], [allow(), forbid(env('prod'))], true],
    ['wider', [allow(), forbid(env('prod'))], [allow(), forbid(env({ $glob: 'p*' }))], true],
    ['narrower', [allow(), forbid(env({ $glob: 'p*' }))], [allow(), forbid(env('prod'))], false],
    ['inverted only', [], [forbid()], true],
  ])('minds what is forbidden: %s', (_, own, granted, expected) => {
    expect(isCovered(own, granted)).toBe(expected);
  });

  it('takes read for its two parts and the parts for read', () => {
    expect(isCovered([allow({}, 'read')], [allow({}, ['describeSecret', 'readValue'])])).toBe(true);
    expect(isCovered([allow({}, ['describeSecret', 'readValue'])], [allow({}, 'read')])).toBe(true);
    expect(isCovered([allow({}, 'describeSecret')], [allow({}, 'read')])).toBe(false);
    const valueless: Rule = { ...allow({}, 'readValue'), inverted: true };
    expect(isCovered([allow({}, 'read'), valueless], [allow({}, 'read')])).toBe(false);
  });

  it('lists what is missing, with the actions that are not held', () => {
    const granted = [
      allow(env('dev'), ['create', 'edit', 'delete']),
      { subject: 'role', action: 'read' },
    ];
    expect(covers(PROJECT_SUBJECTS, [allow(undefined, 'edit')], granted)).toEqual({
      covered: false,
      missing: [allow(env('dev'), ['create', 'delete']), { subject: 'role', action: ['read'] }],
    });
  });

  it('finds that nothing covers nothing', () => {
    expect(covers(PROJECT_SUBJECTS, [], [])).toEqual({ covered: true, missing: [] });
  });

  it('bounds its work', () => {
    const hard = (i: number) => allow(env({ $glob: `*a${'?'.repeat(120)}*b${i}` }));
    const rules = Array.from({ length: 300 }, (_, i) => hard(i));
    const granted = rules.map((_, i) => allow(env({ $glob: `*{a,c}${'?'.repeat(110)}*${i}x` })));
    const took = quietStopwatch();
    expect(isCovered(rules, granted)).toBe(false);
    expect(took()).toBeLessThan(15_000);
  });
});

describe('the budget of a proof', () => {
  const rules = Array.from({ length: 40 }, (_, i) =>
    allow(path({ $glob: `/${'{a,b}'.repeat(5)}*${i}` })),
  );
  const tokens = 32 * 9;

  it('pays for reading the rules as well', () => {
    const budget = { steps: 1_000_000 };
    expect(covers(PROJECT_SUBJECTS, rules, [allow(path('/c'))], budget).covered).toBe(false);
    expect(1_000_000 - budget.steps).toBeGreaterThan(40 * tokens);
  });

  it('is never gone far beyond', () => {
    const budget = { steps: 4 * tokens };
    expect(covers(PROJECT_SUBJECTS, rules, rules, budget).covered).toBe(false);
    expect(budget.steps).toBeGreaterThan(-4 * tokens);
    expect(gainedRules(PROJECT_SUBJECTS, rules, rules, budget)).toHaveLength(40);
  });

  it('is not needed by who holds it without conditions', () => {
    const budget = { steps: 0 };
    expect(covers(PROJECT_SUBJECTS, [allow()], rules, budget).covered).toBe(true);
    expect(covers(PROJECT_SUBJECTS, [allow(), forbid(env('prod'))], rules, budget).covered).toBe(
      false,
    );
  });
});

describe('gains', () => {
  it('finds nothing new in the same or fewer rules', () => {
    const rules = [allow(env('dev')), allow(path({ $glob: '/a/**' })), forbid(env('prod'))];
    expect(gainedRules(PROJECT_SUBJECTS, rules, rules)).toEqual([]);
    expect(gainedRules(PROJECT_SUBJECTS, rules, rules.slice(1))).toEqual([]);
  });

  it('finds that removing a forbidding rule gains what it withheld', () => {
    const before = [allow(), forbid(env('prod'))];
    expect(gainedRules(PROJECT_SUBJECTS, before, [allow()])).toEqual([
      allow(undefined, ['create']),
    ]);
  });
});

describe('covers at large', () => {
  it(`never lets a grant exceed its giver, on ${RUNS * PAIRS} random pairs`, () => {
    const found = { wholly: 0, partly: 0 };
    const holds = (seed: number) => {
      const random = new Random(seed);
      for (let i = 0; i < PAIRS; i++) {
        const own = [aRule(random, 0), ...random.times(3, () => aRule(random))];
        const granted = someGrant(random, own);
        const { covered, missing } = covers(PROJECT_SUBJECTS, own, granted);
        if (covered) found.wholly++;
        const held = without(granted, missing);
        if (held.every(({ inverted }) => inverted)) continue;
        found.partly++;
        for (let j = 0; j < 16; j++) expectWithin(random, held, own);
      }
    };
    fc.assert(fc.property(fc.integer(), holds), { numRuns: RUNS });
    expect(found.wholly).toBeGreaterThan(2_000 * SIZE);
    expect(found.partly).toBeGreaterThan(4_000 * SIZE);
  }, 120_000);

  it('finds every set of rules to cover itself', () => {
    const holds = (seed: number) => {
      const random = new Random(seed);
      const rules = random.times(5, () => aRule(random));
      expect(covers(PROJECT_SUBJECTS, rules, rules).missing).toEqual([]);
    };
    fc.assert(fc.property(fc.integer(), holds), { numRuns: 1_000 * SIZE });
  });
});

function expectWithin(random: Random, held: readonly OracleRule[], own: readonly OracleRule[]) {
  const { subject } = random.pick(held);
  const resource = aResource(random, subject);
  for (const action of PAIRS_OF[subject as keyof typeof PAIRS_OF]) {
    if (action === 'read' || !oracleAllows(held, action, subject, resource)) continue;
    if (!oracleAllows(own, action, subject, resource))
      throw new Error(JSON.stringify({ own, held, action, resource }));
  }
}
