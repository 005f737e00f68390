import { useSyncExternalStore } from 'react';
import { relativeTime } from './relative-time';

/** Milliseconds between two looks at the clock, one for all times of a page. */
const TICK = 10_000;
let now = Date.now();
const subscribe = (listener: () => void) => {
  // Where no time was shown for a while, it stood still.
  now = Date.now();
  const timer = setInterval(() => {
    now = Date.now();
    listener();
  }, TICK);
  return () => clearInterval(timer);
};

/** Milliseconds since 1970, renewed every ten seconds. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now);

/** How long ago, or in how long; the moment itself with its zone on hover. */
export function Time({ at }: { readonly at: string | null }) {
  const present = useNow();
  if (at === null) return <span aria-label="never">–</span>;
  const moment = new Date(at);
  const whole = moment.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'long' });
  return (
    <time dateTime={at} title={whole}>
      {relativeTime(moment.getTime(), present)}
    </time>
  );
}
