import { compileGlob } from './glob.js';
import { globProblems } from './glob-pattern.js';
import {
  type ElementMatchers,
  type Holds,
  MALFORMED,
  NEVER,
  type Matcher,
  type Truth,
  all,
} from './matchers.js';
import { isObject } from './plain-object.js';
import type { FieldSpec, KeyValue } from './subject-table.js';
import {
  type ConditionReading,
  globMatcher,
  lazyGlobMatcher,
  isRuleText,
  textsMatcher,
} from './template-matchers.js';
import { type RuleText, isTemplate } from './templates.js';

const onText =
  (test: (value: string) => boolean): Holds =>
  (value) =>
    typeof value === 'string' ? test(value) : undefined;

const onList =
  (test: (value: readonly string[]) => boolean): Holds =>
  (value) =>
    Array.isArray(value) ? test(value) : undefined;

type Operators = Readonly<Record<string, (operand: unknown, reading: ConditionReading) => Matcher>>;

const equal = ([operand]: readonly string[]): Matcher => ({
  operator: '$eq',
  operand: operand!, // it is made of one text
  holds: onText((value) => value === operand),
});

const unequal = ([operand]: readonly string[]): Matcher => ({
  operator: '$ne',
  operand: operand!, // as above
  holds: onText((value) => value !== operand),
});

function among(texts: readonly string[]): Matcher {
  const set = new Set(texts);
  return { operator: '$in', operand: set, holds: onText((value) => set.has(value)) };
}

function anyOf(texts: readonly string[]): Matcher {
  const set = new Set(texts);
  const holds = onList((list) => list.some((item) => set.has(item)));
  return { operator: 'anyOf', operand: set, holds };
}

function allOf(texts: readonly string[]): Matcher {
  const set = new Set(texts);
  const holds = onList((list) => [...set].every((item) => list.includes(item)));
  return { operator: 'allOf', operand: set, holds };
}

function glob(operand: unknown, reading: ConditionReading): Matcher {
  if (!isRuleText(operand)) return MALFORMED;
  if (typeof operand !== 'string' || isTemplate(operand)) return globMatcher(operand, reading);
  if (reading.held) return lazyGlobMatcher(operand, () => compileGlob(operand), reading.held);
  if (globProblems(operand).length > 0) return MALFORMED;
  const compiled = compileGlob(operand);
  return { operator: '$glob', operand: compiled, holds: onText(compiled.matches) };
}

const TEXT_OPERATORS: Operators = {
  $eq: (operand, reading) =>
    isRuleText(operand) ? textsMatcher('$eq', [operand], reading, equal) : MALFORMED,
  $ne: (operand, reading) =>
    isRuleText(operand) ? textsMatcher('$ne', [operand], reading, unequal) : MALFORMED,
  $in: (operand, reading) =>
    isTextList(operand) ? textsMatcher('$in', operand, reading, among) : MALFORMED,
  $glob: glob,
};

const LIST_OPERATORS: Operators = {
  $in: (operand, reading) =>
    isTextList(operand) ? textsMatcher('anyOf', operand, reading, anyOf) : MALFORMED,
  $all: (operand, reading) =>
    isTextList(operand) ? textsMatcher('allOf', operand, reading, allOf) : MALFORMED,
};

const ELEMENT_OPERATORS: Operators = {
  $elemMatch: (operand, reading) => {
    if (!isObject(operand)) return MALFORMED;
    const parts = Object.entries(operand).filter(([, part]) => part !== undefined);
    if (parts.length === 0 || parts.some(([name]) => name !== 'key' && name !== 'value'))
      return MALFORMED;
    const part = (name: 'key' | 'value') =>
      Object.hasOwn(operand, name) ? matchersOf(operand[name], TEXT_OPERATORS, reading) : null;
    const element = { key: part('key'), value: part('value') };
    const isNever = [element.key, element.value].some((each) => each?.includes(NEVER));
    return isNever ? NEVER : elementMatcher(element);
  },
};

function elementMatcher(operand: ElementMatchers): Matcher {
  const matches = (pair: KeyValue): Truth => {
    const key = operand.key ? all(operand.key, pair.key) : true;
    const value = operand.value ? all(operand.value, pair.value) : true;
    return key === false || value === false ? false : key && value;
  };
  const holds = (list: unknown): Truth => {
    if (!Array.isArray(list)) return undefined;
    const truths = list.map(matches);
    return truths.includes(true) || (truths.includes(undefined) ? undefined : false);
  };
  return { operator: '$elemMatch', operand, holds };
}

export function operatorsOf(spec: FieldSpec): Operators {
  if (!('length' in spec)) return ELEMENT_OPERATORS;
  return spec.includes('$all') ? LIST_OPERATORS : TEXT_OPERATORS;
}

export function matchersOf(
  condition: unknown,
  operators: Operators,
  reading: ConditionReading,
): readonly Matcher[] {
  const pairs = isRuleText(condition) ? [['$eq', condition] as const] : entries(condition);
  if (pairs.length === 0) return [MALFORMED];
  return pairs.map(([name, operand]) => {
    const operator = Object.hasOwn(operators, name) ? operators[name] : undefined;
    return operator ? operator(operand, reading) : MALFORMED;
  });
}

const entries = (value: unknown) => (isObject(value) ? Object.entries(value) : []);

const isTextList = (value: unknown): value is readonly RuleText[] =>
  Array.isArray(value) && value.length > 0 && value.every(isRuleText);
