import type { Readable } from 'node:stream';

/** Milliseconds of one turn of the event loop in which rows are taken over. */
const TAKING = 10;

/** When the first bytes of this turn came. */
let began: number | null = null;

/**
 * Lets a connection pause where the rows of this turn took long. Else the loop would read up to 2 MiB from each
 * before anybody else has a turn, and parsing as much takes a tenth of a second.
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
