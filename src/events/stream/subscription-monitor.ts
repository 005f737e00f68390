import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import type { EventPosition } from '../log/event-cursors.js';
import { EventSettings } from '../event-settings.js';
import type { EventStream } from './event-stream.js';
import { EventStreams, type Subscriber } from './event-streams.js';
import { EventsRepository } from '../log/events.repository.js';
import { LiveTokens } from '../authorization/live-tokens.repository.js';
import { SavedCursors } from '../log/saved-cursors.repository.js';

interface Step extends EventPosition {
  readonly at: number;
  /** Of the stream, when it was there. */
  readonly resets: number;
}

/** Looks after all streams of the replica with two queries a time, whether or not a bell rings. */
@Injectable()
export class SubscriptionMonitor implements OnModuleDestroy {
  private readonly log = new Logger(SubscriptionMonitor.name);
  /** Where the streams without a cursor were, and when. */
  private readonly sentPositions = new WeakMap<EventStream, Step[]>();
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<unknown> = Promise.resolve();
  private savedAt = 0;
  private isEnding = false;

  constructor(
    private readonly streams: EventStreams,
    private readonly repository: EventsRepository,
    private readonly tokens: LiveTokens,
    private readonly saved: SavedCursors,
    private readonly settings: EventSettings,
  ) {}

  /** Looks until no stream is left. */
  start(): void {
    if (this.timer !== undefined || this.isEnding) return;
    this.timer = setTimeout(() => {
      this.running = this.poll()
        .catch(() => this.log.warn('Event streams could not be looked after; it is tried again.'))
        .finally(() => {
          this.timer = undefined;
          if (this.streams.subscribers.size > 0) this.start();
        });
    }, this.settings.pollInterval);
    this.timer.unref();
  }

  async onModuleDestroy(): Promise<void> {
    this.isEnding = true;
    clearTimeout(this.timer);
    await this.running;
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
    for (const { stream, response } of dead.flatMap(({ all }) => [...all])) {
      stream.stop();
      void response.fail('The access token has expired or was revoked. Log in again.');
    }
  }

  private async save(): Promise<void> {
    const now = performance.now();
    this.savedAt = now;
    const cursors = [...this.streams.subscribers].flatMap((subscriber) => {
      const position = this.settledPosition(subscriber, now);
      return !position || !subscriber.savedKey ? [] : { ...subscriber.savedKey, ...position };
    });
    await this.saved.save(cursors);
  }

  /** The last position that was sent long enough ago to have arrived or to have failed. */
  private settledPosition({ savedKey, stream }: Subscriber, now: number): EventPosition | null {
    if (!savedKey) return null;
    const { position, resets } = stream;
    const known = this.sentPositions.get(stream) ?? [];
    // Where it was before it began anew may be a place in a log that is no more.
    const trail = known.filter((step) => step.resets === resets);
    this.sentPositions.set(stream, trail);
    trail.push({ ...position, at: now, resets });
    const young = trail.findIndex(({ at }) => at > now - this.settings.savedCursorLag);
    const settled = trail[(young < 0 ? trail.length : young) - 1];
    if (settled === undefined) return null;
    trail.splice(0, trail.indexOf(settled));
    return { seq: settled.seq, stamp: settled.stamp };
  }
}
