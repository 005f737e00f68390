import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccessService, type ProjectAccess } from '../../access/access.service.js';
import type { Actor } from '../../auth/actor.js';
import type { SecretLocation, SecretDraft } from '../secret.js';
import { type NamedItem, tagIdsIn } from './secret-batch-items.js';
import { SecretBatchPlans, type UpdateOrder } from './secret-batch-plans.service.js';
import { type Report, reportOf, type Step } from './secret-batch-steps.js';
import { tagsBySlug, unknownTags } from '../secret-drafts.js';
import { toLocation, type SecretScope } from '../secret-reads.service.js';
import { SecretWriter } from '../secret-writer.js';
import { SecretsRepository } from '../secrets.repository.js';

interface Scene {
  readonly project: ProjectAccess;
  readonly place: SecretLocation;
  readonly isPersonal: boolean;
}

/** What batches would do, item by item. Nothing is written or locked. */
@Injectable()
export class SecretBatchPreviews {
  constructor(
    private readonly access: AccessService,
    private readonly ground: SecretWriter,
    private readonly secrets: SecretsRepository,
    private readonly plans: SecretBatchPlans,
  ) {}

  async ofCreation(
    actor: Actor,
    where: SecretScope,
    drafts: readonly SecretDraft[],
  ): Promise<Report> {
    const scene = await this.sceneOf(actor, where);
    const folder = await this.secrets.getFolder(scene.project.id, scene.place);
    const ids = drafts.flatMap((draft) => draft.tagIds ?? []);
    const tags = await this.secrets.findTags(scene.project.id, ids);
    const items = drafts.map(({ secretKey, tagIds = [] }) => ({
      secretKey,
      tags: tagsBySlug(tags, tagIds),
      unknownTagIds: unknownTags(tags, tagIds),
    }));
    return this.report((tx) => this.plans.ofCreation(tx, { ...scene, folder }, items));
  }

  async ofUpdate(actor: Actor, where: SecretScope, order: UpdateOrder): Promise<Report> {
    const scene = await this.sceneOf(actor, where);
    const tags = await this.secrets.findTags(scene.project.id, tagIdsIn(order.items));
    return this.report((tx) => this.plans.ofUpdate(tx, { ...scene, actor, tags }, order, false));
  }

  async ofDeletion(actor: Actor, where: SecretScope, items: readonly NamedItem[]): Promise<Report> {
    const scene = await this.sceneOf(actor, where);
    return this.report((tx) => this.plans.ofDeletion(tx, scene, items, false));
  }

  private async sceneOf(actor: Actor, where: SecretScope): Promise<Scene> {
    const project = await this.access.toNamedProject(actor, where.projectId, where.projectSlug);
    return { project, place: toLocation(where), isPersonal: where.isPersonal };
  }

  private report(plan: (tx: EntityManager) => Promise<readonly Step[]>): Promise<Report> {
    return this.ground.look(async (tx) => reportOf(await plan(tx)));
  }
}
