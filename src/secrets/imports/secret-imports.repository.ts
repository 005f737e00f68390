import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, FindOptionsWhere, Repository } from 'typeorm';
import { Database } from '../../database/database.js';
import { Environment } from '../../database/entities/environment.entity.js';
import { Folder } from '../../database/entities/folder.entity.js';
import { SecretImport } from '../../database/entities/secret-import.entity.js';
import { orConflict } from '../../database/failures.js';
import { environmentNotFound, folderNotFound, importNotFound } from '../../errors/missing.js';
import { SOURCE_TAKEN } from '../../projects/folders/folder-imports.js';
import type { SecretLocation } from '../secret.js';
import type { ImportEnvironment, ImportRecord } from './secret-import.js';

/** The imports between the old position and the new one make room: one statement, since positions are unique. */
const MOVE = `
  update secret_imports i
  set position = case when i.id = $1 then $3 when own.position < $3 then i.position - 1
      else i.position + 1 end,
    version = case when i.id = $1 then i.version + 1 else i.version end,
    updated_at = case when i.id = $1 then now() else i.updated_at end
  from secret_imports own
  where own.id = $1 and i.folder_id = $2
    and i.position between least(own.position, $3::int) and greatest(own.position, $3::int)`;

const RELATIONS = { folder: { environment: true }, sourceEnvironment: true } as const;

export interface ImportingFolder {
  readonly id: string;
  readonly environmentId: string;
  readonly path: string;
  /** How many imports it has. */
  readonly imports: number;
}

@Injectable()
export class SecretImportsRepository {
  constructor(
    @InjectRepository(SecretImport) private readonly imports: Repository<SecretImport>,
    @InjectRepository(Folder) private readonly folders: Repository<Folder>,
    @InjectRepository(Environment) private readonly environments: Repository<Environment>,
    private readonly database: Database,
  ) {}

  /** An import in any project of the organization; null where there is none. */
  findInOrganization(orgId: string, id: string): Promise<ImportRecord | null> {
    const where = { id, folder: { environment: { project: { orgId } } } };
    return findOne(this.database.bind(this.imports), where);
  }

  /** Reads an import within a transaction, its own changes included. Throws 404. */
  async getIn(tx: EntityManager, projectId: string, id: string): Promise<ImportRecord> {
    const where = { id, folder: { environment: { projectId } } };
    const found = await findOne(tx.withRepository(this.imports), where);
    if (!found) throw importNotFound(id);
    return found;
  }

  /** Lists the imports of a folder by position. */
  async list(folderId: string): Promise<ImportRecord[]> {
    const imports = this.database.bind(this.imports);
    const order = { position: 'ASC' } as const;
    const found = await imports.find({ where: { folderId }, relations: RELATIONS, order });
    return found.map(toRecord);
  }

  /** Throws 404. */
  async getEnvironment(projectId: string, slug: string): Promise<ImportEnvironment> {
    const found = await this.database.bind(this.environments).findOneBy({ projectId, slug });
    if (!found) throw environmentNotFound(projectId, slug);
    return found;
  }

  /** Reads a folder and counts its imports: exact once the project's imports are locked. Throws 404. */
  async getFolderIn(
    tx: EntityManager,
    projectId: string,
    { environment, secretPath: path }: SecretLocation,
  ): Promise<ImportingFolder> {
    const where = { path, environment: { projectId, slug: environment } };
    const folder = await tx.withRepository(this.folders).findOneBy(where);
    if (!folder) throw folderNotFound(projectId, { environment, secretPath: path });
    const { id, environmentId } = folder;
    const imports = await tx.withRepository(this.imports).countBy({ folderId: id });
    return { id, environmentId, path, imports };
  }

  /** Throws 409 if the folder imports from there already. */
  async insert(
    tx: EntityManager,
    draft: Pick<
      SecretImport,
      'id' | 'folderId' | 'sourceEnvironmentId' | 'sourcePath' | 'position'
    >,
  ): Promise<void> {
    await orConflict(tx.withRepository(this.imports).insert(draft), SOURCE_TAKEN);
  }

  /** Throws 409 if the folder imports from there already. */
  async updateSource(
    tx: EntityManager,
    id: string,
    sourceEnvironmentId: string,
    sourcePath: string,
  ): Promise<void> {
    const next = { version: () => 'version + 1', updatedAt: () => 'now()' };
    const change = { sourceEnvironmentId, sourcePath, ...next };
    await orConflict(tx.withRepository(this.imports).update({ id }, change), SOURCE_TAKEN);
  }

  async updatePosition(tx: EntityManager, { id, folderId }: ImportRecord, position: number) {
    await tx.query(MOVE, [id, folderId, position]);
  }

  async remove(tx: EntityManager, id: string): Promise<void> {
    await tx.withRepository(this.imports).delete({ id });
  }
}

async function findOne(
  imports: Repository<SecretImport>,
  where: FindOptionsWhere<SecretImport>,
): Promise<ImportRecord | null> {
  // Not findOne: with joins it sends a second statement.
  const [found] = await imports.find({ where, relations: RELATIONS });
  return found ? toRecord(found) : null;
}

const toRecord = ({ folder, sourceEnvironment, ...row }: SecretImport): ImportRecord => ({
  ...row,
  projectId: folder.environment.projectId,
  environment: folder.environment,
  secretPath: folder.path,
  source: sourceEnvironment,
});
