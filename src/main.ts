import cluster from 'node:cluster';
import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { type Config, loadConfig } from './config.js';
import { printError } from './logging/log-output.js';

const args = process.argv.slice(2);
// `npm run strongroom` sets the flag: a command has to follow, while `npm start` serves.
const needsCommand = args[0] === '--command';
if (needsCommand) args.shift();

if (existsSync('.env')) loadEnvFile('.env');

try {
  await run(loadConfig(process.env));
} catch (error) {
  printError(`${describe(error)}\n`);
  process.exit(1);
}

async function run(config: Config): Promise<void> {
  const [command, ...rest] = args;
  if (command !== undefined || needsCommand) {
    const { runCommand } = await import('./start-up/run-command.js');
    process.exitCode = await runCommand(command, rest, config);
  } else if (config.workers > 1 && cluster.isPrimary) {
    // Without the application, which only workers need.
    const { superviseWorkers } = await import('./start-up/workers.js');
    await superviseWorkers(config);
  } else {
    const { serve } = await import('./start-up/serve.js');
    await serve(config);
  }
}

/** What to do, where we know what happened; else the message and its stack. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'Strongroom could not start';
  if ((error as { isExpected?: boolean }).isExpected) return error.message;
  const { code, address, port } = error as { code?: string; address?: string; port?: number };
  if (code === 'EADDRINUSE') {
    return `Another program listens on ${address} port ${port} already. Stop it, or set PORT or METRICS_PORT to a free port.`;
  }
  return `Strongroom could not start: ${error.message}\n${error.stack?.split('\n').slice(1).join('\n') ?? ''}`;
}
