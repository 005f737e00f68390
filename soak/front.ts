import { setTimeout as delay } from 'node:timers/promises';
import { type Answer, send, type Sent } from './client.js';
import type { Replica } from './replica.js';

/** Milliseconds between two questions; `docs/operations.md` tells operators to ask more often than the drain lasts. */
const ASK_EVERY = 100;

/** What a proxy in front does: asks all for their readiness, and sends nothing to a replica that says no. */
export class Front {
  private readonly ready = new Set<Replica>();
  private isOver = false;
  private readonly asking: Promise<unknown>;
  private turn = 0;

  constructor(private readonly replicas: readonly Replica[]) {
    this.asking = Promise.all(replicas.map((replica) => this.watch(replica)));
  }

  /** Resolves when the replica gets requests. */
  async sees(replica: Replica): Promise<void> {
    while (!this.ready.has(replica)) await delay(20);
  }

  /** To the next that is ready, over a connection of its own. */
  async send(method: string, path: string, sent: Sent): Promise<Answer> {
    const { url } = await this.next();
    return send(method, `${url}${path}`, { ...sent, headers: { Connection: 'close' } });
  }

  async close(): Promise<void> {
    this.isOver = true;
    await this.asking;
  }

  private async next(): Promise<Replica> {
    for (;;) {
      const ready = this.replicas.filter((replica) => this.ready.has(replica));
      const replica = ready[this.turn++ % ready.length];
      if (replica) return replica;
      await delay(5);
    }
  }

  private async watch(replica: Replica): Promise<void> {
    const headers = { Connection: 'close' };
    while (!this.isOver) {
      const { status } = await send('GET', `${replica.url}/api/health/ready`, { headers });
      if (status === 200) this.ready.add(replica);
      else this.ready.delete(replica);
      await delay(ASK_EVERY);
    }
  }
}
