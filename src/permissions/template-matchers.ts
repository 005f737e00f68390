import type { WorkBudget } from './work.js';
import { type CompiledGlob, compileFilledGlob, compileTexts, globProblems } from './glob.js';
import { LazyGlob } from './lazy-glob.js';
import { MALFORMED, type Matcher, NEVER, type OpenOperand } from './matchers.js';
import {
  BoundText,
  type RuleText,
  type Template,
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
}

export interface LazyGlobs {
  readonly work: WorkBudget;
  readonly globs: LazyGlob[];
}

/** The matcher of an operand without templates, or with its templates filled in. */
type Make = (texts: readonly string[]) => Matcher;

type TextOperator = '$eq' | '$ne' | '$in' | 'anyOf' | 'allOf';

const UNKNOWN = Symbol('unknown');

/** A template whose values are known, or, with null, one that is left open. */
interface Read {
  readonly template: Template;
  readonly values: readonly string[] | null;
}

type Known = string | Read;

/** Operators whose list needs one match: an unknown text in it leaves the others as they are. */
const SUFFICES: ReadonlySet<TextOperator> = new Set(['$in', 'anyOf']);

/** More alternatives than these are not looked into. */
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
    const key = `${operator} ${JSON.stringify(operands)}`;
    const hasShape = operator === '$eq' || operator === '$in';
    return openMatcher({ key, shape: hasShape ? shapeOf(known) : null }, reading);
  }
  return make(known.map((text) => (typeof text === 'string' ? text : filledText(text))));
}

/** A glob with templates: what is put in is literal, whatever it looks like. */
export function globMatcher(operand: RuleText, reading: ConditionReading): Matcher {
  const text = read(operand, reading);
  if (typeof text === 'symbol') return unknown([operand], reading);
  const { template, values } = text;
  const pattern = replaceByMarks(template);
  if (reading.held && values) {
    return lazyGlobMatcher(pattern, () => compileFilledGlob(pattern, values), reading.held);
  }
  if (globProblems(pattern).length > 0) return MALFORMED;
  const glob = compileFilledGlob(pattern, values ?? template.expressions.map(() => null));
  if (values === null) {
    return openMatcher({ key: `$glob ${JSON.stringify(operand)}`, shape: glob }, reading);
  }
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
  return { operator: 'held', holds };
}

function read(operand: RuleText, { isOpen }: ConditionReading): Read | typeof UNKNOWN {
  const written = typeof operand === 'string' ? operand : operand.written;
  const template = templateOf(written);
  if (template === null) return UNKNOWN;
  if (typeof operand === 'string') return isOpen ? { template, values: null } : UNKNOWN;
  const values = valuesFor(template, operand.facts);
  return values === null ? UNKNOWN : { template, values };
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

const isLeftOpen = (text: Known): boolean => typeof text !== 'string' && text.values === null;

const filledText = ({ template, values }: Read): string => fillTemplate(template, values ?? []);

function shapeOf(texts: readonly Known[]) {
  if (texts.length > MAX_SHAPES) return null;
  return compileTexts(
    texts.map((text) => {
      if (typeof text === 'string') return [text];
      if (text.values !== null) return [filledText(text)];
      return text.template.texts.flatMap((piece, i) => (i === 0 ? [piece] : [null, piece]));
    }),
  );
}
