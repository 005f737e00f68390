import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Rule, SourcedRule } from '../permissions/rule.js';
import { type AttributeChange, changeKey } from './attribute-change.js';
import { sourced } from './held-rules.js';
import { RightsOverTime } from './rights-over-time.js';
import { toldApart } from './told-apart.js';
import { WeighingBudget } from './weighing-budget.js';

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
    all.flatMap(([rule, span]) => sourced([rule], { kind: 'role', slug: 'x', ...span })),
  );

describe('toldApart', () => {
  it('finds every change that opens something, at whatever time', async () => {
    await fc.assert(
      fc.asyncProperty(held, fc.array(aChange, { maxLength: 5 }), async (rules, changes) => {
        const rights = new RightsOverTime(rules, NOW, ['secrets']);
        const distinct = new Map(changes.map((change) => [changeKey(change), change]));
        const told = await toldApart(rules, distinct, new WeighingBudget());
        for (const change of changes) {
          const isOpened = ACTIONS.some((action) =>
            rights.opens(action, 'secrets', change.before, change.after),
          );
          expect(told.has(changeKey(change)) || !isOpened).toBe(true);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('RightsOverTime', () => {
  it('holds whole only what is allowed always and whatever the attributes', () => {
    fc.assert(
      fc.property(held, attributes, fc.constantFrom(...ACTIONS), (rules, asked, action) => {
        const rights = new RightsOverTime(rules, NOW, ['secrets']);
        const isWhole = rights.alwaysWholly(action, 'secrets');
        expect(!isWhole || rights.always(action, 'secrets', asked)).toBe(true);
        expect(
          rights.always(action, 'secrets', asked) && rights.opens(action, 'secrets', asked, asked),
        ).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  it('counts a right that ends or has not begun for none that lasts', () => {
    const rule = { subject: 'secrets', action: 'edit' };
    const source = { kind: 'role', slug: 'x' } as const;
    const ending = { ...rule, source: { ...source, validUntil: new Date('2026-03-01T00:00:00Z') } };
    const coming = { ...rule, source: { ...source, validFrom: new Date('2026-02-01T00:00:00Z') } };
    const isWhole = (...rules: SourcedRule[]) =>
      new RightsOverTime(rules, NOW, ['secrets']).alwaysWholly('edit', 'secrets');
    expect(isWhole({ ...rule, source })).toBe(true);
    expect(isWhole(ending)).toBe(false);
    expect(isWhole(coming)).toBe(false);
    expect(isWhole(ending, coming)).toBe(true);
  });
});

describe('WeighingBudget', () => {
  it('ends with a 403 that says what to do', () => {
    const budget = new WeighingBudget();
    expect(() => budget.spend(20_000_001)).toThrow(
      expect.objectContaining({ statusCode: 403, message: expect.stringContaining('admin') }),
    );
  });
});
