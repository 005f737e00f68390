import { DEEP, END, GAP, ONE, SLASH, STAR, TAIL, type Token } from './glob-pattern.js';

/** A set of states, 32 to a word. */
export type StateSet = Int32Array;

/** Masks of states, by their place in `masks`. */
const ONES = 0;
const STAY = 1;
const STAY_SLASH = 2;
const GAPS = 3;
/** States from which nothing more need follow. */
export const ACCEPTING = 4;
/** States from which anything may follow. */
export const UNIVERSAL = 5;
const MASKS = 6;

/**
 * State i waits for token i; all states advance together, so a match costs characters times words. One array
 * holds everything, because a rule may have a thousand letters and a membership thousands of rules: about
 * 16 bytes a token.
 */
export interface Automaton {
  readonly tokens: Int32Array;
  /** Words of a set of states. */
  readonly words: number;
  /** The characters that tokens name, ascending. */
  readonly codes: Int32Array;
  /** Where the entry of each code begins in `entries`, and at the end where the last ends. */
  readonly offsets: Int32Array;
  /** For each code the states that it moves on: one by one, or as a mask where that is as short. */
  readonly entries: Int32Array;
  readonly masks: Int32Array;
  readonly hasGaps: boolean;
  readonly hasUniversal: boolean;
}

export function automatonOf(list: readonly Token[]): Automaton {
  const tokens = Int32Array.from(list);
  const words = (tokens.length + 31) >> 5;
  const masks = masksOf(tokens, words);
  const hasGaps = tokens.includes(GAP);
  const hasUniversal = !isEmpty(masks.subarray(UNIVERSAL * words), words);
  return { tokens, words, masks, hasGaps, hasUniversal, ...entriesOf(tokens, words) };
}

function masksOf(tokens: Int32Array, words: number): Int32Array {
  const masks = new Int32Array(words * MASKS);
  const mark = (mask: number, state: number) => add(masks, state, mask * words);
  for (let state = tokens.length - 1; state >= 0; state--) {
    const token = tokens[state]!; // state is one of the tokens
    if (token === ONE) mark(ONES, state);
    if (token === GAP) mark(GAPS, state);
    if (token === STAR || token === DEEP) mark(STAY, state);
    if (token === DEEP) mark(STAY_SLASH, state);
    if (token === DEEP && tokens[state + 1] === END) mark(UNIVERSAL, state);
    if (token === END || canEnd(masks, words, tokens, state)) mark(ACCEPTING, state);
  }
  return masks;
}

/** Whether the end can be reached without consuming anything, by what is known of the states behind. */
const canEnd = (masks: Int32Array, words: number, tokens: Int32Array, state: number) =>
  freeMoves(tokens[state]!).some((by) => has(masks, state + by, ACCEPTING * words));

/** The states that each character moves on by its name; a slash moves those of `TAIL` too. */
function entriesOf(tokens: Int32Array, words: number) {
  const named = namedStates(tokens);
  const codes: number[] = [];
  const offsets: number[] = [0];
  const entries: number[] = [];
  for (let begin = 0, end = 0; begin < named.length; begin = end) {
    const code = codeOf(named[begin]!); // begin is within the list
    while (end < named.length && codeOf(named[end]!) === code) end++;
    if (end - begin < words) for (let i = begin; i < end; i++) entries.push(stateOf(named[i]!));
    else addMask(entries, named, begin, end, words);
    codes.push(code);
    offsets.push(entries.length);
  }
  return {
    codes: Int32Array.from(codes),
    offsets: Int32Array.from(offsets),
    entries: Int32Array.from(entries),
  };
}

function addMask(
  entries: number[],
  named: Float64Array,
  begin: number,
  end: number,
  words: number,
): void {
  const from = entries.length;
  for (let k = 0; k < words; k++) entries.push(0);
  for (let i = begin; i < end; i++) {
    const state = stateOf(named[i]!); // i is within the list
    entries[from + (state >> 5)]! |= 1 << (state & 31);
  }
}

const MOST_STATES = 2 ** 20;
const codeOf = (named: number): number => Math.floor(named / MOST_STATES);
const stateOf = (named: number): number => named % MOST_STATES;

/** Code and state of each token that names a character, by code and then by state. */
function namedStates(tokens: Int32Array): Float64Array {
  const named = new Float64Array(tokens.length);
  let count = 0;
  for (let state = 0; state < tokens.length; state++) {
    const token = tokens[state]!; // state is one of the tokens
    const code = token === TAIL ? SLASH : token;
    if (code >= 0) named[count++] = code * MOST_STATES + state;
  }
  return named.subarray(0, count).sort();
}

const has = (set: Int32Array, state: number, from = 0): boolean =>
  ((set[from + (state >> 5)] ?? 0) & (1 << (state & 31))) !== 0;

const add = (set: Int32Array, state: number, from = 0): void => {
  set[from + (state >> 5)]! |= 1 << (state & 31);
};

const NOWHERE: readonly number[] = [];
const NEXT: readonly number[] = [1];
const OVER_GAP: readonly number[] = [1, 3];
const OVER_TAIL: readonly number[] = [2];

/** How far a state moves on without consuming anything. */
function freeMoves(token: Token | undefined): readonly number[] {
  if (token === STAR || token === DEEP) return NEXT;
  if (token === GAP) return OVER_GAP;
  return token === TAIL ? OVER_TAIL : NOWHERE;
}

/** States reachable from `state` without consuming anything, itself first. */
export function closure(tokens: Int32Array, state: number): readonly number[] {
  const next = freeMoves(tokens[state]);
  if (next.length === 0) return [state];
  return [state, ...next.flatMap((by) => closure(tokens, state + by))];
}

/** The state to which a character leads from one whose token consumes it. */
export const after = (tokens: Int32Array, state: number): number => {
  const token = tokens[state];
  return token === STAR || token === DEEP ? state : state + 1;
};

/** The states before any text, where a text may begin at each of `starts`. */
export function startSet({ tokens, words }: Automaton, starts: readonly number[]): StateSet {
  const set = new Int32Array(words);
  for (const start of starts) for (const state of closure(tokens, start)) add(set, state);
  return set;
}

export function intersects({ masks, words }: Automaton, set: StateSet, mask: number): boolean {
  const from = mask * words;
  for (let k = 0; k < words; k++) if ((set[k]! & masks[from + k]!) !== 0) return true;
  return false;
}

export function isEmpty(set: StateSet, words: number): boolean {
  for (let k = 0; k < words; k++) if (set[k] !== 0) return false;
  return true;
}

/**
 * Writes into `to` the states after one character, but for `TAIL`, which `ACCEPTING` foresees, and says whether
 * there are any; `!` because all sets have `words` words.
 */
export function stepStates(
  automaton: Automaton,
  from: StateSet,
  code: number,
  to: StateSet,
): boolean {
  const { words, masks, hasGaps } = automaton;
  const remain = (code === SLASH ? STAY_SLASH : STAY) * words;
  if (code === SLASH) to.fill(0, 0, words);
  else for (let k = 0; k < words; k++) to[k] = from[k]! & masks[k]!;
  moveByName(automaton, from, code, to);
  let carry = 0;
  let carryOfStay = 0;
  let any = 0;
  for (let k = 0; k < words; k++) {
    const moving = to[k]!;
    const reached = (moving << 1) | carry | (from[k]! & masks[remain + k]!);
    const staying = hasGaps ? 0 : reached & masks[STAY * words + k]!;
    to[k] = reached | (staying << 1) | carryOfStay;
    carry = moving >>> 31;
    carryOfStay = staying >>> 31;
    any |= to[k]!;
  }
  if (hasGaps && any !== 0) passGaps(automaton, to);
  return any !== 0;
}

function passGaps(automaton: Automaton, set: StateSet): void {
  shiftInto(automaton, set, GAPS, 1);
  shiftInto(automaton, set, GAPS, 3);
  shiftInto(automaton, set, STAY, 1);
}

/** Adds to `to` the states of `from` whose token names the character. */
function moveByName(automaton: Automaton, from: StateSet, code: number, to: StateSet): void {
  const { words, offsets, entries } = automaton;
  const at = indexOf(automaton.codes, code);
  if (at < 0) return;
  const [begin, end] = [offsets[at]!, offsets[at + 1]!];
  if (end - begin === words) {
    for (let k = 0; k < words; k++) to[k]! |= from[k]! & entries[begin + k]!;
    return;
  }
  for (let i = begin; i < end; i++) {
    const state = entries[i]!;
    to[state >> 5]! |= from[state >> 5]! & (1 << (state & 31));
  }
}

/** Negative where it is not there. */
function indexOf(codes: Int32Array, code: number): number {
  let low = 0;
  let high = codes.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = codes[middle]!;
    if (found === code) return middle;
    if (found < code) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** Adds, for every state in the set and in the mask, the state `by` further on. */
function shiftInto({ masks, words }: Automaton, set: StateSet, mask: number, by: number): void {
  const from = mask * words;
  let carry = 0;
  for (let k = 0; k < words; k++) {
    const moving = set[k]! & masks[from + k]!;
    set[k]! |= (moving << by) | carry;
    carry = moving >>> (32 - by);
  }
}
