/** Milliseconds from now on in which the hour of a moment matters. */
const NEAR = 7 * 86_400_000;

/** Such as `14:02 GMT+1`, with the day where it is not today's, in the reader's language and zone; of what is far ahead the day alone. Both in milliseconds since 1970. */
export function clockTime(moment: number, now: number, isToTheSecond = false): string {
  const [at, present] = [new Date(moment), new Date(now)];
  const isToday = at.toDateString() === present.toDateString();
  const isThisYear = at.getFullYear() === present.getFullYear();
  const isFar = moment - now > NEAR && !isToTheSecond;
  return at.toLocaleString(undefined, {
    ...(isToday ? {} : { month: 'short', day: 'numeric' }),
    ...(isThisYear ? {} : { year: 'numeric' }),
    ...(isFar ? {} : { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' }),
    ...(isToTheSecond ? { second: '2-digit' } : {}),
  });
}
