import type { ServerResponse } from 'node:http';
import type { EventMetrics } from './event-metrics.js';
import type { EventSettings } from './event-settings.js';
import { lineOf, PING } from './event-frame.js';

/** Milliseconds that a last frame gets on its way before the reset, which throws away what is unsent. */
const LAST_FRAME = 100;

export const CURSOR_HEADER = 'X-Event-Cursor';

/** The answer as a stream of frames, with bounds on a reader that does not take them. */
export class StreamResponse {
  private pinging: NodeJS.Timeout | undefined;
  private isEnding = false;

  constructor(
    private readonly res: ServerResponse,
    private readonly settings: EventSettings,
    private readonly metrics: EventMetrics,
    onClose: () => void,
  ) {
    res.once('close', () => {
      clearInterval(this.pinging);
      onClose();
    });
  }

  get isClosed(): boolean {
    return this.isEnding || this.res.destroyed || this.res.closed;
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
    this.res.write(PING);
    this.res.socket?.uncork();
    this.pinging = setInterval(() => this.ping(), this.settings.pingEvery);
    this.pinging.unref();
  }

  /** Writes whole frames; resolves when there is room for more. A reader without patience left is cut off. */
  async write(frames: string): Promise<void> {
    if (this.isClosed || this.res.write(frames)) return;
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.res.off('drain', done).off('close', done);
        resolve();
      };
      const timer = setTimeout(() => this.cutOff(), this.settings.patience);
      this.res.once('drain', done).once('close', done);
    });
  }

  /** A last frame, then a reset: a clean end would leave one of the known clients waiting for minutes. */
  async end(frames: string): Promise<void> {
    if (this.isClosed) return;
    this.isEnding = true;
    clearInterval(this.pinging);
    await new Promise<void>((resolve) => {
      setTimeout(resolve, LAST_FRAME);
      this.res.write(frames);
    });
    this.reset();
  }

  fail(message: string): Promise<void> {
    return this.end(`event: error\ndata: ${lineOf({ message })}\n\n`);
  }

  private ping(): void {
    if (this.res.writableLength > this.settings.maxUnsent) this.cutOff();
    else if (!this.isClosed && !this.res.writableNeedDrain) this.res.write(PING);
  }

  private cutOff(): void {
    this.metrics.slowReaders.inc();
    this.reset();
  }

  private reset(): void {
    const { socket } = this.res;
    if (socket && 'resetAndDestroy' in socket) socket.resetAndDestroy();
    else this.res.destroy();
  }
}
