import { setTimeout as delay } from 'node:timers/promises';
import { type Ask, type At, type EventSource, subscribe } from './event-source.js';

/** Goes on after the last event it heard whole, over any number of connections, now here and now there. */
export class Follower {
  readonly keys: string[] = [];
  connections = 0;
  resets = 0;
  private isOver = false;
  private source: EventSource | undefined;
  private lastId: string | undefined;

  constructor(
    private readonly servers: readonly At[],
    private readonly token: string,
    private readonly ask: Ask,
  ) {}

  async run(): Promise<void> {
    for (let turn = 0; !this.isOver; turn++) {
      await this.follow(this.servers[turn % this.servers.length]!).catch(() => delay(50));
    }
  }

  get isConnected(): boolean {
    return this.lastId !== undefined;
  }

  /** What it heard so far, in order. */
  get heard(): readonly string[] {
    return [...this.keys, ...((this.source?.keys ?? []) as string[])];
  }

  breakOff(): void {
    this.source?.response.socket.resetAndDestroy();
  }

  close(): void {
    this.isOver = true;
    this.source?.close();
  }

  private async follow(server: At): Promise<void> {
    const headers: Record<string, string> = this.lastId ? { 'Last-Event-ID': this.lastId } : {};
    const source = await subscribe(server, this.token, this.ask, headers);
    if (source.status !== 200) {
      source.close();
      throw new Error(`Refused with ${source.status}`);
    }
    this.connections++;
    this.lastId ??= source.cursor;
    this.source = source;
    if (this.isOver) source.close();
    await source.until(({ ended }) => ended !== null, 3_600_000);
    this.keys.push(...(source.keys as string[]));
    this.resets += source.events.filter(({ event }) => event === 'reset').length;
    this.lastId = source.events.findLast(({ id }) => id !== undefined)?.id ?? this.lastId;
    this.source = undefined;
  }
}
