const UNITS = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

const format = new Intl.RelativeTimeFormat(undefined, { style: 'short', numeric: 'auto' });
/** Of units in which "next month" would say less than "in 1 month". */
const counting = new Intl.RelativeTimeFormat(undefined, { style: 'short', numeric: 'always' });

/** Such as `3 days ago` and `in 2 hours`, the nearest one, in the reader's language. Both in milliseconds since 1970. */
export function relativeTime(moment: number, now: number): string {
  const seconds = Math.round((moment - now) / 1000);
  // Clocks of server and page may differ by a little.
  if (Math.abs(seconds) <= 10) return format.format(0, 'second');
  const at = UNITS.findIndex(([, size]) => Math.abs(seconds) >= size);
  const rounded = Math.round(seconds / UNITS[at]![1]);
  const larger = UNITS[at - 1];
  // What rounds up to 60 minutes is an hour.
  const isFull = larger && Math.abs(rounded) * UNITS[at]![1] >= larger[1];
  const [unit, count] = isFull ? [larger[0], Math.sign(seconds)] : [UNITS[at]![0], rounded];
  const isLong = unit === 'month' || unit === 'year';
  return (isLong ? counting : format).format(count, unit);
}
