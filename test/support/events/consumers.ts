import { connect, type Socket } from 'node:net';
import { type Ask, type At, type Item, SUBSCRIBE } from './event-source.js';

/** Bytes of a body in chunks, handed on as lines the way a line scanner gives them. */
abstract class LineConsumer {
  connections = 0;
  problem: string | null = null;
  private socket: Socket | undefined;
  /** Whether it has been let in once: from then on it misses nothing. */
  isConnected = false;
  private isOver = false;
  private pending = '';

  constructor(
    private readonly servers: readonly At[],
    private readonly token: string,
    private readonly ask: Ask,
  ) {}

  /** Stays subscribed, now here and now there, until it is closed. Sends no cursor. */
  async run(): Promise<void> {
    while (!this.isOver) {
      await this.connect(this.servers[this.connections++ % this.servers.length]!);
    }
  }

  /** Breaks the connection, as a failing network does. */
  breakOff(): void {
    this.socket?.resetAndDestroy();
  }

  close(): void {
    this.isOver = true;
    this.socket?.destroy();
  }

  protected abstract begin(): void;
  protected abstract line(line: string): void;

  private connect({ url }: At): Promise<void> {
    const { port } = new URL(url);
    const body = JSON.stringify(this.ask);
    this.begin();
    this.pending = '';
    return new Promise((resolve) => {
      const socket = connect(Number(port), '127.0.0.1');
      this.socket = socket;
      // HTTP/1.0: the body is all that follows, without chunks.
      socket.write(
        `POST ${SUBSCRIBE} HTTP/1.0\r\nHost: localhost\r\nAuthorization: Bearer ${this.token}\r\n` +
          `Accept: text/event-stream\r\nContent-Type: application/json\r\n` +
          `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      );
      let head: string | null = '';
      socket.setEncoding('utf8');
      socket.on('data', (chunk: string) => {
        if (head === null) return this.take(chunk);
        head += chunk;
        const end = head.indexOf('\r\n\r\n');
        if (end < 0) return;
        // Both clients come again after a 5xx, such as one whose connection to the database was killed.
        if (!/^HTTP\/1.1 (200|5\d\d) /.test(head)) this.problem ??= head;
        if (head.startsWith('HTTP/1.1 5')) return void socket.destroy();
        this.isConnected = true;
        const rest = head.slice(end + 4);
        head = null;
        this.take(rest);
      });
      socket.on('error', () => undefined);
      socket.on('close', () => setTimeout(resolve, 10));
    });
  }

  private take(chunk: string): void {
    const lines = (this.pending + chunk).split('\n');
    this.pending = lines.pop()!;
    for (const line of lines) {
      if (Buffer.byteLength(line) >= 64 * 1024) this.problem ??= 'a line of 64 KiB';
      this.line(line.replace(/\r$/, ''));
    }
  }
}

/** The CLI's proxy: only `data:` lines matter, a blank line ends an event, `payload` is an array. */
export class CliConsumer extends LineConsumer {
  readonly items: Item[] = [];
  private data: string[] = [];

  protected begin(): void {
    this.data = [];
  }

  protected line(line: string): void {
    if (line.startsWith('data:')) this.data.push(line.slice(5).trim());
    if (line !== '' || this.data.length === 0) return;
    const text = this.data.join('\n');
    this.data = [];
    const { data } = JSON.parse(text) as { data?: { payload?: unknown } };
    if (!data) return;
    if (!Array.isArray(data.payload)) this.problem ??= text;
    else this.items.push(...(data.payload as Item[]));
  }
}

/** The operator: an event without an `event:` line is dropped, and its data glued onto the next one's. */
export class OperatorConsumer extends LineConsumer {
  reconciles = 0;
  lastPing = 0;
  readonly items: Item[] = [];
  private event = '';
  private data = '';

  protected begin(): void {
    this.event = '';
    this.data = '';
  }

  protected line(line: string): void {
    if (line.startsWith('event:')) this.event = line.slice(6).trim();
    if (line.startsWith('data:')) this.data += line.slice(5).trim();
    if (line !== '' || this.event === '') return;
    if (this.event === 'ping') this.lastPing = performance.now();
    else this.reconcile();
    this.event = '';
    this.data = '';
  }

  private reconcile(): void {
    this.reconciles++;
    if (!this.event.startsWith('secret:')) return;
    const { data } = JSON.parse(this.data) as { data: { payload: Item[] } };
    this.items.push(...data.payload);
  }
}
