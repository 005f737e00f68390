/**
 * A slow second opinion on rules, for property tests only. It shares nothing with the engine: it
 * interprets everything anew at every question and matches globs by trying.
 */
export interface OracleRule {
  readonly subject: string;
  readonly action: readonly string[];
  readonly conditions?: Readonly<Record<string, unknown>>;
  readonly inverted?: boolean;
}

export type OracleAttributes = Readonly<Record<string, unknown>>;

type Answer = 'yes' | 'no' | 'unknown';

export function oracleAllows(
  rules: readonly OracleRule[],
  action: string,
  subject: string,
  attributes: OracleAttributes,
): boolean {
  const concerning = rules.filter((rule) => rule.subject === subject && speaksOf(rule, action));
  const answer = (rule: OracleRule) => meets(rule.conditions ?? {}, attributes);
  if (concerning.some((rule) => rule.inverted === true && answer(rule) !== 'no')) return false;
  return concerning.some((rule) => rule.inverted !== true && answer(rule) === 'yes');
}

function speaksOf(rule: OracleRule, action: string): boolean {
  if (rule.action.includes(action)) return true;
  const isPartOfRead = action === 'describeSecret' || action === 'readValue';
  return rule.subject === 'secrets' && isPartOfRead && rule.action.includes('read');
}

function meets(
  conditions: Readonly<Record<string, unknown>>,
  attributes: OracleAttributes,
): Answer {
  return together(
    Object.entries(conditions).map(([field, condition]) => {
      const value = attributes[field];
      return value === null || value === undefined ? 'unknown' : meetsField(condition, value);
    }),
  );
}

function together(answers: readonly Answer[]): Answer {
  if (answers.includes('no')) return 'no';
  return answers.includes('unknown') ? 'unknown' : 'yes';
}

const said = (truth: boolean): Answer => (truth ? 'yes' : 'no');

function meetsField(condition: unknown, value: unknown): Answer {
  if (typeof condition === 'string') return said(value === condition);
  const operators = Object.entries(condition as Record<string, unknown>);
  return together(operators.map(([operator, operand]) => meetsOperator(operator, operand, value)));
}

function meetsOperator(operator: string, operand: unknown, value: unknown): Answer {
  const operands = operand as readonly string[];
  if (Array.isArray(value)) {
    if (operator === '$in') return said(value.some((item) => operands.includes(item)));
    if (operator === '$all') return said(operands.every((item) => value.includes(item)));
    return said(value.some((item) => meets(operand as OracleAttributes, item) === 'yes'));
  }
  if (operator === '$eq') return said(value === operand);
  if (operator === '$ne') return said(value !== operand);
  if (operator === '$in') return said(operands.includes(value as string));
  return said(oracleGlob(operand as string, value as string));
}

export function oracleGlob(pattern: string, value: string): boolean {
  const open = pattern.indexOf('{');
  if (open === -1) return segmentsMatch(pattern.split('/'), value.split('/'));
  const close = pattern.indexOf('}');
  const alternatives = pattern.slice(open + 1, close).split(',');
  const rest = pattern.slice(close + 1);
  return alternatives.some((text) => oracleGlob(pattern.slice(0, open) + text + rest, value));
}

function segmentsMatch(patterns: readonly string[], values: readonly string[]): boolean {
  const [first, ...others] = patterns;
  if (first === undefined) return values.length === 0;
  if (first === '**')
    return [...values, ''].some((_, skipped) => segmentsMatch(others, values.slice(skipped)));
  const [value, ...rest] = values;
  if (value === undefined || (first === '*' && value === '')) return false;
  return charactersMatch([...first], [...value]) && segmentsMatch(others, rest);
}

function charactersMatch(pattern: readonly string[], value: readonly string[]): boolean {
  const [first, ...others] = pattern;
  if (first === undefined) return value.length === 0;
  if (first === '*')
    return [...value, ''].some((_, skipped) => charactersMatch(others, value.slice(skipped)));
  const [symbol, ...rest] = value;
  return (
    symbol !== undefined && (first === '?' || first === symbol) && charactersMatch(others, rest)
  );
}
