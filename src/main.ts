import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { ConfigError, loadConfig } from './config.js';
import { serve } from './serve.js';

if (existsSync('.env')) loadEnvFile('.env');

try {
  await serve(loadConfig(process.env));
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
