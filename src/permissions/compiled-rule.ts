import { compileConditions } from './conditions.js';
import { type FieldTest, MALFORMED } from './matchers.js';
import { isObject } from './plain-object.js';
import type { SourcedRule } from './rule.js';
import type { SubjectRow } from './subject-table.js';
import type { LazyGlobs } from './template-matchers.js';

/** A rule in one of its subjects; its conditions are read when a check first needs them. */
export class CompiledRule {
  private known: readonly FieldTest[] | undefined;
  readonly forbids: boolean;
  /** The number of conditions: rules with fewer are tested first. */
  readonly cost: number;

  constructor(
    readonly rule: SourcedRule,
    private readonly row: SubjectRow | undefined,
    /** Null: beyond what is compiled, so that it never allows and always forbids. */
    private readonly held: LazyGlobs | null,
  ) {
    this.forbids = Boolean(rule.inverted);
    this.cost = isObject(rule.conditions) ? Object.keys(rule.conditions).length : 0;
  }

  get tests(): readonly FieldTest[] {
    return (this.known ??= this.held
      ? compileConditions(this.row, this.rule, false, this.held)
      : BEYOND);
  }
}

const BEYOND: readonly FieldTest[] = [{ field: '', matchers: [MALFORMED] }];
