import { Injectable } from '@nestjs/common';
import type { ProjectAccess } from '../access/access.service.js';
import { filterInSlices } from '../access/slices.js';
import { addCost } from '../http/limits/admission.js';
import {
  type FolderPlace,
  type NamedPlace,
  ProjectPlacesRepository,
} from './project-places.repository.js';

/** A folder, and its secrets where rules tell them apart. */
export interface VisiblePlace extends FolderPlace {
  readonly secrets: readonly NamedPlace[] | null;
}

export interface PlacesOfProject {
  readonly places: readonly VisiblePlace[];
  /** False where the project has more than one request looks at. */
  readonly isComplete: boolean;
}

const MAX_FOLDERS = 10_000;
const MAX_SECRETS = 50_000;
/** Rows that cost as much as one more request. */
const ROWS_OF_A_REQUEST = 2_000;

/** Folders and secrets of a project, as far as the caller may know of them. */
@Injectable()
export class VisiblePlaces {
  constructor(private readonly repository: ProjectPlacesRepository) {}

  async list(project: ProjectAccess, withNames: boolean): Promise<PlacesOfProject> {
    const folders = await this.repository.listFolders(project.id, MAX_FOLDERS + 1);
    const secrets = withNames ? await this.repository.listSecrets(project.id, MAX_SECRETS + 1) : [];
    addCost(Math.floor((folders.length + secrets.length) / ROWS_OF_A_REQUEST));
    const own = await filterInSlices(folders.slice(0, MAX_FOLDERS), (folder) =>
      maySee(project, folder),
    );
    const described = await filterInSlices(secrets.slice(0, MAX_SECRETS), (secret) =>
      project.ability.allows('describeSecret', 'secrets', { ...secret, eventType: null }),
    );
    const byFolder = inFolders(described);
    return {
      places: own.map((folder) => ({
        ...folder,
        secrets: withNames ? (byFolder.get(textOf(folder)) ?? []) : null,
      })),
      isComplete: folders.length <= MAX_FOLDERS && secrets.length <= MAX_SECRETS,
    };
  }
}

function inFolders(secrets: readonly NamedPlace[]): ReadonlyMap<string, NamedPlace[]> {
  const folders = new Map<string, NamedPlace[]>();
  for (const secret of secrets) {
    const folder = folders.get(textOf(secret)) ?? [];
    folder.push(secret);
    folders.set(textOf(secret), folder);
  }
  return folders;
}

const textOf = ({ environment, secretPath }: FolderPlace): string => `${environment}:${secretPath}`;

/** Whether the caller may see the folder itself, or some secret that would be in it. */
const maySee = ({ ability }: ProjectAccess, place: FolderPlace): boolean =>
  ability.allows('read', 'secret-folders', { ...place }) ||
  ability.allows('describeSecret', 'secrets', {
    ...{ ...place, secretName: null, secretTags: null, eventType: null },
  });
