import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { compile } from '../../permissions/ability.js';
import { PROJECT_SUBJECTS } from '../../permissions/project-subjects.js';
import type { Rule, SourcedRule } from '../../permissions/rule.js';
import { type AttributeChange, changeKey } from './attribute-change.js';
import { withSource, isLiveAt } from '../held-rules.js';
import { RightsOverTime } from './rights-over-time.js';
import { changesDistinguishedBy } from './distinguishing-rules.js';
import { RequestBudget } from '../work-budget.js';

const NOW = new Date('2026-01-01T00:00:00Z');
const ACTIONS = ['describeSecret', 'readValue', 'edit', 'delete'] as const;

const text = (values: readonly string[], globs: readonly string[]) =>
  fc.oneof(
    fc.constantFrom(...values),
    fc.record({ $eq: fc.constantFrom(...values) }),
    fc.record({ $ne: fc.constantFrom(...values) }),
    fc.record({ $in: fc.subarray([...values], { minLength: 1 }) }),
    fc.record({ $glob: fc.constantFrom(...globs) }),
  );
const SLUGS = ['dev', 'prod', 'stage'];
const PATHS = ['/', '/a', '/a/b', '/c'];
const NAMES = ['X', 'Y'];
const TAGS = ['red', 'blue'];

const tagLists = fc.subarray(TAGS, { minLength: 1 });
const aRule: fc.Arbitrary<Rule> = fc.record(
  {
    subject: fc.constant('secrets'),
    action: fc.subarray([...ACTIONS], { minLength: 1 }),
    inverted: fc.boolean(),
    conditions: fc.record(
      {
        environment: text(SLUGS, ['d*', '{dev,prod}', '**']),
        secretPath: text(PATHS, ['/a/**', '/*', '/**']),
        secretName: text(NAMES, ['X*', '*']),
        secretTags: fc.oneof(fc.record({ $in: tagLists }), fc.record({ $all: tagLists })),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: ['subject', 'action'] },
);

const attributes = fc.record({
  environment: fc.constantFrom(...SLUGS, null),
  secretPath: fc.constantFrom(...PATHS, null),
  secretName: fc.constantFrom(...NAMES),
  secretTags: fc.subarray(TAGS),
  eventType: fc.constant(null),
});

const aChange = fc
  .record({ before: attributes, after: attributes })
  .map((sides): AttributeChange => ({ subject: 'secrets', actions: ACTIONS, ...sides }));

const spans = fc.constantFrom(
  {},
  { validFrom: new Date('2026-02-01T00:00:00Z') },
  { validUntil: new Date('2026-03-01T00:00:00Z') },
);
const held: fc.Arbitrary<readonly SourcedRule[]> = fc
  .array(fc.tuple(aRule, spans), { maxLength: 6 })
  .map((all) =>
    all.flatMap(([rule, span]) => withSource([rule], { kind: 'role', slug: 'x', ...span })),
  );

/** Before, at and between the edges of `spans`. */
const MOMENTS = ['2026-01-01', '2026-02-01', '2026-02-15', '2026-03-01', '2026-04-01'].map(
  (day) => new Date(`${day}T00:00:00Z`),
);

const rightsOf = (rules: readonly SourcedRule[]) =>
  RightsOverTime.compile(rules, NOW, ['secrets'], new RequestBudget(20_000_000));

describe('toldApart', () => {
  it('finds every change that opens something, at whatever time', async () => {
    await fc.assert(
      fc.asyncProperty(held, fc.array(aChange, { maxLength: 5 }), async (rules, changes) => {
        const rights = await rightsOf(rules);
        const distinct = new Map(changes.map((change) => [changeKey(change), change]));
        const distinguished = await changesDistinguishedBy(
          rules,
          distinct,
          new RequestBudget(20_000_000),
        );
        for (const change of changes) {
          if (distinguished.has(changeKey(change))) continue;
          for (const action of ACTIONS) {
            const { before, after } = change;
            expect(await rights.isGained(action, 'secrets', before, after)).toBe(false);
          }
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('RightsOverTime', () => {
  it('holds whole only what is allowed always and whatever the attributes', async () => {
    await fc.assert(
      fc.asyncProperty(
        held,
        attributes,
        fc.constantFrom(...ACTIONS),
        async (rules, asked, action) => {
          const rights = await rightsOf(rules);
          const isWhole = rights.alwaysUnconditionally(action, 'secrets');
          expect(!isWhole || (await rights.always(action, 'secrets', asked))).toBe(true);
          expect(await rights.isGained(action, 'secrets', asked, asked)).toBe(false);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('says of each moment what an ability of the rules that are live then says', async () => {
    const question = fc.tuple(attributes, attributes, fc.constantFrom(...ACTIONS, 'read'));
    await fc.assert(
      fc.asyncProperty(held, question, async (rules, [before, after, action]) => {
        const rights = await rightsOf(rules);
        const abilities = MOMENTS.map((at) =>
          compile(
            PROJECT_SUBJECTS,
            rules.filter((rule) => isLiveAt(rule, at)),
          ),
        );
        const asked = action as 'edit';
        const at = (side: typeof before) =>
          abilities.map((ability) => ability.allows(asked, 'secrets', side as never));
        const [then, now] = [at(after), at(before)];
        expect(await rights.always(action, 'secrets', before)).toBe(now.every(Boolean));
        expect(await rights.isGained(action, 'secrets', before, after)).toBe(
          then.some((isAllowed, index) => isAllowed && !now[index]),
        );
      }),
      { numRuns: 3_000 },
    );
  });

  it('costs no more for a thousand moments at which something ends than for one (finding 1)', async () => {
    const steps = async (moments: number) => {
      const budget = new RequestBudget(20_000_000);
      const rules = Array.from({ length: 2_000 }, (_, n) => ({
        subject: 'secrets',
        action: 'edit',
        conditions: { environment: `e${n}` },
        source: {
          kind: 'privilege',
          slug: `p${n % moments}`,
          validUntil: new Date(NOW.getTime() + 1_000 + (n % moments)),
        } as const,
      }));
      const rights = await RightsOverTime.compile(rules, NOW, ['secrets'], budget);
      const asked = { environment: 'e1', secretPath: '/', secretName: 'X', secretTags: [] };
      expect(await rights.always('edit', 'secrets', asked)).toBe(false);
      return 20_000_000 - budget.steps;
    };
    const [one, thousand] = [await steps(1), await steps(1_000)];
    expect(thousand).toBeLessThanOrEqual(one * 1.1);
    expect(thousand).toBeLessThan(2_000 * 10);
  });

  it('counts a right that ends or has not begun for none that lasts', async () => {
    const rule = { subject: 'secrets', action: 'edit' };
    const source = { kind: 'role', slug: 'x' } as const;
    const ending = { ...rule, source: { ...source, validUntil: new Date('2026-03-01T00:00:00Z') } };
    const coming = { ...rule, source: { ...source, validFrom: new Date('2026-02-01T00:00:00Z') } };
    const isWhole = async (...rules: SourcedRule[]) =>
      (await rightsOf(rules)).alwaysUnconditionally('edit', 'secrets');
    expect(await isWhole({ ...rule, source })).toBe(true);
    expect(await isWhole(ending)).toBe(false);
    expect(await isWhole(coming)).toBe(false);
    expect(await isWhole(ending, coming)).toBe(true);
  });
});

describe('WeighingBudget', () => {
  it('ends with a 403 that says what to do', () => {
    const budget = new RequestBudget(20_000_000);
    expect(() => budget.spend(20_000_001)).toThrow(
      expect.objectContaining({ statusCode: 403, message: expect.stringContaining('admin') }),
    );
  });
});
