import { describe, expect, it } from '@jest/globals';
import { columnsOf, decidedAlike, explainedIn, standingOf } from './columns';
import type { Cell, DecidingRule, MemberWithRules } from './model';

const environments = ['dev', 'staging', 'prod'];
const ALL = { columns: [0, 1, 2], isOfAll: true };

const rules = [
  { rule: { subject: 'secrets', action: 'readValue' }, source: { kind: 'role', slug: 'a' } },
  {
    rule: { subject: 'secrets', action: 'readValue', inverted: true },
    source: { kind: 'role', slug: 'b' },
  },
  {
    rule: { subject: 'secrets', action: 'readValue', conditions: { secretName: 'A' } },
    source: { kind: 'role', slug: 'c' },
  },
] as unknown as DecidingRule[];

const row = (...cells: Cell[]): MemberWithRules => ({
  rules,
  member: { kind: 'user', id: 'u', name: 'ann', cells },
});

describe('access in any environment', () => {
  it('shows all environments unless one is chosen', () => {
    expect(columnsOf({ environments, environment: '' })).toEqual([0, 1, 2]);
    expect(columnsOf({ environments, environment: 'prod' })).toEqual([2]);
  });

  it('counts who may in one of them, and hides nobody who may in production alone', () => {
    const inProd = row({ allowed: false }, { allowed: false }, { allowed: true, rule: 0 });
    expect(standingOf(inProd, ALL)).toBe('may');
    expect(standingOf(inProd, { ...ALL, columns: [0] })).toBe('not');
    expect(standingOf(row({ allowed: false, rule: 1 }, { allowed: true, rule: 2 }), ALL)).toBe(
      'some',
    );
  });

  it('tells what decides once for all environments in which it does, and apart where it ends otherwise', () => {
    const same = { allowed: true, rule: 0 };
    expect(decidedAlike(row(same, same, same), ALL)).toEqual([{ columns: [0, 1, 2] }]);
    const mixed = row({ allowed: false }, { allowed: false, rule: 1 }, { ...same, endsAt: '2030' });
    expect(decidedAlike(mixed, ALL)).toEqual([{ columns: [1] }, { columns: [2] }]);
    expect(decidedAlike(row({ allowed: false }), ALL)).toEqual([]);
  });

  it('explains the environment that was chosen, else production', () => {
    const isProduction = (slug: string) => slug === 'prod';
    expect(explainedIn({ environments, environment: 'staging' }, isProduction)).toBe(1);
    expect(explainedIn({ environments, environment: '' }, isProduction)).toBe(2);
    expect(explainedIn({ environments, environment: '' }, () => false)).toBe(0);
  });
});
