import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const MAIN = join(import.meta.dirname, '..', 'dist', 'src', 'main.js');

/** The built server, or a command of it, as a process of its own. */
export class Program {
  stdout = '';
  stderr = '';
  readonly exit: Promise<number | null>;
  private readonly child: ChildProcess;

  constructor(env: Readonly<Record<string, string>>, ...args: readonly string[]) {
    const { PATH = '', HOME = '' } = process.env;
    this.child = spawn(process.execPath, [MAIN, ...args], {
      // Elsewhere, so that no `.env` has a say.
      cwd: tmpdir(),
      env: { PATH, HOME, HOST: '127.0.0.1', PORT: '0', RATE_LIMITS: 'off', ...env },
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
    return this.told(/"url":"([^"]+)","msg":"listening"/);
  }

  /** The first group of the pattern, once it is in what was printed. */
  async told(pattern: RegExp): Promise<string> {
    for (;;) {
      const found = pattern.exec(this.stdout);
      if (found) return found[1]!;
      const next = once(this.child.stdout!, 'data').then(() => true);
      const goesOn = await Promise.race([next, this.exit.then(() => false)]);
      if (!goesOn) throw new Error(`It ended:\n${this.stdout}\n${this.stderr}`);
    }
  }
}

export interface Reply {
  readonly status: number;
  readonly text: string;
  readonly body: unknown;
}

/** A request with a JSON body to a server that listens. */
export async function send(
  url: string,
  method: string,
  token?: string,
  body?: object | string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  const answer = await fetch(url, {
    method,
    headers: {
      'Content-Type': 'application/json',
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, text, body: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A token of the admin that the first start of an embedded instance prints. */
export async function firstLogin(server: Program): Promise<{ token: string; secret: string }> {
  const url = await server.listening();
  const clientId = await server.told(/client id\s+(\S+)/);
  const secret = await server.told(/client secret\s+(\S+)/);
  return { token: await login(url, clientId, secret), secret };
}

export async function login(url: string, clientId: string, clientSecret: string): Promise<string> {
  const path = `${url}/api/v1/auth/universal-auth/login`;
  const { body } = await send(path, 'POST', undefined, { clientId, clientSecret });
  return (body as { accessToken: string }).accessToken;
}

/** A project through the API, and its id. */
export async function newProject(url: string, token: string, projectName: string): Promise<string> {
  const { body } = await send(`${url}/api/v1/projects`, 'POST', token, { projectName });
  return (body as { project: { id: string } }).project.id;
}
