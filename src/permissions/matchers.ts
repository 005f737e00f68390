import type { CompiledGlob } from './glob.js';
import type { AttributeValue } from './subject-table.js';

/** `undefined`: cannot be known, because the attribute is unknown or the condition malformed. */
export type Truth = boolean | undefined;

/** One operator with its operand. `holds` is asked about known values only. */
export type Matcher =
  | { readonly operator: '$eq' | '$ne'; readonly operand: string; holds: Holds }
  | { readonly operator: '$in'; readonly operand: ReadonlySet<string>; holds: Holds }
  | { readonly operator: '$glob'; readonly operand: CompiledGlob; holds: Holds }
  | { readonly operator: 'anyOf' | 'allOf'; readonly operand: ReadonlySet<string>; holds: Holds }
  | { readonly operator: '$elemMatch'; readonly operand: ElementMatchers; holds: Holds }
  | { readonly operator: 'open'; readonly operand: OpenOperand; holds: Holds }
  | { readonly operator: 'held'; holds: Holds; holdsUnder: (parent: string) => Truth }
  | { readonly operator: 'never' | 'malformed'; holds: Holds };

export type Holds = (value: unknown) => Truth;

/** `null`: the element's key or value is not asked about. */
export interface ElementMatchers {
  readonly key: readonly Matcher[] | null;
  readonly value: readonly Matcher[] | null;
}

/** An operand with templates, of a rule that is weighed without knowing who will hold it, or by which login. */
export interface OpenOperand {
  /** Two operands with equal keys have the same value, whoever will hold them. */
  readonly key: string;
  /** Matches at least what the operand can match; null: nothing is said. */
  readonly shape: CompiledGlob | null;
}

export interface FieldTest {
  readonly field: string;
  readonly matchers: readonly Matcher[];
}

export const MALFORMED: Matcher = { operator: 'malformed', holds: () => undefined };

/** A test of an allowing rule that this identity cannot meet, whatever the value. */
export const NEVER: Matcher = { operator: 'never', holds: () => undefined };

export const fieldTruth = (test: FieldTest, value: AttributeValue | undefined): Truth =>
  value === undefined || value === null ? undefined : all(test.matchers, value);

export function all(matchers: readonly Matcher[], value: unknown): Truth {
  let truth: Truth = true;
  for (const matcher of matchers) {
    const held = matcher.holds(value);
    if (held === false) return false;
    if (held === undefined) truth = undefined;
  }
  return truth;
}
