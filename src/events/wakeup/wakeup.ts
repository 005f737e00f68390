import { randomUUID } from 'node:crypto';
import type { OnModuleDestroy } from '@nestjs/common';
import type { EventSettings } from '../event-settings.js';

/** Sends short messages to the other replicas. May lose, repeat and reorder them. */
export interface WakeupTransport {
  notify(message: string): Promise<void>;
  /** Calls `onMessage` until closed; with `null` after a time in which messages were lost. Called once. */
  listen(onMessage: (message: string | null) => void): void;
  close(): Promise<void>;
}

/** `projectId` is null if any project may have new events. */
type WakeupListener = (projectId: string | null) => void;

/** Ids of projects: a NOTIFY takes 7,999 bytes. */
const PER_MESSAGE = 200;

/**
 * Wakes the streams of projects with new events: at once in this process, and gathered for some milliseconds in the other
 * replicas. A lost wake-up only delays: `SubscriptionMonitor` polls.
 */
export class EventWakeup implements OnModuleDestroy {
  private readonly replica = randomUUID();
  private readonly pending = new Set<string>();
  private listener: WakeupListener | undefined;
  private isFlushing = false;

  constructor(
    private readonly transport: WakeupTransport,
    private readonly settings: EventSettings,
  ) {}

  /** Call it after the commit. */
  notify(projectId: string): void {
    this.listener?.(projectId);
    this.pending.add(projectId);
    if (!this.isFlushing) this.scheduleFlush();
  }

  /** Sets the one listener, which keeps the tails. */
  listen(listener: WakeupListener): void {
    this.listener = listener;
    this.transport.listen((message) => this.onMessage(message));
  }

  async onModuleDestroy(): Promise<void> {
    this.listener = undefined;
    await this.transport.close();
  }

  private async flush(): Promise<void> {
    const projects = [...this.pending];
    this.pending.clear();
    try {
      for (let i = 0; i < projects.length; i += PER_MESSAGE) {
        const some = projects.slice(i, i + PER_MESSAGE);
        await this.transport.notify(`${this.replica} ${some.join(' ')}`);
      }
    } catch {
      // The others poll.
    }
    this.isFlushing = false;
    if (this.pending.size > 0) this.scheduleFlush();
  }

  private scheduleFlush(): void {
    this.isFlushing = true;
    setTimeout(() => void this.flush(), this.settings.wakeupInterval).unref();
  }

  private onMessage(message: string | null): void {
    if (message === null) {
      this.listener?.(null);
      return;
    }
    const [replica, ...projects] = message.split(' ');
    if (replica === this.replica) return;
    for (const projectId of projects) this.listener?.(projectId);
  }
}
