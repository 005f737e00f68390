import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Milliseconds between two checks. */
const CHECK_EVERY = 500;
/** Bytes of all answers together that may wait for their peers. */
const MAX_HELD = 256 * 1024 * 1024;
/** Milliseconds after which a peer that is behind goes before all that are not, where too much is held. */
const LATE = 1_000;
/** Bytes that a peer has to take in the time that it is given while it is behind. */
const SHARE = 128 * 1024;
/** Bytes of one write: a socket tells what was taken of a write only when all of it was. */
const PIECE = 64 * 1024;

type End = (...args: unknown[]) => ServerResponse;

/** A peer, with the complete answers that it has not taken and how many bytes are left of each. */
class Peer {
  readonly unread = new Map<ServerResponse, number>();
  private mark: { readonly at: number; readonly taken: number } | null = null;

  constructor(readonly socket: Socket) {}

  get held(): number {
    return [...this.unread.values()].reduce((sum, bytes) => sum + bytes, 0);
  }

  /** Milliseconds since it last took its share; 0 while nothing waits for it. */
  behind(): number {
    const { socket, unread } = this;
    const taken = socket.bytesWritten - socket.writableLength;
    if (socket.writableLength === 0 && unread.size === 0) this.mark = null;
    else if (!this.mark || taken - this.mark.taken >= SHARE)
      this.mark = { at: performance.now(), taken };
    return this.mark ? performance.now() - this.mark.at : 0;
  }

  end(res: ServerResponse, end: End, args: readonly unknown[]): void {
    const [body] = args;
    const isLarge = Buffer.isBuffer(body) && body.length > PIECE && !res.headersSent;
    if (isLarge) void this.writePieces(res, body, end);
    else end(...args);
    const bytes = isLarge ? body.length : res.writableLength;
    if (bytes === 0 || res.closed) return;
    this.unread.set(res, bytes);
    res.once('close', () => this.unread.delete(res));
    this.behind();
  }

  private async writePieces(res: ServerResponse, body: Buffer, end: End): Promise<void> {
    res.setHeader('Content-Length', body.length);
    for (let at = 0; at < body.length && !res.destroyed; at += PIECE) {
      await new Promise((taken) => res.write(body.subarray(at, at + PIECE), taken));
      if (this.unread.has(res)) this.unread.set(res, Math.max(0, body.length - at - PIECE));
      this.behind();
    }
    end();
  }
}

/**
 * Cuts off peers that take their answers too slowly, or not at all. Node's own time-out does not: a single byte begins
 * it anew. Where all that waits together is more than `maxHeld`, some are cut off at once. Calls `onCut` for each.
 */
export function cutSlowReaders(server: Server, onCut: () => void, maxHeld = MAX_HELD): void {
  const peers = new Map<Socket, Peer>();
  server.on('connection', (socket: Socket) => {
    peers.set(socket, new Peer(socket));
    socket.once('close', () => peers.delete(socket));
  });
  const cut = ({ socket }: Peer) => {
    peers.delete(socket);
    socket.resetAndDestroy(); // what is unsent would wait in the system for minutes
    onCut();
  };
  let added = 0;
  server.prependListener('request', (_req, res) => {
    const end = res.end.bind(res) as End;
    res.end = (...args: unknown[]) => {
      const peer = peers.get(res.req.socket);
      if (!peer) return end(...args);
      peer.end(res, end, args);
      added += peer.unread.get(res) ?? 0;
      if (added >= maxHeld / 16) relieve(peers.values(), maxHeld, cut);
      if (added >= maxHeld / 16) added = 0;
      return res;
    };
  });
  const check = () => {
    for (const peer of peers.values()) {
      if (peer.behind() >= server.timeout / 2 && server.timeout > 0) cut(peer);
    }
    relieve(peers.values(), maxHeld, cut);
  };
  server.once('listening', () => {
    const checking = setInterval(check, CHECK_EVERY).unref();
    server.once('close', () => clearInterval(checking));
  });
}

/** Cuts off those who hold the most for the longest, the late ones before all others, until not too much is held. */
function relieve(peers: Iterable<Peer>, maxHeld: number, cut: (peer: Peer) => void): void {
  const holders = [...peers]
    .filter(({ unread }) => unread.size > 0)
    .map((peer) => ({ peer, held: peer.held, behind: peer.behind() }));
  let sum = holders.reduce((bytes, { held }) => bytes + held, 0);
  if (sum <= maxHeld) return;
  const isLate = ({ behind }: (typeof holders)[number]) => Number(behind >= LATE);
  holders.sort((a, b) => isLate(a) - isLate(b) || a.held * a.behind - b.held * b.behind);
  for (let last = holders.pop(); last && sum > maxHeld; last = holders.pop()) {
    // A single answer that is too much by itself has its own bounds.
    if (holders.length === 0 && last.peer.unread.size === 1) return;
    cut(last.peer);
    sum -= last.held;
  }
}
