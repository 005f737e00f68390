import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ApiError } from '../errors/api-error.js';
import { compile } from './ability.js';
import { ORG_SUBJECTS } from './org-subjects.js';
import { PROJECT_SUBJECTS, type ProjectSubjects } from './project-subjects.js';
import type { Rule, SourcedRule } from './rule.js';
import { HOLDING_LIMITS } from './rule-weight.js';
import type { AttributesOf } from './subject-table.js';
import { oracleAllows } from '../../test/support/permissions/oracle.js';
import { Random } from '../../test/support/permissions/random.js';
import { aResource, aRule } from '../../test/support/permissions/samples.js';
import { runs } from '../../test/support/runs.js';

const sourced = (rule: Rule): SourcedRule => ({ ...rule, source: { kind: 'role', slug: 'test' } });
const able = (...rules: Rule[]) => compile(PROJECT_SUBJECTS, rules.map(sourced));

type SecretAttributes = AttributesOf<ProjectSubjects, 'secrets'>;

const SECRET: SecretAttributes = {
  environment: 'dev',
  secretPath: '/apps/web',
  secretName: 'API_KEY',
  secretTags: ['live', 'web'],
  eventType: null,
};

const secret = (changes: Partial<SecretAttributes> = {}) => ({ ...SECRET, ...changes });

const allow = (conditions?: unknown): Rule => ({
  subject: 'secrets',
  action: ['create', 'edit'],
  ...(conditions !== undefined && { conditions }),
});

const forbid = (conditions?: unknown): Rule => ({ ...allow(conditions), inverted: true });

const refusalOf = (act: () => void): ApiError => {
  try {
    act();
  } catch (error) {
    if (error instanceof ApiError) return error;
  }
  throw new Error('not refused');
};

describe('Ability.allows', () => {
  it.each<[unknown]>([
    [{ environment: 'dev' }],
    [{ environment: { $eq: 'dev' } }],
    [{ environment: { $ne: 'prod' } }],
    [{ environment: { $in: ['prod', 'dev'] } }],
    [{ environment: { $glob: 'd*' } }],
    [{ environment: { $ne: 'prod', $glob: 'd*' }, secretName: 'API_KEY' }],
    [{ secretPath: '/apps/web/' }],
    [{ secretPath: { $in: ['/other', '/apps/web/'] } }],
    [{ secretPath: { $glob: '/apps/**' } }],
    [{ secretPath: { $glob: '/apps/*/' } }],
    [{ secretTags: { $in: ['web', 'other'] } }],
    [{ secretTags: { $all: ['web', 'live'] } }],
    [{}],
  ])('lets conditions match: %j', (conditions) => {
    expect(able(allow(conditions)).allows('create', 'secrets', SECRET)).toBe(true);
    expect(able(allow(), forbid(conditions)).allows('create', 'secrets', SECRET)).toBe(false);
  });

  it.each<[unknown]>([
    [{ environment: 'Dev' }],
    [{ environment: { $ne: 'dev' } }],
    [{ environment: { $in: ['prod'] } }],
    [{ environment: 'dev', secretName: 'OTHER' }],
    [{ environment: { $eq: 'dev', $ne: 'dev' } }],
    [{ secretPath: { $glob: '/apps/*/x' } }],
    [{ secretTags: { $all: ['web', 'other'] } }],
    [{ secretTags: { $in: ['other'] } }],
    [{ secretName: 'API_*' }],
  ])('lets conditions miss: %j', (conditions) => {
    expect(able(allow(conditions)).allows('create', 'secrets', SECRET)).toBe(false);
    expect(able(allow(), forbid(conditions)).allows('create', 'secrets', SECRET)).toBe(true);
  });

  it.each<[unknown]>([
    [[]],
    ['x'],
    [null],
    [{ nothing: 'x' }],
    [{ environment: null }],
    [{ environment: {} }],
    [{ environment: { $regex: '.*' } }],
    [{ environment: { $in: [] } }],
    [{ environment: { $eq: { $eq: 'dev' } } }],
    [{ environment: { $glob: '[d]ev' } }],
    [{ constructor: 'x' }],
    [{ secretName: '{{identity.name}}' }],
    [{ secretName: { $ne: '{{identity.name}}' } }],
    [{ secretName: { $glob: '{{identity.name}}*' } }],
    [{ secretTags: { $all: ['live', '{{identity.name}}'] } }],
  ])('fails closed both ways on malformed conditions: %j', (conditions) => {
    expect(able(allow(conditions)).allows('create', 'secrets', SECRET)).toBe(false);
    expect(able(allow(), forbid(conditions)).allows('create', 'secrets', SECRET)).toBe(false);
  });

  it('fails closed both ways on an unknown attribute', () => {
    const unknown = secret({ environment: null });
    expect(able(allow({ environment: 'dev' })).allows('edit', 'secrets', unknown)).toBe(false);
    expect(able(allow(), forbid({ environment: 'x' })).allows('edit', 'secrets', unknown)).toBe(
      false,
    );
    const elsewhere = forbid({ environment: 'x', secretPath: '/other' });
    expect(able(allow(), elsewhere).allows('edit', 'secrets', unknown)).toBe(true);
  });

  it('lets forbidding prevail in both orders', () => {
    expect(able(allow(), forbid()).allows('create', 'secrets', SECRET)).toBe(false);
    expect(able(forbid(), allow()).allows('create', 'secrets', SECRET)).toBe(false);
  });

  it('looks into rules that forbid before those that allow, where they are too much to look into all', () => {
    const long = allow({ secretName: 'x'.repeat(HOLDING_LIMITS.bytes) });
    const rules = [allow({ environment: 'dev' }), long, forbid({ environment: 'prod' })];

    expect(able(...rules).allows('create', 'secrets', SECRET)).toBe(true);
    expect(able(...rules, forbid({ environment: 'dev' })).allows('create', 'secrets', SECRET)).toBe(
      false,
    );
  });

  it('refuses what no rule names', () => {
    expect(able().allows('create', 'secrets', SECRET)).toBe(false);
    expect(able(allow()).allows('delete', 'secrets', SECRET)).toBe(false);
    expect(able(allow()).allows('create', 'secret-folders', SECRET)).toBe(false);
  });

  it('applies a rule to each of its subjects', () => {
    const ability = able({ subject: ['role', 'tags'], action: 'read' });
    expect(ability.allows('read', 'role')).toBe(true);
    expect(ability.allows('read', 'tags')).toBe(true);
  });

  it('takes read on secrets for describing and reading the value, and nothing less for read', () => {
    const read = able({ subject: 'secrets', action: 'read' });
    expect(read.allows('describeSecret', 'secrets', SECRET)).toBe(true);
    expect(read.allows('readValue', 'secrets', SECRET)).toBe(true);
    const describing = able({ subject: 'secrets', action: 'describeSecret' });
    expect(describing.allows('read', 'secrets', SECRET)).toBe(false);
    const both = able({ subject: 'secrets', action: ['describeSecret', 'readValue'] });
    expect(both.allows('read', 'secrets', SECRET)).toBe(true);
    const without = able(
      { subject: 'secrets', action: 'readValue' },
      { subject: 'secrets', action: 'read', inverted: true },
    );
    expect(without.allows('readValue', 'secrets', SECRET)).toBe(false);
  });

  it('matches metadata by one element that has key and value', () => {
    const conditions = { metadata: { $elemMatch: { key: 'team', value: { $in: ['a', 'b'] } } } };
    const ability = able({ subject: 'dynamic-secrets', action: 'lease', conditions });
    const allows = (...metadata: { key: string; value: string }[]) =>
      ability.allows('lease', 'dynamic-secrets', { environment: 'x', secretPath: '/', metadata });
    expect(allows({ key: 'x', value: 'c' }, { key: 'team', value: 'b' })).toBe(true);
    expect(allows({ key: 'x', value: 'a' }, { key: 'team', value: 'c' })).toBe(false);
  });

  it('answers from the organization table too', () => {
    const ability = compile(ORG_SUBJECTS, [sourced({ subject: 'role', action: 'read' })]);
    expect(ability.allows('read', 'role')).toBe(true);
    expect(ability.allows('create', 'role')).toBe(false);
  });

  it('takes only actions of the subject and every attribute of its conditions', () => {
    const ability = able();
    const neverRun = () => {
      // @ts-expect-error: no such action on tags
      ability.require('lease', 'tags');
      // @ts-expect-error: secretTags and eventType are left out
      ability.require('create', 'secrets', { environment: 'a', secretPath: '/', secretName: 'b' });
      // @ts-expect-error: tags take no attributes
      ability.require('read', 'tags', { environment: 'a' });
      // @ts-expect-error: granting needs all four attributes
      ability.require('grant-privileges', 'identity', { identityId: 'a' });
      ability.require('edit', 'identity', { identityId: 'a' });
      ability.require('create', 'identity');
    };
    expect(neverRun).toBeInstanceOf(Function);
  });
});

describe('Ability.require', () => {
  it('passes what is allowed', () => {
    expect(able(allow()).require('create', 'secrets', SECRET)).toBeUndefined();
  });

  it('names subject, action, attributes and the rule that forbids', () => {
    const rule = forbid({ environment: 'dev' });
    const refusal = refusalOf(() => able(allow(), rule).require('create', 'secrets', SECRET));
    expect(refusal).toMatchObject({
      error: 'PermissionDenied',
      statusCode: 403,
      message:
        'You may not create secrets in dev at /apps/web (API_KEY). POST /api/v1/projects/{projectId}/permissions/explain says why, and an administrator of the project can give you the right.',
    });
    expect(refusal.details).toEqual({
      subject: 'secrets',
      action: 'create',
      attributes: SECRET,
      rule: sourced(rule),
    });
  });

  it('names no rule where none forbids', () => {
    const refusal = refusalOf(() => able().require('read', 'role'));
    expect(refusal.details).toEqual({ subject: 'role', action: 'read', attributes: {} });
  });
});

describe('Ability.requireAll', () => {
  const ability = able(allow({ secretName: { $glob: 'OK_*' } }));
  const rows = (count: number) =>
    Array.from({ length: count }, (_, i) => secret({ secretName: i % 2 ? `OK_${i}` : `NO_${i}` }));

  it('passes when every row is allowed', () => {
    const allowed = rows(1_000).filter((row) => row.secretName?.startsWith('OK_'));
    expect(ability.requireAll('create', 'secrets', allowed)).toBeUndefined();
  });

  it('names every row refused', () => {
    const refusal = refusalOf(() => ability.requireAll('create', 'secrets', rows(3)));
    expect(refusal.details).toEqual({
      subject: 'secrets',
      action: 'create',
      refused: 2,
      offenders: [
        { index: 0, attributes: secret({ secretName: 'NO_0' }) },
        { index: 2, attributes: secret({ secretName: 'NO_2' }) },
      ],
    });
  });

  it('names a hundred of many, and their count', () => {
    const { details } = refusalOf(() => ability.requireAll('create', 'secrets', rows(1_000)));
    expect(details).toMatchObject({ refused: 500, offenders: { length: 100 } });
  });

  it('does not take no rows for permission', () => {
    expect(ability.requireAll('create', 'secrets', [])).toBeUndefined();
    expect(refusalOf(() => ability.requireAll('delete', 'secrets', [])).statusCode).toBe(403);
  });
});

describe('Ability.explain', () => {
  it('names the rule that allows', () => {
    const rule = allow({ environment: 'dev' });
    expect(able(forbid({ environment: 'x' }), rule).explain('edit', 'secrets', SECRET)).toEqual({
      allowed: true,
      decidedBy: sourced(rule),
      missed: [],
    });
  });

  it('names the rules that would have allowed, and the fields they lack', () => {
    const rule = allow({ environment: 'prod', secretPath: '/apps/web', eventType: 'x' });
    expect(able(rule).explain('edit', 'secrets', SECRET)).toEqual({
      allowed: false,
      decidedBy: null,
      missed: [{ rule: sourced(rule), fields: ['environment', 'eventType'] }],
    });
  });
});

describe('Ability.within', () => {
  const everywhere = able(allow(), { subject: 'secrets', action: 'delete' });
  const narrowed = everywhere.within(able(allow({ environment: 'dev' })));

  it('allows what both allow', () => {
    expect(narrowed.allows('create', 'secrets', SECRET)).toBe(true);
    expect(narrowed.allows('create', 'secrets', secret({ environment: 'prod' }))).toBe(false);
    expect(narrowed.allows('delete', 'secrets', SECRET)).toBe(false);
  });

  it('does not take no rows, or no conditions, for what the limit leaves out', () => {
    expect(narrowed.requireAll('create', 'secrets', [])).toBeUndefined();
    expect(refusalOf(() => narrowed.requireAll('delete', 'secrets', [])).statusCode).toBe(403);
    expect(narrowed.mayEverAllow('create', 'secrets')).toBe(true);
    expect(narrowed.mayEverAllow('delete', 'secrets')).toBe(false);
  });

  it('leaves the ability that it narrows as it is', () => {
    expect(everywhere.allows('delete', 'secrets', SECRET)).toBe(true);
  });
});

describe('Ability.mayEverAllow', () => {
  it('asks for a rule, not for its conditions', () => {
    const ability = able(allow({ environment: 'x' }), { subject: 'secrets', action: 'readValue' });
    expect(ability.mayEverAllow('create', 'secrets')).toBe(true);
    expect(ability.mayEverAllow('delete', 'secrets')).toBe(false);
    expect(ability.mayEverAllow('read', 'secrets')).toBe(false);
  });
});

describe('abilities at large', () => {
  const CASES = runs(400, 10_000);
  it(`answer as the oracle does, on ${200 * CASES} random checks`, () => {
    const answers = { yes: 0, no: 0 };
    const holds = (seed: number) => {
      const random = new Random(seed);
      for (let i = 0; i < 20; i++) {
        const rules = random.times(5, () => aRule(random));
        const ability = loosely(rules);
        for (let j = 0; j < 10; j++) {
          const subject = random.chance(80) ? 'secrets' : 'dynamic-secrets';
          const action = subject === 'secrets' ? random.pick(CHECKED) : 'lease';
          const resource = aResource(random, subject);
          const allowed = ability.allows(action, subject, resource);
          answers[allowed ? 'yes' : 'no']++;
          if (allowed !== oracleAllows(rules, action, subject, resource))
            throw new Error(JSON.stringify({ rules, action, resource, allowed }));
        }
      }
    };
    fc.assert(fc.property(fc.integer(), holds), { numRuns: CASES });
    expect(Math.min(answers.yes, answers.no)).toBeGreaterThan(20 * CASES);
  }, 120_000);

  it('do not depend on the order of rules', () => {
    const holds = (seed: number) => {
      const random = new Random(seed);
      const rules = random.times(6, () => aRule(random));
      const resource = aResource(random, 'secrets');
      const [one, other] = [loosely(rules), loosely([...rules].reverse())];
      const answer = (ability: LooseAbility) => ability.allows('create', 'secrets', resource);
      expect(answer(one)).toBe(answer(other));
    };
    fc.assert(fc.property(fc.integer(), holds), { numRuns: 2_000 });
  });
});

const CHECKED = ['describeSecret', 'readValue', 'create'] as const;

interface LooseAbility {
  allows(action: string, subject: string, attributes: object): boolean;
}

const loosely = (rules: readonly Rule[]) => able(...rules) as unknown as LooseAbility;
