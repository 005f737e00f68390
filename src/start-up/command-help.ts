import type { Command } from '../commands/command.js';
import { COMMANDS } from '../commands/commands.js';
import { VERSION } from '../version.js';

// Whoever reads the list may have seen enough of it: `| head`.
process.stdout.on('error', () => undefined);
const say = (line: string) => void process.stdout.write(`${line}\n`);

const HELP = ['help', '--help', '-h'];
const COLUMN = 20;

/**
 * Prints the help that these arguments ask for and returns the exit code: the list of commands, or one of them. Without
 * a name the list is printed too, and the code is 2. Returns null where a command is to be run.
 */
export async function printHelp(
  name: string | undefined,
  args: readonly string[],
): Promise<number | null> {
  const [first] = args;
  if (name === undefined || (HELP.includes(name) && first === undefined)) {
    await printCommands();
    return name === undefined ? 2 : 0;
  }
  const wanted = HELP.includes(name) ? first! : args.some(isHelp) ? name : undefined;
  if (wanted === undefined || !Object.hasOwn(COMMANDS, wanted)) return null;
  printCommand(wanted, await COMMANDS[wanted]!());
  return 0;
}

const isHelp = (arg: string) => arg === '--help' || arg === '-h';

async function printCommands(): Promise<void> {
  say(`Strongroom ${VERSION}

  npm start                               runs the server
  npm run strongroom -- COMMAND           works beside it, with the same settings
  npm run strongroom -- COMMAND --help    says what a command takes
  npm run strongroom -- --version         says the version

In a container and where it is installed: strongroom COMMAND. Settings: README.md

Commands:`);
  for (const [name, load] of Object.entries(COMMANDS))
    say(`  ${name.padEnd(COLUMN)} ${(await load()).summary}`);
}

function printCommand(name: string, { summary, synopsis, options = {} }: Command): void {
  say(`strongroom ${name} ${synopsis}`.trimEnd());
  say(`\n${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`);
  const lines = Object.entries(options);
  if (lines.length > 0) say('');
  const width = Math.max(...lines.map(([option]) => option.length));
  for (const [option, meaning] of lines) say(`  ${option.padEnd(width)}   ${meaning}`);
}
