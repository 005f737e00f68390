import { filterInSlices } from '../../access/slices.js';
import { type EventDraft, isSecretKind, type SecretItem } from './event-kinds.js';

/** How many imports after one another are followed, for events and for reads. */
export const MAX_IMPORT_DEPTH = 10;

/**
 * SQL, parts of a recursive `with`: `importing` has the folders of the one `secret:import-mutation` of a change in project
 * `$1`. These are those whose own imports changed (`$4`, `$5`), and then those that import, directly or not, a folder with
 * an event about secrets (`$2`, `$3`); none where the project has no imports. Folders are named by the slug of their
 * environment: an import of an environment that was deleted is deleted with it. The `line` of each is its JSON, in which
 * paths and slugs need no escapes.
 */
export const IMPORTING = `
  reached (environment_id, path, depth) as (
    select e.id, changed.path collate "C", 0
    from unnest($2::text[], $3::text[]) as changed (environment, path)
    join environments e on e.project_id = $1 and e.slug = changed.environment
    where exists (select from project_event_heads where project_id = $1 and has_imports)
    union
    select f.environment_id, f.path, reached.depth + 1
    from reached
    join secret_imports i
      on i.source_environment_id = reached.environment_id and i.source_path = reached.path
    join folders f on f.id = i.folder_id
    where reached.depth < ${MAX_IMPORT_DEPTH}
  ), found as (
    select own.environment, own.path collate "C" as "secretPath", 0 as rank
    from unnest($4::text[], $5::text[]) as own (environment, path)
    where exists (select from project_event_heads where project_id = $1 and has_imports)
    union all
    select e.slug, reached.path, 1
    from reached join environments e on e.id = reached.environment_id
    where reached.depth > 0
  ), importing as (
    select environment, "secretPath", min(rank) as rank,
      '{"environment":' || to_json(environment) || ',"secretPath":' || to_json("secretPath") || '}' as line
    from found group by environment, "secretPath"
  )`;

export const isImportMutation = ({ type }: EventDraft): boolean =>
  type === 'secret:import-mutation';

/** The parameters `$2` to `$5` of `IMPORTING`. */
export async function importingValues(
  drafts: readonly EventDraft[],
): Promise<readonly (readonly string[])[]> {
  const changed = await foldersOf(drafts.filter(({ type }) => isSecretKind(type)));
  const own = await foldersOf(drafts.filter(isImportMutation));
  return [changed, own].flatMap((folders) => [
    folders.map(({ environment }) => environment),
    folders.map(({ secretPath }) => secretPath),
  ]);
}

/** Returns each folder of events about secrets once. */
function foldersOf(drafts: readonly EventDraft[]): Promise<SecretItem[]> {
  const known = new Set<string>();
  return filterInSlices(itemsOf(drafts), ({ environment, secretPath }) => {
    const before = known.size;
    return known.add(`${environment} ${secretPath}`).size > before;
  });
}

function* itemsOf(drafts: readonly EventDraft[]): Generator<SecretItem> {
  for (const { changes } of drafts) yield* changes as readonly SecretItem[];
}
