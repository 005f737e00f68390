import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, loadConfig } from '../../src/config.js';
import { failureText } from '../../src/failure-text.js';
import { runCommand } from '../../src/start-up/run-command.js';
import { serve } from '../../src/start-up/serve.js';

export const MAIN = join(import.meta.dirname, '..', '..', 'dist', 'src', 'main.js');

/** No limit, and no setup token for who calls from this machine. */
const OPEN = { RATE_LIMITS: 'off', SETUP_NETWORKS: '127.0.0.0/8' };

/** What every program gets unless a test says otherwise: any free port of this machine. */
const ANYWHERE = { HOST: '127.0.0.1', PORT: '0', ...OPEN };

/** What a command has ended with and printed. */
export interface CommandOutcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a command as `main.ts` does, but in this process: one of its own takes a second and a half only to load. One at a
 * time, since what it prints is caught on its way to standard output.
 */
export async function runHere(
  env: Readonly<Record<string, string>>,
  name: string,
  ...args: readonly string[]
): Promise<CommandOutcome> {
  let config: Config | undefined;
  const run = async () => {
    try {
      config = loadConfig({ ...ANYWHERE, ...env });
      return { code: await runCommand(name, args, config), stderr: '' };
    } catch (error) {
      return { code: 1, stderr: `${failureText(error, config)}\n` };
    }
  };
  const { result, stdout } = await caught(run);
  return { ...result, stdout };
}

/** Does work and catches what it writes to standard output. */
export async function caught<T>(work: () => Promise<T>): Promise<{ result: T; stdout: string }> {
  let stdout = '';
  const { write } = process.stdout;
  process.stdout.write = ((text: string, written?: () => void) => {
    stdout += text;
    written?.();
    return true;
  }) as typeof write;
  try {
    const result = await work();
    return { result, stdout };
  } finally {
    process.stdout.write = write;
  }
}

/** Says why a server with these settings cannot start, as `main.ts` does, without a process of its own. */
export async function refusalToServe(env: Readonly<Record<string, string>>): Promise<string> {
  const config = loadConfig({ ...ANYWHERE, LOG_LEVEL: 'silent', ...env });
  const reason = await serve(config).then(
    () => null,
    (error: unknown) => failureText(error, config),
  );
  if (reason === null) throw new Error('It serves.');
  return reason;
}

/** The built server, or a command of it, as a process of its own. */
export class Program {
  stdout = '';
  stderr = '';
  /** The exit code; null where a signal ended it. */
  readonly exit: Promise<number | null>;
  private readonly child: ChildProcess;

  constructor(env: Readonly<Record<string, string>>, ...args: readonly string[]) {
    const { PATH = '', HOME = '' } = process.env;
    this.child = spawn(process.execPath, [MAIN, ...args], {
      // Elsewhere, so that no `.env` has a say.
      cwd: tmpdir(),
      env: { PATH, HOME, ...ANYWHERE, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child.stdout!.on('data', (chunk) => (this.stdout += String(chunk)));
    this.child.stderr!.on('data', (chunk) => (this.stderr += String(chunk)));
    this.exit = once(this.child, 'close').then(([code]) => code as number | null);
  }

  kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<number | null> {
    this.child.kill(signal);
    return this.exit;
  }

  listening(): Promise<string> {
    return this.untilPrinted(/"url":"([^"]+)","msg":"listening"/);
  }

  /** The first group of the pattern, once it is in what was printed for a person or logged. */
  async untilPrinted(pattern: RegExp): Promise<string> {
    for (;;) {
      const found = pattern.exec(this.stderr) ?? pattern.exec(this.stdout);
      if (found) return found[1]!;
      const outputs = [this.child.stdout!, this.child.stderr!];
      const next = Promise.race(outputs.map((output) => once(output, 'data'))).then(() => true);
      const goesOn = await Promise.race([next, this.exit.then(() => false)]);
      if (!goesOn) throw new Error(`It ended:\n${this.stdout}\n${this.stderr}`);
    }
  }
}
