import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { PollingLoop } from '../../database/polling-loop.js';
import { LiveTokens } from '../authorization/live-tokens.repository.js';
import { EventSettings } from '../event-settings.js';
import type { EventPosition } from '../log/event-cursors.js';
import { EventsRepository } from '../log/events.repository.js';
import { SavedCursors } from '../log/saved-cursors.repository.js';
import type { EventStream } from './event-stream.js';
import { EventStreams } from './event-streams.js';

interface SentPosition extends EventPosition {
  /** By the clock of `performance`, in milliseconds. */
  readonly at: number;
  /** Resets of the stream until then. */
  readonly resets: number;
}

/**
 * Polls for all streams of the replica, with two queries a time: states of projects, in case a wake-up was lost, and
 * tokens. Saves the positions of clients that send no cursor.
 */
@Injectable()
export class SubscriptionMonitor implements OnModuleDestroy {
  private readonly log = new Logger(SubscriptionMonitor.name);
  /** Where streams with a saved cursor were, and when; the oldest first. */
  private readonly sentPositions = new WeakMap<EventStream, SentPosition[]>();
  private readonly loop = new PollingLoop(
    () => this.poll(),
    () => (this.streams.subscribers.size > 0 ? this.settings.pollInterval : null),
    () => this.log.warn('Event streams could not be polled; it is tried again.'),
  );
  private savedAt = 0;

  constructor(
    private readonly streams: EventStreams,
    private readonly repository: EventsRepository,
    private readonly tokens: LiveTokens,
    private readonly saved: SavedCursors,
    private readonly settings: EventSettings,
  ) {}

  /** Polls until no stream is left. */
  start(): void {
    if (!this.loop.isActive) this.loop.start(this.settings.pollInterval);
  }

  onModuleDestroy(): Promise<void> {
    return this.loop.stop();
  }

  private async poll(): Promise<void> {
    await Promise.all([this.pollProjects(), this.endRevoked()]);
    if (performance.now() - this.savedAt >= this.settings.cursorSaveInterval) await this.save();
  }

  private async pollProjects(): Promise<void> {
    const tails = [...this.streams.tails];
    const states = await this.repository.findStates(tails.map(([projectId]) => projectId));
    for (const [projectId, tail] of tails) tail.observe(states.get(projectId));
  }

  private async endRevoked(): Promise<void> {
    const dead = await this.tokens.findDead(this.streams.byToken.list());
    for (const { stream, response } of dead.flatMap(({ streams }) => [...streams])) {
      stream.stop();
      void response.fail('The access token has expired or was revoked. Log in again.');
    }
  }

  private async save(): Promise<void> {
    const now = performance.now();
    this.savedAt = now;
    const cursors = [...this.streams.subscribers].flatMap(({ savedKey, stream }) => {
      const position = savedKey && this.settledPosition(stream, now);
      return position ? { ...savedKey, ...position } : [];
    });
    await this.saved.save(cursors);
  }

  /** The last position that was sent long enough ago to have arrived or to have failed. */
  private settledPosition(stream: EventStream, now: number): EventPosition | null {
    const { position, resets } = stream;
    // Positions of before a reset may be of a log that is no more.
    const sent = (this.sentPositions.get(stream) ?? []).filter((each) => each.resets === resets);
    this.sentPositions.set(stream, sent);
    sent.push({ ...position, at: now, resets });
    const settled = sent.findLastIndex(({ at }) => at <= now - this.settings.savedCursorLag);
    if (settled < 0) return null;
    sent.splice(0, settled);
    const { seq, stamp } = sent[0]!;
    return { seq, stamp };
  }
}
