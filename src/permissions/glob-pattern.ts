import { indexOfMark } from './templates.js';

/** The bound on the expanded text is ours: it keeps every match under a millisecond. The others are the API's. */
export const GLOB_LIMITS = {
  characters: 256,
  segments: 32,
  expansions: 32,
  expandedCharacters: 1_024,
} as const;

const GROUP = /\{([^{}]*)\}/;
const GROUPS = new RegExp(GROUP, 'g');
const OUTSIDE_THE_LANGUAGE = /[[\]!()\\\0]/;

/** A character by its code, or one of the negative numbers below: a rule may have a million. */
export type Token = number;

export const SLASH = 47;
const ASTERISK = 42;
const QUESTION_MARK = 63;

/** Any one character but a slash. */
export const ONE = -1;
/** Any number of characters but slashes. */
export const STAR = -2;
/** Consumes anything, slashes too. */
export const DEEP = -3;
/** Consumes nothing: it may leave out the `DEEP` and the slash behind it. */
export const GAP = -4;
/** A slash that may be left out together with the `DEEP` behind it. */
export const TAIL = -5;
export const END = -6;
/** A character that stands for all those that no pattern names; no token. */
export const OTHER = -100;

/** Stands for `**` as written, to tell it from two stars that only meet when braces expand. */
const WRITTEN = '\0';

/** What keeps a pattern out of the glob language; empty when nothing does. */
export function globProblems(pattern: string): readonly string[] {
  const problem = textProblem(pattern) ?? groupProblem(pattern) ?? expansionProblem(pattern);
  return problem === undefined ? [] : [problem];
}

function textProblem(pattern: string): string | undefined {
  if (pattern === '') return 'A glob must not be empty';
  if (pattern.length > GLOB_LIMITS.characters)
    return `A glob has at most ${GLOB_LIMITS.characters} characters`;
  if (OUTSIDE_THE_LANGUAGE.test(pattern))
    return 'A glob takes only literals, *, ?, ** and {a,b}; none of [ ] ( ) ! \\';
  return undefined;
}

function groupProblem(pattern: string): string | undefined {
  if (/[{}]/.test(pattern.replace(GROUPS, '')))
    return 'Braces in a glob must be closed and must not be nested';
  const groups = groupsOf(pattern);
  if (groups.some((group) => group.length < 2 || group.includes('')))
    return 'Braces in a glob hold at least two alternatives, none of them empty';
  if (groups.reduce((product, group) => product * group.length, 1) > GLOB_LIMITS.expansions)
    return `The braces of a glob expand to at most ${GLOB_LIMITS.expansions} patterns`;
  return undefined;
}

function expansionProblem(pattern: string): string | undefined {
  const expansions = expand(pattern);
  const total = expansions.reduce((sum, text) => sum + text.length, 0);
  if (total > GLOB_LIMITS.expandedCharacters)
    return `A glob with its braces expanded has at most ${GLOB_LIMITS.expandedCharacters} characters`;
  const segments = expansions.map((text) => text.split('/'));
  if (segments.some((list) => list.filter(Boolean).length > GLOB_LIMITS.segments))
    return `A glob has at most ${GLOB_LIMITS.segments} segments`;
  const isMixed = (segment: string) =>
    segment.includes('**') || (segment.includes(WRITTEN) && segment !== WRITTEN);
  if (expand(pattern.replaceAll('**', WRITTEN)).some((text) => text.split('/').some(isMixed)))
    return '** must stand alone between slashes';
  return undefined;
}

const groupsOf = (pattern: string): string[][] =>
  [...pattern.matchAll(GROUPS)].map((match) => (match[1] ?? '').split(','));

/** The patterns without braces that a pattern stands for. */
export function expand(pattern: string): readonly string[] {
  const group = GROUP.exec(pattern);
  if (group === null) return [pattern];
  const head = pattern.slice(0, group.index);
  const tails = expand(pattern.slice(group.index + group[0].length));
  return (group[1] ?? '')
    .split(',')
    .flatMap((alternative) => tails.map((tail) => head + alternative + tail));
}

/** What stands in the place of each mark of a pattern, as it is; null: any text at all. */
export type Insertions = readonly (string | null)[];

/** The tokens of one pattern without braces, closed by `end`. */
export function tokensOf(text: string, insertions: Insertions = []): readonly Token[] {
  const segments = text
    .split('/')
    .filter((segment, i, all) => segment !== '**' || all[i - 1] !== '**');
  const last = segments.length - 1;
  const tokens: Token[] = [];
  segments.forEach((segment, i) => {
    if (segment !== '**') {
      tokens.push(...segmentTokens(segment, insertions));
      const tailFollows = i + 1 === last && segments[last] === '**';
      if (i < last && !tailFollows) tokens.push(SLASH);
    } else if (i === last) {
      tokens.push(...(i > 0 ? [TAIL] : []), DEEP);
    } else {
      tokens.push(GAP, DEEP, SLASH);
    }
  });
  return [...tokens, END];
}

/** The tokens of a text, closed by `end`. */
export const textTokens = (pieces: Insertions): readonly Token[] => [
  ...pieces.flatMap(insertedTokens),
  END,
];

const insertedTokens = (text: string | null): readonly Token[] =>
  text === null ? [DEEP] : Array.from(text, literal);

const literal = (symbol: string): Token => symbol.codePointAt(0) ?? 0;

/** A segment that is a lone `*` matches at least one character: `/x/*` is nothing about `/x/`. */
function segmentTokens(segment: string, insertions: Insertions): readonly Token[] {
  if (segment === '*') return [ONE, STAR];
  const tokens: Token[] = [];
  for (let i = 0; i < segment.length; i++) {
    const code = segment.codePointAt(i)!; // i is within the segment
    if (code > 0xffff) i++;
    const inserted = insertions.length > 0 ? insertions[indexOfMark(code)] : undefined;
    if (code === ASTERISK) tokens.push(STAR);
    else if (code === QUESTION_MARK) tokens.push(ONE);
    else if (inserted === undefined) tokens.push(code);
    else tokens.push(...insertedTokens(inserted));
  }
  return tokens;
}
