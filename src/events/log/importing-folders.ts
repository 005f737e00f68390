import type { EntityManager } from 'typeorm';
import { type EventDraft, isSecretKind, type SecretItem } from './event-kinds.js';

/** How many imports after one another are followed, for events and for reads. */
export const MAX_IMPORT_DEPTH = 10;

/** By slug of the environment: an import of an environment that was deleted is deleted with it. */
const IMPORTING = `
  with recursive reached (environment_id, path, depth) as (
    select e.id, changed.path collate "C", 0
    from unnest($2::text[], $3::text[]) as changed (environment, path)
    join environments e on e.project_id = $1 and e.slug = changed.environment
    union
    select f.environment_id, f.path, reached.depth + 1
    from reached
    join secret_imports i
      on i.source_environment_id = reached.environment_id and i.source_path = reached.path
    join folders f on f.id = i.folder_id
    where reached.depth < ${MAX_IMPORT_DEPTH}
  )
  select distinct e.slug environment, reached.path "secretPath"
  from reached join environments e on e.id = reached.environment_id
  where reached.depth > 0
  order by 1, 2`;

export const isImportMutation = ({ type }: EventDraft): boolean =>
  type === 'secret:import-mutation';

/**
 * Returns the one `secret:import-mutation` of a change: the folders whose own imports changed, and those that import,
 * directly or not, a folder with an event about secrets. It may name none. One statement.
 */
export async function importMutation(
  tx: EntityManager,
  projectId: string,
  drafts: readonly EventDraft[],
): Promise<EventDraft> {
  const changed = [...foldersOf(drafts.filter(({ type }) => isSecretKind(type))).values()];
  const importing = await tx.query<SecretItem[]>(IMPORTING, [
    projectId,
    changed.map(({ environment }) => environment),
    changed.map(({ secretPath }) => secretPath),
  ]);
  const imported: EventDraft = { type: 'secret:import-mutation', changes: importing };
  const folders = foldersOf([...drafts.filter(isImportMutation), imported]);
  return { type: 'secret:import-mutation', changes: [...folders.values()] };
}

/** Returns each folder of events about secrets once. */
function foldersOf(drafts: readonly EventDraft[]): Map<string, SecretItem> {
  const items = drafts.flatMap(({ changes }) => changes as readonly SecretItem[]);
  return new Map(
    items.map(({ environment, secretPath }) => [
      `${environment} ${secretPath}`,
      { environment, secretPath },
    ]),
  );
}
