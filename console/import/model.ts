import { type WantedSecret } from '../batch/model';
import { cellAt, type Row } from '../secrets/model';

/** One name of a file with its value. */
export interface Entry {
  readonly name: string;
  readonly value: string;
  readonly comment?: string;
}

export type ProblemKind =
  | 'no-name'
  | 'bad-name'
  | 'no-value'
  | 'open-quote'
  | 'after-quote'
  | 'twice'
  | 'not-json'
  | 'not-pairs'
  | 'no-text'
  | 'folder'
  | 'too-many';

/** What is wrong with a file: where, and never the value. */
export interface FileProblem {
  readonly kind: ProblemKind;
  /** From 1; null where it is about the whole file. */
  readonly line: number | null;
  readonly name?: string;
}

export interface ParsedFile {
  readonly entries: readonly Entry[];
  readonly problems: readonly FileProblem[];
}

/** Secrets of one batch, the most the server takes. */
export const MOST = 1_000;

/** Reads a .env file, or JSON where the text begins as one. Nothing of it leaves the browser. */
export function parseFile(text: string): ParsedFile {
  const { entries, problems } = /^\s*[[{]/.test(text) ? parseJson(text) : parseEnv(text);
  const names = entries.map(({ name }) => name);
  const twice = new Set(names.filter((name, index) => names.indexOf(name) !== index));
  const tooMany = entries.length > MOST ? [{ kind: 'too-many', line: null } as const] : [];
  const repeated = [...twice].map((name) => ({ kind: 'twice', line: null, name }) as const);
  return { entries, problems: [...problems, ...repeated, ...tooMany] };
}

const NAME = /^[^\s=:/'"`#]+$/;

/**
 * Lines of `NAME=value`, with `export` before them or not. Single quotes and backticks keep their text as it is, double
 * quotes know \n, \r, \" and \\; a text in quotes may have several lines. A # after white space begins a comment.
 */
function parseEnv(text: string): ParsedFile {
  const [entries, problems]: [Entry[], FileProblem[]] = [[], []];
  const lines = new Lines(text.replaceAll('\r\n', '\n'));
  for (let line = lines.next(); line !== null; line = lines.next()) {
    // What is at the end of the line may be within quotes.
    const plain = line.trimStart();
    if (plain === '' || plain.startsWith('#')) continue;
    const found = pairIn(plain.replace(/^export\s+/, ''), lines);
    if ('name' in found && 'value' in found) entries.push(found);
    else problems.push(found);
  }
  return { entries, problems };
}

/** A text line by line, of which a value in quotes takes more than one. */
class Lines {
  /** Of the line that was taken last, from 1. */
  number = 0;
  private readonly lines: readonly string[];

  constructor(text: string) {
    this.lines = text.split('\n');
  }

  next(): string | null {
    return this.lines[this.number++] ?? null;
  }
}

function pairIn(text: string, lines: Lines): Entry | FileProblem {
  const line = lines.number;
  const at = text.indexOf('=');
  const name = (at === -1 ? text : text.slice(0, at)).trim();
  if (at === -1) return { kind: 'no-value', line };
  if (name === '') return { kind: 'no-name', line };
  if (!NAME.test(name)) return { kind: 'bad-name', line };
  const rest = text.slice(at + 1).trimStart();
  const quote = /^['"`]/.exec(rest)?.[0];
  if (quote === undefined) return { name, value: rest.replace(/(^|\s)#.*$/, '').trim() };
  const value = quoted(rest.slice(1), quote, lines);
  return typeof value === 'string' ? { name, value } : { ...value, line };
}

/** The text up to the closing quote, over as many lines as it takes. */
function quoted(first: string, quote: string, lines: Lines): string | Omit<FileProblem, 'line'> {
  let text = first;
  for (;;) {
    const end = endOf(text, quote);
    if (end !== -1) {
      const after = text.slice(end + 1).trim();
      if (after !== '' && !after.startsWith('#')) return { kind: 'after-quote' };
      const value = text.slice(0, end);
      return quote === '"'
        ? value.replaceAll(/\\([nr"\\])/g, (_, sign: string) => SIGNS[sign]!)
        : value;
    }
    const more = lines.next();
    if (more === null) return { kind: 'open-quote' };
    text += `\n${more}`;
  }
}

const SIGNS: Readonly<Record<string, string>> = { n: '\n', r: '\r', '"': '"', '\\': '\\' };

/** Where the closing quote is; in double quotes one after a backslash is none. */
function endOf(text: string, quote: string): number {
  if (quote !== '"') return text.indexOf(quote);
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at;
  }
  return -1;
}

/** A file that is read back as the same entries. Names are such as a .env file can have. */
export const printEnv = (entries: readonly Entry[]): string =>
  entries.map(({ name, value }) => `${name}=${printed(value)}\n`).join('');

function printed(value: string): string {
  if (/^[\w./:@+,-]+$/.test(value)) return value;
  if (!/['\r]/.test(value)) return `'${value}'`;
  const escaped = value.replaceAll(/[\\"\r]/g, (sign) => (sign === '\r' ? '\\r' : `\\${sign}`));
  return `"${escaped}"`;
}

/** An object of names and values, or the list that the command line exports. */
function parseJson(text: string): ParsedFile {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    // The parser's message would quote the text.
    return { entries: [], problems: [{ kind: 'not-json', line: null }] };
  }
  const items: readonly unknown[] = Array.isArray(json)
    ? json
    : Object.entries(json as object).map(([secretKey, secretValue]) => ({
        secretKey,
        secretValue,
      }));
  const found = items.map(toEntry);
  return {
    entries: found.flatMap((each) => ('kind' in each ? [] : [each])),
    problems: found.flatMap((each) => ('kind' in each ? [each] : [])),
  };
}

function toEntry(item: unknown): Entry | FileProblem {
  const { secretKey, secretValue, secretComment, secretPath } = (item ?? {}) as Record<
    string,
    unknown
  >;
  if (typeof secretKey !== 'string' || secretKey.trim() === '')
    return { kind: 'not-pairs', line: null };
  const name = secretKey.trim();
  if (typeof secretValue !== 'string') return { kind: 'no-text', line: null, name };
  if (secretPath !== undefined) return { kind: 'folder', line: null, name };
  const comment = typeof secretComment === 'string' ? { comment: secretComment } : {};
  return { name, value: secretValue, ...comment };
}

/** What is to be written of a file, with the versions of what lies there now. */
export const wantedOf = (
  entries: readonly Entry[],
  rows: readonly Row[],
  environment: string,
  secretPath: string,
): WantedSecret[] =>
  entries.map(({ name, value, comment }) => ({
    ...{ secretPath, secretKey: name, secretValue: value },
    ...(comment === undefined ? {} : { secretComment: comment }),
    expectedVersion: cellAt(rows, { path: secretPath, name, environment })?.version ?? null,
  }));
