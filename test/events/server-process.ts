import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';

const MAIN = join(import.meta.dirname, '..', '..', 'dist', 'src', 'main.js');

/** A built server in a process of its own, at one address over all of its lives. */
export class ServerProcess {
  readonly url: string;
  private child: ChildProcess | undefined;
  private exited: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly port: number,
    private readonly env: Readonly<Record<string, string>>,
    private readonly directory: string,
  ) {
    this.url = `http://127.0.0.1:${port}`;
  }

  static async start(env: Readonly<Record<string, string>>, directory: string) {
    const server = new ServerProcess(await freePort(), env, directory);
    await server.start();
    return server;
  }

  /** Another life; resolves when it listens. */
  async start(): Promise<void> {
    const { PATH = '', HOME = '' } = process.env;
    const child = spawn(process.execPath, [MAIN], {
      cwd: this.directory,
      env: { PATH, HOME, HOST: '127.0.0.1', PORT: String(this.port), ...this.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    this.exited = once(child, 'exit');
    let said = '';
    const listens = new Promise<void>((resolve) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk: Buffer) => {
          said = (said + String(chunk)).slice(-4_000);
          if (said.includes('"msg":"listening"')) resolve();
        });
      }
    });
    const ended = this.exited.then(() => Promise.reject(new Error(`It ended:\n${said}`)));
    ended.catch(() => undefined);
    await Promise.race([listens, ended]);
  }

  signal(signal: NodeJS.Signals): void {
    this.child?.kill(signal);
  }

  /** With -9, at whatever it is doing. */
  async kill(): Promise<void> {
    this.signal('SIGKILL');
    await this.exited;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
