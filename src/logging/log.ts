import { isatty } from 'node:tty';
import type { LoggerService } from '@nestjs/common';
import { type Logger, pino } from 'pino';
import { standardOutput } from './log-output.js';
import { readableLines } from './readable-lines.js';

export type Log = Logger;

const isTerminal = (): boolean => isatty(1);

/**
 * Lines on standard output: readable ones where it is a terminal, JSON elsewhere. Nothing is redacted, because nothing is handed over that would need it:
 * each caller lists the fields it logs.
 */
export function createLog(level: string): Log {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  const output = standardOutput(1);
  return pino(options, isTerminal() ? readableLines(output) : output);
}

/** Deprecations and other warnings of Node become lines, too; Node would write them to standard error, and wait. */
export function logWarnings(log: Log): void {
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn(traceOf(warning), 'warning'));
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
    // What Nest says of a failed start, it throws as well.
    const level = context === 'NestApplication' ? 'debug' : 'error';
    this.target[level]({ context }, String(message));
  }
}

export interface Trace {
  readonly kind: string;
  readonly code?: string;
  readonly constraint?: string;
  readonly frames: readonly string[];
}

/** What stands before a path in this tree; and before the name of a file that is elsewhere on the machine. */
const TO_TREE = /(file:\/\/)?\/[^()]*?\/(?=(src|dist|node_modules)\/)/;
const TO_FILE = /(?<=[\s(])(?:file:\/\/)?\/(?:[^()]*\/)?(?=[^()/]+:\d+:\d+\)?$)/;

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
    .map((line) => line.trim().replace(TO_TREE, '').replace(TO_FILE, ''));
  return { kind: error.constructor.name, code, constraint, frames };
}
