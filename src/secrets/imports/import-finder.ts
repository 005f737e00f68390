import { Injectable } from '@nestjs/common';
import { AccessService } from '../../access/access.service.js';
import type { ContentActor } from '../../auth/actor.js';
import { isUuid } from '../../database/uuid.js';
import { notFound } from '../../errors/api-error.js';
import { importNotFound } from '../../errors/missing.js';
import { SecretsRepository } from '../secrets.repository.js';
import { type ImportAddress, type ImportScope, importingFolderOf } from './secret-import.js';
import { SecretImportsRepository } from './secret-imports.repository.js';

/** Finds the folder or the import that a request names, with the caller's access to the project. Throws 404. */
@Injectable()
export class ImportFinder {
  constructor(
    private readonly access: AccessService,
    private readonly secrets: SecretsRepository,
    private readonly imports: SecretImportsRepository,
  ) {}

  async getFolder(actor: ContentActor, scope: ImportScope) {
    const project = await this.access.toNamedProject(actor, scope.projectId);
    const { id } = await this.secrets.getFolder(project.id, scope);
    return { project, folderId: id };
  }

  /** Finds an import by its id. Whatever else the address says of it must be so. */
  async getImport(actor: ContentActor, address: ImportAddress) {
    const record = await this.find(actor, address);
    const project = await this.access.toProject(actor, { id: record.projectId });
    const actual = { projectId: record.projectId, ...importingFolderOf(record) };
    const agrees = (['projectId', 'environment', 'secretPath'] as const).every(
      (name) => (address[name] ?? actual[name]) === actual[name],
    );
    if (!agrees) return this.refuse(actor, address);
    return { project, record };
  }

  /** Throws 404, which names the import where the request names a project of the caller. */
  private async find(actor: ContentActor, address: ImportAddress) {
    const { id } = address;
    const record = isUuid(id) ? await this.imports.findInOrganization(actor.orgId, id) : null;
    return record ?? this.refuse(actor, address);
  }

  private async refuse(actor: ContentActor, { id, projectId }: ImportAddress): Promise<never> {
    if (projectId === undefined) throw notFound();
    await this.access.toNamedProject(actor, projectId);
    throw importNotFound(id);
  }
}
