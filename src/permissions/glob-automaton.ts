import { type Token, SLASH } from './glob-pattern.js';

/** A set of states, 32 to a word. */
export type StateSet = Int32Array;

/** State i waits for token i; all states advance together, so a match costs characters times words. */
export interface Automaton {
  readonly tokens: readonly Token[];
  /** States that move on by the character. */
  readonly advance: ReadonlyMap<number, StateSet>;
  readonly advanceOther: StateSet;
  /** States that remain whatever the character, and those that remain even at a slash. */
  readonly stay: StateSet;
  readonly staySlash: StateSet;
  readonly gaps: StateSet;
  /** States from which nothing more need follow, and those from which anything may. */
  readonly accepting: StateSet;
  readonly universal: StateSet;
}

export function automatonOf(tokens: readonly Token[]): Automaton {
  const kindAt = (state: number) => tokens[state]?.kind;
  const isEnd = (state: number) => kindAt(state) === 'end';
  const isDeep = (state: number) => kindAt(state) === 'deep';
  const codes = new Set(tokens.flatMap((token) => (token.kind === 'char' ? [token.code] : [])));
  const consumes = (state: number, code: number) => {
    const token = tokens[state];
    if (token?.kind === 'char') return token.code === code;
    return code === SLASH ? token?.kind === 'tail' : token?.kind === 'one';
  };
  const advanceBy = (code: number) => setOf(tokens, (state) => consumes(state, code));
  return {
    tokens,
    advance: new Map([SLASH, ...codes].map((code) => [code, advanceBy(code)])),
    advanceOther: setOf(tokens, (state) => kindAt(state) === 'one'),
    stay: setOf(tokens, (state) => kindAt(state) === 'star' || isDeep(state)),
    staySlash: setOf(tokens, isDeep),
    gaps: setOf(tokens, (state) => kindAt(state) === 'gap'),
    accepting: setOf(tokens, (state) => closure(tokens, state).some(isEnd)),
    universal: setOf(tokens, (state) => isDeep(state) && isEnd(state + 1)),
  };
}

/** How far a state moves on without consuming anything. */
const FREE_MOVES: Partial<Record<Token['kind'], readonly number[]>> = {
  star: [1],
  deep: [1],
  gap: [1, 3],
  tail: [2],
};

/** States reachable from `state` without consuming anything, itself first. */
export function closure(tokens: readonly Token[], state: number): readonly number[] {
  const kind = tokens[state]?.kind;
  const next = (kind && FREE_MOVES[kind]) ?? [];
  return [state, ...next.flatMap((by) => closure(tokens, state + by))];
}

export function setOf(tokens: readonly Token[], isIn: (state: number) => boolean): StateSet {
  const set = new Int32Array((tokens.length + 31) >> 5);
  for (let state = 0; state < tokens.length; state++)
    if (isIn(state)) set[state >> 5]! |= 1 << (state & 31);
  return set;
}

export function intersects(a: StateSet, b: StateSet): boolean {
  for (let k = 0; k < a.length; k++) if ((a[k]! & b[k]!) !== 0) return true;
  return false;
}

export function isEmpty(set: StateSet): boolean {
  for (let k = 0; k < set.length; k++) if (set[k] !== 0) return false;
  return true;
}

/** Writes into `to` the states after one character, but for `tail`, which `accepting` foresees; `!` because all sets have the same length. */
export function step(automaton: Automaton, from: StateSet, code: number, to: StateSet): void {
  const advance = automaton.advance.get(code) ?? automaton.advanceOther;
  const remain = code === SLASH ? automaton.staySlash : automaton.stay;
  let carry = 0;
  for (let k = 0; k < to.length; k++) {
    const moving = from[k]! & advance[k]!;
    to[k] = (moving << 1) | carry | (from[k]! & remain[k]!);
    carry = moving >>> 31;
  }
  shiftInto(to, automaton.gaps, 1);
  shiftInto(to, automaton.gaps, 3);
  shiftInto(to, automaton.stay, 1);
}

/** Adds, for every state in both sets, the state `by` further on. */
function shiftInto(set: StateSet, mask: StateSet, by: number): void {
  let carry = 0;
  for (let k = 0; k < set.length; k++) {
    const moving = set[k]! & mask[k]!;
    set[k]! |= (moving << by) | carry;
    carry = moving >>> (32 - by);
  }
}
