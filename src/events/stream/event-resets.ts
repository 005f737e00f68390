import { setImmediate as turn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Position } from '../log/event-cursors.js';
import { frame, lineOf, secretEvent } from './event-frame.js';
import type { SecretItem, SecretKind } from '../log/event-kinds.js';
import { chunksOf } from '../log/event-log.js';
import { ResumePositions } from './resume-position.js';
import { EventsRepository } from '../log/events.repository.js';
import type { EventAuthorizer } from '../authorization/event-authorizer.js';
import { concerns, holds, type SubscriptionFilter } from './subscription-filter.js';

/** By what a folder is told of as a whole: an import's mutation names no secret. */
const PREFERENCE: readonly SecretKind[] = [
  'secret:import-mutation',
  'secret:update',
  'secret:create',
  'secret:delete',
];

/** Folders looked at before others get their turn: a project may have thousands, and rules long globs. */
const SLICE = 50;

export interface Reset {
  readonly position: Position;
  /** One after the other: folders of a large project are more than a reader takes at once. */
  readonly frames: readonly string[];
}

/** What a reader is sent whose place in the log is lost: never silence. */
@Injectable()
export class EventResets {
  constructor(
    private readonly starts: ResumePositions,
    private readonly repository: EventsRepository,
  ) {}

  /** A `reset`, then an event for every folder asked for, so that clients which know no `reset` read anew. */
  async of(
    projectId: string,
    interests: readonly SubscriptionFilter[],
    hearing: EventAuthorizer,
  ): Promise<Reset> {
    const { seq, stamp, cursor } = await this.starts.now(projectId);
    const folders = await this.repository.listFolders(projectId);
    const asked = [...folders, ...unseen(interests, folders)];
    const pieces = await piecesOf(asked, interests, hearing.ofFolders());
    const events = PREFERENCE.flatMap((kind) =>
      chunksOf(pieces.get(kind)!).map((chunk) => secretEvent(cursor, kind, chunk)),
    );
    return {
      position: { seq, stamp },
      frames: [frame(cursor, 'reset', lineOf({ cursor })), ...events],
    };
  }
}

/** What each folder is told of as. */
async function piecesOf(
  folders: readonly SecretItem[],
  interests: readonly SubscriptionFilter[],
  hearing: EventAuthorizer,
): Promise<Map<SecretKind, string[]>> {
  const pieces = new Map<SecretKind, string[]>(PREFERENCE.map((kind) => [kind, []]));
  for (const [n, folder] of folders.entries()) {
    if (n % SLICE === SLICE - 1) await turn();
    const kind = kindFor(folder, interests, hearing);
    if (kind) pieces.get(kind)!.push(lineOf(toItem(kind, folder)));
  }
  return pieces;
}

const toItem = (kind: SecretKind, { environment, secretPath }: SecretItem): SecretItem =>
  kind === 'secret:import-mutation'
    ? { environment, secretPath }
    : { environment, secretPath, secretKey: '*' };

function kindFor(
  item: SecretItem,
  interests: readonly SubscriptionFilter[],
  hearing: EventAuthorizer,
) {
  return PREFERENCE.find(
    (kind) =>
      interests.some((interest) => concerns(interest, kind, item)) &&
      hearing.mayHearOfFolder(kind, toItem(kind, item)),
  );
}

/** Folders asked for by name that are not there, or not any more. */
function unseen(
  interests: readonly SubscriptionFilter[],
  folders: readonly SecretItem[],
): SecretItem[] {
  return interests.flatMap((interest) => {
    const { environment, path } = interest;
    const isNamed = environment !== null && typeof path === 'string';
    if (!isNamed || folders.some((folder) => holds(interest, folder))) return [];
    return [{ environment, secretPath: path }];
  });
}
