import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const MAIN = join(import.meta.dirname, '..', '..', 'dist', 'src', 'main.js');

/** No limit, and no setup token for who calls from this machine. */
const OPEN = { RATE_LIMITS: 'off', SETUP_NETWORKS: '127.0.0.0/8' };

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
      env: { ...{ PATH, HOME, HOST: '127.0.0.1', PORT: '0' }, ...OPEN, ...env },
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
