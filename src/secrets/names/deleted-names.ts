import { Injectable } from '@nestjs/common';
import type { ProjectAccess } from '../../access/access.service.js';
import { filterInSlices, mapInSlices } from '../../access/slices.js';
import { mayDescribePast } from '../as-of/past-secret.js';
import { deleterIn } from '../changes/deleter.js';
import {
  type EntryOfMoment,
  FolderChangesRepository,
} from '../changes/folder-changes.repository.js';
import { DeletedNamesRepository } from './deleted-names.repository.js';
import type { NamePosition } from './name-position.js';

/** A secret that an environment had and has no more. */
export interface DeletedName extends NamePosition {
  readonly environment: string;
  /** The last one. */
  readonly version: number;
  /** Seconds since 1970. */
  readonly deletedAt: number;
  /** Kind, id and name of then; null where the audit log does not tell. */
  readonly deletedBy: string | null;
}

/** Finds which environments had a name and have it no more, as far as the caller may know of it now and could then. */
@Injectable()
export class DeletedNames {
  constructor(
    private readonly repository: DeletedNamesRepository,
    private readonly changes: FolderChangesRepository,
  ) {}

  async list(project: ProjectAccess, names: readonly NamePosition[]): Promise<DeletedName[]> {
    const ended = await this.repository.list(project.id, names);
    const shown = await filterInSlices(ended, (each) => mayDescribePast(project, each));
    // The entry of a deletion has its time.
    const times = [...new Set(shown.map(({ at }) => at.getTime()))];
    const moments = times.map((time) => ({ at: new Date(time) }));
    const entries = new Map<number, EntryOfMoment[]>(times.map((time) => [time, []]));
    for (const entry of await this.changes.listEntries(project, moments))
      entries.get(times[entry.index]!)!.push(entry);
    return mapInSlices(shown, ({ at, environment, secretPath, key, version }) => {
      const deleter = deleterIn(entries.get(at.getTime())!, environment, [key]);
      return {
        ...{ environment, secretPath, key, version },
        deletedAt: Math.floor(at.getTime() / 1_000),
        deletedBy: deleter && `${deleter.actorType} ${deleter.actorId} ${deleter.name}`,
      };
    });
  }
}
