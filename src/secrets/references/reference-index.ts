import { type BoundStatement, statement } from '../../database/database.js';
import { referenceNamesIn } from './references.js';

/**
 * A reference as the index keeps it: as written, so that one relative to its folder (environment and path
 * empty) needs no care when secrets or folders move.
 */
export interface IndexedReference {
  readonly environment: string;
  readonly path: string;
  readonly key: string;
}

/** References of one value that the index keeps. */
export const MAX_INDEXED = 100;

/** References of one value that are looked at, equal ones too: a value of a mebibyte may hold very many. */
const MAX_LOOKED_AT = 10_000;

/** Instead of the references of a value that has more: it may refer to anything. */
export const TOO_MANY_REFERENCES: IndexedReference = { environment: '', path: '', key: '' };

/** Longer names can belong to no secret, and are too long for an index. */
const MAX_LENGTHS = { environment: 64, path: 1_024, key: 256 };

/** What the index holds of a value: each reference once. */
export function indexedReferences(value: string): readonly IndexedReference[] {
  const found = new Map<string, IndexedReference>();
  let count = 0;
  for (const name of referenceNamesIn(value)) {
    if (++count > MAX_LOOKED_AT) return [TOO_MANY_REFERENCES];
    if (found.has(name)) continue;
    const reference = toIndexed(name);
    if (!isPossible(reference)) continue;
    if (found.size === MAX_INDEXED) return [TOO_MANY_REFERENCES];
    found.set(name, reference);
  }
  return [...found.values()];
}

/** Whether the index holds the same of both values. */
export function hasSameReferences(one: string, other: string): boolean {
  if (one === other) return true;
  const [a, b] = [namesOf(one), namesOf(other)];
  return a.length === b.length && a.every((name, index) => name === b[index]);
}

const namesOf = (value: string): string[] =>
  indexedReferences(value)
    .map(({ environment, path, key }) => `${environment} ${path} ${key}`)
    .sort();

function toIndexed(name: string): IndexedReference {
  const parts = name.split('.');
  const key = parts.pop()!;
  const [environment, ...folders] = parts;
  if (environment === undefined) return { environment: '', path: '', key };
  return { environment, path: `/${folders.join('/')}`, key };
}

const isPossible = ({ environment, path, key }: IndexedReference): boolean =>
  environment.length <= MAX_LENGTHS.environment &&
  path.length <= MAX_LENGTHS.path &&
  key.length <= MAX_LENGTHS.key;

/** A secret that was written, and what its value refers to. */
export interface SecretWithReferences {
  readonly id: string;
  readonly references: readonly IndexedReference[];
}

const WANTED = `unnest($1::uuid[], $2::text[], $3::text[], $4::text[])
  as wanted (source_id, environment, path, key)`;

const ADD_TEXT = `
  insert into secret_references (source_id, project_id, environment, path, key)
  select s.id, s.project_id, wanted.environment, wanted.path, wanted.key
  from ${WANTED} join secrets s on s.id = wanted.source_id
  order by s.id, wanted.environment, wanted.path, wanted.key
  on conflict do nothing`;

const ADD = statement(ADD_TEXT);

const REMOVE = statement('delete from secret_references where source_id = any($1::uuid[])');

/** What stays is not deleted: within one statement it could not be put back. */
const REPLACE = statement(`
  with stale as (
    delete from secret_references r
    where r.source_id = any($5::uuid[]) and not exists (
      select from ${WANTED} where wanted.source_id = r.source_id
        and wanted.environment = r.environment and wanted.path = r.path and wanted.key = r.key)
  )${ADD_TEXT}`);

/** Enters what new secrets refer to. No statement where none refers to anything. */
export function referenceAdditions(secrets: readonly SecretWithReferences[]): BoundStatement[] {
  const entries = entriesOf(secrets);
  return entries.length > 0 ? [{ ...ADD, values: columnsOf(entries) }] : [];
}

/** What the secrets refer to now, instead of what they did. */
export function referenceReplacements(secrets: readonly SecretWithReferences[]): BoundStatement[] {
  if (secrets.length === 0) return [];
  const ids = secrets.map(({ id }) => id);
  const entries = entriesOf(secrets);
  if (entries.length === 0) return [{ ...REMOVE, values: [ids] }];
  return [{ ...REPLACE, values: [...columnsOf(entries), ids] }];
}

type Entry = IndexedReference & { readonly id: string };

const entriesOf = (secrets: readonly SecretWithReferences[]): Entry[] =>
  secrets.flatMap(({ id, references }) => references.map((each) => ({ ...each, id })));

const columnsOf = (entries: readonly Entry[]): unknown[] => [
  entries.map(({ id }) => id),
  entries.map(({ environment }) => environment),
  entries.map(({ path }) => path),
  entries.map(({ key }) => key),
];
