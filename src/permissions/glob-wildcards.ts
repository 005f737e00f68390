import {
  ACCEPTING,
  type Automaton,
  type StateSet,
  after,
  closure,
  intersects,
  isEmpty,
  startSet,
  stepStates,
} from './glob-automaton.js';
import { DEEP, ONE, OTHER, STAR } from './glob-pattern.js';
import type { CompiledGlob } from './glob.js';
import type { Truth } from './matchers.js';
import { type WorkBudget, budgetOfQuestion } from './work.js';

const MAX_LABEL = 63;
/** The characters of labels, in the form in which names are compared. */
const LABEL_CODES: ReadonlySet<number> = new Set(
  Array.from('abcdefghijklmnopqrstuvwxyz0123456789-_', (letter) => letter.charCodeAt(0)),
);

/**
 * Whether a glob matches the names with one label before `parent`, which begins with a dot: true for all of them, false for
 * none, else undefined; so too where the work is used up.
 */
export function matchesUnder(
  glob: CompiledGlob,
  parent: string,
  work: WorkBudget = budgetOfQuestion(),
): Truth {
  const { automaton, starts } = glob;
  if (!canEndSo(glob, parent)) return false;
  work.steps -= automaton.tokens.length;
  const afterLabels = statesAfterLabels(automaton, starts);
  if (!isMatched(automaton, afterLabels, parent, work)) return work.steps < 0 ? undefined : false;
  let states = startSet(automaton, starts);
  for (let length = 1; length <= MAX_LABEL; length++) {
    const next = new Int32Array(states.length);
    // What matches a character that no pattern names matches any.
    stepStates(automaton, states, OTHER, next);
    if (length > 1 && isSame(states, next)) return true;
    if (!isMatched(automaton, next, parent, work)) return undefined;
    states = next;
  }
  return true;
}

/** Quickly, whether what all matches end with agrees with the parent. */
const canEndSo = ({ literals }: CompiledGlob, parent: string): boolean =>
  literals === null || [...literals].some((text) => text.endsWith(parent));

/** Where the automaton may be after some label of one character or more. */
function statesAfterLabels(automaton: Automaton, starts: readonly number[]): StateSet {
  const { tokens, words } = automaton;
  const found = new Int32Array(words);
  const open = starts.flatMap((start) => closure(tokens, start));
  const seen = new Set(open);
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    const token = tokens[state]!; // states are those of tokens
    if (!LABEL_CODES.has(token) && token !== ONE && token !== STAR && token !== DEEP) continue;
    for (const reached of closure(tokens, after(tokens, state))) {
      found[reached >> 5]! |= 1 << (reached & 31);
      if (!seen.has(reached)) open.push(reached);
      seen.add(reached);
    }
  }
  return found;
}

/** Whether the parent leads from one of the states to an end. */
function isMatched(
  automaton: Automaton,
  from: StateSet,
  parent: string,
  work: WorkBudget,
): boolean {
  const { words } = automaton;
  let states = from;
  let next: StateSet = new Int32Array(words);
  let other: StateSet = new Int32Array(words);
  if (isEmpty(states, words)) return false;
  work.steps -= words * parent.length;
  if (work.steps < 0) return false;
  for (let i = 0; i < parent.length; i++) {
    if (!stepStates(automaton, states, parent.charCodeAt(i), next)) return false;
    [states, next, other] = [next, other, next];
  }
  return intersects(automaton, states, ACCEPTING);
}

const isSame = (one: StateSet, other: StateSet): boolean =>
  one.every((word, i) => word === other[i]);
