import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccessService, type ProjectAccess } from '../../access/access.service.js';
import type { Actor } from '../../auth/actor.js';
import { toUuid } from '../../database/uuid.js';
import { notFound } from '../../errors/api-error.js';
import { SecretsRepository } from '../secrets.repository.js';
import {
  type ImportEnvironment,
  type ImportAddress,
  type ImportScope,
  importingFolderOf,
} from './secret-import.js';
import { type ImportingFolder, SecretImportsRepository } from './secret-imports.repository.js';

/** What requests about imports name. Everything here throws 404. */
@Injectable()
export class ImportFinder {
  constructor(
    private readonly access: AccessService,
    private readonly secrets: SecretsRepository,
    private readonly rows: SecretImportsRepository,
  ) {}

  async getFolder(actor: Actor, place: ImportScope) {
    const project = await this.access.toNamedProject(actor, place.projectId);
    const { id } = await this.secrets.getFolder(project.id, place);
    return { project, folderId: id };
  }

  /** Everything that the address says of the import must be so. */
  async get(actor: Actor, address: ImportAddress) {
    const record = await this.rows.findAnywhere(actor.orgId, toUuid(address.id));
    if (!record) throw notFound();
    const project = await this.access.toProject(actor, { id: record.projectId });
    const is = { projectId: record.projectId, ...importingFolderOf(record) };
    const agrees = (['projectId', 'environment', 'secretPath'] as const).every(
      (name) => (address[name] ?? is[name]) === is[name],
    );
    if (!agrees) throw notFound();
    return { project, record };
  }

  async getEnvironment({ id }: ProjectAccess, slug: string): Promise<ImportEnvironment> {
    const environment = await this.rows.findEnvironment(id, slug);
    if (!environment) throw notFound();
    return environment;
  }

  /** Within a transaction, its own changes included. */
  async reread(tx: EntityManager, { id: projectId }: ProjectAccess, id: string) {
    const record = await this.rows.findIn(tx, projectId, id);
    if (!record) throw notFound();
    return record;
  }

  /** Likewise. */
  async getFolderIn(
    tx: EntityManager,
    projectId: string,
    place: { readonly environment: string; readonly secretPath: string },
  ): Promise<ImportingFolder> {
    const folder = await this.rows.findFolderIn(tx, projectId, place);
    if (!folder) throw notFound();
    return folder;
  }
}
