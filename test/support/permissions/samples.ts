import { globProblems } from '../../../src/permissions/glob-pattern.js';
import type { OracleAttributes, OracleIdentity, OracleRule } from './oracle.js';
import type { Random } from './random.js';

/** Patterns, rules and resources over alphabets so small that they meet often. */
const PIECES = ['a', 'b', '*', '?', '.', '{a,b}', '{ab,*}', 'é', 'a*'];

export function aPattern(random: Random): string {
  const segment = () =>
    random.chance(25) ? '**' : random.times(3, () => random.pick(PIECES)).join('');
  const text = [segment(), ...random.times(3, segment)].join('/');
  const pattern = random.chance(60) ? `/${text}` : text;
  return globProblems(pattern).length > 0 ? aPattern(random) : pattern;
}

const LETTERS = ['a', 'b', '/', '/', '.', 'é', '😀'];

export const aText = (random: Random): string =>
  random.times(8, () => random.pick(LETTERS)).join('');

/** A text that a pattern is likely to match, or to miss narrowly. */
export function aTextNear(random: Random, pattern: string): string {
  const filler = () => random.times(2, () => random.pick(LETTERS)).join('');
  return pattern
    .replace(/\{([^}]*)\}/g, (_, list: string) => random.pick(list.split(',')))
    .replace(/\/\*\*/g, () => (random.chance(40) ? '' : `/${filler()}`))
    .replace(/\*+/g, filler)
    .replace(/\?/g, () => random.pick(['a', 'b', '.', '😀', '']));
}

const PATHS = ['/', '/a', '/b', '/a/a', '/a/b', '/b/a', '/a/a/b', '/ab', '/.a'];
const GLOBS = [
  '/**',
  '/a/**',
  '/*',
  '/a/*',
  '/a*',
  '/?',
  '/{a,b}',
  '/{a,b}/**',
  '/**/b',
  '/a',
  '**',
];
const NAMES = ['a', 'b', 'ab', 'ba', 'A'];
const NAME_GLOBS = ['*', 'a*', '*b', '?', '{a,b}', '??', 'ab', '**'];
const TAGS = ['t', 'u', 'v'];
const PAIRS = NAMES.slice(0, 3).flatMap((key) => ['a', 'b'].map((value) => ({ key, value })));

function textCondition(random: Random, values: readonly string[], globs: readonly string[]) {
  const operators: Record<string, () => unknown> = {
    $eq: () => random.pick(values),
    $ne: () => random.pick(values),
    $in: () => random.some(values, 30),
    ...(globs.length > 0 && { $glob: () => random.pick(globs) }),
  };
  if (random.chance(15)) return random.pick(values);
  const names = random.chance(75)
    ? [random.pick(Object.keys(operators))]
    : random.some(Object.keys(operators));
  return Object.fromEntries(names.map((name) => [name, operators[name]?.()]));
}

function tagCondition(random: Random) {
  const names = random.some(['$in', '$all']);
  return Object.fromEntries(names.map((name) => [name, random.some(TAGS, 40)]));
}

function metadataCondition(random: Random) {
  const parts = random.some(['key', 'value']);
  const texts = { key: NAMES.slice(0, 3), value: ['a', 'b'] };
  const part = (name: string) => textCondition(random, texts[name as 'key' | 'value'], []);
  return { $elemMatch: Object.fromEntries(parts.map((name) => [name, part(name)])) };
}

export const PAIRS_OF = {
  secrets: ['read', 'describeSecret', 'readValue', 'create'],
  'dynamic-secrets': ['lease'],
} as const;

const CONDITIONS: Readonly<Record<string, (random: Random) => unknown>> = {
  environment: (random) => textCondition(random, NAMES, NAME_GLOBS),
  secretPath: (random) => textCondition(random, PATHS, GLOBS),
  secretName: (random) => textCondition(random, NAMES, NAME_GLOBS),
  secretTags: tagCondition,
  metadata: metadataCondition,
};

const FIELDS = {
  secrets: ['environment', 'secretPath', 'secretName', 'secretTags'],
  'dynamic-secrets': ['environment', 'secretPath', 'metadata'],
} as const;

type Subject = keyof typeof PAIRS_OF;

export function aRule(random: Random, forbidding = 30): OracleRule {
  const subject: Subject = random.chance(80) ? 'secrets' : 'dynamic-secrets';
  const fields = FIELDS[subject].filter(() => random.chance(35));
  const conditions = fields.map((field) => [field, CONDITIONS[field]?.(random)]);
  return {
    subject,
    action: random.some(PAIRS_OF[subject], 40),
    ...(fields.length > 0 && { conditions: Object.fromEntries(conditions) }),
    ...(random.chance(forbidding) && { inverted: true }),
  };
}

/** A rule that asks for more than another: what is granted out of what is held. */
export function aNarrowerRule(random: Random, rule: OracleRule): OracleRule {
  const more = random.chance(50) ? (aRule(random).conditions ?? {}) : {};
  const known = Object.entries(more).filter(([field]) =>
    (FIELDS[rule.subject as Subject] as readonly string[]).includes(field),
  );
  const conditions = { ...Object.fromEntries(known), ...rule.conditions };
  return { ...rule, ...(Object.keys(conditions).length > 0 && { conditions }) };
}

export function aResource(random: Random, subject: string): OracleAttributes {
  const text = (values: readonly string[]) => (random.chance(8) ? null : random.pick(values));
  const place = { environment: text(NAMES), secretPath: text([...PATHS, '/z', '/a/b/c']) };
  if (subject !== 'secrets')
    return {
      ...place,
      metadata: random.chance(8) ? null : random.times(2, () => random.pick(PAIRS)),
    };
  const tags = TAGS.filter(() => random.chance(40));
  return {
    ...place,
    secretName: text([...NAMES, 'z']),
    secretTags: random.chance(8) ? null : tags,
  };
}

const TEMPLATES = [
  '{{identity.name}}',
  '{{ identity.name }}',
  '{{identity.metadata.k}}',
  '{{identity.metadata.k}}',
  '{{identity.metadata.other}}',
  '{{identity.nothing}}',
  '{{identity.name',
];

/** The rule with templates in the place of some of its letters. */
export function withTemplates(random: Random, rule: OracleRule): OracleRule {
  const template = (text: string) =>
    // Nothing but letters, so that no brace of a template meets one of a glob: `{{{` is refused.
    text.replace(/(?<!\{)[ab]/g, (letter) => (random.chance(35) ? random.pick(TEMPLATES) : letter));
  const changed = (value: unknown): unknown => {
    if (typeof value === 'string') return random.chance(60) ? template(value) : value;
    if (Array.isArray(value)) return value.map(changed);
    const fields = Object.entries(value as object).map(([field, part]) =>
      field === 'key' && random.chance(70) ? [field, part] : [field, changed(part)],
    );
    return Object.fromEntries(fields);
  };
  if (rule.conditions === undefined) return rule;
  return { ...rule, conditions: changed(rule.conditions) as Record<string, unknown> };
}

/** What an attacker would call himself, among what everybody does. */
const HOSTILE = ['*', '**', '?', '{a,b}', '/', 'a/b', '/**', '', '{{identity.id}}', '}}', '\udc00'];

/** Somebody whose name and metadata try to be more than letters. */
export function anIdentity(random: Random): OracleIdentity {
  const value = () => (random.chance(55) ? random.pick(['a', 'b', 'ab']) : random.pick(HOSTILE));
  const metadata = ['k', 'other'].filter(() => random.chance(75));
  return {
    id: 'a',
    name: value(),
    metadata: metadata.map((key) => ({ key, value: value() })),
  };
}
