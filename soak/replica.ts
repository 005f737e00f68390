import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../test/support/free-port.js';
import { startGroup } from './endings.js';
import { SERVE } from './serve-command.js';

const MAIN = join(import.meta.dirname, '..', 'src', 'main.js');
const KEPT_LINES = 30;
const METRICS = /"url":"([^"]+)","msg":"serving metrics"/;

/** A server of its own process, at one address for all its lives. */
export class Replica {
  readonly url: string;
  /** Lines of the log at level error or worse, the last of them. */
  readonly errors: string[] = [];
  /** Lines at level warn, the last of them. */
  readonly warnings: string[] = [];
  /** What it printed besides its log, the first of it. */
  readonly printed: string[] = [];
  private metricsUrl: string | undefined;
  private child: ChildProcess | undefined;
  private exited: Promise<number | null> = Promise.resolve(0);

  private constructor(
    private readonly port: number,
    private readonly env: Readonly<Record<string, string>>,
    private readonly script: string,
  ) {
    this.url = `http://127.0.0.1:${port}`;
  }

  /** `script`: the built server, where this file does not run from `dist`. */
  static async start(env: Readonly<Record<string, string>>, script = MAIN): Promise<Replica> {
    const replica = new Replica(await freePort(), env, script);
    await replica.start();
    return replica;
  }

  /** Begins another life, with more in its environment if given. Throws if it ends before it listens. */
  async start(more: Readonly<Record<string, string>> = {}): Promise<void> {
    const child = startGroup(process.execPath, [...SERVE.flags, this.script], {
      cwd: tmpdir(), // where no `.env` has a say
      env: {
        PATH: process.env['PATH'] ?? '',
        ...SERVE.env,
        HOST: '127.0.0.1',
        PORT: String(this.port),
        METRICS_PORT: '0',
        SETUP_NETWORKS: '127.0.0.0/8',
        ...this.env,
        ...more,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    this.exited = once(child, 'exit').then(([code]) => code as number | null);
    createInterface(child.stderr!).on('line', (line) => {
      if (this.printed.length < KEPT_LINES) this.printed.push(line);
      // What it shows a person at its first start holds a secret.
      if (!/client secret|setup token|^TOKEN=/.test(line)) this.note(line);
    });
    await new Promise<void>((resolve, reject) => {
      createInterface(child.stdout!).on('line', (line) => {
        this.metricsUrl = METRICS.exec(line)?.[1] ?? this.metricsUrl;
        if (line.includes('"msg":"listening"')) resolve();
        if (/"level":[56]0/.test(line)) this.note(line);
        if (line.includes('"level":40') && this.warnings.push(line) > KEPT_LINES)
          this.warnings.shift();
      });
      void this.exited.then((code) =>
        reject(new Error(`It ended with ${code}: ${this.errors.at(-1)}`)),
      );
    });
  }

  get pid(): number {
    return this.child!.pid!;
  }

  get isAlive(): boolean {
    return this.child?.exitCode === null && this.child.signalCode === null;
  }

  /** Bytes that it holds in memory; 0 where that cannot be read. */
  memory(): number {
    try {
      const text = readFileSync(`/proc/${this.pid}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+)/.exec(text)?.[1] ?? 0) * 1024;
    } catch {
      return 0;
    }
  }

  /** Milliseconds that its event loop was late since this was last asked. */
  async loopDelay(): Promise<{ p99: number; max: number }> {
    const text = await (await fetch(this.metricsUrl!)).text();
    const [p99, max] = ['p99', 'max'].map((name) => {
      const line = new RegExp(`^nodejs_eventloop_lag_${name}_seconds (\\S+)$`, 'm').exec(text);
      return Number(line?.[1]) * 1_000;
    });
    return { p99: p99!, max: max! };
  }

  /** A metric without labels, as it is now. */
  async metric(name: string): Promise<number> {
    const text = await (await fetch(this.metricsUrl!)).text();
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  }

  /** kill -9. */
  async kill(): Promise<void> {
    this.child?.kill('SIGKILL');
    await this.exited;
  }

  pause(): void {
    this.child?.kill('SIGSTOP');
  }

  resume(): void {
    this.child?.kill('SIGCONT');
  }

  /** SIGTERM, and the exit code. */
  async end(): Promise<number | null> {
    this.resume();
    this.child?.kill('SIGTERM');
    return this.exited;
  }

  private note(line: string): void {
    this.errors.push(line);
    if (this.errors.length > KEPT_LINES) this.errors.shift();
  }
}
