import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { EventSettings } from './event-settings.js';
import { EventStreams, type Subscriber } from './event-streams.js';
import { EventsRepository } from './events.repository.js';
import { LiveTokens } from './live-tokens.repository.js';
import { SavedCursors } from './saved-cursors.repository.js';

interface Step {
  readonly at: number;
  readonly seq: number;
}

/** Looks after all streams of the replica with two queries a time, whether or not a bell rings. */
@Injectable()
export class EventWatch implements OnModuleDestroy {
  private readonly log = new Logger(EventWatch.name);
  /** Where the streams without a cursor were, and when. */
  private readonly trails = new WeakMap<Subscriber, Step[]>();
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
  begin(): void {
    if (this.timer !== undefined || this.isEnding) return;
    this.timer = setTimeout(() => {
      this.running = this.look()
        .catch(() => this.log.warn('Event streams could not be looked after; it is tried again.'))
        .finally(() => {
          this.timer = undefined;
          if (this.streams.subscribers.size > 0) this.begin();
        });
    }, this.settings.lookEvery);
    this.timer.unref();
  }

  async onModuleDestroy(): Promise<void> {
    this.isEnding = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private async look(): Promise<void> {
    await Promise.all([this.lookAtProjects(), this.lookAtTokens()]);
    if (performance.now() - this.savedAt >= this.settings.saveEvery) await this.save();
  }

  private async lookAtProjects(): Promise<void> {
    const tails = [...this.streams.tails];
    const states = await this.repository.statesOf(tails.map(([projectId]) => projectId));
    for (const [projectId, tail] of tails) tail.observe(states.get(projectId));
  }

  private async lookAtTokens(): Promise<void> {
    const dead = await this.tokens.deadAmong(this.streams.holders.list());
    for (const { stream, response } of dead.flatMap(({ all }) => [...all])) {
      stream.stop();
      void response.fail('The access token has expired or was revoked. Log in again.');
    }
  }

  private async save(): Promise<void> {
    const now = performance.now();
    this.savedAt = now;
    const cursors = [...this.streams.subscribers].flatMap((subscriber) => {
      const seq = this.settledOf(subscriber, now);
      return seq === null || !subscriber.savedKey ? [] : { ...subscriber.savedKey, seq };
    });
    await this.saved.save(cursors);
  }

  /** The last number that was sent long enough ago to have arrived or to have failed. */
  private settledOf(subscriber: Subscriber, now: number): number | null {
    if (!subscriber.savedKey) return null;
    const trail = this.trails.get(subscriber) ?? [];
    this.trails.set(subscriber, trail);
    trail.push({ at: now, seq: subscriber.stream.position });
    const young = trail.findIndex(({ at }) => at > now - this.settings.implicitLag);
    const settled = trail[(young < 0 ? trail.length : young) - 1];
    if (settled === undefined) return null;
    trail.splice(0, trail.indexOf(settled));
    return settled.seq;
  }
}
