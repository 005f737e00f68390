/** Minutes without a use after which the page locks. */
const IDLE = 15 * 60_000;
/** Milliseconds before the lock at which it is announced. */
const WARNING = 60_000;

export interface Moment {
  /** Milliseconds since 1970, which somebody may set back. */
  readonly wall: number;
  /** Milliseconds since the page began, which may stand still while the machine sleeps. */
  readonly steady: number;
}

/** How long nobody has used the page: whichever clock says more. */
export const idleBetween = (last: Moment, now: Moment): number =>
  Math.max(now.wall - last.wall, now.steady - last.steady, 0);

/** Seconds until the lock where it is to be announced; 0 where it is due; null before. */
export function lockIn(last: Moment, now: Moment): number | null {
  const left = IDLE - idleBetween(last, now);
  if (left <= 0) return 0;
  return left <= WARNING ? Math.ceil(left / 1000) : null;
}
