import { setImmediate as turn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { EventPosition } from '../log/event-cursors.js';
import { sseFrame, toOneLineJson, eventFrame } from './event-frame.js';
import type { SecretItem, SecretKind } from '../log/event-kinds.js';
import { toPayloadChunks } from '../log/event-payloads.js';
import { ResumePositions } from './resume-position.js';
import { EventsRepository } from '../log/events.repository.js';
import type { EventAuthorizer } from '../authorization/event-authorizer.js';
import { matchesItem, matchesFolder, type SubscriptionFilter } from './subscription-filter.js';

/** The kinds that can stand for a whole folder, best first: `secret:import-mutation` names no secret. */
const PREFERENCE: readonly SecretKind[] = [
  'secret:import-mutation',
  'secret:update',
  'secret:create',
  'secret:delete',
];

/** Folders checked before requests get their turn: a project may have thousands, and rules long globs. */
const SLICE = 50;

export interface StreamReset {
  readonly position: EventPosition;
  /** Sent one by one: those of a large project are more than a reader takes at once. */
  readonly frames: readonly string[];
}

/** Builds what a reader is sent whose position in the log cannot be continued. */
@Injectable()
export class EventResets {
  constructor(
    private readonly positions: ResumePositions,
    private readonly repository: EventsRepository,
  ) {}

  /** Returns a `reset`, then an event for every folder asked for, so that clients which know no `reset` read anew. */
  async build(
    projectId: string,
    filters: readonly SubscriptionFilter[],
    authorizer: EventAuthorizer,
  ): Promise<StreamReset> {
    const { seq, stamp, cursor } = await this.positions.atHead(projectId);
    const folders = await this.repository.listFolders(projectId);
    const asked = [...folders, ...missingFolders(filters, folders)];
    const pieces = await itemsByKind(asked, filters, authorizer.forWholeFolders());
    const events = PREFERENCE.flatMap((kind) =>
      [...toPayloadChunks(pieces.get(kind)!)].map((chunk) => eventFrame(cursor, kind, chunk)),
    );
    return {
      position: { seq, stamp },
      frames: [sseFrame(cursor, 'reset', toOneLineJson({ cursor })), ...events],
    };
  }
}

/** Returns the items of the folders, as JSON, by the kind of event that stands for each. */
async function itemsByKind(
  folders: readonly SecretItem[],
  filters: readonly SubscriptionFilter[],
  authorizer: EventAuthorizer,
): Promise<Map<SecretKind, string[]>> {
  const pieces = new Map<SecretKind, string[]>(PREFERENCE.map((kind) => [kind, []]));
  for (const [n, folder] of folders.entries()) {
    if (n % SLICE === SLICE - 1) await turn();
    const kind = kindFor(folder, filters, authorizer);
    if (kind) pieces.get(kind)!.push(toOneLineJson(toItem(kind, folder)));
  }
  return pieces;
}

const toItem = (kind: SecretKind, { environment, secretPath }: SecretItem): SecretItem =>
  kind === 'secret:import-mutation'
    ? { environment, secretPath }
    : { environment, secretPath, secretKey: '*' };

function kindFor(
  item: SecretItem,
  filters: readonly SubscriptionFilter[],
  authorizer: EventAuthorizer,
) {
  return PREFERENCE.find(
    (kind) =>
      filters.some((filter) => matchesItem(filter, kind, item)) &&
      authorizer.canReceiveFolder(kind, toItem(kind, item)),
  );
}

/** Folders asked for by their exact path that do not exist, or not any more. */
function missingFolders(
  filters: readonly SubscriptionFilter[],
  folders: readonly SecretItem[],
): SecretItem[] {
  return filters.flatMap((filter) => {
    const { environment, path } = filter;
    const isNamed = environment !== null && typeof path === 'string';
    if (!isNamed || folders.some((folder) => matchesFolder(filter, folder))) return [];
    return [{ environment, secretPath: path }];
  });
}
