import { constants, fstatSync, openSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';

/** Bytes of whole lines that may wait for a reader that is slow. Beyond, new lines are dropped. */
const MOST_WAITING = 1024 * 1024;
/** Bytes that are written together: to write costs more than to make a line. */
const TOGETHER = 8 * 1024;
/** Milliseconds that a line may wait for others, and after which a reader that took nothing is tried again. */
const PAUSE = 50;
/** Milliseconds that the end of the process waits for a reader that takes nothing. */
const LAST_WAIT = 500;

const EMPTY: Buffer = Buffer.alloc(0);

type Write = (bytes: Buffer) => number;

/**
 * Lines on standard output or error that never wait for their reader: one that is gone, hangs or is a full disk
 * loses lines, and the next that works is told how many. A reader that waits must not make the server wait.
 */
export class LogOutput {
  /** Lines that nobody will read. */
  dropped = 0;
  private untold = 0;
  /** Bytes that are being written; their first line may be begun already. */
  private head = EMPTY;
  private isBegun = false;
  /** Lines behind it. */
  private lines: string[] = [];
  private waiting = 0;
  /** Bytes that came since the reader was last tried. */
  private untried = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly writeSome: Write,
    /** Says on the same output how many lines were dropped. */
    private readonly notice: (dropped: number) => string = () => '',
  ) {}

  write(line: string): void {
    if (this.head.length + this.waiting + line.length > MOST_WAITING) this.drop(1);
    else this.keep(line);
    this.untried += line.length;
    if (this.untried >= TOGETHER) this.flush();
    else this.timer ??= setTimeout(() => this.flush(), PAUSE).unref();
  }

  /** Writes what the reader takes now. What it does not take waits. */
  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.untried = 0;
    this.writeAll();
    if (!this.isEmpty) this.timer = setTimeout(() => this.flush(), PAUSE).unref();
  }

  /** Writes what is left, and waits a moment for a reader that is slow: nothing comes after it. */
  flushAtEnd(): void {
    const end = performance.now() + LAST_WAIT;
    for (this.flush(); !this.isEmpty && performance.now() < end; this.flush()) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }

  private get isEmpty(): boolean {
    return this.head.length === 0 && this.lines.length === 0;
  }

  private keep(line: string): void {
    this.lines.push(line);
    this.waiting += line.length;
  }

  private drop(count: number): void {
    this.dropped += count;
    this.untold += count;
  }

  private writeAll(): void {
    try {
      while (!this.isEmpty) if (!this.writeOnce()) return;
      if (this.untold === 0) return;
      const text = this.notice(this.untold);
      this.untold = 0;
      if (text !== '') this.keep(text);
      while (!this.isEmpty) if (!this.writeOnce()) return;
    } catch (error) {
      this.giveUp((error as NodeJS.ErrnoException).code);
    }
  }

  /** False where the reader takes nothing now. */
  private writeOnce(): boolean {
    if (this.head.length === 0) this.takeLines();
    try {
      const written = this.writeSome(this.head);
      if (written > 0) this.isBegun = this.head[written - 1] !== 0x0a;
      this.head = this.head.subarray(written);
      return written > 0;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return false;
      throw error;
    }
  }

  private takeLines(): void {
    this.head = Buffer.from(this.lines.join(''));
    this.lines = [];
    this.waiting = 0;
  }

  /** The rest of a line that was begun stays, unless nobody is there who has its beginning. */
  private giveUp(code: string | undefined): void {
    const isKept = this.isBegun && code !== 'EPIPE';
    const end = isKept ? this.head.indexOf(0x0a) + 1 : 0;
    this.drop(countLines(this.head.subarray(end)) + this.lines.length);
    this.head = this.head.subarray(0, end);
    this.isBegun = isKept;
    this.lines = [];
    this.waiting = 0;
  }
}

function countLines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(0x0a); at >= 0; at = bytes.indexOf(0x0a, at + 1)) count++;
  return count;
}

/** Sockets that keep their descriptor from waiting. */
const kept: Socket[] = [];

/** Writes to a descriptor without ever waiting: what has no room now throws EAGAIN. */
export function writerTo(fd: number): Write {
  const target = withoutWaiting(fd);
  return (bytes) => writeSync(target, bytes);
}

/**
 * A pipe or terminal is opened once more, so that not waiting concerns nobody who shares it. A socket cannot be, and
 * neither can a pipe of another account: Node makes these not wait, for all who have them. A file never waits.
 */
function withoutWaiting(fd: number): number {
  const status = fstatSync(fd);
  if (status.isFile() || (status.isCharacterDevice() && process.platform !== 'linux')) return fd;
  try {
    const { O_WRONLY, O_NONBLOCK, O_NOCTTY } = constants;
    return openSync(`/proc/self/fd/${fd}`, O_WRONLY | O_NONBLOCK | O_NOCTTY);
  } catch {
    if (!status.isFIFO() && !status.isSocket()) return fd;
    // Node's own thread would read nothing from it: it is written to alone.
    kept.push(new Socket({ fd, readable: false, writable: true }).on('error', () => undefined));
    kept.at(-1)?.unref();
    return fd;
  }
}

const outputs = new Map<number, LogOutput>();

/** The one output of this process for standard output (1) or error (2). */
export function standardOutput(fd: 1 | 2): LogOutput {
  const known = outputs.get(fd);
  if (known) return known;
  const notice = (dropped: number) =>
    `${JSON.stringify({ level: 40, time: new Date().toISOString(), dropped, msg: 'log lines were dropped' })}\n`;
  const output = new LogOutput(writerTo(fd), notice);
  outputs.set(fd, output);
  process.once('exit', () => output.flushAtEnd());
  return output;
}

/** Lines of this process that were dropped so far. */
export function droppedLines(): number {
  let sum = 0;
  for (const { dropped } of outputs.values()) sum += dropped;
  return sum;
}

/** Says something to whoever started the process, apart from the log. Never waits, never throws. */
export const printError = (text: string): void => standardOutput(2).write(text);
