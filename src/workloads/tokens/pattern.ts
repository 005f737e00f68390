// How texts of a token are matched by the patterns of a setting. Compared by code points; nothing is folded or trimmed.

const MAX_EXPANSIONS = 50;
/** Longer texts of a token match nothing: the work grows with pattern times text. */
const MAX_TEXT = 2_048;
const SEPARATORS = '/:';
/** Symbols that may be compared for one login, by all patterns of its settings. Usual ones take a few hundred. */
const MAX_STEPS = 400_000;
/**
 * What else costs as much as so many symbols: a pattern and a character that are made ready, a pattern beside each text, a
 * part of it.
 */
const PER_PATTERN = 40;
const PER_PAIR = 12;
const PER_PART = 12;
const PER_CHARACTER = 3;

/** What the patterns of one login may still cost. Once it is spent, nothing matches. */
export class MatchSteps {
  private left = MAX_STEPS;

  /** Whether there was as much. */
  spend(steps: number): boolean {
    this.left -= steps;
    return this.left >= 0;
  }
}

/** A part of a pattern or text, with the separator before it; '' before the first. */
interface Part {
  readonly separator: string;
  readonly symbols: readonly string[];
}

interface PatternPart extends Part {
  readonly isDeep: boolean;
}

/** Splits a comma list outside of braces; entries are trimmed, empty ones left out. */
export function splitList(text: string): readonly string[] {
  const entries: string[] = [''];
  let depth = 0;
  for (const symbol of text) {
    if (symbol === '{') depth++;
    if (symbol === '}') depth--;
    if (symbol === ',' && depth <= 0) entries.push('');
    else entries[entries.length - 1] += symbol;
  }
  return entries.map((entry) => entry.trim()).filter(Boolean);
}

/** What is wrong with a pattern, in words that follow it; null if nothing is. */
export function patternProblem(pattern: string): string | null {
  if (!/^[^{}]*(\{[^{}]*\}[^{}]*)*$/.test(pattern))
    return 'has braces that are nested or not closed';
  if (/[[\]()!\\]/.test(pattern)) return 'holds a character of another pattern language';
  if (pattern.includes('***')) return 'holds ***';
  if (expansionsOf(pattern) > MAX_EXPANSIONS)
    return `stands for more than ${MAX_EXPANSIONS} patterns`;
  const expanded = expandPattern(pattern);
  const isHalfDeep = (text: string) =>
    text.split(/[/:]/).some((part) => part.includes('**') && part !== '**');
  if (expanded.some(isHalfDeep)) return 'has ** beside other characters of its part';
  if (expanded.some((text) => /^\*\*./.test(text))) return 'begins with **';
  return expanded.some((text) => /\*\*[/:]\*\*/.test(text)) ? 'has ** twice in a row' : null;
}

/** What is wrong with the patterns of a list together, in words that follow it; null if nothing is. */
export const listProblem = (patterns: readonly string[]): string | null =>
  patterns.reduce((sum, pattern) => sum + expansionsOf(pattern), 0) > MAX_EXPANSIONS
    ? `stands for more than ${MAX_EXPANSIONS} patterns`
    : null;

export const hasWildcards = (pattern: string): boolean => /[*?{]/.test(pattern);

/** The text that everything a pattern matches begins with. */
export const literalHead = (pattern: string): string => /^[^*?{]*/.exec(pattern)![0];

/** The pieces of a pattern in their order, each with what it stands for: itself, or what its braces hold. */
const piecesOf = (pattern: string): readonly (readonly string[])[] =>
  pattern
    .split(/(\{[^{}]*\})/)
    .map((piece) => (piece.startsWith('{') ? piece.slice(1, -1).split(',') : [piece]));

const expansionsOf = (pattern: string): number =>
  piecesOf(pattern).reduce((product, { length }) => product * length, 1);

/** What it takes to make a list ready: its characters, braces counted by what they stand for, four times beside wildcards. */
export const readingCost = (patterns: readonly string[]): number =>
  patterns.reduce(
    (sum, pattern) =>
      sum + (hasWildcards(pattern) ? 4 : 1) * expansionsOf(pattern) * pattern.length,
    0,
  );

/** The patterns without braces that a pattern stands for. Its expansions are bounded by `patternProblem`. */
export const expandPattern = (pattern: string): readonly string[] =>
  piecesOf(pattern).reduce<readonly string[]>(
    (heads, alternatives) => heads.flatMap((head) => alternatives.map((each) => head + each)),
    [''],
  );

/** Whether a text of a token fits. */
export type TextTest = (text: string) => boolean;

/**
 * What tells whether a text matches one of the patterns. `*` stands for one or more characters and `?` for one, both
 * within a part: parts end at `/` and `:`. `**` is a whole part and stands for any number of them; `{a,b}` for either.
 * A pattern that is no good matches nothing, nor does a list of too many, or anything once the steps are spent.
 */
export function patternTest(patterns: readonly string[], steps = new MatchSteps()): TextTest {
  const making = PER_PATTERN * patterns.length + PER_CHARACTER * readingCost(patterns);
  if (!steps.spend(making)) return () => false;
  if (listProblem(patterns) !== null) return () => false;
  const sound = patterns.filter((pattern) => patternProblem(pattern) === null);
  const literals = new Set(sound.filter((pattern) => !hasWildcards(pattern)));
  const others = sound
    .filter(hasWildcards)
    .flatMap(expandPattern)
    .map((each) => partsOf(each).map(toPatternPart));
  return (text) => {
    if (text.length > MAX_TEXT) return false;
    if (literals.has(text)) return true;
    if (others.length === 0 || !steps.spend(PER_PAIR + PER_CHARACTER * text.length)) return false;
    const parts = partsOf(text);
    return others.some((pattern) => matchesParts(pattern, parts, steps));
  };
}

export const matchesPattern = (pattern: string, text: string): boolean =>
  patternTest([pattern])(text);

function partsOf(text: string): readonly Part[] {
  const parts: { separator: string; symbols: string[] }[] = [{ separator: '', symbols: [] }];
  for (const symbol of text) {
    if (SEPARATORS.includes(symbol)) parts.push({ separator: symbol, symbols: [] });
    else parts.at(-1)!.symbols.push(symbol); // it begins with one
  }
  return parts;
}

const toPatternPart = (part: Part): PatternPart => ({
  ...part,
  isDeep: part.symbols.join('') === '**',
});

/** Row by row: `reached[j]` tells whether the pattern so far matches the first `j` parts. */
function matchesParts(
  pattern: readonly PatternPart[],
  text: readonly Part[],
  steps: MatchSteps,
): boolean {
  if (!steps.spend(PER_PAIR + PER_PART * pattern.length + pattern.length * text.length))
    return false;
  if (pattern.length === 1 && pattern[0]!.isDeep) return true;
  let reached = [true, ...text.map(() => false)];
  for (const part of pattern) reached = afterPart({ part, steps }, text, reached);
  return reached.at(-1)!;
}

function afterPart(
  { part, steps }: { readonly part: PatternPart; readonly steps: MatchSteps },
  text: readonly Part[],
  reached: readonly boolean[],
): boolean[] {
  const next = [part.isDeep && reached[0]!];
  // Whether a run of `**` took the part before; its first separator is that of the pattern, the others are any.
  let isInRun = false;
  text.forEach(({ separator, symbols }, j) => {
    const fits = reached[j]! && separator === part.separator;
    isInRun = part.isDeep && (fits || isInRun);
    next.push(
      part.isDeep
        ? isInRun || reached[j + 1]!
        : fits && matchesSymbols(part.symbols, symbols, steps),
    );
  });
  return next;
}

/** Greedy: only the last `*` is ever taken back, which suffices since what follows it has to match somewhere behind. */
function matchesSymbols(
  pattern: readonly string[],
  text: readonly string[],
  steps: MatchSteps,
): boolean {
  let p = 0;
  let t = 0;
  let star = -1;
  let starEnd = 0;
  while (t < text.length) {
    if (!steps.spend(1)) return false;
    if (pattern[p] === '*') {
      star = p++;
      starEnd = ++t;
    } else if (p < pattern.length && (pattern[p] === '?' || pattern[p] === text[t])) {
      p++;
      t++;
    } else if (star >= 0) {
      p = star + 1;
      t = ++starEnd;
      if (starEnd > text.length) return false;
    } else return false;
  }
  return p === pattern.length;
}
