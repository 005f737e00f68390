import { openSync, readSync, writeFileSync } from 'node:fs';
import { getHeapSpaceStatistics } from 'node:v8';

// Preloaded into a replica (`--import`), on Linux. At SIGUSR2 it writes what it measured since the last time into the
// file that TURN_METER names: the longest turn of the event loop, in milliseconds that the main thread computed, which
// do not grow where the machine is busy with something else; and what memory was made of when there was most of it.

/** Milliseconds between two looks at the memory. */
const LOOK_EVERY = 100;

const stat = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
const bytes = Buffer.alloc(64);

/** Milliseconds that the main thread has computed so far. */
function computed(): number {
  const length = readSync(stat, bytes, 0, bytes.length, 0);
  return Number(bytes.toString('latin1', 0, length).split(' ', 1)[0]) / 1e6;
}

/** Bytes by what they are for. */
function memory(): Record<string, number> {
  const { rss, heapTotal, heapUsed, external } = process.memoryUsage();
  const spaces = getHeapSpaceStatistics();
  const of = (name: string) => spaces.find((each) => each.space_name === name)!;
  return {
    rss,
    heapTotal,
    heapUsed,
    young: of('new_space').space_size,
    large: of('large_object_space').space_used_size + of('new_large_object_space').space_used_size,
    external,
  };
}

let longest = 0;
let since = computed();
let most = memory();
let looked = performance.now();

/** Timers run once in each turn. */
function measure(): void {
  const now = computed();
  longest = Math.max(longest, now - since);
  if (performance.now() - looked > LOOK_EVERY) {
    looked = performance.now();
    const held = memory();
    if (held['rss']! > most['rss']!) most = held;
  }
  // The time of the look itself is no part of a turn.
  since = computed();
  setTimeout(measure, 1).unref();
}

process.on('SIGUSR2', () => {
  writeFileSync(process.env['TURN_METER']!, JSON.stringify({ longest, most }));
  longest = 0;
  most = memory();
});
measure();
