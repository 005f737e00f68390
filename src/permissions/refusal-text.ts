import { firstOf, shownName } from '../errors/nearest.js';
import { PROJECT_SUBJECTS } from './project-subjects.js';
import type { Attributes, SubjectTable } from './subject-table.js';

const VERBS = new Set(['read', 'create', 'edit', 'delete']);

const PATH_SHOWN = 200;

const NEXT =
  ' POST /api/v1/projects/{projectId}/permissions/explain says why, and an administrator of the project can give you the right.';

const NEXT_IN_ORGANIZATION = ' An administrator of the organization can give you the right.';

/** An action and what it is about. */
interface Pair {
  readonly action: string;
  readonly subject: string;
}

const attempt = ({ action, subject }: Pair): string =>
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

function namesOf(rows: readonly Attributes[], count: number): string {
  const names = rows.flatMap(({ secretName: name }) => (typeof name === 'string' ? [name] : []));
  return names.length === 0 ? '' : ` (${firstOf(names, count)})`;
}

/**
 * What somebody may or may not do: `create secrets in dev at / (A)`. `rows`: what it is about, as far as the reader may
 * know of it; `count`: of how many.
 */
export const deedOf = (pair: Pair, rows: readonly Attributes[], count = rows.length): string =>
  attempt(pair) + placeOf(rows) + namesOf(rows, count);

/**
 * The sentence of a 403: what may not be done, and where; then what to do next. `rows`: what the check was about, as far
 * as the caller may know of it; `refused`: of how many it failed.
 */
export function deniedText(
  table: SubjectTable,
  pair: Pair,
  rows: readonly Attributes[],
  refused = rows.length,
): string {
  const next = table === PROJECT_SUBJECTS ? NEXT : NEXT_IN_ORGANIZATION;
  return `You may not ${deedOf(pair, rows, refused)}.${next}`;
}
