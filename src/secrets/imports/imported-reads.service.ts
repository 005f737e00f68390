import { Injectable } from '@nestjs/common';
import type { ContentActor } from '../../auth/actor.js';
import { type OpenOptions, ReferenceResolver } from '../references/reference-resolver.js';
import { ImportFinder } from './import-finder.js';
import { requireImports } from './import-guards.js';
import { type ImportedSecrets, ImportResolver } from './import-resolver.js';
import type { ImportScope } from './secret-import.js';

export interface ImportsOfProject {
  readonly projectId: string;
  readonly imports: readonly ImportedSecrets[];
}

/** Reads what a folder imports, without its own secrets. */
@Injectable()
export class ImportedReads {
  constructor(
    private readonly finder: ImportFinder,
    private readonly resolver: ImportResolver,
    private readonly references: ReferenceResolver,
  ) {}

  async list(
    actor: ContentActor,
    scope: ImportScope,
    options: OpenOptions,
  ): Promise<ImportsOfProject> {
    const { project } = await this.finder.getFolder(actor, scope);
    requireImports(project, 'read', scope);
    const { viewSecretValue } = options;
    const found = await this.resolver.resolve(project, {
      ...{ folder: scope, viewSecretValue, recursive: false, read: [], own: [] },
      isWanted: () => true,
    });
    const secrets = await this.references.open(project, found.secrets, options);
    return { projectId: project.id, imports: found.opened(secrets) };
  }
}
