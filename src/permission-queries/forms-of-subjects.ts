import type { SubjectTable } from '../permissions/subject-table.js';

/** Every action of a table, once. */
export const actionsOf = (table: SubjectTable): string[] => [
  ...new Set(Object.values(table).flatMap(({ actions }) => actions)),
];

/** Each subject with its own actions: those that have the same are one form. */
export function formsOfSubjects(table: SubjectTable) {
  const alike = new Map<string, string[]>();
  for (const [subject, { actions }] of Object.entries(table))
    alike.set(actions.join(), [...(alike.get(actions.join()) ?? []), subject]);
  return [...alike].map(([actions, subjects]) => ({
    required: ['subject', 'action'],
    properties: { subject: { enum: subjects }, action: { enum: actions.split(',') } },
  }));
}
