import { accessWords as words } from '../words/access';

/** A name that the server made for a privilege that nobody named: it tells nobody anything. */
const MADE_NAME = /^[a-z0-9]{12}$/;

/** A privilege by the name that somebody gave it; without one by its end, since what it allows is told beside it. */
export function privilegeText(slug: string, end: string | undefined): string {
  if (!MADE_NAME.test(slug)) return words.privilege(slug);
  return end === undefined ? words.grantWithoutEnd : words.grantUntil(dayAndTime(end));
}

const dayAndTime = (at: string): string =>
  new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
