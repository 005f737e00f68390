import { openSync, readSync, writeFileSync } from 'node:fs';

// Preloaded into a replica (`--import`), on Linux. At SIGUSR2 it writes the longest turn of the event loop since the
// last time into the file that TURN_METER names: milliseconds that the main thread computed, which do not grow where
// the machine is busy with something else.

const stat = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
const bytes = Buffer.alloc(64);

/** Milliseconds that the main thread has computed so far. */
function computed(): number {
  const length = readSync(stat, bytes, 0, bytes.length, 0);
  return Number(bytes.toString('latin1', 0, length).split(' ', 1)[0]) / 1e6;
}

let longest = 0;
let since = computed();

/** Timers run once in each turn. */
function measure(): void {
  const now = computed();
  longest = Math.max(longest, now - since);
  since = now;
  setTimeout(measure, 1).unref();
}

process.on('SIGUSR2', () => {
  writeFileSync(process.env['TURN_METER']!, String(longest));
  longest = 0;
});
measure();
