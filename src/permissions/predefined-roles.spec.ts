import { describe, expect, it } from '@jest/globals';
import { compile } from './ability.js';
import { covers } from './covers.js';
import { ORG_SUBJECTS } from './org-subjects.js';
import { ORG_ROLES, PROJECT_ROLES } from './predefined-roles.js';
import { PROJECT_SUBJECTS } from './project-subjects.js';
import { ruleProblems } from './rule-problems.js';
import { readCombinationProblem } from './rule-refusals.js';
import type { SubjectTable } from './subject-table.js';

interface LooseAbility {
  allows(action: string, subject: string): boolean;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe.each([
  { table: ORG_SUBJECTS as SubjectTable, roles: ORG_ROLES, count: 3 },
  { table: PROJECT_SUBJECTS as SubjectTable, roles: PROJECT_ROLES, count: 6 },
])('predefined roles ($count)', ({ table, roles, count }) => {
  it('have ids and slugs of their own', () => {
    expect(new Set(roles.map(({ id }) => id)).size).toBe(count);
    expect(new Set(roles.map(({ slug }) => slug)).size).toBe(count);
    for (const { id } of roles) expect(id).toMatch(UUID);
  });

  it('consist of rules that could have been sent', () => {
    for (const { rules } of roles) {
      expect(ruleProblems(table, rules)).toEqual([]);
      expect(readCombinationProblem(rules)).toBeNull();
    }
  });

  it('let the admin do everything, and hand everything on', () => {
    const rules = roles[0]?.rules ?? [];
    const source = { kind: 'role', slug: 'admin' } as const;
    const ability = compile(
      table,
      rules.map((rule) => ({ ...rule, source })),
    ) as unknown as LooseAbility;
    for (const [subject, { actions }] of Object.entries(table))
      for (const action of actions) expect(ability.allows(action, subject)).toBe(true);
    for (const role of roles) expect(covers(table, rules, role.rules).covered).toBe(true);
  });

  it('let no-access do nothing', () => {
    expect(roles.find(({ slug }) => slug === 'no-access')?.rules).toEqual([]);
  });

  it('let nobody but the admin hand on the admin role', () => {
    for (const { rules } of roles.slice(1))
      expect(covers(table, rules, roles[0]?.rules ?? []).covered).toBe(false);
  });
});

it('gives the organization roles the ids known to clients', () => {
  expect(ORG_ROLES.map(({ slug, id }) => [slug, id])).toEqual([
    ['admin', 'b11b49a9-09a9-4443-916a-4246f9ff2c69'],
    ['member', 'b11b49a9-09a9-4443-916a-4246f9ff2c70'],
    ['no-access', 'b10d49a9-09a9-4443-916a-4246f9ff2c72'],
  ]);
});
