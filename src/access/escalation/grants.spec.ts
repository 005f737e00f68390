import { PROJECT_SUBJECTS } from '../../permissions/project-subjects.js';
import type { Rule, SourcedRule } from '../../permissions/rule.js';
import { finish } from '../../permissions/work.js';
import { gainedGrants, type Grant, missingForGrants } from './grants.js';

const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour));
const NOW = at(0);

const TAGS: Rule = { subject: 'tags', action: ['read'] };
const SECRETS: Rule = { subject: 'secrets', action: ['edit'] };
const NOT_PROD: Rule = { ...SECRETS, inverted: true, conditions: { environment: 'prod' } };

const held = (rule: Rule, from?: Date, until?: Date): SourcedRule => ({
  ...rule,
  source: {
    kind: 'role',
    slug: 'role',
    ...(from ? { validFrom: from } : {}),
    ...(until ? { validUntil: until } : {}),
  },
});

const aBudget = () => ({ steps: 1_000_000 });

const grown = (before: readonly SourcedRule[], after: readonly SourcedRule[]) =>
  finish(gainedGrants(PROJECT_SUBJECTS, { before, after }, { now: NOW, budget: aBudget() }));

const beyond = (held: readonly SourcedRule[], grants: readonly Grant[]) =>
  finish(missingForGrants(PROJECT_SUBJECTS, { held, now: NOW, budget: aBudget() }, grants));

describe('gainedGrants', () => {
  it.each<[string, SourcedRule[], SourcedRule[], object[]]>([
    ['nothing to nothing', [], [], []],
    ['less', [held(TAGS)], [], []],
    ['the same', [held(TAGS)], [held(TAGS)], []],
    ['more, for good', [], [held(TAGS)], [{ granted: [TAGS], until: null }]],
    ['more, for a time', [], [held(TAGS, at(-1), at(2))], [{ granted: [TAGS], until: at(2) }]],
    ['more, later', [], [held(TAGS, at(1), at(2))], [{ granted: [TAGS], until: at(2) }]],
    ['what has ended', [], [held(TAGS, at(-2), at(-1))], []],
    ['what ends now', [], [held(TAGS, at(-2), NOW)], []],
    [
      'a time turned into good',
      [held(TAGS, at(-1), at(2))],
      [held(TAGS)],
      [{ granted: [TAGS], until: null }],
    ],
    ['good turned into a time', [held(TAGS)], [held(TAGS, at(-1), at(2))], []],
    [
      'a time that is drawn out',
      [held(TAGS, at(-1), at(2))],
      [held(TAGS, at(-1), at(3))],
      [{ granted: [TAGS], until: at(3) }],
    ],
    [
      'a start that comes earlier',
      [held(TAGS, at(2), at(3))],
      [held(TAGS, at(1), at(3))],
      [{ granted: [TAGS], until: at(2) }],
    ],
    [
      'what forbade is gone',
      [held(SECRETS), held(NOT_PROD)],
      [held(SECRETS)],
      [{ granted: [SECRETS], until: null }],
    ],
    ['what forbade nothing is gone', [held(NOT_PROD), held(TAGS)], [held(TAGS)], []],
    [
      'what forbids begins later',
      [held(SECRETS), held(NOT_PROD)],
      [held(SECRETS), held(NOT_PROD, at(1))],
      [{ granted: [SECRETS], until: at(1) }],
    ],
    [
      'what forbids is there still',
      [held(SECRETS), held(NOT_PROD)],
      [held(SECRETS), held(NOT_PROD)],
      [],
    ],
  ])('%s', (_, before, after, expected) => expect(grown(before, after)).toEqual(expected));
});

describe('many moments', () => {
  const hard = (i: number): Rule => ({
    ...SECRETS,
    conditions: { secretPath: { $glob: `/${'{a,b}'.repeat(5)}*${i}` } },
  });
  const hours = Array.from({ length: 60 }, (_, i) => i + 1);
  const rules = hours.flatMap((hour) => [held(hard(hour)), held(TAGS, NOW, at(hour))]);

  it('are weighed with the work that one may take; what is not proved by then counts', () => {
    expect(grown(rules.slice(0, 20), rules.slice(0, 20))).toEqual([]);
    const grants = grown(rules, rules);
    expect(grants.length).toBeGreaterThan(0);
    expect(grants.length).toBeLessThan(hours.length);
    // Whoever holds all without conditions still may.
    expect(beyond([held(SECRETS), held(TAGS)], grants)).toEqual([]);
    expect(beyond([held(TAGS)], grants)).not.toEqual([]);
  });
});

describe('missingForGrants', () => {
  const over = (own: readonly SourcedRule[], until: Date | null) =>
    beyond(own, [{ granted: [TAGS], until }]);

  it.each<[string, SourcedRule[], Date | null, boolean]>([
    ['holds it for good', [held(TAGS)], null, true],
    ['holds nothing', [], null, false],
    ['holds it until then', [held(TAGS, at(-1), at(2))], at(2), true],
    ['holds it longer', [held(TAGS, at(-1), at(3))], at(2), true],
    ['holds it less long', [held(TAGS, at(-1), at(1))], at(2), false],
    ['holds it for a time, grants for good', [held(TAGS, at(-1), at(9))], null, false],
    ['will hold it', [held(TAGS, at(1))], null, false],
    ['held it', [held(TAGS, at(-2), at(-1))], at(2), false],
  ])('%s', (_, own, until, isWithin) => expect(over(own, until)).toEqual(isWithin ? [] : [TAGS]));

  it.each([
    ['forbids', undefined, undefined, false],
    ['will forbid', at(1), undefined, false],
    ['forbade', at(-2), at(-1), true],
  ])('counts a rule that %s', (_, from, until, isWithin) => {
    const own = [held(SECRETS), held(NOT_PROD, from, until)];
    const missing = beyond(own, [{ granted: [SECRETS], until: null }]);
    expect(missing).toEqual(isWithin ? [] : [SECRETS]);
  });
});
