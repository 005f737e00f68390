import type { Config } from '../config.js';
import type { Database } from '../database/database.js';
import type { Log } from '../logging/log.js';
import type { RootKeys } from '../keys/root-keys.js';

/** What a command works with: the database, migrated, and the keys that open it. */
export interface CommandRun {
  readonly config: Config;
  readonly database: Database;
  readonly rootKeys: RootKeys;
  /** What the keys of tokens, cursors and answers follow from. */
  readonly authSecret: string;
  readonly log: Log;
  /** What stood after the command's name. */
  readonly args: readonly string[];
  /** Prints one line for the person who ran it. Never a secret, but for the client secret that a command was asked for. */
  readonly say: (line: string) => void;
}

/** Something an operator does beside the server: it runs, tells what it did, and ends. */
export interface Command {
  /** One line for the list of commands. */
  readonly summary: string;
  /** What stands after the name, such as `NAME --project SLUG`; empty if nothing does. */
  readonly synopsis: string;
  /** What each option means, by how it is written. */
  readonly options?: Readonly<Record<string, string>>;
  /** Gives the exit code. Throws a CommandError for wrong arguments. */
  readonly run: (run: CommandRun) => Promise<number>;
  /** Does what these arguments ask for without a database, if it can; null if it cannot. */
  readonly runAlone?: (run: Pick<CommandRun, 'config' | 'args' | 'say'>) => Promise<number | null>;
}

/** The command was called wrongly; its message says how it should be. */
export class CommandError extends Error {
  readonly isExpected = true;
}
