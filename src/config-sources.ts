import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** Bytes of a file that holds one setting: a list of addresses, or a key. */
const MAX_FILE = 64 * 1024;

export interface GatheredSettings {
  /** The text of each setting that is given, by its variable. */
  readonly values: Readonly<Record<string, string>>;
  /** Sentences that name the variable, never its text. */
  readonly problems: readonly string[];
}

/**
 * Gathers settings from where they may stand: the variable itself, the file that `NAME_FILE` leads to, and a file of
 * that name in `$CREDENTIALS_DIRECTORY` (systemd.exec(5), LoadCredential=). A blank variable counts as absent; a
 * setting that stands in two places is a problem, since nobody could tell which counts.
 */
export function gatherSettings(variables: readonly string[], env: Environment): GatheredSettings {
  const values: Record<string, string> = {};
  const problems: string[] = [];
  for (const variable of variables) {
    const sources = sourcesOf(variable, env);
    if (sources.length > 1) {
      const names = sources.map(({ name }) => name).join(' and ');
      problems.push(`${variable} is given twice, by ${names}: keep one`);
      continue;
    }
    const [source] = sources;
    if (!source) continue;
    const { text, problem } = source.read();
    if (problem !== undefined) problems.push(problem);
    if (text !== undefined) values[variable] = text;
  }
  return { values, problems };
}

interface SettingText {
  readonly text?: string;
  readonly problem?: string;
}

interface SettingSource {
  readonly name: string;
  readonly read: () => SettingText;
}

function sourcesOf(variable: string, env: Environment): readonly SettingSource[] {
  const sources: SettingSource[] = [];
  const text = env[variable]?.trim();
  if (text) sources.push({ name: variable, read: () => ({ text }) });
  const path = env[`${variable}_FILE`]?.trim();
  if (path) sources.push({ name: `${variable}_FILE`, read: () => fromFile(variable, path) });
  const directory = env['CREDENTIALS_DIRECTORY']?.trim();
  const credential = directory ? join(directory, variable) : undefined;
  if (credential !== undefined && readText(credential) !== 'ENOENT')
    sources.push({ name: 'its credential', read: () => fromFile(variable, credential) });
  return sources;
}

function fromFile(variable: string, path: string): SettingText {
  const found = readText(path);
  if (typeof found === 'string')
    return {
      problem: `${variable} should be in the file ${path}, which cannot be read (${found})`,
    };
  const text = found.toString().trim();
  if (text === '') return { problem: `${variable} should be in the file ${path}, which is empty` };
  if (found.length > MAX_FILE)
    return { problem: `${variable} should be in the file ${path}, which is too large` };
  return { text };
}

/** The first bytes of the file, or the code of the failure. It may be a pipe, as `<(command)` is. */
function readText(path: string): Buffer | string {
  try {
    const file = openSync(path, 'r');
    try {
      const buffer = Buffer.alloc(MAX_FILE + 1);
      let length = 0;
      for (let read = -1; read !== 0 && length < buffer.length; length += read)
        read = readSync(file, buffer, length, buffer.length - length, null);
      return buffer.subarray(0, length);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown';
  }
}
