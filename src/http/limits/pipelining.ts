import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';

type Sent = Parameters<RequestListener>;

/** Requests that one connection may have sent without having taken their answers. */
const MOST = 256;

/** The requests of one connection: those not answered yet, and those that wait for their turn. */
interface Line {
  unanswered: number;
  readonly waiting: Sent[];
}

const LINE = Symbol('line');
type Lined = Socket & { [LINE]?: Line };

/**
 * Requests that come together on one connection begin one in each turn of the event loop, so that others have theirs in
 * between: Node would begin them all at once. A client that sends more than 256 ahead is cut off.
 */
export function inTurns(listener: RequestListener): RequestListener {
  const begin = (socket: Socket, line: Line) => {
    const next = line.waiting.shift();
    if (next && !socket.destroyed) listener(...next);
    if (line.waiting.length > 0) setImmediate(begin, socket, line);
  };
  return (req, res) => {
    const socket: Lined = req.socket;
    const line = (socket[LINE] ??= { unanswered: 0, waiting: [] });
    line.unanswered++;
    res.once('close', () => line.unanswered--);
    if (line.unanswered === 1) return listener(req, res);
    if (line.unanswered > MOST) {
      line.waiting.length = 0;
      socket.destroy();
      return;
    }
    if (line.waiting.push([req, res]) === 1) setImmediate(begin, socket, line);
  };
}
