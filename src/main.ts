import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { ConfigError, loadConfig } from './config.js';
import { runCommand } from './run-command.js';
import { serve } from './serve.js';

const [command, ...args] = process.argv.slice(2);

if (existsSync('.env')) loadEnvFile('.env');

try {
  const config = loadConfig(process.env);
  if (command === undefined) await serve(config);
  else process.exitCode = await runCommand(command, args, config);
} catch (error) {
  // The message alone: it says what to do. A stack follows only where we do not know what happened.
  const known = error instanceof ConfigError || (error as { isExpected?: boolean }).isExpected;
  process.stderr.write(`${known ? (error as Error).message : describe(error)}\n`);
  process.exit(1);
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'Strongroom could not start';
  return `Strongroom could not start: ${error.message}\n${error.stack?.split('\n').slice(1).join('\n') ?? ''}`;
}
