import { distance } from 'fastest-levenshtein';

/** Characters of a word that are compared and shown, candidates that are compared, and names that are shown. */
const COMPARED = 64;
const MAX_CANDIDATES = 500;
const MAX_SHOWN = 10;

/** What a terminal would act upon, or what turns the order of letters around: none of it comes back in a message. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

const cut = (text: string, length: number): string => {
  // The slice bounds the work; letters beyond the basic plane take two places of it.
  const shown = Array.from(text.slice(0, 2 * length))
    .slice(0, length)
    .join('');
  return shown.length < text.length ? `${shown}…` : text;
};

/** A name as a message shows it: at most so many characters, none of which a terminal acts upon. */
export const shownName = (name: string, length = COMPARED): string =>
  cut(name, length).replace(UNPRINTABLE, '\u{fffd}');

/** A caller's word between quotes, as `shownName`. */
export const quoted = (name: string, length?: number): string => `'${shownName(name, length)}'`;

/** The candidates in the order of their likeness to a word; of equal ones, in the order given. */
export function byLikeness(word: string, candidates: readonly string[]): string[] {
  const plain = (text: string) => text.slice(0, COMPARED).toLowerCase();
  const wanted = plain(word);
  return candidates
    .slice(0, MAX_CANDIDATES)
    .map((name) => ({ name, far: distance(wanted, plain(name)) }))
    .sort((a, b) => a.far - b.far)
    .map(({ name }) => name);
}

/** Differences at which one word is still taken for another: one in three characters. */
const isLikely = (word: string, name: string): boolean => {
  const [a, b] = [word, name].map((text) => text.slice(0, COMPARED).toLowerCase()) as [
    string,
    string,
  ];
  return distance(a, b) <= Math.max(1, Math.floor(Math.min(a.length, b.length) / 3));
};

/** ` Did you mean 'dev'?`, or nothing where no candidate is like the word. Begins with a space. */
export function didYouMean(word: string, candidates: readonly string[]): string {
  const best = likeliest(word, candidates);
  return best === undefined ? '' : ` Did you mean ${quoted(best)}?`;
}

/** The candidate that is most like the word, if it is like it at all. */
export function likeliest(word: string, candidates: readonly string[]): string | undefined {
  const [best] = byLikeness(word, candidates);
  return best !== undefined && isLikely(word, best) ? best : undefined;
}

/** `a, b, and 7 more`: ten at most, then the count of the others. `count`: of all of them, where some are left out. */
export function firstOf(names: readonly string[], count = names.length): string {
  const shown = names.slice(0, MAX_SHOWN).map((name) => shownName(name));
  const more = count - shown.length;
  return shown.join(', ') + (more > 0 ? `, and ${more} more` : '');
}

/** ` There are dev, staging, prod.`, the nearest first, or as given for an empty word. Nothing without candidates. Begins with a space. */
export function thereAre(word: string, candidates: readonly string[]): string {
  const names = word === '' ? candidates : byLikeness(word, candidates);
  if (names.length === 0) return '';
  const verb = candidates.length === 1 ? 'is' : 'are';
  return ` There ${verb} ${firstOf(names, candidates.length)}.`;
}
