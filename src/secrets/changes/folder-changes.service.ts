import { Injectable } from '@nestjs/common';
import { AccessService } from '../../access/access.service.js';
import { filterInSlices } from '../../access/slices.js';
import type { Actor } from '../../auth/actor.js';
import { badRequest } from '../../errors/api-error.js';
import { environmentNotFound } from '../../errors/missing.js';
import { EventCursors } from '../../events/log/event-cursors.js';
import { addCost } from '../../http/limits/admission.js';
import { mayDescribePast } from '../as-of/past-secret.js';
import { requireAnyDescribe } from '../secret-guards.js';
import type { FolderChangesOrder, FolderChangesQuery } from './folder-changes.dto.js';
import { deleterIn, entryAbout } from './deleter.js';
import { type EntryOfMoment, FolderChangesRepository } from './folder-changes.repository.js';
import { type Bucket, bucketsOf, bucketStart, type Moment, momentsOf } from './moments.js';

/** A moment, and the id of the event after which everything was as it left it. */
export type ListedMoment = Moment & {
  readonly eventId: string | null;
  /** The moment that it went back to, as it was asked for; null: it was no rollback. */
  readonly rolledBackTo: string | null;
};

export interface FolderChangesPage {
  readonly order: FolderChangesOrder;
  readonly completeFrom: Date | null;
  /** The part in which counting ended; its exact time may be that of a hidden change. Null: all were counted. */
  readonly countedFrom: Date | null;
  readonly buckets: readonly Bucket[];
  readonly moments: readonly ListedMoment[];
}

/** Price of every answer: one by what was read would tell how much of it is hidden. */
const COST = 10;

/** Tells what changed in a folder between two times, as far as the caller may describe it now and could then. */
@Injectable()
export class FolderChanges {
  constructor(
    private readonly access: AccessService,
    private readonly repository: FolderChangesRepository,
    private readonly cursors: EventCursors,
  ) {}

  async list(
    actor: Actor,
    projectId: string,
    query: FolderChangesQuery,
  ): Promise<FolderChangesPage> {
    const project = await this.access.toProject(actor, { id: projectId });
    const order = query.toOrder(project.now);
    const kept = await this.repository.findKept(project.id, order.environment);
    if (!kept) throw environmentNotFound(project.id, order.environment);
    requireAnyDescribe(project, order);
    if (order.from >= order.until)
      throw badRequest('contradictory-fields', 'startDate must lie before endDate.');
    addCost(COST);
    const { changes, isCut } = await this.repository.list(project.id, order);
    const shown = await filterInSlices(changes, (change) => mayDescribePast(project, change));
    const moments = momentsOf(shown, order.limit);
    const events = await this.repository.listEvents(project.id, moments);
    const entries = await this.repository.listEntries(project, moments);
    return {
      ...{ order, completeFrom: kept.completeFrom },
      countedFrom: isCut ? bucketStart(changes.at(-1)!.at, order) : null,
      buckets: bucketsOf(shown, order),
      moments: moments.map((moment, index) => {
        const position = events.get(index);
        const eventId = position ? this.cursors.forEvent(project.id, position) : null;
        const known = fromAuditLog(
          moment,
          entries.filter((entry) => entry.index === index),
          order.environment,
        );
        return { ...moment, ...known, eventId };
      }),
    };
  }
}

/** Who only deleted, and whether it was a rollback, by the entry that names what changed. */
function fromAuditLog(moment: Moment, entries: readonly EntryOfMoment[], environment: string) {
  const keys = moment.changes.map(({ key }) => key);
  const entry = entryAbout(entries, environment, keys);
  const isRollback = entry?.action === 'secret.rollback';
  return {
    actor: moment.actor ?? deleterIn(entries, environment, keys),
    rolledBackTo: isRollback ? entry.asOf : null,
  };
}
