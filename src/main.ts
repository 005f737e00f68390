import cluster from 'node:cluster';
import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { type Config, loadConfig } from './config.js';
import { misspelledSettings } from './config-names.js';
import { printError } from './logging/log-output.js';
import { failureText } from './failure-text.js';
import { VERSION } from './version.js';

const args = process.argv.slice(2);
// `npm run strongroom` sets the flag: a command has to follow, while `npm start` serves.
const needsCommand = args[0] === '--command';
if (needsCommand) args.shift();

let config: Config | undefined;
try {
  await run();
} catch (error) {
  printError(`${failureText(error, config, /^(debug|trace)$/.test(config?.logLevel ?? ''))}\n`);
  process.exit(1);
}

async function run(): Promise<void> {
  const [command, ...rest] = args;
  if (command === '--version' || command === '-v') {
    process.stdout.write(`strongroom ${VERSION} (node ${process.versions.node})\n`);
    return;
  }
  if (command !== undefined || needsCommand) {
    const { printHelp } = await import('./start-up/command-help.js');
    const helped = await printHelp(command, rest);
    if (helped !== null) {
      process.exitCode = helped;
      return;
    }
  }
  if (existsSync('.env')) loadEnvFile('.env');
  config = loadConfig(process.env);
  if (cluster.isPrimary)
    for (const text of misspelledSettings(config, process.env)) printError(`${text}\n`);
  await start(config, command, rest);
}

async function start(
  settings: Config,
  command: string | undefined,
  rest: readonly string[],
): Promise<void> {
  if (command !== undefined) {
    const { runCommand } = await import('./start-up/run-command.js');
    process.exitCode = await runCommand(command, rest, settings);
  } else if (settings.workers > 1 && cluster.isPrimary) {
    // Without the application, which only workers need.
    const { superviseWorkers } = await import('./start-up/workers.js');
    await superviseWorkers(settings);
  } else {
    const { serve } = await import('./start-up/serve.js');
    await serve(settings);
  }
}
