import type { Readable } from 'node:stream';

/** Milliseconds of one turn of the event loop in which bytes are taken over, from all that come. */
const TAKING = 4;

/** When the first bytes of this turn came. */
let began: number | null = null;

/**
 * Lets a stream flow, but pause where taking over the bytes of this turn took long. Else the loop would read up to 2 MiB
 * from each connection before anybody else has a turn: rows of that size take a tenth of a second, and so do the bodies
 * that hundreds go on sending.
 */
export function paceReading(stream: Readable): void {
  stream.on('data', () => {
    if (began === null) {
      began = performance.now();
      setImmediate(() => (began = null));
    } else if (performance.now() - began >= TAKING && !stream.isPaused()) {
      stream.pause();
      setImmediate(() => stream.resume());
    }
  });
}
