import { badRequest, invalid } from '../errors/api-error.js';
import { PROJECT_ROLES } from '../permissions/predefined-roles.js';
import { PROJECT_SUBJECTS } from '../permissions/project-subjects.js';
import type { Rule } from '../permissions/rule.js';
import { cleanRules } from '../permissions/rule-problems.js';
import { readCombinationProblem, templateProblem } from '../permissions/rule-refusals.js';
import type { ProjectRoleRecord } from './project-roles.presenter.js';

/** `custom` carries a role of the project's own in memberships. */
const RESERVED: readonly string[] = [...PROJECT_ROLES.map(({ slug }) => slug), 'custom'];

/** Throws 422 for the slug of a predefined role (decision 25). */
export function refuseReserved(slug: string): void {
  if (!RESERVED.includes(slug)) return;
  throw invalid([{ code: 'invalid_value', path: ['slug'], message: 'This slug is reserved' }]);
}

/** The rules as they are stored. Throws 400 for well-formed ones that contradict themselves. */
export function usableRules(rules: readonly Rule[]): readonly Rule[] {
  const problem = readCombinationProblem(rules) ?? templateProblem(rules);
  if (problem) throw badRequest(problem);
  return cleanRules(PROJECT_SUBJECTS, rules);
}

/** They exist in every project without being stored; their times are that of the answer. */
export function predefinedRoles(projectId: string): ProjectRoleRecord[] {
  const now = new Date();
  return PROJECT_ROLES.map(({ rules, ...role }) => ({
    ...role,
    projectId,
    permissions: rules,
    createdAt: now,
    updatedAt: now,
  }));
}
