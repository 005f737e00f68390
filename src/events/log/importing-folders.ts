import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type EventItem, type EventKind, isSecretKind, type SecretItem } from './event-kinds.js';

interface Draft {
  readonly type: EventKind;
  readonly changes: readonly EventItem[];
}

/** How many imports after one another are followed, here and by whoever reads. */
export const MAX_IMPORT_DEPTH = 10;

/** Environments by slug: an import of one that is gone is gone with it. */
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

/** Who takes over what has changed. */
@Injectable()
export class ImportingFolders {
  /**
   * The one event of imports that belongs to a change: the folders whose own imports changed, and those
   * that import, directly or not, a folder of which something is told. It may be about none.
   */
  async importMutation(
    tx: EntityManager,
    projectId: string,
    drafts: readonly Draft[],
  ): Promise<Draft> {
    const items = drafts
      .filter(({ type }) => isSecretKind(type))
      .flatMap(({ changes }) => changes as readonly SecretItem[]);
    const changed = [...placesOf(items).values()];
    const importing = await tx.query<SecretItem[]>(IMPORTING, [
      projectId,
      changed.map(({ environment }) => environment),
      changed.map(({ secretPath }) => secretPath),
    ]);
    const mutated = drafts
      .filter(isImportMutation)
      .flatMap(({ changes }) => changes as readonly SecretItem[]);
    const places = placesOf([...mutated, ...importing]);
    return { type: 'secret:import-mutation', changes: [...places.values()] };
  }
}

export const isImportMutation = ({ type }: Draft): boolean => type === 'secret:import-mutation';

/** Each folder once. */
const placesOf = (items: readonly SecretItem[]): Map<string, SecretItem> =>
  new Map(
    items.map(({ environment, secretPath }) => [
      `${environment} ${secretPath}`,
      { environment, secretPath },
    ]),
  );
