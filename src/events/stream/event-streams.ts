import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Actor } from '../../auth/actor.js';
import { ApiError, tooManyRequests } from '../../errors/api-error.js';
import { EventWakeup } from '../wakeup/wakeup.js';
import { EventCursors } from '../log/event-cursors.js';
import { EventMetrics } from './event-metrics.js';
import { EventSettings } from '../event-settings.js';
import type { EventStream } from './event-stream.js';
import { EventTail } from './event-tail.js';
import { EventsRepository, type ProjectState } from '../log/events.repository.js';
import { Pace } from './pace.js';
import type { ProjectRights } from '../authorization/project-rights.js';
import type { StreamToken } from '../authorization/live-tokens.repository.js';
import type { SavedCursorKey } from '../log/saved-cursors.repository.js';
import { type StreamSlot, StreamSlots } from './stream-slots.js';
import type { StreamResponse } from './stream-response.js';
import { StreamsByToken } from '../authorization/token-holders.js';

/** A stream that runs, and whose it is. */
export interface Subscriber {
  readonly identityId: string;
  readonly projectId: string;
  readonly token: StreamToken;
  readonly tail: EventTail;
  readonly stream: EventStream;
  readonly response: StreamResponse;
  /** Of a client that sent no cursor. */
  readonly savedKey?: SavedCursorKey;
}

/** Told to a caller beyond its streams. */
const TRY_AGAIN_SECONDS = 10;

/** All streams of this replica, and one tail for each project they are about. */
@Injectable()
export class EventStreams implements OnModuleDestroy {
  readonly tails = new Map<string, EventTail>();
  readonly subscribers = new Set<Subscriber>();
  readonly byToken = new StreamsByToken<Subscriber>();
  private readonly pace = new Pace();
  private readonly slots: StreamSlots;
  private isListening = false;
  private isEnding = false;

  constructor(
    private readonly bell: EventWakeup,
    private readonly repository: EventsRepository,
    private readonly cursors: EventCursors,
    private readonly settings: EventSettings,
    private readonly metrics: EventMetrics,
  ) {
    this.slots = new StreamSlots(settings);
  }

  /** Takes a place for a stream. Throws 429 when there is none, 503 at the end. */
  reserveSlot({ orgId, identityId }: Actor, projectId: string): StreamSlot {
    if (this.isEnding) throw new ApiError('ServiceUnavailable', 'The server is shutting down.');
    const place = this.slots.reserve({ orgId, identityId, projectId });
    if (!place) throw tooManyRequests(TRY_AGAIN_SECONDS);
    return place;
  }

  openTail(projectId: string, state: ProjectState): EventTail {
    if (!this.isListening) this.listen();
    let tail = this.tails.get(projectId);
    if (!tail) {
      tail = new EventTail(
        state,
        (after, limit) => this.repository.readAfter(projectId, after, limit),
        ({ seq, stamp }) => this.cursors.forEvent(projectId, { seq, stamp }),
        this.pace,
        (count) => this.metrics.replayed.inc(count),
      );
      this.tails.set(projectId, tail);
    }
    // The bell may have rung since the state was read.
    tail.refresh();
    return tail;
  }

  /** Those that the streams of the identity in the project already share. */
  sharedRights(identityId: string, projectId: string): ProjectRights | undefined {
    for (const each of this.subscribers) {
      const isSame = each.identityId === identityId && each.projectId === projectId;
      if (isSame) return each.stream.rights;
    }
    return undefined;
  }

  add(subscriber: Subscriber): void {
    subscriber.tail.add(subscriber.stream);
    this.subscribers.add(subscriber);
    this.byToken.add(subscriber);
    this.metrics.streams.set(this.subscribers.size);
  }

  remove(subscriber: Subscriber): void {
    const { tail, stream, projectId } = subscriber;
    stream.stop();
    tail.remove(stream);
    this.subscribers.delete(subscriber);
    this.byToken.remove(subscriber);
    this.metrics.streams.set(this.subscribers.size);
    if (tail.hasNoStreams && this.tails.get(projectId) === tail) this.tails.delete(projectId);
  }

  /** Ends a stream between two events, for somebody who has less than a fair share. Its client may come again later. */
  evict({ stream, response }: Subscriber): void {
    this.metrics.evicted.inc();
    stream.stop();
    void response.end(`event: ping\nretry: ${TRY_AGAIN_SECONDS * 1_000}\n\n`);
  }

  /** At the end of the process: every stream ends between two events, and its client comes again elsewhere. */
  async onModuleDestroy(): Promise<void> {
    this.isEnding = true;
    await Promise.all(
      [...this.subscribers].map(({ stream, response }) => {
        stream.stop();
        const retry = Math.round(1_000 + Math.random() * 4_000);
        return response.end(`event: ping\nretry: ${retry}\n\n`);
      }),
    );
  }

  /** The log of any project may have lost its end. */
  verifyHistory(): void {
    for (const tail of this.tails.values()) tail.verifyHistory();
  }

  private listen(): void {
    this.isListening = true;
    this.repository.onHistoryChange(() => this.verifyHistory());
    this.bell.listen((projectId) => {
      if (projectId !== null) this.tails.get(projectId)?.refresh();
      else for (const tail of this.tails.values()) tail.refresh();
    });
  }
}
