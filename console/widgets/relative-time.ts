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

/** Such as `3 days ago` and `in 2 hours`, in the reader's language. Both in milliseconds since 1970. */
export function relativeTime(moment: number, now: number): string {
  const seconds = Math.round((moment - now) / 1000);
  // Clocks of server and page may differ by a little.
  if (Math.abs(seconds) <= 10) return format.format(0, 'second');
  const [unit, size] = UNITS.find(([, each]) => Math.abs(seconds) >= each)!;
  const isLong = unit === 'month' || unit === 'year';
  return (isLong ? counting : format).format(Math.trunc(seconds / size), unit);
}
