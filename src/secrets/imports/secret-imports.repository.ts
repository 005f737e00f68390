import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, statement } from '../../database/database.js';
import { orConflict } from '../../database/failures.js';
import { SOURCE_TAKEN } from '../../projects/folders/folder-imports.js';
import type { ImportEnvironment, ImportRecord } from './secret-import.js';

const environment = (alias: string) =>
  `json_build_object('id', ${alias}.id, 'slug', ${alias}.slug, 'name', ${alias}.name)`;

const SELECT = `
  select i.id, e.project_id "projectId", i.folder_id "folderId", ${environment('e')} environment,
    f.path "secretPath", ${environment('source')} source, i.source_path "sourcePath", i.position,
    i.version, i.created_at "createdAt", i.updated_at "updatedAt"
  from secret_imports i
  join folders f on f.id = i.folder_id
  join environments e on e.id = f.environment_id
  join environments source on source.id = i.source_environment_id`;

const BY_ID = statement(`
  ${SELECT} join projects p on p.id = e.project_id where p.org_id = $1 and i.id = $2`);

const BY_ID_IN = `${SELECT} where e.project_id = $1 and i.id = $2`;

const LIST = statement(`
  ${SELECT} where e.project_id = $1 and i.folder_id = $2 order by i.position`);

const ENVIRONMENT = statement(`
  select id, slug, name from environments where project_id = $1 and slug = $2`);

/** The folder of this place, as it is once the project's imports are locked. */
const FOLDER = `
  select f.id, f.environment_id "environmentId", f.path,
    (select count(*)::int from secret_imports i where i.folder_id = f.id) imports
  from environments e join folders f on f.environment_id = e.id
  where e.project_id = $1 and e.slug = $2 and f.path = $3`;

const INSERT = `
  insert into secret_imports (id, folder_id, source_environment_id, source_path, position)
  values ($1, $2, $3, $4, $5)`;

const AIM = `
  update secret_imports
  set source_environment_id = $2, source_path = $3, version = version + 1, updated_at = now()
  where id = $1`;

/** Those between the old place and the new one make room. */
const MOVE = `
  update secret_imports i
  set position = case when i.id = $1 then $3 when own.position < $3 then i.position - 1
      else i.position + 1 end,
    version = case when i.id = $1 then i.version + 1 else i.version end,
    updated_at = case when i.id = $1 then now() else i.updated_at end
  from secret_imports own
  where own.id = $1 and i.folder_id = $2
    and i.position between least(own.position, $3::int) and greatest(own.position, $3::int)`;

export interface ImportingFolder {
  readonly id: string;
  readonly environmentId: string;
  readonly path: string;
  /** How many it has. */
  readonly imports: number;
}

@Injectable()
export class SecretImportsRepository {
  constructor(private readonly database: Database) {}

  /** In any project of the organization. */
  findAnywhere(orgId: string, id: string): Promise<ImportRecord | null> {
    return this.database.row<ImportRecord>(BY_ID, [orgId, id]);
  }

  list(projectId: string, folderId: string): Promise<ImportRecord[]> {
    return this.database.rows<ImportRecord>(LIST, [projectId, folderId]);
  }

  findEnvironment(projectId: string, slug: string): Promise<ImportEnvironment | null> {
    return this.database.row(ENVIRONMENT, [projectId, slug]);
  }

  /** Within a transaction, its own changes included. */
  async findIn(tx: EntityManager, projectId: string, id: string): Promise<ImportRecord | null> {
    const [record] = await tx.query<ImportRecord[]>(BY_ID_IN, [projectId, id]);
    return record ?? null;
  }

  async findFolderIn(
    tx: EntityManager,
    projectId: string,
    { environment, secretPath }: { readonly environment: string; readonly secretPath: string },
  ): Promise<ImportingFolder | null> {
    const values = [projectId, environment, secretPath];
    const [folder] = await tx.query<ImportingFolder[]>(FOLDER, values);
    return folder ?? null;
  }

  /** Throws 409 if the folder imports from there already. */
  async insert(
    tx: EntityManager,
    folder: ImportingFolder,
    draft: {
      readonly id: string;
      readonly sourceEnvironmentId: string;
      readonly sourcePath: string;
    },
  ): Promise<void> {
    const { id, sourceEnvironmentId, sourcePath } = draft;
    const values = [id, folder.id, sourceEnvironmentId, sourcePath, folder.imports + 1];
    await orConflict(tx.query(INSERT, values), SOURCE_TAKEN);
  }

  /** Throws 409 likewise. */
  async updateSource(
    tx: EntityManager,
    id: string,
    environmentId: string,
    path: string,
  ): Promise<void> {
    await orConflict(tx.query(AIM, [id, environmentId, path]), SOURCE_TAKEN);
  }

  async updatePosition(
    tx: EntityManager,
    { id, folderId }: ImportRecord,
    position: number,
  ): Promise<void> {
    await tx.query(MOVE, [id, folderId, position]);
  }

  async remove(tx: EntityManager, id: string): Promise<void> {
    await tx.query('delete from secret_imports where id = $1', [id]);
  }
}
