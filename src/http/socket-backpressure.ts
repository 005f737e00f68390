import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Bytes that a peer has to take in a time that it is given while it is behind. */
const LEAST = 128 * 1024;

/** When a peer that is behind was last seen to have done its share, and what it had taken by then. */
interface Mark {
  readonly at: number;
  readonly taken: number;
}

/** The peer of a connection, as one that takes answers. */
export class SocketBackpressure {
  private mark: Mark | null = null;
  private readonly waiting = new Set<ServerResponse>();

  constructor(private readonly socket: Socket) {}

  /** Adds an answer that is complete, but not taken. */
  add(res: ServerResponse): void {
    if (this.waiting.has(res)) return;
    this.waiting.add(res);
    res.once('close', () => this.waiting.delete(res));
    this.look();
  }

  /** Complete answers that are not taken. One that is still being written, as a stream, is none of them. */
  get answers(): number {
    return this.socket.destroyed ? 0 : this.waiting.size;
  }

  /** Bytes of these answers, of those too that wait behind another of their connection. */
  get held(): number {
    let bytes = 0;
    for (const { writableLength } of this.waiting) bytes += writableLength;
    return bytes;
  }

  /** Milliseconds since it was last seen to have done its share; 0 while it is not behind. */
  look(): number {
    const now = performance.now();
    const isBehind = this.socket.writableLength > 0 || this.waiting.size > 0;
    const taken = takenBy(this.socket);
    if (!isBehind) this.mark = null;
    else if (!this.mark || taken - this.mark.taken >= LEAST) this.mark = { at: now, taken };
    return this.mark ? now - this.mark.at : 0;
  }

  /** By a reset: what is unsent would wait in the system for minutes. */
  cut(): void {
    this.socket.resetAndDestroy();
  }
}

interface Handle {
  readonly bytesWritten: number;
  readonly writeQueueSize: number;
}

/** Bytes that the system has taken for the peer. The socket itself counts a write only when it is over. */
function takenBy(socket: Socket): number {
  const { _handle: handle } = socket as unknown as { _handle: Handle | null };
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0;
}
