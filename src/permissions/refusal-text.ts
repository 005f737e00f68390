import { firstOf, shownName } from '../errors/nearest.js';
import { PROJECT_SUBJECTS } from './project-subjects.js';
import type { Attributes, SubjectTable } from './subject-table.js';

const VERBS = new Set(['read', 'create', 'edit', 'delete']);

const PATH_SHOWN = 200;

const EXPLAIN = ' POST /api/v1/projects/{projectId}/permissions/explain says why.';

const ASK = ' An administrator of the organization can give the right.';

const attempt = (action: string, subject: string): string =>
  VERBS.has(action) ? `${action} ${subject}` : `use the action ${action} on ${subject}`;

/** Where the rows are, as far as they agree. */
function placeOf(rows: readonly Attributes[]): string {
  const common = (field: string) => {
    const value = rows[0]?.[field];
    const isSame = rows.every((row) => row[field] === value);
    return typeof value === 'string' && isSame ? value : null;
  };
  const [environment, path] = [common('environment'), common('secretPath')];
  const inEnvironment = environment === null ? '' : ` in ${shownName(environment)}`;
  return path === null ? inEnvironment : `${inEnvironment} at ${shownName(path, PATH_SHOWN)}`;
}

function namesOf(rows: readonly Attributes[], refused: number): string {
  const names = rows.flatMap(({ secretName: name }) => (typeof name === 'string' ? [name] : []));
  return names.length === 0 ? '' : ` (${firstOf(names, refused)})`;
}

/**
 * The sentence of a 403: action, subject, environment, path and names, and where to ask for the reason. `rows`: what
 * the check was about, as far as the caller may know of it; `refused`: of how many it failed.
 */
export function deniedText(
  table: SubjectTable,
  { action, subject }: { readonly action: string; readonly subject: string },
  rows: readonly Attributes[],
  refused = rows.length,
): string {
  const what = attempt(action, subject) + placeOf(rows) + namesOf(rows, refused);
  return `You may not ${what}.${table === PROJECT_SUBJECTS ? EXPLAIN : ASK}`;
}
