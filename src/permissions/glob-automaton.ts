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
  const where = (...kinds: readonly Token['kind'][]) =>
    setOf(tokens, (state) => kinds.includes(tokens[state]!.kind)); // state is one of the tokens
  const advanceOther = where('one');
  const deep = where('deep');
  return {
    tokens,
    advance: advanceOf(tokens, advanceOther, where('tail')),
    advanceOther,
    stay: where('star', 'deep'),
    staySlash: deep,
    gaps: where('gap'),
    accepting: acceptingOf(tokens),
    universal: setOf(tokens, (state) => has(deep, state) && tokens[state + 1]?.kind === 'end'),
  };
}

function advanceOf(tokens: readonly Token[], ones: StateSet, tails: StateSet) {
  const advance = new Map([[SLASH, tails]]);
  tokens.forEach((token, state) => {
    if (token.kind !== 'char') return;
    const set = advance.get(token.code) ?? ones.slice();
    add(set, state);
    advance.set(token.code, set);
  });
  return advance;
}

function acceptingOf(tokens: readonly Token[]): StateSet {
  const set = new Int32Array((tokens.length + 31) >> 5);
  for (let state = tokens.length - 1; state >= 0; state--) {
    const { kind } = tokens[state]!; // state is one of the tokens
    const isFree = FREE_MOVES[kind]?.some((by) => has(set, state + by)) ?? false;
    if (kind === 'end' || isFree) add(set, state);
  }
  return set;
}

const has = (set: StateSet, state: number): boolean =>
  ((set[state >> 5] ?? 0) & (1 << (state & 31))) !== 0;

const add = (set: StateSet, state: number): void => {
  set[state >> 5]! |= 1 << (state & 31);
};

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

/** The states before any text, where a text may begin at each of `starts`. */
export function startSet(tokens: readonly Token[], starts: readonly number[]): StateSet {
  const set = new Int32Array((tokens.length + 31) >> 5);
  for (const start of starts) for (const state of closure(tokens, start)) add(set, state);
  return set;
}

function setOf(tokens: readonly Token[], isIn: (state: number) => boolean): StateSet {
  const set = new Int32Array((tokens.length + 31) >> 5);
  for (let state = 0; state < tokens.length; state++) if (isIn(state)) add(set, state);
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
