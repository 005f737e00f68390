import { DEEP, END, GAP, ONE, SLASH, STAR, TAIL, type Token } from './glob-pattern.js';

/** A set of states, 32 to a word. */
export type StateSet = Int32Array;

/** Masks of states, in the order in which `data` begins with them. */
const MASKS = ['ones', 'stay', 'staySlash', 'gaps', 'accepting', 'universal'] as const;
type Mask = (typeof MASKS)[number];

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
}

export function automatonOf(list: readonly Token[]): Automaton {
  const tokens = Int32Array.from(list);
  const words = (tokens.length + 31) >> 5;
  return { tokens, words, masks: masksOf(tokens, words), ...entriesOf(tokens, words) };
}

function masksOf(tokens: Int32Array, words: number): Int32Array {
  const masks = new Int32Array(words * MASKS.length);
  const mark = (mask: Mask, state: number) => add(masks, state, MASKS.indexOf(mask) * words);
  for (let state = tokens.length - 1; state >= 0; state--) {
    const token = tokens[state]!; // state is one of the tokens
    if (token === ONE) mark('ones', state);
    if (token === GAP) mark('gaps', state);
    if (token === STAR || token === DEEP) mark('stay', state);
    if (token === DEEP) mark('staySlash', state);
    if (token === DEEP && tokens[state + 1] === END) mark('universal', state);
    if (token === END || canEnd(masks, words, tokens, state)) mark('accepting', state);
  }
  return masks;
}

/** Whether the end can be reached without consuming anything, by what is known of the states behind. */
const canEnd = (masks: Int32Array, words: number, tokens: Int32Array, state: number) =>
  freeMoves(tokens[state]!).some((by) =>
    has(masks, state + by, MASKS.indexOf('accepting') * words),
  );

/** A character moves on what names it, but for a slash also each `one`; a slash moves `tail` too. */
function entriesOf(tokens: Int32Array, words: number) {
  const states = new Map<number, number[]>();
  tokens.forEach((token, state) => {
    const code = token === TAIL ? SLASH : token;
    if (code < 0) return;
    const known = states.get(code);
    if (known) known.push(state);
    else states.set(code, [state]);
  });
  const codes = Int32Array.from(states.keys()).sort();
  const offsets = new Int32Array(codes.length + 1);
  const entries: number[] = [];
  codes.forEach((code, i) => {
    const list = states.get(code)!; // code is one of its keys
    for (const one of list.length < words ? list : maskOf(list, words)) entries.push(one);
    offsets[i + 1] = entries.length;
  });
  return { codes, offsets, entries: Int32Array.from(entries) };
}

function maskOf(states: readonly number[], words: number): Int32Array {
  const mask = new Int32Array(words);
  for (const state of states) add(mask, state);
  return mask;
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

/** The states before any text, where a text may begin at each of `starts`. */
export function startSet({ tokens, words }: Automaton, starts: readonly number[]): StateSet {
  const set = new Int32Array(words);
  for (const start of starts) for (const state of closure(tokens, start)) add(set, state);
  return set;
}

export function intersects({ masks, words }: Automaton, set: StateSet, mask: Mask): boolean {
  const from = MASKS.indexOf(mask) * words;
  for (let k = 0; k < words; k++) if ((set[k]! & masks[from + k]!) !== 0) return true;
  return false;
}

export function isEmpty(set: StateSet, words: number): boolean {
  for (let k = 0; k < words; k++) if (set[k] !== 0) return false;
  return true;
}

/** Writes into `to` the states after one character, but for `tail`, which `accepting` foresees; `!` because all sets have `words` words. */
export function step(automaton: Automaton, from: StateSet, code: number, to: StateSet): void {
  const { words, masks } = automaton;
  const remain = (code === SLASH ? STAY_SLASH : STAY) * words;
  for (let k = 0; k < words; k++) to[k] = code === SLASH ? 0 : from[k]! & masks[k]!;
  moveByName(automaton, from, code, to);
  let carry = 0;
  for (let k = 0; k < words; k++) {
    const moving = to[k]!;
    to[k] = (moving << 1) | carry | (from[k]! & masks[remain + k]!);
    carry = moving >>> 31;
  }
  shiftInto(automaton, to, GAPS, 1);
  shiftInto(automaton, to, GAPS, 3);
  shiftInto(automaton, to, STAY, 1);
}

const STAY = MASKS.indexOf('stay');
const STAY_SLASH = MASKS.indexOf('staySlash');
const GAPS = MASKS.indexOf('gaps');

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
