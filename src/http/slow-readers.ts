import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { SocketBackpressure } from './socket-backpressure.js';

/** Milliseconds between two looks. */
const LOOK_EVERY = 500;
/** Bytes of all answers together that may wait for their peers. Decision 202. */
const MOST_HELD = 256 * 1024 * 1024;
/** Milliseconds after which a peer that is behind goes before all that are not, where there is too much. */
const LATE = 1_000;

/**
 * Cuts off peers that take their answers too slowly, or not at all. Node's own time-out does not: whatever was taken
 * since the write began starts it anew, if only a byte. Where all that waits together is more than `mostHeld`, a
 * part of them is cut off at once. `onCut` is told of each.
 */
export function cutSlowReaders(server: Server, onCut: () => void, mostHeld = MOST_HELD): void {
  const readers = new Map<Socket, SocketBackpressure>();
  server.on('connection', (socket: Socket) => {
    readers.set(socket, new SocketBackpressure(socket));
    socket.once('close', () => readers.delete(socket));
  });
  const cut = (reader: SocketBackpressure) => {
    reader.cut();
    onCut();
  };
  let added = 0;
  onEnd(server, (res) => {
    if (res.writableLength === 0) return;
    readers.get(res.req.socket)?.add(res);
    added += res.writableLength;
    if (added < mostHeld / 16) return;
    added = 0;
    relieve(readers.values(), mostHeld, cut);
  });
  const look = () => {
    for (const reader of readers.values()) {
      const isTooSlow = reader.look() >= server.timeout / 2;
      if (server.timeout > 0 && isTooSlow) cut(reader);
    }
    relieve(readers.values(), mostHeld, cut);
  };
  server.once('listening', () => {
    const looking = setInterval(look, LOOK_EVERY).unref();
    server.once('close', () => clearInterval(looking));
  });
}

/** There is no event for it: `finish` comes when all has been taken, and `prefinish` not behind another answer. */
function onEnd(server: Server, ended: (res: ServerResponse) => void): void {
  server.prependListener('request', (_req, res) => {
    const end = res.end.bind(res) as (...args: unknown[]) => ServerResponse;
    res.end = (...args: unknown[]) => {
      end(...args);
      ended(res);
      return res;
    };
  });
}

/** Cuts off those who hold the most for the longest, the late ones before all others, until there is not too much. */
function relieve(
  readers: Iterable<SocketBackpressure>,
  most: number,
  cut: (reader: SocketBackpressure) => void,
): void {
  const holders = [...readers].filter(({ answers }) => answers > 0).map(holderOf);
  let sum = holders.reduce((bytes, { held }) => bytes + held, 0);
  if (sum <= most) return;
  holders.sort((a, b) => Number(a.isLate) - Number(b.isLate) || a.weight - b.weight);
  for (let last = holders.pop(); last && sum > most; last = holders.pop()) {
    // A single answer that is too much by itself has its own bounds.
    if (holders.length === 0 && last.reader.answers === 1) return;
    cut(last.reader);
    sum -= last.held;
  }
}

function holderOf(reader: SocketBackpressure) {
  const { held } = reader;
  const behind = reader.look();
  return { reader, held, isLate: behind >= LATE, weight: held * behind };
}
