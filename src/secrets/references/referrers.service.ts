import { Injectable } from '@nestjs/common';
import { AccessService } from '../../access/access.service.js';
import type { Actor } from '../../auth/actor.js';
import { notFound } from '../../errors/api-error.js';
import { mayDescribe, requireAnyDescribe } from '../secret-guards.js';
import { refusePersonal, toLocation, type SecretScope } from '../secret-reads.service.js';
import { SecretsRepository } from '../secrets.repository.js';
import { type Referrers, ReferrersRepository, visibleReferrers } from './referrers.repository.js';

/** Secrets that are looked at for one answer; an answer that leaves some out says so. */
const MAX_LISTED = 10_000;

/** The reverse look-up: what refers to a secret. */
@Injectable()
export class ReferrersOfSecrets {
  constructor(
    private readonly access: AccessService,
    private readonly secrets: SecretsRepository,
    private readonly referrers: ReferrersRepository,
  ) {}

  /** Throws 404 for a secret that is not there or may not be described. */
  async list(actor: Actor, where: SecretScope & { readonly key: string }): Promise<Referrers> {
    const project = await this.access.toNamedProject(actor, where.projectId, where.projectSlug);
    const address = { ...toLocation(where), key: where.key };
    requireAnyDescribe(project, address);
    refusePersonal(where);
    const secret = await this.secrets.find(project.id, address);
    if (!secret || !mayDescribe(project, secret)) throw notFound();
    return visibleReferrers(project, await this.referrers.find(project.id, [address], MAX_LISTED));
  }
}
