import {
  type Automaton,
  type StateSet,
  closure,
  intersects,
  isEmpty,
  step,
} from './glob-automaton.js';
import { SLASH, type Token } from './glob-pattern.js';
import { type CompiledGlob, startSet } from './glob.js';

/** Work that a proof, or several together, may still do. When it is used up, nothing is proved. */
export interface Budget {
  steps: number;
}

export const GLOB_BUDGET = 50_000;

const newBudget = (): Budget => ({ steps: GLOB_BUDGET });

/** A character that stands for all those neither pattern names. */
const OTHER = -1;

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
    for (const state of states) {
      const key = `${state}:${outer.join()}`;
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
export function contains(
  outer: CompiledGlob,
  inner: CompiledGlob,
  budget: Budget = newBudget(),
): boolean {
  if (outer.pattern === inner.pattern) return true;
  const { automaton, starts } = outer;
  const { tokens } = inner.automaton;
  const codes = [...automaton.advance.keys(), OTHER];
  const fronts = new Fronts();
  fronts.add(closuresOf(tokens, inner.starts), startSet(automaton, starts));
  for (let front = fronts.take(); front !== undefined; front = fronts.take()) {
    if (intersects(front.outer, automaton.universal)) continue;
    const isAtEnd = tokens[front.state]?.kind === 'end';
    const isLost =
      isEmpty(front.outer) || (isAtEnd && !intersects(front.outer, automaton.accepting));
    if (isLost) return false;
    const next = closure(tokens, after(tokens, front.state));
    for (const code of codesOf(tokens[front.state], codes)) {
      budget.steps -= front.outer.length;
      if (budget.steps <= 0) return false;
      fronts.add(next, stepped(automaton, front.outer, code));
    }
  }
  return true;
}

/** Whether no text is matched by both. False also when the budget does not suffice. */
export function disjoint(a: CompiledGlob, b: CompiledGlob, budget: Budget = newBudget()): boolean {
  const mine = a.automaton.tokens;
  const theirs = b.automaton.tokens;
  const seen = new Set<number>();
  const open: (readonly [number, number])[] = [];
  const visit = (ones: readonly number[], others: readonly number[]) => {
    for (const i of ones)
      for (const j of others) {
        const key = i * theirs.length + j;
        if (!seen.has(key)) open.push([i, j]);
        seen.add(key);
      }
  };
  visit(closuresOf(mine, a.starts), closuresOf(theirs, b.starts));
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    if (budget.steps-- <= 0) return false;
    const [i, j] = pair;
    if (mine[i]?.kind === 'end' && theirs[j]?.kind === 'end') return false;
    if (overlap(mine[i], theirs[j]))
      visit(closure(mine, after(mine, i)), closure(theirs, after(theirs, j)));
  }
  return true;
}

const closuresOf = (tokens: readonly Token[], starts: readonly number[]): readonly number[] =>
  starts.flatMap((start) => closure(tokens, start));

const after = (tokens: readonly Token[], state: number): number => {
  const kind = tokens[state]?.kind;
  return kind === 'star' || kind === 'deep' ? state : state + 1;
};

function stepped(automaton: Automaton, from: StateSet, code: number): StateSet {
  const to = new Int32Array(from.length);
  step(automaton, from, code, to);
  return to;
}

/** Of the characters that make a difference, those a token consumes. */
function codesOf(token: Token | undefined, codes: readonly number[]): readonly number[] {
  switch (token?.kind) {
    case 'char':
      return [token.code];
    case 'tail':
      return [SLASH];
    case 'one':
    case 'star':
      return codes.filter((code) => code !== SLASH);
    case 'deep':
      return codes;
    default:
      return [];
  }
}

/** Whether some character is consumed by both. `OTHER` stands for what neither names. */
function overlap(a: Token | undefined, b: Token | undefined): boolean {
  const named = [a, b].flatMap((token) => (token?.kind === 'char' ? [token.code] : []));
  const codes = [...named, SLASH, OTHER];
  return codesOf(a, codes).some((code) => codesOf(b, codes).includes(code));
}
