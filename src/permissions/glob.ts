import {
  ACCEPTING,
  type Automaton,
  type StateSet,
  UNIVERSAL,
  automatonOf,
  intersects,
  startSet,
  stepStates,
} from './glob-automaton.js';
import {
  END,
  GLOB_LIMITS,
  type Insertions,
  type Token,
  expand,
  globProblems,
  textTokens,
  tokensOf,
} from './glob-pattern.js';
import { indexOfMark } from './templates.js';

export interface CompiledGlob {
  /** The canonical pattern: equal for globs that match the same texts. */
  readonly pattern: string;
  /** The expansions of the braces, one after the other in one automaton. */
  readonly automaton: Automaton;
  /** The first state of each expansion. */
  readonly starts: readonly number[];
  /** What every text that it matches begins with. */
  readonly prefix: string;
  /** Every text it matches, when there are no wildcards. */
  readonly literals: ReadonlySet<string> | null;
  matches(value: string): boolean;
}

/** Throws RangeError for a pattern that has `globProblems`. */
export function compileGlob(pattern: string): CompiledGlob {
  refuseProblems(pattern);
  return ofTokens(
    pattern,
    expand(pattern).map((text) => tokensOf(text)),
  );
}

/** A pattern with something in the place of its marks. Null if that makes it too long. */
export function compileFilledGlob(pattern: string, insertions: Insertions): CompiledGlob | null {
  refuseProblems(pattern);
  const expansions = expand(pattern);
  const lengths = expansions.map((text) => filledLength(text, insertions));
  if (lengths.reduce((sum, length) => sum + length, 0) > GLOB_LIMITS.expandedCharacters)
    return null;
  const lists = expansions.map((text) => tokensOf(text, insertions));
  // No pattern has a square bracket, so it is that of no other glob.
  return ofTokens(pattern + JSON.stringify(insertions), lists);
}

/** Matches any of the texts, each in pieces; null: any text at all. */
export const compileTexts = (texts: readonly Insertions[]): CompiledGlob =>
  ofTokens(JSON.stringify(texts), texts.map(textTokens));

function refuseProblems(pattern: string): void {
  const [problem] = globProblems(pattern);
  if (problem !== undefined) throw new RangeError(problem);
}

const filledLength = (text: string, insertions: Insertions): number =>
  Array.from(
    text,
    (symbol) => insertions[indexOfMark(symbol.codePointAt(0) ?? 0)]?.length ?? 1,
  ).reduce((sum, length) => sum + length, 0);

function ofTokens(pattern: string, lists: readonly (readonly Token[])[]): CompiledGlob {
  const automaton = automatonOf(lists.flat());
  const starts = startsOf(lists);
  const beginnings = lists.map(literalPrefix);
  const prefix = beginnings.reduce(commonPrefix);
  const consumed = [...prefix].length;
  const entry = startSet(
    automaton,
    starts.map((start) => start + consumed),
  );
  const literals = lists.every((list) => list.every(isLiteral)) ? new Set(beginnings) : null;
  return {
    pattern,
    automaton,
    starts,
    prefix,
    literals,
    matches: literals
      ? (value) => literals.has(value)
      : (value) => value.startsWith(prefix) && run(automaton, entry, value, prefix.length),
  };
}

function commonPrefix(one: string, other: string): string {
  const symbols = [...one];
  const others = [...other];
  const end = symbols.findIndex((symbol, i) => symbol !== others[i]);
  return end === -1 ? one : symbols.slice(0, end).join('');
}

function startsOf(lists: readonly (readonly Token[])[]): readonly number[] {
  let next = 0;
  return lists.map((list) => (next += list.length) - list.length);
}

const isLiteral = (token: Token) => token === END || token >= 0;

function literalPrefix(tokens: readonly Token[]): string {
  let text = '';
  for (const token of tokens) {
    if (token < 0) break;
    text += String.fromCodePoint(token);
  }
  return text;
}

/** Two sets for all matches: each begins and ends without waiting for anything. */
let here: StateSet = new Int32Array(64);
let there: StateSet = new Int32Array(64);

function run(automaton: Automaton, entry: StateSet, value: string, from: number): boolean {
  const { words } = automaton;
  if (here.length < words) [here, there] = [new Int32Array(words), new Int32Array(words)];
  let states = here;
  let next = there;
  for (let k = 0; k < words; k++) states[k] = entry[k]!;
  for (let i = from; i < value.length; i++) {
    if (automaton.hasUniversal && intersects(automaton, states, UNIVERSAL)) return true;
    const code = value.codePointAt(i)!; // i is within the value
    if (code > 0xffff) i++;
    if (!stepStates(automaton, states, code, next)) return false;
    [states, next] = [next, states];
  }
  return intersects(automaton, states, ACCEPTING);
}
