import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { compile } from './ability.js';
import { covers } from './covers.js';
import { matchesUnder } from './glob-wildcards.js';
import { compileGlob } from './glob.js';
import { globProblems } from './glob-pattern.js';
import { PROJECT_SUBJECTS } from './project-subjects.js';
import type { Rule, SourcedRule } from './rule.js';
import { bindRules } from './templates.js';

const source = { kind: 'role', slug: 'r' } as const;

const rule = (conditions: object | undefined, inverted = false): SourcedRule => ({
  ...{ subject: 'certificates', action: 'create', inverted, source },
  ...(conditions ? { conditions } : {}),
});

const FACTS = { serialNumber: null, friendlyName: '', status: 'active', metadata: [] };

const isAllowed = (rules: readonly SourcedRule[], altNames: string, commonName = ''): boolean =>
  compile(PROJECT_SUBJECTS, rules).allows('create', 'certificates', {
    ...FACTS,
    altNames,
    commonName,
  });

describe('a wildcard *.shop.example', () => {
  const wildcard = '*.shop.example';

  it.each([
    [{ altNames: 'secret.shop.example' }],
    [{ altNames: 'Secret.SHOP.example' }],
    [{ altNames: wildcard }],
    [{ altNames: { $in: ['b.org', 'a.shop.example'] } }],
    [{ altNames: { $glob: 'db-*' } }],
    [{ altNames: { $glob: '*-db*' } }],
    [{ altNames: { $glob: '{db,prod}-*' } }],
    [{ altNames: { $glob: '*-*' } }],
    [{ altNames: { $glob: '?.shop.example' } }],
    [{ altNames: { $glob: '*ret.shop.exam*' } }],
    [{ altNames: { $glob: 'db*', $ne: 'db1.shop.example' } }],
    [{ altNames: { $glob: '*.shop.*' }, commonName: { $glob: 'db*' } }],
    [{ altNames: { $ne: 'free.shop.example' } }],
  ])('is forbidden by what may forbid a name under it: %j', (conditions) => {
    expect(isAllowed([rule(undefined), rule(conditions, true)], wildcard, wildcard)).toBe(false);
  });

  it.each([
    [{ altNames: 'shop.example' }],
    [{ altNames: 'a.b.shop.example' }],
    [{ altNames: { $glob: '*.db.shop.example' } }],
    [{ altNames: { $glob: 'db-*.shop.org' } }],
    [{ altNames: { $in: ['a.shop.org', 'shop.example'] } }],
    [{ altNames: { $ne: wildcard } }],
    [{ altNames: 'db.shop.example', commonName: 'other.org' }],
    [{ altNames: { $glob: '*' }, commonName: { $glob: '*.org' } }],
  ])('is not forbidden by what forbids none of them: %j', (conditions) => {
    expect(isAllowed([rule(undefined), rule(conditions, true)], wildcard, wildcard)).toBe(true);
  });

  it.each([
    [{ altNames: wildcard }, true],
    [{ altNames: '*.SHOP.example' }, true],
    [{ altNames: { $in: ['b.org', wildcard] } }, true],
    [{ altNames: { $glob: '*.shop.example' } }, true],
    [{ altNames: { $glob: '*' } }, true],
    [{ altNames: { $glob: '**' } }, true],
    [{ altNames: { $glob: '{*.shop.example,x.org}' } }, true],
    [{ altNames: { $glob: '?*.shop.example' } }, true],
    [{ altNames: { $ne: 'db.shop.org' } }, true],
    [{ altNames: { $glob: '?.shop.example' } }, false],
    [{ altNames: { $glob: '??*.shop.example' } }, false],
    [{ altNames: { $glob: '{?.shop.example,???*.shop.example}' } }, false],
    [{ altNames: { $glob: '*-*.shop.example' } }, false],
    [{ altNames: { $glob: '*.shop.example', $ne: 'db.shop.example' } }, false],
    [{ altNames: { $ne: 'db.shop.example' } }, false],
    [{ altNames: { $in: ['a.shop.example', 'b.shop.example'] } }, false],
    [{ altNames: { $glob: '*.a.shop.example' } }, false],
  ])('by %j alone is allowed: %s', (conditions, isExpected) => {
    expect(isAllowed([rule(conditions)], wildcard)).toBe(isExpected);
  });

  it('is weighed so for a grant as well', () => {
    const holds = (own: object, granted: object) =>
      covers(PROJECT_SUBJECTS, [rule(own)], [rule(granted)]).covered;

    expect(holds({ altNames: { $glob: '*.shop.example' } }, { altNames: wildcard })).toBe(true);
    expect(holds({ altNames: { $glob: '?.shop.example' } }, { altNames: wildcard })).toBe(false);
    expect(holds({ altNames: { $ne: 'db.shop.example' } }, { altNames: wildcard })).toBe(false);
  });

  it('is forbidden by a name that the holder gives, in whatever case', () => {
    const facts = { id: 'i', name: 'DB', metadata: [] };
    const forbidding = rule({ altNames: '{{identity.name}}.shop.example' }, true);
    const rules = bindRules([rule(undefined), forbidding], facts);

    expect(isAllowed(rules, wildcard)).toBe(false);
    expect(isAllowed(rules, 'db.shop.example')).toBe(false);
    expect(isAllowed(rules, '*.other.example')).toBe(true);
  });

  it('is refused where the work does not suffice to say', () => {
    const hard = Array.from({ length: 400 }, () =>
      rule({ altNames: { $glob: `${'*a'.repeat(100)}.shop.exampl` } }, true),
    );

    expect(isAllowed([rule(undefined), ...hard], '*.shop.exampl')).toBe(false);
    expect(isAllowed([rule(undefined), ...hard], '*.shop.example')).toBe(true);
  });
});

describe('names in rules', () => {
  it.each([
    ['DB.Shop.example', 'db.shop.example'],
    ['2001:DB8::0:1', '2001:db8::1'],
    ['::ffff:10.0.0.1', '10.0.0.1'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['OPS@shop.example', 'ops@Shop.example'],
  ])('forbid %s and %s alike', (written, name) => {
    const forbids = (conditions: object) =>
      !isAllowed([rule(undefined), rule(conditions, true)], name, name);

    expect(forbids({ altNames: written })).toBe(true);
    expect(forbids({ commonName: { $in: [written] } })).toBe(true);
    expect(forbids({ altNames: { $glob: written } })).toBe(true);
  });

  it.each(['alice@corp.ex\u200bample', '\uff41lice@corp.example', 'alice@corp.ex\u00adample'])(
    'allow nothing that only looks like it: %j',
    (name) => {
      expect(isAllowed([rule({ commonName: 'alice@corp.example' })], '', name)).toBe(false);
      expect(
        isAllowed([rule({ commonName: 'alice@corp.example' })], '', 'alice@corp.example'),
      ).toBe(true);
    },
  );

  it.each(['\uff41lice', 'al\u200bice', 'al\u200cice', 'ali  ce'])(
    'give whoever is called %j no name of another by a template',
    (name) => {
      const held = [
        { ...rule({ commonName: '{{identity.name}}' }), source: { kind: 'role', slug: 'r' } },
      ];
      const bound = bindRules(held as never, { id: 'x', name, metadata: [] } as never);
      expect(isAllowed(bound as never, '', 'alice')).toBe(false);
      expect(isAllowed(bound as never, '', 'ali ce')).toBe(false);
      const own = bindRules(held as never, { id: 'x', name: 'Alice', metadata: [] } as never);
      expect(isAllowed(own as never, '', 'alice')).toBe(true);
    },
  );

  it('forbid by patterns in whatever case, labels of other scripts included', () => {
    const forbids = (pattern: string, name: string) =>
      !isAllowed([rule(undefined), rule({ altNames: { $glob: pattern } }, true)], name);

    expect(forbids('DB-*.Shop.example', 'db-1.shop.example')).toBe(true);
    expect(forbids('*.bücher.example', 'www.xn--bcher-kva.example')).toBe(true);
    expect(forbids('*.bücher.example', 'www.bucher.example')).toBe(false);
  });
});

const labelsOf = (length: number): string[] =>
  length === 0
    ? ['']
    : labelsOf(length - 1).flatMap((text) => ['a', 'b', 'z', '-'].map((c) => text + c));

describe('what a glob matches under a parent', () => {
  // All that patterns of five parts may tell apart, and one longer than any of them.
  const LABELS = [1, 2, 3, 4, 5].flatMap(labelsOf).flatMap((text) => [text, `${text}zzzzzz`]);
  const pattern = fc
    .array(fc.constantFrom('a', 'b', '-', '.', '.c', '*', '?', '{a,b.c}', '{a*,?}', '{*,a.c}'), {
      minLength: 1,
      maxLength: 5,
    })
    .map((parts) => parts.join('').replaceAll(/\*+/g, '*'))
    .filter((text) => globProblems(text).length === 0);

  it('is what it matches of them, one by one', () => {
    fc.assert(
      fc.property(pattern, fc.constantFrom('.c', '.b.c', '.a'), (text, parent) => {
        const glob = compileGlob(text);
        const found = matchesUnder(glob, parent, { steps: 1_000_000 });
        const matched = new Set(LABELS.map((label) => glob.matches(label + parent)));

        expect(found).toBe(matched.size === 2 ? undefined : matched.has(true));
      }),
      { numRuns: 600 },
    );
  });

  it('is not known once the work is used up', () => {
    expect(matchesUnder(compileGlob('*a*.c'), '.c', { steps: 3 })).toBeUndefined();
  });
});

describe('the work on wildcards', () => {
  it('is bounded for each check', () => {
    const rules: Rule[] = Array.from({ length: 400 }, (_, n) =>
      rule({ altNames: { $glob: `*a${'*b'.repeat(n % 90)}*c` } }, true),
    );
    const ability = compile(PROJECT_SUBJECTS, rules as SourcedRule[]);
    let steps = 0;
    const { held } = ability as unknown as { held: { work: { steps: number } } };
    for (let n = 0; n < 100; n++) {
      ability.allows('create', 'certificates', { ...FACTS, commonName: '', altNames: `*.p${n}.c` });
      steps = Math.min(steps, held.work.steps);
    }

    expect(steps).toBeGreaterThan(-50_000);
  });
});
