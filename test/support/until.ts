import { setTimeout as delay } from 'node:timers/promises';

const MINUTE = 60_000;

/**
 * Resolves once it is so, which it looks at every `pause` milliseconds; throws after `patience`
 * milliseconds, so that a test that waits in vain says for what, long before its own time is over.
 */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  pause = 10,
  patience = MINUTE,
): Promise<void> {
  const end = performance.now() + patience;
  while (!(await isSo())) {
    if (performance.now() > end)
      throw new Error(`It did not happen within ${patience} ms: ${isSo}`);
    await delay(pause);
  }
}
