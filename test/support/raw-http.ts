import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

export interface RawExchange {
  readonly answers: readonly RawAnswer[];
  /** Whether the server ended the connection. */
  readonly closed: boolean;
}

/** What to wait for: that many answers, or the end of the connection. */
export type Until = number | 'closed';

/** Sends bytes as they are over a connection of their own; for what a client library would not send. */
export async function sendRaw(
  url: string,
  bytes: string | Buffer | readonly (string | Buffer)[],
  until: Until = 1,
): Promise<RawExchange> {
  const socket = await open(url);
  for (const piece of [bytes].flat()) socket.write(piece as string | Buffer);
  return listen(socket, until);
}

export function open(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => resolve(socket));
    socket.once('error', reject);
  });
}

export function listen(socket: Socket, until: Until): Promise<RawExchange> {
  return new Promise((resolve) => {
    let received = Buffer.alloc(0);
    const done = (closed: boolean) => {
      socket.destroy();
      resolve({ answers: parse(received), closed });
    };
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      if (until !== 'closed' && parse(received).length >= until) done(false);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => done(true));
  });
}

/** Complete answers only. Their bodies have a Content-Length or none. */
function parse(received: Buffer): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let rest = received;
  for (;;) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) return answers;
    const [statusLine = '', ...lines] = rest.subarray(0, end).toString('latin1').split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => [line.split(':', 1)[0]!.toLowerCase(), line.replace(/^[^:]*:\s*/, '')]),
    );
    const length = Number(headers['content-length'] ?? 0);
    const body = rest.subarray(end + 4, end + 4 + length);
    const status = Number(statusLine.split(' ')[1]);
    if (body.length < length && !(status >= 200 && rest.length === end + 4)) return answers;
    answers.push({ status, headers, text: body.toString('utf8') });
    rest = rest.subarray(end + 4 + body.length);
  }
}

/** A request as text: request line, Host, the headers given, and a body with its length. */
export function request(line: string, headers: readonly string[] = [], body?: string): string {
  const length = body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  return `${[`${line} HTTP/1.1`, 'Host: localhost', ...headers, ...length].join('\r\n')}\r\n\r\n${body ?? ''}`;
}
