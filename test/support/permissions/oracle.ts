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

/** The identity that holds the rules. */
export interface OracleIdentity {
  readonly id: string;
  readonly name: string;
  readonly metadata: readonly { readonly key: string; readonly value: string }[];
}

type Answer = 'yes' | 'no' | 'unknown';

export function oracleAllows(
  rules: readonly OracleRule[],
  action: string,
  subject: string,
  attributes: OracleAttributes,
  identity?: OracleIdentity,
): boolean {
  const concerning = rules.filter((rule) => rule.subject === subject && speaksOf(rule, action));
  const answer = (rule: OracleRule) => meets(rule.conditions ?? {}, attributes, identity);
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
  identity?: OracleIdentity,
): Answer {
  return together(
    Object.entries(conditions).map(([field, condition]) => {
      const value = attributes[field];
      return value === null || value === undefined
        ? 'unknown'
        : meetsField(condition, value, identity);
    }),
  );
}

function together(answers: readonly Answer[]): Answer {
  if (answers.includes('no')) return 'no';
  return answers.includes('unknown') ? 'unknown' : 'yes';
}

const said = (truth: boolean): Answer => (truth ? 'yes' : 'no');

function either(answers: readonly Answer[]): Answer {
  if (answers.includes('yes')) return 'yes';
  return answers.includes('unknown') ? 'unknown' : 'no';
}

function meetsField(condition: unknown, value: unknown, identity?: OracleIdentity): Answer {
  const operators =
    typeof condition === 'string'
      ? [['$eq', condition] as const]
      : Object.entries(condition as Record<string, unknown>);
  return together(
    operators.map(([operator, operand]) => meetsOperator(operator, operand, value, identity)),
  );
}

function meetsOperator(
  operator: string,
  operand: unknown,
  value: unknown,
  identity?: OracleIdentity,
): Answer {
  const is = (text: string, other: unknown): Answer => {
    const spelled = spell(text, identity);
    if (spelled === null) return 'unknown';
    return said((spelled === text ? text : [...spelled].map(shown).join('')) === other);
  };
  const texts = operand as readonly string[];
  if (Array.isArray(value)) {
    const amongValues = (text: string) =>
      spell(text, identity) === null ? 'unknown' : either(value.map((item) => is(text, item)));
    if (operator === '$in') return either(texts.map(amongValues));
    if (operator === '$all') return together(texts.map(amongValues));
    const inElement = (item: OracleAttributes) =>
      meets(operand as OracleAttributes, item, identity);
    return either(value.map(inElement));
  }
  if (operator === '$eq') return is(operand as string, value);
  if (operator === '$ne') return opposite(is(operand as string, value));
  if (operator === '$in') return either(texts.map((text) => is(text, value)));
  const pattern = spell(operand as string, identity);
  return pattern === null ? 'unknown' : said(oracleGlob(pattern, value as string));
}

function opposite(answer: Answer): Answer {
  if (answer === 'unknown') return answer;
  return answer === 'yes' ? 'no' : 'yes';
}

/** Stand for characters that a template put in: those mean nothing but themselves. The last is nothing at all. */
const PLAIN = ['*', '?', '{', '}', ','];
const FIRST_PLAIN = 0xe000;
const NOTHING = String.fromCharCode(FIRST_PLAIN + PLAIN.length);

const plain = (text: string): string =>
  NOTHING +
  text.replace(/[*?{},]/g, (char) => String.fromCharCode(FIRST_PLAIN + PLAIN.indexOf(char)));

const shown = (symbol: string): string =>
  PLAIN[symbol.charCodeAt(0) - FIRST_PLAIN] ?? (symbol === NOTHING ? '' : symbol);

/** Null where the identity does not have what the text asks for. */
function spell(text: string, identity?: OracleIdentity): string | null {
  const open = text.lastIndexOf('{{');
  if (open === -1) return text;
  const close = text.indexOf('}}', open);
  const value = close === -1 ? undefined : saidOf(text.slice(open + 2, close).trim(), identity);
  const before = spell(text.slice(0, open), identity);
  return value && before !== null ? before + plain(value) + text.slice(close + 2) : null;
}

function saidOf(expression: string, identity?: OracleIdentity): string | undefined {
  const [root, kind, ...rest] = expression.split('.');
  if (root !== 'identity' || identity === undefined) return undefined;
  if (kind === 'metadata')
    return identity.metadata.find(({ key }) => key === rest.join('.'))?.value;
  const known: Record<string, string | undefined> = { id: identity.id, name: identity.name };
  return rest.length === 0 ? known[kind ?? ''] : undefined;
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
  if (first === NOTHING) return charactersMatch(others, value);
  if (first === '*')
    return [...value, ''].some((_, skipped) => charactersMatch(others, value.slice(skipped)));
  const [symbol, ...rest] = value;
  const isMet = first === '?' || shown(first) === symbol;
  return symbol !== undefined && isMet && charactersMatch(others, rest);
}
