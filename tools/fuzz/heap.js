// Preloaded by the server under `npm run fuzz`: answers each message with its memory after a collection, in bytes.
import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds in which requests that are under way end, and finalizers of the first collection run. */
const SETTLING = 3_000;

process.on('message', async () => {
  globalThis.gc();
  await delay(SETTLING);
  globalThis.gc();
  const { heapUsed } = process.memoryUsage();
  process.send({ heapUsed, peak: process.resourceUsage().maxRSS * 1024 });
});
// The server ends by itself, whoever listens.
process.channel?.unref();
