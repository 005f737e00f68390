import type { LoggerService } from '@nestjs/common';
import { type Logger, pino } from 'pino';

export type Log = Logger;

/**
 * JSON lines on standard output. Nothing is redacted, because nothing is handed over that would need it:
 * each caller lists the fields it logs.
 */
export function createLog(level: string): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
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
