import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Milliseconds between two looks. */
const LOOK_EVERY = 500;
/** Bytes that a peer has to take within half of the server's time-out while it is behind: 13 KB a second. */
const LEAST = 128 * 1024;

/** When a peer that is behind was last seen to have done its share, and what it had taken by then. */
interface Mark {
  readonly at: number;
  readonly taken: number;
}

/**
 * Cuts off peers that take their answers too slowly, or not at all. Node's own time-out does not: whatever was taken
 * since the write began starts it anew, if only a byte.
 */
export function cutSlowReaders(server: Server): void {
  const marks = new Map<Socket, Mark | null>();
  server.on('connection', (socket: Socket) => {
    marks.set(socket, null);
    socket.once('close', () => marks.delete(socket));
  });
  const look = () => {
    for (const [socket, mark] of marks) {
      const next = marked(socket, mark);
      marks.set(socket, next);
      const isTooSlow = next !== null && performance.now() - next.at >= server.timeout / 2;
      // A reset: what is unsent would wait in the system for minutes.
      if (server.timeout > 0 && isTooSlow) socket.resetAndDestroy();
    }
  };
  server.once('listening', () => {
    const looking = setInterval(look, LOOK_EVERY).unref();
    server.once('close', () => clearInterval(looking));
  });
}

/** Null for a peer that is not behind. */
function marked(socket: Socket, mark: Mark | null): Mark | null {
  if (socket.writableLength === 0) return null;
  const taken = takenBy(socket);
  return mark && taken - mark.taken < LEAST ? mark : { at: performance.now(), taken };
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
