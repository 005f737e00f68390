import { randomUUID } from 'node:crypto';
import type { OnModuleDestroy } from '@nestjs/common';
import type { EventSettings } from '../event-settings.js';

/** Carries short texts to the other replicas. May lose, repeat and reorder them. */
export interface WakeupTransport {
  notify(message: string): Promise<void>;
  /** Hears until closed; `null` after a time in which it was deaf. Called once. */
  listen(hear: (message: string | null) => void): void;
  close(): Promise<void>;
}

/** Null: any project may have news. */
type WakeupListener = (projectId: string | null) => void;

/** A NOTIFY takes 7,999 bytes. */
const PER_MESSAGE = 200;

/** Says which projects have news: at once in this process, gathered to the others. A lost ring only delays. */
export class EventWakeup implements OnModuleDestroy {
  private readonly replica = randomUUID();
  private readonly pending = new Set<string>();
  private listener: WakeupListener | undefined;
  private isFlushing = false;

  constructor(
    private readonly carrier: WakeupTransport,
    private readonly settings: EventSettings,
  ) {}

  /** Called after the commit. */
  notify(projectId: string): void {
    this.listener?.(projectId);
    this.pending.add(projectId);
    if (!this.isFlushing) this.scheduleFlush();
  }

  /** There is one listener: whoever keeps the tails. */
  listen(listener: WakeupListener): void {
    this.listener = listener;
    this.carrier.listen((message) => this.onMessage(message));
  }

  async onModuleDestroy(): Promise<void> {
    this.listener = undefined;
    await this.carrier.close();
  }

  private async flush(): Promise<void> {
    const projects = [...this.pending];
    this.pending.clear();
    try {
      for (let i = 0; i < projects.length; i += PER_MESSAGE) {
        const some = projects.slice(i, i + PER_MESSAGE);
        await this.carrier.notify(`${this.replica} ${some.join(' ')}`);
      }
    } catch {
      // The others look by themselves before long.
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
