import { distance } from 'fastest-levenshtein';

/** Characters of a word that are compared and shown, candidates that are compared, and names that are shown. */
const COMPARED = 64;
const MAX_CANDIDATES = 500;
const MAX_SHOWN = 10;
/** Names that are proposed where several are as near. */
const MAX_PROPOSED = 3;

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

/** Letters alone: case, and signs between words, are the least that is wrong with a name. */
const plain = (text: string): string => text.slice(0, COMPARED).toLowerCase().replace(SIGNS, '');
const SIGNS = /[-_.:\s]/g;

/** Words of which a name is made: `readValue` and `secret-value` have the word `value`. */
const wordsOf = (name: string): string[] =>
  name
    .slice(0, COMPARED)
    .split(/[-_.:\s]|(?<=[a-z])(?=[A-Z])/)
    .map((word) => singular(word.toLowerCase()));

const singular = (word: string): string => word.replace(/s$/, '');

/** Letters from which on a word may stand for a longer one. */
const TELLING = 3;

interface Likeness {
  readonly name: string;
  /** Letters to change; less for what is typed by a slip of the fingers, or is only a part. */
  readonly far: number;
  readonly letters: number;
  /** Whether one is taken for the other. */
  readonly isLikely: boolean;
  /** Whether the word begins the name. */
  readonly isBegun: boolean;
}

function likenessOf(word: string, name: string): Likeness {
  const [wanted, found] = [plain(word), plain(name)];
  const letters = distance(wanted, found);
  const isTelling = wanted.length >= TELLING;
  const isBegun = isTelling && found.startsWith(wanted);
  const likely = (most: number) => {
    return { name, far: Math.min(letters, most), letters, isLikely: true, isBegun };
  };
  if (isBegun || isSwapped(wanted, found)) return likely(1);
  const isPart =
    isTelling && wordsOf(name).includes(singular(word.slice(0, COMPARED).toLowerCase()));
  if (isPart) return likely(2);
  const [shorter, longer] = [wanted.length, found.length].sort((a, b) => a - b) as [number, number];
  const isLikely = letters <= Math.max(1, Math.floor(longer / 3)) && letters < shorter;
  return { name, far: letters, letters, isLikely, isBegun };
}

/** Whether two neighbouring letters changed places. */
function isSwapped(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  const at = one.split('').findIndex((letter, i) => letter !== other[i]);
  if (at === -1) return false;
  const turned = one.slice(0, at) + (one[at + 1] ?? '') + one[at]! + one.slice(at + 2);
  return turned === other;
}

const likenesses = (word: string, candidates: readonly string[]): Likeness[] =>
  candidates.slice(0, MAX_CANDIDATES).map((name) => likenessOf(word, name));

const byFar = (one: Likeness, other: Likeness) =>
  one.far - other.far || one.letters - other.letters;

/** The candidates in the order of their likeness to a word; of equal ones, in the order given. */
export const byLikeness = (word: string, candidates: readonly string[]): string[] =>
  likenesses(word, candidates)
    .sort(byFar)
    .map(({ name }) => name);

/** The candidates that a word was most likely meant to be, all as near as the first; none where nothing is like it. */
function likeliestOf(word: string, candidates: readonly string[]): string[] {
  const likely = likenesses(word, candidates)
    .filter(({ isLikely }) => isLikely)
    .sort(byFar);
  const near = likely.filter(({ far }) => far === likely[0]!.far);
  // The shortest alone of several names that the word begins.
  const begun = near.find(({ isBegun }) => isBegun);
  return near
    .filter(({ isBegun, letters }) => !isBegun || letters === begun!.letters)
    .slice(0, MAX_PROPOSED)
    .map(({ name }) => name);
}

/** The candidate that is most like the word, if it is like it at all. */
export const likeliest = (word: string, candidates: readonly string[]): string | undefined =>
  likeliestOf(word, candidates)[0];

/**
 * ` Did you mean 'dev'?`, or ` Did you mean '$eq' or '$ne'?` where several are as near, or nothing where no candidate is
 * like the word. Begins with a space.
 */
export function didYouMean(word: string, candidates: readonly string[]): string {
  const names = likeliestOf(word, candidates).map((name) => quoted(name));
  const last = names.pop();
  if (last === undefined) return '';
  return names.length === 0
    ? ` Did you mean ${last}?`
    : ` Did you mean ${names.join(', ')} or ${last}?`;
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
