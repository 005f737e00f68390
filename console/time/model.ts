import type { components } from '../api/schema';
import type { Bar } from '../widgets/timeline-bars';
import { timeWords as words } from '../words/time';
import type { Period, TimeSearch } from './address';

export type Changes = components['schemas']['FolderChanges'];
export type ChangeMoment = Changes['moments'][number];

const DAY = 86_400_000;
const LENGTHS: Readonly<Record<Period, number>> = { day: DAY, week: 7 * DAY, month: 30 * DAY };
export const BUCKETS = 60;

/** Which folder, and how far back. */
export interface PlaceAndPeriod {
  readonly environment: string;
  readonly path: string;
  readonly period: Period;
}

/** The period that ends now; in milliseconds since 1970. */
export const periodUntil = (now: number, period: Period) => ({
  from: now - LENGTHS[period],
  to: now,
});

/** The server leaves out parts without changes; a timeline has them all. */
export function barsOfChanges({
  startDate,
  endDate,
  bucketSeconds,
  buckets,
}: Pick<Changes, 'startDate' | 'endDate' | 'bucketSeconds' | 'buckets'>): Bar[] {
  const [from, to] = [Date.parse(startDate), Date.parse(endDate)];
  const width = bucketSeconds * 1000;
  const counts = new Map(
    buckets.map((each) => [Math.round((Date.parse(each.startDate) - from) / width), each.count]),
  );
  const bars = Math.max(1, Math.ceil((to - from) / width));
  return Array.from({ length: bars }, (_, index) => ({
    from: from + index * width,
    to: Math.min(to, from + (index + 1) * width),
    count: counts.get(index) ?? 0,
  }));
}

/** The moment of the list that is shown at a time: the last one that is not later. */
export const momentAt = (moments: readonly ChangeMoment[], at: number): ChangeMoment | null =>
  moments.find((moment) => Date.parse(moment.at) <= at) ?? null;

/** What the server is asked with: the event where the moment is one of a change, else the time. */
export const asOfOf = ({ at, event }: Pick<TimeSearch, 'at' | 'event'>): string | null =>
  event ?? at ?? null;

/** A step along the line of time: to the next change, or by a day. */
export interface Step {
  readonly direction: 1 | -1;
  readonly isDay: boolean;
}

type Pressed = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** What an arrow means. With Alt, Ctrl or Meta it is the browser's, such as for the page before. */
export function stepOf({ key, shiftKey, ctrlKey, metaKey, altKey }: Pressed): Step | null {
  if (ctrlKey || metaKey || altKey) return null;
  if (key === 'ArrowRight') return { direction: 1, isDay: shiftKey };
  return key === 'ArrowLeft' ? { direction: -1, isDay: shiftKey } : null;
}

/** What is shown when a step is made. */
interface From {
  /** The event of the change after which it is shown, where the moment is one of a change. */
  readonly event?: string | undefined;
  readonly now: number;
}

/**
 * The moment a step away, by a change or by a day. A step back shows how it was before the last change that is in what is
 * shown; a step on leads back, which is before the next change but one. Null is now, which is as it was after the newest
 * change; so it is where a step would lead beyond now, or nowhere from it.
 */
export function stepped(
  moments: readonly ChangeMoment[],
  at: number,
  { direction, isDay, now, event }: Step & From,
): Pick<TimeSearch, 'at' | 'event'> | null {
  if (isDay) {
    const to = at + direction * DAY;
    return to >= now ? null : { at: new Date(to).toISOString() };
  }
  // The newest is first: those before this place are later than what is shown.
  const later = placeIn(moments, at, event);
  if (direction === 1) return later > 1 ? before(moments, moments[later - 2]!) : null;
  const last = moments[later];
  if (!last) return at >= now ? null : { at: new Date(at).toISOString() };
  return before(moments, last);
}

/** How many changes are later than a moment. */
function placeIn(moments: readonly ChangeMoment[], at: number, event: string | undefined): number {
  const exact = moments.findIndex(({ eventId }) => eventId !== undefined && eventId === event);
  if (exact >= 0) return exact;
  const found = moments.findIndex((moment) => Date.parse(moment.at) <= at);
  return found >= 0 ? found : moments.length;
}

export const searchOf = ({ at, eventId }: ChangeMoment): Pick<TimeSearch, 'at' | 'event'> => ({
  at,
  ...(eventId ? { event: eventId } : {}),
});

/** The folder of a change, where it is one, and its secret, where it is one. */
export function placeOfChange({
  secrets,
  created,
  updated,
  deleted,
}: ChangeMoment): Pick<TimeSearch, 'path' | 'name'> {
  const [first] = secrets;
  const isKnown = secrets.length === created + updated + deleted;
  if (!first || !isKnown || secrets.some(({ secretPath }) => secretPath !== first.secretPath))
    return {};
  const isOne = secrets.every(({ secretKey }) => secretKey === first.secretKey);
  return { path: first.secretPath, ...(isOne ? { name: first.secretKey } : {}) };
}

/** How a moment is written: day and time, in the reader's language. */
export const momentText = (at: string): string =>
  new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** A moment as a field of date and time has it: of the reader's zone, to the second. */
export function fieldText(at: string): string {
  const moment = new Date(at);
  const local = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 19);
}

/** What a field of date and time says; nothing for what is no moment before now. */
export function momentOf(text: string, now: number): Pick<TimeSearch, 'at'> {
  const moment = new Date(text).getTime();
  return moment < now ? { at: new Date(moment).toISOString() } : {};
}

/** The moment right before a change: a millisecond, unless the change before it is as near. The newest is first in the list. */
export function before(
  moments: readonly ChangeMoment[],
  change: ChangeMoment,
): Pick<TimeSearch, 'at' | 'event'> {
  const moment = Date.parse(change.at) - 1;
  const former = moments[moments.indexOf(change) + 1];
  if (former && Date.parse(former.at) >= moment) return searchOf(former);
  return { at: new Date(moment).toISOString() };
}

/** The other side of the change beside which a moment lies: after it, or before it. Null beside none. */
export function otherSide(
  moments: readonly ChangeMoment[],
  at: string,
): { readonly side: 'after' | 'before'; readonly moment: Pick<TimeSearch, 'at' | 'event'> } | null {
  const following = moments.find((change) => change.at !== at && before(moments, change).at === at);
  if (following) return { side: 'after', moment: searchOf(following) };
  const change = moments.find((each) => each.at === at);
  return change ? { side: 'before', moment: before(moments, change) } : null;
}

/** Right before the first change of a bar that is listed, which is what one goes back to; for a bar without one, where it begins. */
export function beforeBar(
  moments: readonly ChangeMoment[],
  { from, to }: Pick<Bar, 'from' | 'to'>,
): Pick<TimeSearch, 'at' | 'event'> {
  const first = moments.findLast(({ at }) => Date.parse(at) >= from && Date.parse(at) <= to);
  return first ? before(moments, first) : { at: new Date(from).toISOString() };
}

/** How many secrets a plan would change. */
export const changeCount = (items: readonly { readonly outcome: string }[]): number =>
  items.filter(({ outcome }) => outcome !== 'refused').length;

/** Kinds of what a plan does, the gravest first. */
const KINDS = ['delete', 'update', 'create'] as const;

/** Names of one kind that a dialog spells out. */
const NAMED = 5;

interface Place {
  readonly secretPath?: string;
  readonly secretKey: string;
}

/** A secret as it is called where a folder is shown: one of another folder by its path too. */
export const nameIn = (folder: string | undefined, { secretPath, secretKey }: Place): string =>
  folder === undefined || secretPath === undefined || secretPath === folder
    ? secretKey
    : `${secretPath === '/' ? '' : secretPath}/${secretKey}`;

/** What a plan does, a line for each kind, with the first names: `1 secret is deleted: A`. */
export const planLines = (
  items: readonly (Place & { readonly outcome: string })[],
  folder?: string,
): string[] =>
  KINDS.flatMap((kind) => {
    const names = items.flatMap((item) => (item.outcome === kind ? [nameIn(folder, item)] : []));
    if (names.length === 0) return [];
    const shown = names.slice(0, NAMED).join(', ');
    const more = names.length - NAMED;
    const rest = more > 0 ? ` ${words.andMore(more)}` : '';
    return [`${words.confirmKinds[kind](names.length)}: ${shown}${rest}`];
  });

/** Whether something changed after a moment. */
export const hasLater = (moments: readonly ChangeMoment[], at: string): boolean =>
  moments.some((moment) => Date.parse(moment.at) > Date.parse(at));

/** The address without its moment: now. */
export const placeOf = ({ environment, path, period, name }: TimeSearch): TimeSearch => ({
  ...(name ? { name } : {}),
  ...(environment ? { environment } : {}),
  ...(path ? { path } : {}),
  ...(period ? { period } : {}),
});
