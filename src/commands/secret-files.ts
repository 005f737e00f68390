import { parseEnv } from 'node:util';
import { CommandError } from './command.js';
import { canonicalPath } from './folder-paths.js';

/** A secret in a file. What a `.env` file cannot say is absent. */
export interface FileSecret {
  /** Absent: the folder that the command was told. */
  readonly secretPath?: string;
  readonly secretKey: string;
  readonly secretValue: string;
  readonly secretComment?: string;
  readonly secretMetadata?: readonly { readonly key: string; readonly value: string }[];
}

export const FORMATS = ['env', 'json'] as const;
export type FileFormat = (typeof FORMATS)[number];

/** The format that was asked for, or that of the file's name; `.env` else. Throws a CommandError for another. */
export function formatOf(wanted: string | undefined, file: string | undefined): FileFormat {
  if (wanted === undefined) return file?.endsWith('.json') ? 'json' : 'env';
  const format = FORMATS.find((each) => each === wanted);
  if (!format) throw new CommandError(`--format should be one of ${FORMATS.join(', ')}.`);
  return format;
}

export const formatted = (format: FileFormat, secrets: readonly FileSecret[]): string =>
  format === 'json' ? `${JSON.stringify(secrets, null, 2)}\n` : secrets.map(lineOf).join('');

const ENV_KEY = /^[A-Za-z_]\w*$/;

/** What a shell takes as more than a character between double quotes. */
const SHELL_SYNTAX = /[$`"\\!]/;

/** A line that Node and a shell read back as the same value, and that runs nothing in a shell. Throws a CommandError. */
function lineOf({ secretKey, secretValue }: FileSecret): string {
  if (!ENV_KEY.test(secretKey))
    throw new CommandError(
      `The name ${secretKey} does not fit into a .env file: use --format json.`,
    );
  const forms: string[] = [];
  if (!secretValue.includes("'")) forms.push(`'${secretValue}'`);
  if (!SHELL_SYNTAX.test(secretValue)) forms.push(`"${secretValue}"`);
  if (/^[\w./:@+,=-]+$/.test(secretValue)) forms.unshift(secretValue);
  const line = forms
    .map((form) => `${secretKey}=${form}\n`)
    .find((each) => isWhole(each, secretKey, secretValue));
  if (line !== undefined) return line;
  throw new CommandError(
    `The value of ${secretKey} does not fit into a .env file: use --format json.`,
  );
}

function isWhole(line: string, key: string, value: string): boolean {
  // A value must not end its line early and begin another.
  const read = parseEnv(`${line}NEXT_LINE=next\n`);
  return (
    read[key] === value &&
    (key === 'NEXT_LINE' || read['NEXT_LINE'] === 'next') &&
    Object.keys(read).length <= 2
  );
}

/** Throws a CommandError that names the file and never a value. */
export function parseSecrets(format: FileFormat, text: string, file: string): FileSecret[] {
  const secrets = format === 'json' ? fromJson(text, file) : fromEnv(text);
  const names = secrets.map(({ secretPath = '', secretKey }) => `${secretPath} ${secretKey}`);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw new CommandError(`${file} has ${repeated.trim()} twice.`);
  return secrets;
}

const fromEnv = (text: string): FileSecret[] =>
  Object.entries(parseEnv(text)).map(([secretKey, secretValue = '']) => ({
    secretKey,
    secretValue,
  }));

/** A list, as `export` writes it, or an object of names and values. */
function fromJson(text: string, file: string): FileSecret[] {
  const json = parsedJson(text, file);
  if (json === null || typeof json !== 'object')
    throw new CommandError(
      `${file} should hold a list of secrets, or an object of names and values.`,
    );
  const items: readonly unknown[] = Array.isArray(json)
    ? json
    : Object.entries(json).map(([secretKey, secretValue]) => ({
        secretKey,
        secretValue: secretValue as unknown,
      }));
  return items.map((item, index) => toSecret(item, `${file}: item ${index + 1}`));
}

function parsedJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The message of the parser would quote the text.
    throw new CommandError(`${file} is not JSON.`);
  }
}

function toSecret(item: unknown, what: string): FileSecret {
  const { secretPath, secretKey, secretValue, secretComment, secretMetadata } = (item ??
    {}) as Record<string, unknown>;
  if (typeof secretKey !== 'string' || secretKey === '')
    throw new CommandError(`${what} needs a text secretKey.`);
  if (typeof secretValue !== 'string')
    throw new CommandError(`${what} (${secretKey}) needs a text as its value.`);
  const texts = { secretPath, secretComment };
  for (const [name, text] of Object.entries(texts))
    if (text !== undefined && typeof text !== 'string')
      throw new CommandError(`${what} (${secretKey}): ${name} should be a text.`);
  return {
    ...(texts as { secretComment?: string }),
    ...(typeof secretPath === 'string' ? { secretPath: canonicalPath(secretPath, what) } : {}),
    ...(Array.isArray(secretMetadata)
      ? { secretMetadata: secretMetadata as FileSecret['secretMetadata'] }
      : {}),
    secretKey,
    secretValue,
  };
}
