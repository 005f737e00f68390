import { Injectable } from '@nestjs/common';
import { AccessService } from '../../access/access.service.js';
import type { Actor } from '../../auth/actor.js';
import { secretNotFound } from '../../errors/missing.js';
import { TimeSlices } from '../../http/limits/time-slices.js';
import { requireAnyDescribe, requireRead } from '../secret-guards.js';
import { SecretVault } from '../secret-vault.js';
import { SecretsRepository } from '../secrets.repository.js';
import { ReferenceResolver, withinBounds } from './reference-resolver.js';
import { buildReferenceTree, type ReferenceTree } from './reference-tree.js';
import { Expander } from './references.js';
import { type Referrers, ReferrersRepository, visibleReferrers } from './referrers.repository.js';
import { type SecretScope, toLocation } from '../secret.js';
import { refuseForPersonal } from '../personal/refuse-personal.js';

export interface ExpandedTree {
  readonly tree: ReferenceTree;
  /** The secret's value with its references expanded. */
  readonly value: string;
}

interface NamedSecret extends SecretScope {
  readonly key: string;
}

/** Secrets that are looked at for one answer; an answer that leaves some out says so. */
const MAX_REFERRERS = 10_000;

/** What a secret refers to, and what refers to it. */
@Injectable()
export class SecretReferences {
  // oxlint-disable-next-line max-params -- two questions about one secret: the index answers one, values the other
  constructor(
    private readonly access: AccessService,
    private readonly secrets: SecretsRepository,
    private readonly referrers: ReferrersRepository,
    private readonly resolver: ReferenceResolver,
    private readonly vault: SecretVault,
  ) {}

  /** The secrets that refer to this one. Throws 404 if it is not there or may not be described. */
  async listReferrers(actor: Actor, scope: NamedSecret): Promise<Referrers> {
    const { project, address } = await this.findSecret(actor, scope, false);
    const found = await this.referrers.find(project.id, [address], MAX_REFERRERS);
    return visibleReferrers(project, found);
  }

  /** What the secret refers to, and what that refers to. Refuses as a read of the value does; 400 if it is too large. */
  async getTree(actor: Actor, scope: NamedSecret): Promise<ExpandedTree> {
    const { project, row } = await this.findSecret(actor, scope, true);
    const [opened] = await this.vault.open(project, [row], () => true);
    const secret = opened!;
    return withinBounds(async () => {
      const targets = await this.resolver.gather(project, [secret]);
      const slices = new TimeSlices();
      const value = await slices.run(new Expander(targets.values).expand(secret.value, secret));
      return { tree: await slices.run(buildReferenceTree(secret, targets)), value };
    });
  }

  private async findSecret(actor: Actor, scope: NamedSecret, viewSecretValue: boolean) {
    const project = await this.access.toNamedProject(actor, scope.projectId, scope.projectSlug);
    const address = { ...toLocation(scope), key: scope.key };
    requireAnyDescribe(project, address);
    refuseForPersonal(actor, scope);
    const row = await this.secrets.find(project.id, address);
    requireRead(project, row, viewSecretValue, () => secretNotFound(project.id, address));
    return { project, address, row };
  }
}
