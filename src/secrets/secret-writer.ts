import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ProjectAccess } from '../access/access.service.js';
import { Audit } from '../audit/audit.js';
import type { Actor } from '../auth/actor.js';
import { Database } from '../database/database.js';
import { EventLog, type EventType, type SecretChange } from '../events/log/event-log.js';
import type { EventDraft } from '../events/log/event-kinds.js';
import { StorageBound } from '../storage/storage-bound.js';
import { BrokenReferenceReport } from './references/broken-reference-report.js';
import { SecretOpenings } from './secret-openings.js';
import { allTagSlugs, type SecretLocation, type TagRef } from './secret.js';

/** Names that an audit entry lists before it only counts. */
const MAX_NAMED = 1_000;

/** What a write leaves behind besides its rows. */
export interface Written<T> {
  readonly result: T;
  /** For the audit entry, such as `secret.update`, and what else it says of the target. */
  readonly action: string;
  readonly target: Readonly<Record<string, unknown>>;
  readonly events: readonly EventDraft[];
}

/** One transaction: the rows, the audit entry, and last the events. Without events nothing was written. */
@Injectable()
export class SecretWriter {
  // oxlint-disable-next-line max-params -- one for each step of the write sequence
  constructor(
    private readonly database: Database,
    private readonly audit: Audit,
    private readonly events: EventLog,
    readonly notes: BrokenReferenceReport,
    readonly openings: SecretOpenings,
    private readonly storage: StorageBound,
  ) {}

  async write<T>(
    actor: Actor,
    project: ProjectAccess,
    work: (tx: EntityManager) => Promise<Written<T>>,
  ): Promise<T> {
    await this.storage.prepare(actor.orgId);
    return this.database.transaction(async (tx) => {
      const { result, action, target, events } = await work(tx);
      const drafts = events.filter((draft) => draft.changes.length > 0);
      if (drafts.length === 0) return result;
      const record = { action, projectId: project.id, target };
      await this.audit.record(tx, actor, record);
      await this.events.append(tx, project.id, drafts);
      return result;
    });
  }

  /** A look at what a write would meet, without one. */
  look<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return this.database.transaction(work);
  }
}

/** A name that a change is about, and the tags of the secret before and after it. */
export interface ChangedName {
  readonly key: string;
  readonly tags: readonly TagRef[] | null;
}

/** One name of a secret in an event. */
export const changeAt = (
  { environment, secretPath }: SecretLocation,
  secretKey: string,
  ...states: readonly Pick<ChangedName, 'tags'>[]
): SecretChange => ({ environment, secretPath, secretKey, secretTags: allTagSlugs(...states) });

/** Secrets of one folder, and what happened to all of them. */
export function told<T>(
  result: T,
  type: EventType,
  place: SecretLocation,
  names: readonly ChangedName[],
): Written<T> {
  const tagsByKey = new Map(names.map(({ key, tags }) => [key, tags]));
  const changes = [...tagsByKey].map(([key, tags]) => changeAt(place, key, { tags }));
  return {
    result,
    action: type.replace(':', '.'),
    target: { ...place, ...namesOf(changes) },
    events: [{ type, changes }],
  };
}

/** Names for an audit entry; where they are of several folders, each with its own. */
export function namesOf(changes: readonly SecretChange[]): Record<string, unknown> {
  const named = changes.slice(0, MAX_NAMED);
  const paths = named.map((change) => change.secretPath);
  return {
    secretKeys: named.map((change) => change.secretKey),
    count: changes.length,
    ...(new Set(paths).size > 1 ? { secretPaths: paths } : {}),
  };
}
