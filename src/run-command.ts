import { CommandError } from './commands/command.js';
import { COMMANDS } from './commands/commands.js';
import type { Config } from './config.js';
import { Database } from './database/database.js';
import { createAppContext } from './app-context.js';
import { shareInfrastructure } from './infrastructure.js';
import { createLog } from './logging/log.js';

/** A reader that is gone does not end a command halfway, such as the rotation of a key. */
process.stdout.on('error', () => undefined);
const say = (line: string) => void process.stdout.write(`${line}\n`);

/**
 * Runs a command on the database of the configuration and gives its exit code. `help` lists them.
 * Throws a CommandError for an unknown name or wrong arguments.
 */
export async function runCommand(
  name: string,
  args: readonly string[],
  config: Config,
): Promise<number> {
  if (name === 'help' || name === '--help') {
    await printCommands();
    return 0;
  }
  if (!Object.hasOwn(COMMANDS, name)) {
    throw new CommandError(`There is no command ${name}. "npm run strongroom -- help" lists them.`);
  }
  const command = await COMMANDS[name]!();
  const alone = (await command.runAlone?.({ config, args, say })) ?? null;
  if (alone !== null) return alone;
  const log = createLog('warn');
  const ground = await shareInfrastructure(config, log);
  try {
    const { source, rootKeys, authSecret } = await createAppContext(config, ground, log);
    const database = new Database(source);
    try {
      return await command.run({ config, database, rootKeys, authSecret, log, args, say });
    } finally {
      await source.destroy();
    }
  } finally {
    await ground.embedded?.stop();
  }
}

async function printCommands(): Promise<void> {
  say('npm run strongroom -- <command>');
  for (const [name, load] of Object.entries(COMMANDS)) {
    say(`  ${name.padEnd(24)} ${(await load()).summary}`);
  }
}
