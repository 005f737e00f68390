import { Injectable } from '@nestjs/common';
import { AccessService } from '../../access/access.service.js';
import type { Actor } from '../../auth/actor.js';
import { toUuid } from '../../database/uuid.js';
import { notFound } from '../../errors/api-error.js';
import type { SealedSecret, SecretsOfProject } from '../secret.js';
import {
  mayDescribe,
  mayDescribeVersion,
  mayReadValue,
  mayReadVersion,
  requireAnyDescribe,
} from '../secret-guards.js';
import { SecretVault } from '../secret-vault.js';
import { type Page, SecretVersionsRepository } from './secret-versions.repository.js';
import { SecretsRepository } from '../secrets.repository.js';

/** The states of a secret, the present one first. */
@Injectable()
export class SecretVersions {
  constructor(
    private readonly access: AccessService,
    private readonly secrets: SecretsRepository,
    private readonly versions: SecretVersionsRepository,
    private readonly vault: SecretVault,
  ) {}

  /**
   * A state is shown to whoever may describe the secret now and might have described it then, its value to
   * whoever may read both; the others are left out, so that a page may have fewer.
   */
  async list(actor: Actor, secretId: string, { offset, limit }: Page): Promise<SecretsOfProject> {
    const id = toUuid(secretId);
    const projectId = await this.secrets.getProjectIdOf(actor.orgId, id);
    const project = await this.access.toProject(actor, { id: projectId });
    const present = await this.secrets.findById(project.id, id);
    if (present) requireAnyDescribe(project, present);
    if (!present || !mayDescribe(project, present)) throw notFound();
    const page = offset === 0 ? { offset, limit: limit - 1 } : { offset: offset - 1, limit };
    const found = await this.versions.list(project.id, id, page, present.version - 1);
    const past = found.filter((state) => mayDescribeVersion(project, state));
    const readable = new Set(
      past.filter((state) => mayReadVersion(project, state)).map((state) => state.version),
    );
    const isReadable = mayReadValue(project, present);
    const states: SealedSecret[] = offset === 0 ? [present, ...past] : past;
    const mayShow = ({ version }: SealedSecret) =>
      isReadable && (version === present.version || readable.has(version));
    return { projectId: project.id, secrets: await this.vault.open(project, states, mayShow) };
  }
}
