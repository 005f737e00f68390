import {
  ACCEPTING,
  type Automaton,
  type StateSet,
  UNIVERSAL,
  after,
  closure,
  intersects,
  isEmpty,
  startSet,
  stepStates,
} from './glob-automaton.js';
import { DEEP, END, ONE, OTHER, SLASH, STAR, TAIL, type Token } from './glob-pattern.js';
import type { CompiledGlob } from './glob.js';
import { type WorkBudget, budgetOfQuestion } from './work.js';

interface Front {
  /** One state of the inner pattern. */
  readonly state: number;
  /** The states the outer pattern may be in after the same text. */
  readonly outer: StateSet;
}

/** Fronts still to be looked at, each once. */
class Fronts {
  private readonly seen = new Set<string>();
  private readonly open: Front[] = [];

  add(states: readonly number[], outer: StateSet): void {
    const words = outer.join();
    for (const state of states) {
      const key = `${state}:${words}`;
      if (!this.seen.has(key)) this.open.push({ state, outer });
      this.seen.add(key);
    }
  }

  take(): Front | undefined {
    return this.open.pop();
  }
}

/**
 * Whether every text `inner` matches is matched by `outer`: no text leads `inner` to its end and
 * `outer` not. False also when the budget does not suffice.
 */
export const globContains = (
  outer: CompiledGlob,
  inner: CompiledGlob,
  budget: WorkBudget = budgetOfQuestion(),
): boolean => within(budget, (part) => provesContained(outer, inner, part));

/** One question takes no more than this of what is left, so that a slice of work stays short. */
const MOST_AT_ONCE = 25_000;

function within(budget: WorkBudget, question: (part: WorkBudget) => boolean): boolean {
  const part = { steps: Math.min(budget.steps, MOST_AT_ONCE) };
  const before = part.steps;
  const answer = question(part);
  budget.steps -= before - part.steps;
  return answer;
}

function provesContained(outer: CompiledGlob, inner: CompiledGlob, budget: WorkBudget): boolean {
  if (outer.pattern === inner.pattern) return true;
  if (areApart(outer, inner)) return false;
  const { automaton, starts } = outer;
  const { tokens } = inner.automaton;
  const codes = codesIn(automaton);
  const fronts = new Fronts();
  // To begin is work as well: many small questions must not go on for ever.
  budget.steps -= automaton.words + starts.length + inner.starts.length;
  if (budget.steps <= 0) return false;
  fronts.add(closuresOf(tokens, inner.starts), startSet(automaton, starts));
  for (let front = fronts.take(); front !== undefined; front = fronts.take()) {
    if (intersects(automaton, front.outer, UNIVERSAL)) continue;
    const isAtEnd = tokens[front.state] === END;
    const isLost =
      isEmpty(front.outer, automaton.words) ||
      (isAtEnd && !intersects(automaton, front.outer, ACCEPTING));
    if (isLost) return false;
    const next = closure(tokens, after(tokens, front.state));
    for (const code of codesOf(tokens[front.state], codes)) {
      budget.steps -= front.outer.length + next.length;
      if (budget.steps <= 0) return false;
      fronts.add(next, stepped(automaton, front.outer, code));
    }
  }
  return true;
}

/** Whether no text is matched by both. False also when the budget does not suffice. */
export const globsDisjoint = (
  a: CompiledGlob,
  b: CompiledGlob,
  budget: WorkBudget = budgetOfQuestion(),
): boolean => within(budget, (part) => provesDisjoint(a, b, part));

function provesDisjoint(a: CompiledGlob, b: CompiledGlob, budget: WorkBudget): boolean {
  if (areApart(a, b)) return true;
  const mine = a.automaton.tokens;
  const theirs = b.automaton.tokens;
  const seen = new Set<number>();
  const open: (readonly [number, number])[] = [];
  const visit = (ones: readonly number[], others: readonly number[]) => {
    budget.steps -= ones.length * others.length;
    if (budget.steps <= 0) return;
    for (const i of ones)
      for (const j of others) {
        const key = i * theirs.length + j;
        if (!seen.has(key)) open.push([i, j]);
        seen.add(key);
      }
  };
  visit(closuresOf(mine, a.starts), closuresOf(theirs, b.starts));
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const [i, j] = pair;
    if (mine[i] === END && theirs[j] === END) return false;
    if (overlap(mine[i], theirs[j]))
      visit(closure(mine, after(mine, i)), closure(theirs, after(theirs, j)));
  }
  return budget.steps > 0;
}

/** Whether already the beginnings tell that no text is matched by both. Each matches some text. */
const areApart = ({ prefix }: CompiledGlob, other: CompiledGlob): boolean =>
  !prefix.startsWith(other.prefix) && !other.prefix.startsWith(prefix);

const closuresOf = (tokens: Int32Array, starts: readonly number[]): readonly number[] =>
  starts.flatMap((start) => closure(tokens, start));

function stepped(automaton: Automaton, from: StateSet, code: number): StateSet {
  const to = new Int32Array(from.length);
  stepStates(automaton, from, code, to);
  return to;
}

/** The characters that make a difference to the pattern, and one for all others. */
const codesIn = ({ codes }: Automaton): readonly number[] =>
  codes.includes(SLASH) ? [...codes, OTHER] : [SLASH, ...codes, OTHER];

/** The characters that a token consumes, among those that make a difference. */
const codesOf = (token: Token | undefined, codes: readonly number[]): readonly number[] => {
  const only = onlyCodeOf(token);
  return only === undefined ? codes.filter((code) => consumes(token, code)) : [only];
};

const onlyCodeOf = (token: Token | undefined): number | undefined => {
  if (token === TAIL) return SLASH;
  return token !== undefined && token >= 0 ? token : undefined;
};

function consumes(token: Token | undefined, code: number): boolean {
  const only = onlyCodeOf(token);
  if (only !== undefined) return only === code;
  return token === ONE || token === STAR ? code !== SLASH : token === DEEP;
}

/** Whether some character is consumed by both. `OTHER` stands for what neither names. */
function overlap(a: Token | undefined, b: Token | undefined): boolean {
  const code = onlyCodeOf(a) ?? onlyCodeOf(b) ?? OTHER;
  return consumes(a, code) && consumes(b, code);
}
