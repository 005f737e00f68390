import { type ReactNode, useSyncExternalStore } from 'react';
import { clockTime } from './clock-time';
import { relativeTime } from './relative-time';
import styles from './time.module.css';

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

interface Props {
  readonly at: string | null;
  /** Whether the whole moment is told on hover; false where something around it tells it. */
  readonly hasTitle?: boolean;
}

/** How long ago; or in how long, with the clock time at which it comes. The whole moment on hover. */
export function Time({ at, hasTitle = true }: Props) {
  const present = useNow();
  if (at === null) return <span aria-label="never">–</span>;
  const moment = Date.parse(at);
  return (
    <Whole at={at} hasTitle={hasTitle}>
      {relativeTime(moment, present)}
      {moment - present > 2 * TICK && (
        <>
          {' '}
          <span className={styles.soft}>{clockTime(moment, present)}</span>
        </>
      )}
    </Whole>
  );
}

/** The clock time, and how far from now that is: of what is compared with a log elsewhere. */
export function Moment({ at }: Props) {
  const present = useNow();
  if (at === null) return <Time at={at} />;
  const moment = Date.parse(at);
  return (
    <Whole at={at}>
      <span className={styles.part}>{clockTime(moment, present, true)}</span>{' '}
      <span className={`${styles.part} ${styles.soft}`}>{relativeTime(moment, present)}</span>
    </Whole>
  );
}

interface WholeProps {
  readonly at: string;
  readonly hasTitle?: boolean;
  readonly children: ReactNode;
}

function Whole({ at, hasTitle = true, children }: WholeProps) {
  const whole = new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'long' });
  return (
    <time dateTime={at} title={hasTitle ? whole : undefined}>
      {children}
    </time>
  );
}
