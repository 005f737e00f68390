import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

/**
 * JSON lines on standard output. Nothing is redacted, because nothing is handed over that would need it:
 * each caller lists the fields it logs.
 */
export function createLog(level: string): Log {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  return pino(options, standardOutput());
}

/** Milliseconds that a line may wait for others. */
const TOGETHER = 50;

/** Lines are written together, 8 KiB at most: to write costs more than to make a line. */
function standardOutput(): DestinationStream & { flush(): void; flushSync(): void } {
  const out = pino.destination({ dest: 1, sync: true, minLength: 8 * 1024 });
  let due: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(due);
    due = undefined;
    out.flushSync();
  };
  process.once('exit', flush);
  return {
    flush,
    flushSync: flush,
    write(line) {
      out.write(line);
      due ??= setTimeout(flush, TOGETHER);
    },
  };
}

/** Nest's own messages, in the same lines. */
export class FrameworkLog implements LoggerService {
  constructor(private readonly target: Log) {}

  log(message: unknown, context?: string): void {
    this.target.debug({ context }, String(message));
  }

  warn(message: unknown, context?: string): void {
    this.target.warn({ context }, String(message));
  }

  error(message: unknown, _stack?: string, context?: string): void {
    this.target.error({ context }, String(message));
  }
}

export interface Trace {
  readonly kind: string;
  readonly code?: string;
  readonly constraint?: string;
  readonly frames: readonly string[];
}

/** Class, code and stack of a failure: its message and a query's parameters may hold values. */
export function traceOf(thrown: unknown): Trace {
  const error = thrown instanceof Error ? thrown : new Error('not an Error');
  const driver = (error as { driverError?: object }).driverError ?? error;
  const { code, constraint } = driver as { code?: string; constraint?: string };
  // The message comes first in a stack; a line of it could pass for a frame.
  const frames = (error.stack ?? '')
    .replace(error.message, '')
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .map((line) => line.trim().replace(/(file:\/\/)?\/[^()]*?\/(?=(src|dist|node_modules)\/)/, ''));
  return { kind: error.constructor.name, code, constraint, frames };
}
