import { Injectable } from '@nestjs/common';
import { Database, statement } from '../database/database.js';

/** A folder of one environment. */
export interface FolderPlace {
  readonly environment: string;
  readonly secretPath: string;
}

export interface NamedPlace extends FolderPlace {
  readonly secretName: string;
  readonly secretTags: readonly string[];
}

const FOLDERS = statement(`
  select e.slug environment, f.path "secretPath"
  from environments e join folders f on f.environment_id = e.id
  where e.project_id = $1
  order by e.position, e.slug, f.path limit $2`);

const SECRETS = statement(`
  select e.slug environment, f.path "secretPath", s.key "secretName",
    array(select t.slug from secret_tags st join tags t on t.id = st.tag_id
      where st.secret_id = s.id) "secretTags"
  from environments e join folders f on f.environment_id = e.id join secrets s on s.folder_id = f.id
  where e.project_id = $1
  order by e.position, e.slug, f.path, s.key limit $2`);

/** Reads what conditions of rules can tell apart: folders, and names and tags of secrets. */
@Injectable()
export class ProjectPlacesRepository {
  constructor(private readonly database: Database) {}

  listFolders(projectId: string, limit: number): Promise<FolderPlace[]> {
    return this.database.rows(FOLDERS, [projectId, limit]);
  }

  listSecrets(projectId: string, limit: number): Promise<NamedPlace[]> {
    return this.database.rows(SECRETS, [projectId, limit]);
  }
}
