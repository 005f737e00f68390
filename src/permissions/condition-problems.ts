import ipaddr from 'ipaddr.js';
import type { FieldError } from '../errors/api-error.js';
import { didYouMean, quoted } from '../errors/nearest.js';
import { foldName, isAscii } from './certificate-names.js';
import { PATH_FIELD } from './conditions.js';
import { isObject } from './plain-object.js';
import { globProblems } from './glob-pattern.js';
import type { FieldSpec, SubjectRow } from './subject-table.js';
import { TEMPLATE_ROOT, isTemplate, replaceByMarks, templateOf } from './templates.js';

export type Path = readonly (string | number)[];

/** Takes problems as they are found and says when there are enough of them. */
export interface ProblemReport {
  add(code: string, path: Path, message: string): void;
  readonly full: boolean;
}

export const RULE_LIMITS = { rules: 1_000, values: 1_000, text: 1_024, problems: 100 } as const;

export function newReport(problems: FieldError[]): ProblemReport {
  const full = () => problems.length >= RULE_LIMITS.problems;
  return {
    add: (code, path, message) => void (full() || problems.push({ code, path, message })),
    get full() {
      return full();
    },
  };
}

/** A client's word, shortened so that a message never grows with it. */
export const quote = (word: unknown): string =>
  quoted(typeof word === 'string' ? word : typeof word, 40);

export const listAllowed = (allowed: readonly string[]): string =>
  allowed.length > 20
    ? `one of ${allowed.length} values, which GET /api/v1/permissions/catalog lists`
    : allowed.join(', ') || 'nothing';

/** `Unknown action 'creat'. Did you mean 'create'? Allowed: read, create`. `on`: what it was looked for on. */
export function unknownWord(
  kind: string,
  word: string,
  allowed: readonly string[],
  on = '',
): string {
  const hint = didYouMean(word, allowed);
  return `Unknown ${kind} ${quote(word)}${on}.${hint} Allowed: ${listAllowed(allowed)}`;
}

export function reportConditions(
  report: ProblemReport,
  row: SubjectRow & { readonly conditions: NonNullable<SubjectRow['conditions']> },
  conditions: unknown,
  path: Path,
): void {
  if (!isObject(conditions))
    return report.add('invalid_type', path, 'Conditions are an object of fields');
  for (const [field, condition] of Object.entries(conditions)) {
    if (report.full) return;
    const spec = Object.hasOwn(row.conditions, field) ? row.conditions[field] : undefined;
    const known = Object.keys(row.conditions);
    if (spec === undefined)
      report.add('unrecognized_keys', path, unknownWord('condition', field, known));
    else reportField(report, { field, spec }, condition, [...path, field]);
  }
}

function reportField(
  report: ProblemReport,
  { field, spec }: { field: string; spec: FieldSpec },
  condition: unknown,
  path: Path,
): void {
  const kind = field === PATH_FIELD ? 'path' : field === 'altNames' ? 'name' : 'text';
  if ('length' in spec) return reportOperators(report, { allowed: spec, kind }, condition, path);
  if (!isObject(condition) || Object.keys(condition).join() !== '$elemMatch')
    return report.add('invalid_type', path, 'This condition takes only $elemMatch, as an object');
  reportElement(report, spec.$elemMatch, condition['$elemMatch'], [...path, '$elemMatch']);
}

function reportElement(
  report: ProblemReport,
  spec: Readonly<Record<'key' | 'value', readonly string[]>>,
  element: unknown,
  path: Path,
): void {
  if (!isObject(element) || Object.keys(element).length === 0)
    return report.add('invalid_type', path, '$elemMatch takes an object of key, value or both');
  for (const [part, condition] of Object.entries(element))
    if (part === 'key' || part === 'value')
      reportOperators(report, { allowed: spec[part], kind: 'text' }, condition, [...path, part]);
    else report.add('unrecognized_keys', path, unknownWord('property', part, ['key', 'value']));
}

/** What the texts of a field are. */
type TextKind = 'text' | 'path' | 'name';

interface Form {
  readonly allowed: readonly string[];
  readonly kind: TextKind;
}

function reportOperators(
  report: ProblemReport,
  { allowed, kind }: Form,
  condition: unknown,
  path: Path,
): void {
  const forms = [...(allowed.includes('$eq') ? ['a string'] : []), ...allowed];
  const hint = `Allowed: ${forms.join(', ')}`;
  if (typeof condition === 'string' && allowed.includes('$eq'))
    return reportText(report, condition, kind, path);
  if (!isObject(condition))
    return report.add('invalid_type', path, `Wrong kind of condition. ${hint}`);
  const operators = Object.entries(condition);
  if (operators.length === 0) report.add('too_small', path, `At least one operator. ${hint}`);
  for (const [operator, operand] of operators) {
    if (report.full) return;
    if (allowed.includes(operator))
      reportOperand(report, [operator, operand], kind, [...path, operator]);
    else
      report.add(
        'unrecognized_keys',
        path,
        `Unknown operator ${quote(operator)}.${didYouMean(operator, allowed)} ${hint}`,
      );
  }
}

function reportOperand(
  report: ProblemReport,
  [operator, operand]: readonly [string, unknown],
  kind: TextKind,
  path: Path,
): void {
  if (operator === '$in' || operator === '$all') return reportTexts(report, operand, kind, path);
  if (operator !== '$glob') return reportText(report, operand, kind, path);
  if (typeof operand !== 'string') return report.add('invalid_type', path, 'A glob is a string');
  for (const problem of globProblems(patternOf(operand)))
    report.add('invalid_value', path, problem);
  reportCharacters(report, operand, path);
  if (kind === 'name') reportName(report, operand, path);
}

/** A template of the identity is a single character to the grammar of globs. */
function patternOf(operand: string): string {
  const template = operand.length > RULE_LIMITS.text ? null : templateOf(operand);
  const isOfIdentity = template?.expressions.every((each) => each.startsWith(TEMPLATE_ROOT));
  return template && isOfIdentity ? replaceByMarks(template) : operand;
}

function reportTexts(report: ProblemReport, texts: unknown, kind: TextKind, path: Path): void {
  if (!Array.isArray(texts)) return report.add('invalid_type', path, 'An array of strings');
  if (texts.length === 0) report.add('too_small', path, 'At least one value');
  if (texts.length > RULE_LIMITS.values)
    return report.add('too_big', path, `At most ${RULE_LIMITS.values} values`);
  texts.forEach((text: unknown, i) => reportText(report, text, kind, [...path, i]));
}

function reportText(report: ProblemReport, text: unknown, kind: TextKind, path: Path): void {
  if (typeof text !== 'string') return report.add('invalid_type', path, 'A string is expected');
  if (text.trim() === '') return report.add('too_small', path, 'At least one character');
  if (text.length > RULE_LIMITS.text)
    return report.add('too_big', path, `At most ${RULE_LIMITS.text} characters`);
  reportCharacters(report, text, path);
  if (kind === 'path') reportPath(report, text, path);
  if (kind === 'name') reportName(report, text, path);
}

/** No certificate has such a name, so a rule on it would silently do nothing. */
function reportName(report: ProblemReport, text: string, path: Path): void {
  if (isTemplate(text)) return;
  if (!isAscii(foldName(text)))
    report.add('invalid_value', path, 'Names are in ASCII: write a label as its A-label (xn--…)');
  if (ipaddr.isValidCIDR(text))
    report.add(
      'invalid_value',
      path,
      'A range of addresses is no name: list the addresses, or bound them in a certificate policy, which knows ranges',
    );
}

function reportPath(report: ProblemReport, text: string, path: Path): void {
  if (!text.startsWith('/'))
    return report.add('invalid_value', path, 'A secret path starts with /');
  // No folder has such a path, so a rule on it would silently do nothing.
  if (/\/(\.{0,2})\//.test(text) || /\/\.{1,2}$/.test(text))
    report.add('invalid_value', path, 'A secret path has no empty, . or .. segment');
}

function reportCharacters(report: ProblemReport, text: string, path: Path): void {
  if (text.includes('\0') || !text.isWellFormed())
    report.add('invalid_value', path, 'Text must be well-formed Unicode without NUL');
}
