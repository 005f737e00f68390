import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Actor } from '../../auth/actor.js';
import { loginKeyOf } from '../../auth/login-facts.js';
import { ApiError, tooManyRequests } from '../../errors/api-error.js';
import { type StreamToken, StreamsByToken } from '../authorization/live-tokens.repository.js';
import type { ProjectRights } from '../authorization/project-rights.js';
import { EventSettings } from '../event-settings.js';
import { EventCursors } from '../log/event-cursors.js';
import { EventsRepository, type ProjectState } from '../log/events.repository.js';
import type { SavedCursorKey } from '../log/saved-cursors.repository.js';
import { EventWakeup } from '../wakeup/wakeup.js';
import { EventMetrics } from './event-metrics.js';
import type { EventStream } from './event-stream.js';
import { EventTail } from './event-tail.js';
import { DeliveryPace } from './fanout.js';
import type { StreamResponse } from './stream-response.js';
import { type StreamSlot, StreamSlots } from './stream-slots.js';

/** A running stream, and who reads it. */
export interface Subscriber {
  readonly callerId: string;
  readonly loginKey: string;
  readonly projectId: string;
  readonly token: StreamToken;
  readonly tail: EventTail;
  readonly stream: EventStream;
  readonly response: StreamResponse;
  /** Set for a client that sent no cursor. */
  readonly savedKey?: SavedCursorKey;
}

/** Seconds after which a caller without a slot may try again. */
const RETRY_AFTER = 10;

/** All streams of this replica, and one tail for each project that they are about. */
@Injectable()
export class EventStreams implements OnModuleDestroy {
  readonly tails = new Map<string, EventTail>();
  readonly subscribers = new Set<Subscriber>();
  readonly byToken = new StreamsByToken<Subscriber>();
  private readonly pace = new DeliveryPace();
  private readonly slots: StreamSlots;
  private isListening = false;
  private isEnding = false;

  constructor(
    private readonly wakeup: EventWakeup,
    private readonly repository: EventsRepository,
    private readonly cursors: EventCursors,
    settings: EventSettings,
    private readonly metrics: EventMetrics,
  ) {
    this.slots = new StreamSlots(settings);
  }

  /** Throws 429 if there is no slot for another stream, 503 when the process ends. */
  reserveSlot({ orgId, callerId }: Actor, projectId: string): StreamSlot {
    if (this.isEnding) throw new ApiError('unavailable', 'The server is shutting down.');
    const slot = this.slots.reserve({ orgId, callerId, projectId });
    if (!slot) throw tooManyRequests(RETRY_AFTER, {}, 'too-many-streams');
    return slot;
  }

  /** Returns the tail of the project; a new one starts from the state. */
  openTail(projectId: string, state: ProjectState): EventTail {
    if (!this.isListening) this.listen();
    let tail = this.tails.get(projectId);
    if (!tail) {
      tail = new EventTail(
        state,
        (after, limit) => this.repository.readAfter(projectId, after, limit),
        (event) => this.cursors.forEvent(projectId, event),
        this.pace,
        (count) => this.metrics.replayed.inc(count),
      );
      this.tails.set(projectId, tail);
    }
    // There may be events since the state was read.
    tail.refresh();
    return tail;
  }

  /**
   * Returns the rights that streams of the caller in the project already share, if there are any. Who asks for consent is
   * told of it without a change of rights, so what a stream knows of that is its own.
   */
  sharedRights({ callerId, claims }: Actor, projectId: string): ProjectRights | undefined {
    const loginKey = loginKeyOf({ claims });
    for (const each of this.subscribers) {
      const isOfCaller = each.callerId === callerId && each.loginKey === loginKey;
      const { rights } = each.stream;
      if (isOfCaller && each.projectId === projectId && !rights.hasStanding) return rights;
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

  /** Ends a stream between two events, so that a caller with less than a fair share has its slot. */
  evict({ stream, response }: Subscriber): void {
    this.metrics.evicted.inc();
    stream.stop();
    void response.endWithRetry(RETRY_AFTER * 1_000);
  }

  /** Ends every stream between two events, with the process; the clients come again elsewhere. */
  async onModuleDestroy(): Promise<void> {
    this.isEnding = true;
    await Promise.all(
      [...this.subscribers].map(({ stream, response }) => {
        stream.stop();
        return response.endWithRetry(Math.round(1_000 + Math.random() * 4_000));
      }),
    );
  }

  private listen(): void {
    this.isListening = true;
    this.repository.onHistoryChange(() => {
      for (const tail of this.tails.values()) tail.verifyHistory();
    });
    this.wakeup.listen((projectId) => {
      if (projectId !== null) this.tails.get(projectId)?.refresh();
      else for (const tail of this.tails.values()) tail.refresh();
    });
  }
}
