import { type FilterToken, filterTokensOf } from './filter-lexer.js';
import { scimProblem, type ScimType } from './scim-problem.js';

/** The name of an attribute as a client wrote it. */
export interface AttributeName {
  /** The URN before the last colon; null without one. */
  readonly schema: string | null;
  readonly name: string;
  readonly sub: string | null;
}

export const FILTER_OPERATORS = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const;
export type FilterOperator = (typeof FILTER_OPERATORS)[number];
export type FilterValue = string | number | boolean | null;

export type Filter =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Filter[] }
  | { readonly kind: 'not'; readonly part: Filter }
  | { readonly kind: 'present'; readonly attribute: AttributeName }
  | {
      readonly kind: 'compare';
      readonly attribute: AttributeName;
      readonly operator: FilterOperator;
      readonly value: FilterValue;
    }
  /** Some element of a list for which the filter holds; its names are those of sub-attributes. */
  | { readonly kind: 'element'; readonly attribute: AttributeName; readonly filter: Filter };

/** Where a PATCH operation points to. */
export interface PatchPath {
  readonly attribute: AttributeName;
  readonly filter: Filter | null;
  /** What of each element that the filter chooses. */
  readonly sub: string | null;
}

const MAX_BYTES = 4096;
const MAX_TERMS = 50;
/** Brackets and `not` together. */
const MAX_DEPTH = 8;

/** Reads a filter. Throws `invalidFilter` for what is no filter, or more than one may send. */
export function parseFilter(text: string): Filter {
  const parser = new Parser(text, 'invalidFilter');
  const filter = parser.disjunction(0);
  parser.requireEnd();
  return filter;
}

/** Reads the path of a PATCH operation. Throws `invalidPath`. */
export function parsePath(text: string): PatchPath {
  const parser = new Parser(text, 'invalidPath');
  const path = parser.path();
  parser.requireEnd();
  return path;
}

/** Reads the name of an attribute; null for what is none. */
export function parseName(text: string): AttributeName | null {
  const match =
    /^(?:(urn:[\w.:$-]*[\w$-]):)?([A-Za-z][\w-]*|\$ref)(?:\.([A-Za-z][\w-]*|\$ref))?$/i.exec(text);
  if (!match) return null;
  return { schema: match[1] ?? null, name: match[2]!, sub: match[3] ?? null };
}

class Parser {
  private readonly tokens: readonly FilterToken[];
  private next = 0;
  private terms = 0;

  constructor(
    text: string,
    private readonly problem: ScimType,
  ) {
    if (Buffer.byteLength(text) > MAX_BYTES) {
      throw scimProblem(problem, `A filter or path may have ${MAX_BYTES} bytes.`);
    }
    const tokens = filterTokensOf(text);
    if (!tokens) throw this.unreadable('has a part that is no name, operator or value');
    this.tokens = tokens;
  }

  disjunction(depth: number): Filter {
    return this.sequence('or', () => this.sequence('and', () => this.term(depth)));
  }

  requireEnd(): void {
    if (this.next < this.tokens.length) throw this.unreadable('has more after its end');
  }

  path(): PatchPath {
    const attribute = this.name();
    if (!this.takeBracket('[')) return { attribute, filter: null, sub: null };
    return { attribute, filter: this.elementFilter(0), sub: this.subAfterBracket() };
  }

  private sequence(word: 'and' | 'or', read: () => Filter): Filter {
    const parts = [read()];
    while (this.takeWord(word)) parts.push(read());
    return parts.length === 1 ? parts[0]! : { kind: word, parts };
  }

  private term(depth: number): Filter {
    if (this.takeWord('not')) {
      if (!this.takeBracket('(')) throw this.unreadable('has "not" without brackets');
      return { kind: 'not', part: this.inner(depth + 2, ')') };
    }
    if (this.takeBracket('(')) return this.inner(depth + 1, ')');
    return this.comparison(depth);
  }

  private inner(depth: number, end: ')' | ']'): Filter {
    if (depth > MAX_DEPTH) throw scimProblem(this.problem, `A filter may nest ${MAX_DEPTH} deep.`);
    const filter = this.disjunction(depth);
    if (!this.takeBracket(end)) throw this.unreadable(`lacks a "${end}"`);
    return filter;
  }

  private comparison(depth: number): Filter {
    const attribute = this.name();
    if (!this.takeBracket('[')) return this.operation(attribute);
    const filter = this.elementFilter(depth);
    const sub = this.subAfterBracket();
    if (sub === null) return { kind: 'element', attribute, filter };
    // Microsoft Entra asks for `emails[type eq "work"].value eq "…"`, which the grammar does not have.
    const last = this.operation({ schema: null, name: sub, sub: null });
    return { kind: 'element', attribute, filter: { kind: 'and', parts: [filter, last] } };
  }

  private elementFilter(depth: number): Filter {
    return this.inner(depth + 1, ']');
  }

  private operation(attribute: AttributeName): Filter {
    if (++this.terms > MAX_TERMS) {
      throw scimProblem(this.problem, `A filter may have ${MAX_TERMS} comparisons.`);
    }
    const token = this.tokens[this.next++];
    const word = token?.kind === 'word' ? token.text.toLowerCase() : '';
    if (word === 'pr') return { kind: 'present', attribute };
    const operator = FILTER_OPERATORS.find((name) => name === word);
    if (!operator) throw this.unreadable('has an unknown operator');
    return { kind: 'compare', attribute, operator, value: this.value() };
  }

  private value(): FilterValue {
    const token = this.tokens[this.next++];
    if (token?.kind === 'literal') return token.value;
    const word = token?.kind === 'word' ? token.text.toLowerCase() : '';
    if (word === 'true' || word === 'false') return word === 'true';
    if (word === 'null') return null;
    throw this.unreadable('lacks a value; texts stand in double quotes');
  }

  private name(): AttributeName {
    const token = this.tokens[this.next++];
    const name = token?.kind === 'word' ? parseName(token.text) : null;
    if (!name) throw this.unreadable('lacks the name of an attribute');
    return name;
  }

  private subAfterBracket(): string | null {
    const token = this.tokens[this.next];
    if (token?.kind !== 'word' || !token.text.startsWith('.')) return null;
    this.next++;
    const name = parseName(token.text.slice(1));
    if (!name || name.schema !== null || name.sub !== null) {
      throw this.unreadable('has no sub-attribute after "]."');
    }
    return name.name;
  }

  private takeWord(word: string): boolean {
    const token = this.tokens[this.next];
    if (token?.kind !== 'word' || token.text.toLowerCase() !== word) return false;
    this.next++;
    return true;
  }

  private takeBracket(text: string): boolean {
    const token = this.tokens[this.next];
    if (token?.kind !== 'bracket' || token.text !== text) return false;
    this.next++;
    return true;
  }

  private unreadable(what: string) {
    const subject = this.problem === 'invalidPath' ? 'The path' : 'The filter';
    return scimProblem(this.problem, `${subject} ${what}.`);
  }
}
