import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CommandError } from '../commands/command.js';
import { COMMANDS } from '../commands/commands.js';
import type { Config } from '../config.js';
import { Database } from '../database/database.js';
import { didYouMean, shownName } from '../errors/nearest.js';
import { createAppContext } from '../app-context.js';
import { resolveSharedInfrastructure } from './infrastructure.js';
import { createLog } from '../logging/log.js';

// A closed pipe must not end a command halfway, such as the rotation of a key.
process.stdout.on('error', () => undefined);
const say = (line: string) => void process.stdout.write(`${line}\n`);

/**
 * Runs a command on the database of the configuration and returns its exit code. Throws a CommandError for an unknown
 * name or wrong arguments.
 */
export async function runCommand(
  name: string,
  args: readonly string[],
  config: Config,
): Promise<number> {
  if (!Object.hasOwn(COMMANDS, name)) throw unknownCommand(name);
  const command = await COMMANDS[name]!();
  const alone = (await command.runAlone?.({ config, args, say })) ?? null;
  if (alone !== null) return alone;
  const log = createLog('warn');
  if (config.databaseUrl === undefined) {
    const directory = resolve(config.dataDir);
    if (!existsSync(join(directory, 'postgres'))) throw noDataDirectory(directory);
    say(`Without DATABASE_URL this works on the data directory ${directory}`);
  }
  const infrastructure = await resolveSharedInfrastructure(config, log);
  try {
    const { source, rootKeys, authSecret } = await createAppContext(config, infrastructure, log);
    const database = new Database(source);
    try {
      return await command.run({ config, database, rootKeys, authSecret, log, args, say });
    } finally {
      await source.destroy();
    }
  } finally {
    await infrastructure.embedded?.stop();
  }
}

/** A server makes one where there is none; a command has nothing to do on a new one. */
const noDataDirectory = (directory: string) =>
  new CommandError(
    `${directory} is no data directory of Strongroom: DATA_DIR names it, or DATABASE_URL the database. A server makes one at its first start.`,
  );

function unknownCommand(name: string): CommandError {
  const hint = didYouMean(name, Object.keys(COMMANDS));
  return new CommandError(
    `There is no command ${shownName(name)}.${hint} "npm run strongroom -- help" lists them.`,
  );
}
