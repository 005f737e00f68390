import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { EndedMembership } from '../../access/made-memberships.js';
import { Audit, type AuditRecord } from '../../audit/audit.js';
import type { EntryCaller } from '../../audit/new-entry.js';
import { sendLater } from '../../database/database.js';
import { groupBy } from '../../database/group-by.js';
import type { AccessItem, AccessKind } from './event-kinds.js';
import { EventLog } from './event-log.js';

export interface AccessChange {
  readonly type: AccessKind;
  readonly changes: readonly AccessItem[];
}

/** Records a change of who may do what in a project: its audit entry, and its events. */
@Injectable()
export class AccessChangeRecorder {
  constructor(
    private readonly audit: Audit,
    private readonly events: EventLog,
  ) {}

  /**
   * Writes one audit entry and the events of a change in one project. Call it last in a transaction that holds the lock
   * of the project: the head of its event log stays locked from here to the commit.
   */
  async record(
    tx: EntityManager,
    caller: EntryCaller,
    record: AuditRecord & { readonly projectId: string },
    changes: readonly AccessChange[],
  ): Promise<void> {
    await sendLater(tx, [
      ...this.audit.statementsOf(tx, caller, record),
      ...(await this.events.statementsOf(tx, record.projectId, changes)),
    ]);
  }

  /**
   * Writes one audit entry, and one event of the type in each of several projects. `items`: what it names there, by the id
   * of the project.
   * Call it last; only one transaction at a time may do this in an organization (`EventLog.appendToProjects`).
   */
  async recordInProjects(
    tx: EntityManager,
    caller: EntryCaller,
    record: AuditRecord,
    { type, items, more = [] }: ChangeInProjects,
  ): Promise<void> {
    for (const entry of [record, ...more]) await this.audit.record(tx, caller, entry);
    await this.events.appendToProjects(tx, type, items);
  }

  /**
   * Writes the entries and events of memberships that ended with another change, whose `record` or `recordInProjects` comes
   * before: the heads of their projects are locked by that.
   */
  async recordEnds(
    tx: EntityManager,
    caller: EntryCaller,
    ended: readonly EndedMembership[],
  ): Promise<void> {
    if (ended.length === 0) return;
    const parts = partsOf(ended);
    const entries = parts.flatMap((part) =>
      this.audit.statementsOf(tx, caller, recordOfEnds(part)),
    );
    await sendLater(tx, entries);
    for (const round of groupBy(parts, ({ round }) => round).values())
      await this.events.appendToProjects(
        tx,
        'membership:delete',
        new Map(round.map(({ projectId, members }) => [projectId, members])),
      );
  }
}

/** The events of a change, by project. */
export interface ChangeInProjects {
  readonly type: AccessKind;
  readonly items: ReadonlyMap<string, readonly AccessItem[]>;
  /** Further entries, where one does not hold all names. */
  readonly more?: readonly AuditRecord[];
}

/** Memberships that one event, and one entry, names at most. */
const MAX_NAMED = 100;

/** Some of the memberships that ended in one project: `round` numbers its parts. */
export interface EndsInProject {
  readonly projectId: string;
  readonly round: number;
  readonly members: readonly { readonly userId: string; readonly membershipId: string }[];
  readonly serviceTokens: readonly object[];
}

export function partsOf(ended: readonly EndedMembership[]): EndsInProject[] {
  return [...groupBy(ended, ({ projectId }) => projectId)].flatMap(([projectId, all]) =>
    Array.from({ length: Math.ceil(all.length / MAX_NAMED) }, (_, round) => {
      const some = all.slice(round * MAX_NAMED, (round + 1) * MAX_NAMED);
      return {
        projectId,
        round,
        members: some.map(({ userId, membershipId }) => ({ userId, membershipId })),
        serviceTokens: some.flatMap(({ serviceTokens }) => serviceTokens ?? []),
      };
    }),
  );
}

/** The entry of such an end, as of any membership's. */
export function recordOfEnds({ projectId, members, serviceTokens }: EndsInProject) {
  const more = serviceTokens.length > 0 ? { serviceTokens } : {};
  const target = members.length === 1 ? { ...members[0], ...more } : { members, ...more };
  return { action: 'user-membership.delete', projectId, target };
}
