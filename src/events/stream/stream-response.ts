import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import type { EventSettings } from '../event-settings.js';
import { PING, sseFrame, toOneLineJson } from './event-frame.js';
import type { EventMetrics } from './event-metrics.js';
import { HttpChunk } from './fanout.js';

/** Milliseconds that a last frame has on its way before the reset of the connection, which drops what is unsent. */
const LAST_FRAME = 100;

export const CURSOR_HEADER = 'X-Event-Cursor';

const PING_CHUNK = new HttpChunk(PING);

/** The answer as a stream of frames, with bounds on a reader that does not take them. */
export class StreamResponse {
  /** The socket of the request: a response behind another one on its connection, maybe for ever, has no socket of its own yet. */
  private readonly connection: Socket;
  private pinging: NodeJS.Timeout | undefined;
  private isEnding = false;

  constructor(
    private readonly res: ServerResponse,
    private readonly settings: EventSettings,
    private readonly metrics: EventMetrics,
    onClose: () => void,
  ) {
    this.connection = res.req.socket;
    this.connection.once('close', () => {
      clearInterval(this.pinging);
      onClose();
    });
  }

  get isClosed(): boolean {
    return this.isEnding || !this.connection.writable;
  }

  get hasRoom(): boolean {
    return !this.target.writableNeedDrain;
  }

  /**
   * Status, headers and a first ping, so that every proxy passes them on at once. `tellsCursor`: the ping has the
   * cursor as its id, for who reads no headers, and data, without which a browser's page is not told of it.
   */
  open(cursor: string, tellsCursor = false): void {
    this.res.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-cache',
      Connection: 'keep-alive',
      'X-Accel-Buffering': 'no',
      [CURSOR_HEADER]: cursor,
    });
    // The head in a write of its own, in the same packet: joined with a frame it would stay in memory in some eighty pieces.
    this.res.socket?.cork();
    this.res.flushHeaders();
    this.send(tellsCursor ? new HttpChunk(sseFrame(cursor, 'ping', '{}')) : PING_CHUNK);
    this.res.socket?.uncork();
    this.pinging = setInterval(() => this.ping(), this.settings.pingInterval);
    this.pinging.unref();
  }

  /**
   * Writes to the socket itself: the response would encode the same bytes as a chunk for each stream anew, in four
   * pieces. Behind another answer of its connection a response has no socket yet, and keeps the bytes.
   */
  send(chunk: HttpChunk): void {
    if (this.isClosed) return;
    const { socket, chunkedEncoding } = this.res;
    this.target.write(socket && chunkedEncoding ? chunk.encoded : chunk.body);
  }

  /** Resolves when there is room for more. A reader that takes longer than `slowReaderTimeout` is cut off. */
  async waitForRoom(): Promise<void> {
    if (this.isClosed || this.hasRoom) return;
    const { connection, target } = this;
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        target.off('drain', done);
        connection.off('close', done);
        resolve();
      };
      const timer = setTimeout(() => this.cutOff(), this.settings.slowReaderTimeout);
      target.once('drain', done);
      connection.once('close', done);
    });
  }

  /** Sends a last frame, then resets the connection: a clean end would leave one of the known clients waiting for minutes. */
  async end(frames: string): Promise<void> {
    if (this.isClosed) return;
    this.send(new HttpChunk(frames));
    this.isEnding = true;
    clearInterval(this.pinging);
    await new Promise((resolve) => setTimeout(resolve, LAST_FRAME));
    this.connection.resetAndDestroy();
  }

  fail(message: string): Promise<void> {
    return this.end(`event: error\ndata: ${toOneLineJson({ message })}\n\n`);
  }

  /** Ends between two events; the client comes again after `retry` milliseconds. */
  endWithRetry(retry: number): Promise<void> {
    return this.end(`event: ping\nretry: ${retry}\n\n`);
  }

  private ping(): void {
    if (this.res.writableLength > this.settings.maxUnsentBytes) this.cutOff();
    else this.send(PING_CHUNK);
  }

  private get target(): Writable {
    return this.res.socket ?? this.res;
  }

  private cutOff(): void {
    this.metrics.slowReadersEnded.inc();
    this.connection.resetAndDestroy();
  }
}
