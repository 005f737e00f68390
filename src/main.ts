import cluster from 'node:cluster';
import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { ConfigError, loadConfig } from './config.js';
import { printError } from './logging/log-output.js';

const [command, ...args] = process.argv.slice(2);

if (existsSync('.env')) loadEnvFile('.env');

try {
  const config = loadConfig(process.env);
  if (command !== undefined) {
    const { runCommand } = await import('./run-command.js');
    process.exitCode = await runCommand(command, args, config);
  } else if (config.workers > 1 && cluster.isPrimary) {
    // Without the application, which only workers need.
    const { superviseWorkers } = await import('./workers.js');
    await superviseWorkers(config);
  } else {
    const { serve } = await import('./serve.js');
    await serve(config);
  }
} catch (error) {
  // The message alone: it says what to do. A stack follows only where we do not know what happened.
  const known = error instanceof ConfigError || (error as { isExpected?: boolean }).isExpected;
  printError(`${known ? (error as Error).message : describe(error)}\n`);
  process.exit(1);
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'Strongroom could not start';
  return `Strongroom could not start: ${error.message}\n${error.stack?.split('\n').slice(1).join('\n') ?? ''}`;
}
