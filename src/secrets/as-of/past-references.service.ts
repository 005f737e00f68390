import { Injectable } from '@nestjs/common';
import type { ProjectAccess } from '../../access/access.service.js';
import { Database } from '../../database/database.js';
import { type Expansion, ReferenceResolver } from '../references/reference-resolver.js';
import { ReferenceTargets } from '../references/reference-targets.service.js';
import type { OpenSecret, SealedSecret } from '../secret.js';
import { mayReadValue } from '../secret-guards.js';
import { SecretVault } from '../secret-vault.js';
import { type SecretAddress, SecretsRepository } from '../secrets.repository.js';
import { mayDescribePast, mayReadPast, type PastState } from './past-secret.js';
import { PastSecretsRepository, type PointInTimeValue } from './past-secrets.repository.js';

/** Expands references to what they pointed to at the moment of the text that holds them. */
@Injectable()
export class PastReferences {
  constructor(
    private readonly database: Database,
    private readonly past: PastSecretsRepository,
    private readonly vault: SecretVault,
  ) {}

  expand(
    project: ProjectAccess,
    moment: PointInTimeValue,
    secrets: readonly OpenSecret[],
    expansion: Exclude<Expansion, false>,
  ): Promise<readonly OpenSecret[]> {
    const source = new PastSource(this.database, this.past, project, moment);
    const resolver = new ReferenceResolver(new ReferenceTargets(source, this.vault));
    return resolver.expand(project, secrets, expansion);
  }
}

/** The repository of another moment, of which the caller sees what he may see. */
class PastSource extends SecretsRepository {
  constructor(
    database: Database,
    private readonly past: PastSecretsRepository,
    private readonly project: ProjectAccess,
    private readonly moment: PointInTimeValue,
  ) {
    super(database);
  }

  override async findMany(
    projectId: string,
    addresses: readonly SecretAddress[],
  ): Promise<SealedSecret[]> {
    const rows = await this.past.findMany(projectId, this.moment, addresses);
    return rows.filter((row) => this.isShown(row));
  }

  /** Who asks for the rows knows of the place of then only, and would read what today's place forbids. */
  private isShown(row: PastState): boolean {
    const { project } = this;
    if (!mayDescribePast(project, row)) return false;
    return mayReadPast(project, row) || !mayReadValue(project, row);
  }
}
