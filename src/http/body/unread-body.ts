import type { IncomingMessage, RequestListener } from 'node:http';

/**
 * Takes what is left of bodies that were answered without having been read, slowly where there are many. Node would
 * take up to 2 MiB from each such connection in one turn of the event loop, and hundreds of refused senders would hold
 * it for a tenth of a second, again and again.
 */
export const pacingUnread =
  (listener: RequestListener): RequestListener =>
  (req, res) => {
    // This has to run before Node's own listener, which lets whatever nobody reads flow.
    if (hasBody(req)) res.prependListener('finish', () => takeRest(req));
    return listener(req, res);
  };

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Parts of bodies, each of some 64 KiB, that are taken every 10 ms: 64 MiB a second, of all connections together. */
const PARTS = 10;
const EVERY = 10;

const waiting: IncomingMessage[] = [];
let left = PARTS;

function takeRest(req: IncomingMessage): void {
  if (req.complete || req.destroyed) return;
  req.read(0); // from here on Node leaves it to us
  req.pause();
  req.on('data', () => takeInTurn(req.pause()));
  takeInTurn(req);
}

function takeInTurn(req: IncomingMessage): void {
  waiting.push(req);
  takeParts();
}

/** Lets requests read on while parts are left, the one that has waited longest first. */
function takeParts(): void {
  for (; left > 0 && waiting.length > 0; left--) {
    if (left === PARTS) setTimeout(refill, EVERY).unref();
    setImmediate((req) => req.resume(), waiting.shift()!);
  }
}

function refill(): void {
  left = PARTS;
  takeParts();
}
