import type { WorkBudget } from './work.js';
import { type CompiledGlob, compileFilledGlob, compileTexts } from './glob.js';
import { globProblems } from './glob-pattern.js';
import { LazyGlob } from './lazy-glob.js';
import { MALFORMED, type Matcher, NEVER, type OpenOperand } from './matchers.js';
import {
  BoundText,
  type RuleText,
  type Template,
  type TemplateValue,
  fillTemplate,
  isTemplate,
  replaceByMarks,
  templateOf,
  valuesFor,
} from './templates.js';

/** How the templates of a rule are read. */
export interface ConditionReading {
  /** In a rule that forbids, what is not known must not be taken for no match. */
  readonly forbids: boolean;
  /** Templates that are bound to nobody stand for any value; otherwise they are unknown. */
  readonly isOpen: boolean;
  /** For rules that are only asked about values: their globs are compiled at first use. */
  readonly held?: LazyGlobs;
  /** Gives a text, or a piece of one, the form in which it is compared. */
  readonly fold?: (text: string) => string;
}

export interface LazyGlobs {
  readonly work: WorkBudget;
  readonly globs: LazyGlob[];
}

/** The matcher of an operand without templates, or with its templates filled in. */
type Make = (texts: readonly string[]) => Matcher;

type TextOperator = '$eq' | '$ne' | '$in' | 'anyOf' | 'allOf';

const UNKNOWN = Symbol('unknown');

/** A template with the values of its expressions, as far as they are known. */
interface Read {
  readonly template: Template;
  readonly values: readonly TemplateValue[];
  /** Null for a rule that is weighed without knowing who will hold it. */
  readonly holderId: string | null;
}

type Known = string | Read;

/** Operators whose list needs one match: an unknown text in it leaves the others as they are. */
const SUFFICES: ReadonlySet<TextOperator> = new Set(['$in', 'anyOf']);

/** Alternatives that are looked into; a pattern of more fails closed. */
const MAX_SHAPES = 32;

export const isRuleText = (value: unknown): value is RuleText =>
  typeof value === 'string' || value instanceof BoundText;

const isPlain = (value: unknown): value is string =>
  typeof value === 'string' && !isTemplate(value);

export function textsMatcher(
  operator: TextOperator,
  operands: readonly RuleText[],
  reading: ConditionReading,
  make: Make,
): Matcher {
  if (operands.every(isPlain)) return make(operands);
  const texts = operands.map((each) => (isPlain(each) ? each : read(each, reading)));
  const known = texts.filter((text) => typeof text !== 'symbol');
  const isLost = known.length < texts.length && (reading.forbids || !SUFFICES.has(operator));
  if (isLost || known.length === 0) return unknown(operands, reading);
  if (known.some(isLeftOpen)) {
    const hasShape = operator === '$eq' || operator === '$in';
    const shape = hasShape ? shapeOf(known) : null;
    return openMatcher({ key: openKey(operator, known), shape }, reading);
  }
  return make(known.map((text) => (typeof text === 'string' ? text : filledText(text))));
}

/** A glob with templates: what is put in is literal, whatever it looks like. */
export function globMatcher(operand: RuleText, reading: ConditionReading): Matcher {
  const text = read(operand, reading);
  if (typeof text === 'symbol') return unknown([operand], reading);
  const { template, values } = text;
  const pattern = replaceByMarks(template);
  const isOpen = isLeftOpen(text);
  if (reading.held && !isOpen) {
    return lazyGlobMatcher(pattern, () => compileFilledGlob(pattern, values), reading.held);
  }
  if (globProblems(pattern).length > 0) return MALFORMED;
  const glob = compileFilledGlob(pattern, values);
  if (isOpen) return openMatcher({ key: openKey('$glob', [text]), shape: glob }, reading);
  if (glob === null) return unknown([operand], reading);
  const holds = (value: unknown) => (typeof value === 'string' ? glob.matches(value) : undefined);
  return { operator: '$glob', operand: glob, holds };
}

/** Says of texts what `$glob` says; what it matches is not looked into. */
export function lazyGlobMatcher(
  pattern: string,
  compile: () => CompiledGlob | null,
  held: LazyGlobs,
): Matcher {
  const glob = new LazyGlob(pattern, compile, held.work);
  held.globs.push(glob);
  const holds = (value: unknown) => (typeof value === 'string' ? glob.test(value) : undefined);
  return { operator: 'held', holds, holdsUnder: (parent) => glob.testUnder(parent) };
}

function read(operand: RuleText, { isOpen, fold }: ConditionReading): Read | typeof UNKNOWN {
  const written = typeof operand === 'string' ? operand : operand.written;
  const found = templateOf(written);
  if (found === null) return UNKNOWN;
  const template = fold ? { ...found, texts: found.texts.map(fold) } : found;
  if (typeof operand === 'string') {
    const values = template.expressions.map(() => null);
    return isOpen ? { template, values, holderId: null } : UNKNOWN;
  }
  const known = valuesFor(template, operand.facts);
  if (known === null) return UNKNOWN;
  const values = fold ? known.map((value) => value && fold(value)) : known;
  return { template, values, holderId: operand.facts.id };
}

/** Equal for what has the same value in the same login of the same holder. */
function openKey(operator: string, texts: readonly Known[]): string {
  const parts = texts.map((text) => {
    if (typeof text === 'string') return text;
    const { template, values, holderId } = text;
    return [template.texts, values, template.expressions, holderId];
  });
  return `${operator} ${JSON.stringify(parts)}`;
}

/** Fails closed both ways. Only of a rule that is read for an identity is it certain that it allows nothing. */
function unknown(operands: readonly RuleText[], { forbids }: ConditionReading): Matcher {
  const isBound = operands.every((operand) => isPlain(operand) || operand instanceof BoundText);
  return forbids || !isBound ? MALFORMED : NEVER;
}

/** Where it forbids, it may do so everywhere: its identity may lack what it names. */
function openMatcher({ key, shape }: OpenOperand, { forbids }: ConditionReading): Matcher {
  if (forbids || shape === null) {
    return { operator: 'open', operand: { key, shape: null }, holds: () => undefined };
  }
  const holds = (value: unknown) =>
    typeof value === 'string' && !shape.matches(value) ? false : undefined;
  return { operator: 'open', operand: { key, shape }, holds };
}

const isLeftOpen = (text: Known): boolean => typeof text !== 'string' && text.values.includes(null);

const filledText = ({ template, values }: Read): string =>
  fillTemplate(
    template,
    values.map((value) => value ?? ''),
  );

function shapeOf(texts: readonly Known[]) {
  if (texts.length > MAX_SHAPES) return null;
  return compileTexts(
    texts.map((text) => {
      if (typeof text === 'string') return [text];
      const { template, values } = text;
      return template.texts.flatMap((piece, i) =>
        i === 0 ? [piece] : [values[i - 1] ?? null, piece],
      );
    }),
  );
}
