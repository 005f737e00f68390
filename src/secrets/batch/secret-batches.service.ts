import { Injectable } from '@nestjs/common';
import type { Actor } from '../../auth/actor.js';
import { addCost } from '../../http/limits/request-work.js';
import type { ItemChanges, Mode, NamedItem } from './secret-batch-items.js';
import { SecretBatchDeletions } from './secret-batch-delete.service.js';
import { SecretBatchPreviews } from './secret-batch-previews.service.js';
import { SecretBatchUpdates } from './secret-batch-update.service.js';
import { presentChanged, presentCreated, presentReport } from './secret-batch.presenter.js';
import { SecretCreation } from '../secret-creation.service.js';
import type { SecretDraft } from '../secret.js';
import type { SecretScope } from '../secret-reads.service.js';

interface Body {
  readonly dryRun?: boolean;
  toScope(): SecretScope;
}

/** Items of a batch that cost as much as one more request. */
const ITEMS_OF_A_UNIT = 100;

/** Batches as requests of both dialects put them, and their answers. */
@Injectable()
export class SecretBatches {
  constructor(
    private readonly creation: SecretCreation,
    private readonly updates: SecretBatchUpdates,
    private readonly deletions: SecretBatchDeletions,
    private readonly previews: SecretBatchPreviews,
  ) {}

  async create(actor: Actor, dto: Body & { toDrafts(): SecretDraft[] }) {
    const [where, drafts] = [dto.toScope(), dto.toDrafts()];
    addCost(drafts.length / ITEMS_OF_A_UNIT);
    if (dto.dryRun) return presentReport(await this.previews.ofCreation(actor, where, drafts));
    return presentCreated(await this.creation.createMany(actor, where, drafts));
  }

  async update(actor: Actor, dto: Body & { mode?: Mode; toItems(): ItemChanges[] }) {
    const where = dto.toScope();
    const order = { items: dto.toItems(), mode: dto.mode ?? 'failOnNotFound' };
    addCost(order.items.length / ITEMS_OF_A_UNIT);
    if (dto.dryRun) return presentReport(await this.previews.ofUpdate(actor, where, order));
    return presentChanged(await this.updates.update(actor, where, order));
  }

  async remove(actor: Actor, dto: Body & { toItems(): NamedItem[] }) {
    const [where, items] = [dto.toScope(), dto.toItems()];
    addCost(items.length / ITEMS_OF_A_UNIT);
    if (dto.dryRun) return presentReport(await this.previews.ofDeletion(actor, where, items));
    return presentChanged(await this.deletions.remove(actor, where, items));
  }
}
