import type { Ids } from './call.js';
import type { Kind, Position } from './route-entry.js';

/** What may stand where an id is expected. */
export interface Value {
  readonly name: string;
  readonly text: string;
  /** Has not even the form of text: a query or body may be refused for it. */
  readonly mayBe422?: boolean;
}

export const foreign = ({ kind }: Position, ids: Ids): Value => ({
  name: 'of another tenant',
  text: ids[kind],
});

/** What is no id at all, and what might match more than one row. */
export function malformed({ steps, kind }: Position, ids: Ids): Value[] {
  const mayBe422 = steps[0] !== 'path';
  return [
    { name: 'no UUID', text: 'not-a-uuid' },
    // An e-mail address and the digits of a thumbprint are the same in whichever case.
    ...(kind === 'username' || kind === 'certificateThumbprint'
      ? []
      : [{ name: 'in upper case', text: ids[kind].toUpperCase(), mayBe422 }]),
    { name: 'in braces', text: `{${ids[kind]}}`, mayBe422 },
    { name: 'a wildcard', text: '%', mayBe422 },
    { name: 'null', text: 'null' },
    { name: 'NUL', text: '\0', mayBe422 },
    { name: '5 KB', text: 'a'.repeat(5_000), mayBe422 },
  ];
}

/** What is no text at all; a query can only repeat itself. */
export const notText = ({ steps }: Position): readonly unknown[] =>
  ({ path: [], query: [['one', 'two']], body: [{}, { $ne: '' }, [], ['one'], 7, true] })[
    steps[0] as 'path' | 'query' | 'body'
  ];

const NAMES: ReadonlySet<Kind> = new Set(['environmentSlug', 'secretName']);

/**
 * Whether its absence is told before any refusal. Names and tags of secrets, and environments, are
 * not looked for on behalf of a caller who may do nothing with them: that caller gets 403 whether or not they exist.
 */
export const isAlwaysLookedFor = ({ kind, steps }: Position): boolean =>
  !NAMES.has(kind) && !steps.includes('tagIds');

const IN_A_PROJECT: ReadonlySet<Kind> = new Set([
  'environment',
  'environmentSlug',
  'folder',
  'folderName',
  'groupOfProject',
  'identity',
  'memberOfProject',
  'projectRole',
  'projectRoleSlug',
  'privilege',
  'privilegeSlug',
  'secretName',
  'tag',
  'tagSlug',
  'user',
  'username',
]);

/** Whether a 404 names the thing: it is looked for in the caller's own project or organization. */
export const isNamed = ({ kind }: Position): boolean =>
  IN_A_PROJECT.has(kind) ||
  kind === 'orgRoleSlug' ||
  kind === 'clientSecret' ||
  kind === 'strangeGroup' ||
  kind === 'stranger' ||
  // Where the request names the project as well.
  kind === 'secretImport';

/** The places of things in a request that names their project as well. */
export function withinProject(positions: readonly Position[]): readonly Position[] {
  const namesProject = positions.some(({ kind }) => kind === 'project' || kind === 'projectSlug');
  return namesProject ? positions.filter(({ kind }) => IN_A_PROJECT.has(kind)) : [];
}
