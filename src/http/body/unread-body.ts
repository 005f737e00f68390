import type { IncomingMessage, RequestListener } from 'node:http';
import { paceReading } from '../limits/paced-reading.js';

/**
 * Takes what is left of a body that was answered without having been read, in paces. Node would take up to 2 MiB from
 * each such connection in one turn of the event loop, and hundreds of refused senders hold it for a tenth of a second.
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

function takeRest(req: IncomingMessage): void {
  if (req.complete || req.destroyed) return;
  req.read(0); // from here on Node leaves it to us
  paceReading(req);
  req.resume();
}
