import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/**
 * A client that costs next to nothing: the bytes of a request are made once, and of an answer only the status
 * and the length are read. With Node's own client, half of a measurement on few cores would be the client.
 */
class Connection {
  private unread: Buffer[] = [];
  private have = 0;
  private need = 0;
  /** The server ends the connection after this answer. */
  isLast = false;
  private settle?: { resolve: (status: number) => void; reject: (error: Error) => void };

  private constructor(private readonly socket: Socket) {
    socket.on('data', (chunk: Buffer) => this.take(chunk));
    socket.on('close', () => this.settle?.reject(new Error('The server closed the connection')));
    socket.on('error', (error) => this.settle?.reject(error));
  }

  static async to(url: URL): Promise<Connection> {
    const socket = connect(Number(url.port || 80), url.hostname);
    socket.setNoDelay(true);
    await once(socket, 'connect');
    return new Connection(socket);
  }

  send(bytes: Buffer): Promise<number> {
    return new Promise((resolve, reject) => {
      this.settle = { resolve, reject };
      this.socket.write(bytes);
    });
  }

  close(): void {
    delete this.settle;
    this.socket.destroy();
  }

  private take(chunk: Buffer): void {
    this.unread.push(chunk);
    this.have += chunk.length;
    if (this.have < this.need) return;
    const all = this.unread.length === 1 ? chunk : Buffer.concat(this.unread);
    this.unread = [all];
    const head = all.indexOf('\r\n\r\n');
    if (head < 0) return;
    const text = all.toString('latin1', 0, head + 2);
    const status = Number(text.slice(9, 12));
    this.isLast = /\r\nconnection: close\r\n/i.test(text);
    this.need = head + 4 + bodyLength(text, status);
    if (this.have < this.need) return;
    this.unread = [];
    this.have = this.need = 0;
    this.settle?.resolve(status);
  }
}

function bodyLength(head: string, status: number): number {
  if (status === 304 || status === 204) return 0;
  const length = /\r\ncontent-length: (\d+)\r\n/i.exec(head)?.[1];
  if (length === undefined) throw new Error('An answer without Content-Length cannot be measured');
  return Number(length);
}

export interface RawRequest {
  readonly url: string;
  readonly token: string;
  readonly etag?: string;
  readonly status: 200 | 304;
}

/** Requests a second of one GET, sent over so many connections for a time. */
export async function rawThroughput(
  { url, token, etag, status }: RawRequest,
  { seconds, concurrency }: { readonly seconds: number; readonly concurrency: number },
): Promise<number> {
  const { host, pathname, search } = new URL(url);
  const condition = etag ? `If-None-Match: ${etag}\r\n` : '';
  const bytes = Buffer.from(
    `GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n${condition}\r\n`,
  );
  const open = () => Connection.to(new URL(url));
  const connections = await Promise.all(Array.from({ length: concurrency }, open));
  const start = performance.now();
  let done = 0;
  const work = async (connection: Connection) => {
    try {
      while (performance.now() - start < seconds * 1000) {
        if (connection.isLast) connection = await open();
        const answered = await connection.send(bytes);
        if (answered !== status) throw new Error(`GET ${url}: ${answered} instead of ${status}`);
        done++;
      }
    } finally {
      connection.close();
    }
  };
  await Promise.all(connections.map(work));
  return done / ((performance.now() - start) / 1000);
}
