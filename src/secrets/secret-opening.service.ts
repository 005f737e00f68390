import { Injectable } from '@nestjs/common';
import type { ProjectAccess } from '../access/access.service.js';
import { type Expansion, ReferenceResolver } from './references/reference-resolver.js';
import type { OpenSecret, SealedSecret } from './secret.js';
import { mayReadValue } from './secret-guards.js';
import { SecretVault } from './secret-vault.js';

/** Secrets as one answer shows them. */
@Injectable()
export class SecretOpening {
  constructor(
    private readonly vault: SecretVault,
    private readonly references: ReferenceResolver,
  ) {}

  /** Values are masked where they were not asked for or may not be read; references expanded if asked for. */
  async open(
    project: ProjectAccess,
    rows: readonly SealedSecret[],
    {
      viewSecretValue,
      expandSecretReferences,
    }: { readonly viewSecretValue: boolean; readonly expandSecretReferences: Expansion },
  ): Promise<readonly OpenSecret[]> {
    const mayShow = (row: SealedSecret) => viewSecretValue && mayReadValue(project, row);
    const secrets = await this.vault.open(project, rows, mayShow);
    if (!expandSecretReferences) return secrets;
    return this.references.expand(project, secrets, expandSecretReferences);
  }
}
