import {
  type Automaton,
  type StateSet,
  automatonOf,
  closure,
  intersects,
  isEmpty,
  setOf,
  step,
} from './glob-automaton.js';
import {
  GLOB_LIMITS,
  type Insertions,
  type Token,
  expand,
  globProblems,
  textTokens,
  tokensOf,
} from './glob-pattern.js';
import { indexOfMark } from './templates.js';

export { globProblems } from './glob-pattern.js';

export interface CompiledGlob {
  /** The same for globs that match the same. */
  readonly pattern: string;
  /** The expansions of the braces, one after the other in one automaton. */
  readonly automaton: Automaton;
  /** The first state of each expansion. */
  readonly starts: readonly number[];
  /** Every text it matches, when there are no wildcards. */
  readonly literals: readonly string[] | null;
  matches(value: string): boolean;
}

/** Throws RangeError for a pattern that has `globProblems`. */
export function compileGlob(pattern: string): CompiledGlob {
  refuseProblems(pattern);
  const expansions = expand(pattern);
  return ofTokens(
    pattern,
    expansions.map((text) => tokensOf(text)),
    expansions,
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
  return ofTokens(pattern + JSON.stringify(insertions), lists, lists.map(literalPrefix));
}

/** Matches any of the texts, each in pieces; null: any text at all. */
export function compileTexts(texts: readonly Insertions[]): CompiledGlob {
  const lists = texts.map(textTokens);
  return ofTokens(JSON.stringify(texts), lists, lists.map(literalPrefix));
}

function refuseProblems(pattern: string): void {
  const [problem] = globProblems(pattern);
  if (problem !== undefined) throw new RangeError(problem);
}

const filledLength = (text: string, insertions: Insertions): number =>
  Array.from(text, (symbol) => insertions[indexOfMark(symbol)]?.length ?? 1).reduce(
    (sum, length) => sum + length,
    0,
  );

/** `texts`: what the lists stand for, where they hold no wildcards. */
function ofTokens(
  pattern: string,
  lists: readonly (readonly Token[])[],
  texts: readonly string[],
): CompiledGlob {
  const automaton = automatonOf(lists.flat());
  const starts = startsOf(lists);
  const prefix = lists.length === 1 ? literalPrefix(automaton.tokens) : '';
  const entry = startSet(automaton, prefix === '' ? starts : [[...prefix].length]);
  return {
    pattern,
    automaton,
    starts,
    literals: automaton.tokens.every(isLiteral) ? texts : null,
    matches: (value) => value.startsWith(prefix) && run(automaton, entry, value, prefix.length),
  };
}

export const startSet = ({ tokens }: Automaton, starts: readonly number[]): StateSet => {
  const reached = new Set(starts.flatMap((start) => closure(tokens, start)));
  return setOf(tokens, (state) => reached.has(state));
};

function startsOf(lists: readonly (readonly Token[])[]): readonly number[] {
  let next = 0;
  return lists.map((list) => (next += list.length) - list.length);
}

const isLiteral = (token: Token) => token.kind === 'end' || token.kind === 'char';

function literalPrefix(tokens: readonly Token[]): string {
  const end = tokens.findIndex((token) => token.kind !== 'char');
  const codes = tokens.slice(0, end).flatMap((token) => (token.kind === 'char' ? token.code : []));
  return String.fromCodePoint(...codes);
}

function run(automaton: Automaton, entry: StateSet, value: string, from: number): boolean {
  let states: StateSet = entry.slice();
  let next: StateSet = new Int32Array(entry.length);
  for (let i = from; i < value.length; i++) {
    if (intersects(states, automaton.universal)) return true;
    const code = value.codePointAt(i)!; // i is within the value
    if (code > 0xffff) i++;
    step(automaton, states, code, next);
    if (isEmpty(next)) return false;
    [states, next] = [next, states];
  }
  return intersects(states, automaton.accepting);
}
