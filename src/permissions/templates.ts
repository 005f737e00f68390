import type { Rule } from './rule.js';
import type { KeyValue } from './subject-table.js';

/**
 * What rules may say of their holder: `{{identity.id}}`, `.name` of an identity, `.username` of a person,
 * `.metadata.<key>`, and `.auth.<path>` of what a login proved. What is empty or absent is unknown.
 */
export interface HolderFacts {
  readonly id: string;
  /** Empty for a person. */
  readonly name: string;
  /** The e-mail address of a person. */
  readonly username?: string | null;
  readonly metadata: readonly KeyValue[];
  /**
   * What the login proved by which the holder acts. Absent where no login is looked at: then `identity.auth` stands for
   * any value, since the next login may prove it.
   */
  readonly auth?: object;
}

/** A text of a rule that is read for one identity. Shown as it was written. */
export class BoundText {
  constructor(
    readonly written: string,
    readonly facts: HolderFacts,
  ) {}

  toJSON(): string {
    return this.written;
  }
}

export type RuleText = string | BoundText;

/** The texts around the expressions, one more than there are of those. */
export interface Template {
  readonly texts: readonly string[];
  readonly expressions: readonly string[];
}

/** Texts longer than this are no longer filled in: nothing that a rule speaks of is so long. */
const MAX_FILLED = 1_024;

const OPENING = '{{';
const EXPRESSION = /\{\{([^{}]*)\}\}/;
/** What every expression begins with. */
export const TEMPLATE_ROOT = 'identity.';
const METADATA = 'identity.metadata.';
const AUTH = 'identity.auth.';

export const isTemplate = (text: string): boolean => text.includes(OPENING);

/** Null where an expression is not closed, or the text could be taken for one with marks. */
export function templateOf(written: string): Template | null {
  const parts = written.split(EXPRESSION);
  const texts = parts.filter((_, i) => i % 2 === 0);
  const expressions = parts.filter((_, i) => i % 2 === 1).map((part) => part.trim());
  return texts.some(isTemplate) || !written.isWellFormed() ? null : { texts, expressions };
}

/** The value of an expression; null for one that stands for any. */
export type TemplateValue = string | null;

/** The value of each expression. Null if one is unknown or empty, or all of it is too long. */
export function valuesFor(template: Template, facts: HolderFacts): readonly TemplateValue[] | null {
  const values = template.expressions.map((expression) => valueOf(expression, facts));
  const length = [...template.texts, ...values].reduce((sum, text) => sum + (text?.length ?? 0), 0);
  return values.includes('') || length > MAX_FILLED ? null : values;
}

function valueOf(expression: string, facts: HolderFacts): TemplateValue {
  const { id, name, username, metadata, auth } = facts;
  if (expression === 'identity.id') return id;
  if (expression === 'identity.name') return name;
  if (expression === 'identity.username') return username ?? '';
  if (expression.startsWith(AUTH)) {
    return auth === undefined ? null : provedValue(auth, expression.slice(AUTH.length).split('.'));
  }
  if (!expression.startsWith(METADATA)) return '';
  const wanted = expression.slice(METADATA.length);
  const found = metadata.filter(({ key }) => key === wanted);
  return found.length === 1 ? found[0]!.value : '';
}

/** The text at the end of a path of own names; '' for anything else. */
function provedValue(auth: object, path: readonly string[]): string {
  const found = path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? (value as Readonly<Record<string, unknown>>)[name]
        : undefined,
    auth,
  );
  return typeof found === 'string' ? found : '';
}

/** The values put in as they are: nothing in them is looked at again. */
export const fillTemplate = ({ texts }: Template, values: readonly string[]): string =>
  texts.map((text, i) => text + (values[i] ?? '')).join('');

/** A lone surrogate, which no well-formed text holds. */
const FIRST_MARK = 0xdc00;
const LAST_MARK = 0xdfff;

/** One character in the place of each expression, for the grammar of globs. */
export const replaceByMarks = ({ texts }: Template): string =>
  texts.map((text, i) => (i === 0 ? '' : String.fromCharCode(FIRST_MARK + i - 1)) + text).join('');

/** Returns the number of the expression that a code point stands for; negative for none. */
export const indexOfMark = (code: number): number => (code <= LAST_MARK ? code - FIRST_MARK : -1);

/** Rules as they read for the identity; one without templates stays the same object. */
export const bindRules = <R extends Rule>(
  rules: readonly R[],
  facts: HolderFacts | null,
): readonly R[] => (facts ? rules.map((rule) => bound(rule, facts)) : rules);

export const haveTemplates = (rules: readonly Rule[]): boolean =>
  rules.some(({ conditions }) => hasTemplate(conditions));

/** Whether any of its texts is read for an identity. */
export function containsBoundText(value: unknown): boolean {
  if (value instanceof BoundText) return true;
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some(containsBoundText);
}

const bound = <R extends Rule>(rule: R, facts: HolderFacts): R =>
  hasTemplate(rule.conditions) ? { ...rule, conditions: boundTexts(rule.conditions, facts) } : rule;

function hasTemplate(value: unknown): boolean {
  if (typeof value === 'string') return isTemplate(value);
  if (typeof value !== 'object' || value === null || value instanceof BoundText) return false;
  return Object.values(value).some(hasTemplate);
}

function boundTexts(value: unknown, facts: HolderFacts): unknown {
  if (typeof value === 'string') return isTemplate(value) ? new BoundText(value, facts) : value;
  if (Array.isArray(value)) return value.map((item) => boundTexts(item, facts));
  if (typeof value !== 'object' || value === null || value instanceof BoundText) return value;
  return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, boundTexts(v, facts)]));
}
