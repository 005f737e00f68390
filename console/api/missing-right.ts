import { rightWords as words, type RightScope } from '../words/rights';

type Row = Readonly<Record<string, unknown>>;

/** A right that was missing, as the server tells it: for one thing, or for some of several. */
interface MissingRight {
  readonly action: string;
  readonly subject: string;
  readonly attributes?: Row;
  readonly offenders?: readonly { readonly attributes?: Row; readonly rule?: unknown }[];
  /** Of how many things it was missing, where that is more than are listed. */
  readonly refused?: number;
  /** The rule that forbids; absent where no rule allows. */
  readonly rule?: unknown;
}

/** Names that are spelled out. */
const NAMED = 3;

const isRight = (details: unknown): details is MissingRight => {
  const { action, subject } = (details ?? {}) as Partial<MissingRight>;
  return typeof action === 'string' && typeof subject === 'string';
};

/** Where the things are, as far as they agree, and their names. */
export function placeOf(rows: readonly Row[], count = rows.length): string {
  const common = (field: string) => {
    const value = rows[0]?.[field];
    return typeof value === 'string' && rows.every((row) => row[field] === value) ? value : null;
  };
  const [environment, path] = [common('environment'), common('secretPath')];
  const names = rows.flatMap(({ secretName }) =>
    typeof secretName === 'string' ? [secretName] : [],
  );
  const shown = names.slice(0, NAMED);
  return (
    (environment === null ? '' : words.at(environment)) +
    (path === null ? '' : words.inFolder(path)) +
    (shown.length === 0 ? '' : words.names(shown, count - shown.length))
  );
}

function sourceOf(rule: unknown): string | null {
  const { inverted, source } = (rule ?? {}) as {
    readonly inverted?: boolean;
    readonly source?: { kind: string; slug: string; group?: { name: string } };
  };
  if (inverted !== true || !source) return null;
  const kind = words.sources[source.kind] ?? source.kind;
  return `${kind} ${source.slug}${source.group ? ` ${words.ofGroup(source.group.name)}` : ''}`;
}

/** A refusal for a missing right in words of the console: which right, where, and who can give it. Null where the details are of none. */
export function missingRightText(details: unknown, scope: RightScope): string | null {
  if (!isRight(details)) return null;
  const { action, subject, attributes, offenders, refused, rule } = details;
  const rows = offenders?.map((each) => each.attributes ?? {}) ?? (attributes ? [attributes] : []);
  const needs = words.needs(action, subject, placeOf(rows, refused), scope);
  const source = sourceOf(rule ?? offenders?.[0]?.rule);
  return source === null ? needs : `${needs} ${words.forbidden(source, scope)}`;
}

interface Beyond {
  readonly missingPermissions?: readonly {
    readonly subject: string | readonly string[];
    readonly action: string | readonly string[];
  }[];
}

/** What a change would give or take that the caller does not hold themselves. Null where the details do not tell. */
export function beyondText(details: unknown): string | null {
  const { missingPermissions: missing } = (details ?? {}) as Beyond;
  if (!Array.isArray(missing) || missing.length === 0) return null;
  const deeds = (missing as NonNullable<Beyond['missingPermissions']>).flatMap(
    ({ subject, action }) =>
      [subject].flat().flatMap((of) => [action].flat().map((each) => words.deed(each, String(of)))),
  );
  const all = [...new Set(deeds)];
  return words.beyond(all.slice(0, NAMED), Math.max(0, all.length - NAMED));
}

/** The server's sentence for a missing right, of which the details are not told. */
const SENTENCE =
  /^You may not (?:use the action (?<action>\S+) on|(?<verb>\w+)) (?<subject>[\w-]+)(?<place>.*)\. POST \S+\/permissions\/explain says why, and an administrator of the project can give you the right\.(?<hint>.*)$/s;

/** What is wrong with one change of several, in words of the console where it is a missing right. */
export function problemText({ message }: { readonly message: string }): string {
  const {
    verb,
    action = verb,
    subject,
    place = '',
    hint = '',
  } = SENTENCE.exec(message)?.groups ?? {};
  if (action === undefined || subject === undefined) return message;
  return (
    words.needs(action, subject, place.replace(/ at (?=\/)/, words.inFolder('')), 'project') + hint
  );
}
