import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import type { EventMetrics } from './event-metrics.js';
import type { EventSettings } from '../event-settings.js';
import { toOneLineJson, PING } from './event-frame.js';
import { Packet } from './packet.js';

/** Milliseconds that a last frame gets on its way before the reset, which throws away what is unsent. */
const LAST_FRAME = 100;

export const CURSOR_HEADER = 'X-Event-Cursor';

const PING_PACKET = new Packet(PING);

/** The answer as a stream of frames, with bounds on a reader that does not take them. */
export class StreamResponse {
  /** Of its request: behind another answer, maybe for ever, it would not hear of the end from its response. */
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
    return !this.way.writableNeedDrain;
  }

  /** Status, headers and a first ping, so that every proxy passes them on at once. */
  open(cursor: string): void {
    this.res.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-cache',
      Connection: 'keep-alive',
      'X-Accel-Buffering': 'no',
      [CURSOR_HEADER]: cursor,
    });
    // The head by itself, in the same packet: joined with a frame it would be kept in its some eighty pieces.
    this.res.socket?.cork();
    this.res.flushHeaders();
    this.send(PING_PACKET);
    this.res.socket?.uncork();
    this.pinging = setInterval(() => this.ping(), this.settings.pingInterval);
    this.pinging.unref();
  }

  /**
   * Past the response, which would make a chunk of the same bytes for each stream anew, in four pieces. Behind
   * another answer of its connection it has no socket yet, and keeps them itself.
   */
  send(packet: Packet): void {
    if (this.isClosed) return;
    const { socket, chunkedEncoding } = this.res;
    this.way.write(socket && chunkedEncoding ? packet.chunk : packet.bare);
  }

  /** Resolves when there is room for more. A reader without patience left is cut off. */
  async room(): Promise<void> {
    if (this.isClosed || this.hasRoom) return;
    const { connection, way } = this;
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        way.off('drain', done);
        connection.off('close', done);
        resolve();
      };
      const timer = setTimeout(() => this.cutOff(), this.settings.slowReaderTimeout);
      way.once('drain', done);
      connection.once('close', done);
    });
  }

  /** A last frame, then a reset: a clean end would leave one of the known clients waiting for minutes. */
  async end(frames: string): Promise<void> {
    if (this.isClosed) return;
    this.send(new Packet(frames));
    this.isEnding = true;
    clearInterval(this.pinging);
    await new Promise((resolve) => setTimeout(resolve, LAST_FRAME));
    this.reset();
  }

  fail(message: string): Promise<void> {
    return this.end(`event: error\ndata: ${toOneLineJson({ message })}\n\n`);
  }

  private ping(): void {
    if (this.res.writableLength > this.settings.maxUnsentBytes) this.cutOff();
    else this.send(PING_PACKET);
  }

  private get way(): Writable {
    return this.res.socket ?? this.res;
  }

  private cutOff(): void {
    this.metrics.slowReadersEnded.inc();
    this.reset();
  }

  private reset(): void {
    this.connection.resetAndDestroy();
  }
}
