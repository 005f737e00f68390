/** One permission rule as stored: exactly as it was sent, once `ruleProblems` has found nothing. */
export interface Rule {
  readonly subject: string | readonly string[];
  readonly action: string | readonly string[];
  readonly conditions?: unknown;
  readonly inverted?: boolean;
}

/** Where a rule of an actor comes from, for explanations and for the end of what it may hand on. */
export interface RuleSource {
  readonly kind: 'role' | 'privilege' | 'service-token';
  readonly slug: string;
  readonly id?: string;
  /** The group by which it is held. */
  readonly group?: { readonly id: string; readonly name: string };
  readonly validFrom?: Date;
  readonly validUntil?: Date;
}

export interface SourcedRule extends Rule {
  readonly source: RuleSource;
}

export const listOf = (value: string | readonly string[]): readonly string[] =>
  typeof value === 'string' ? [value] : value;
