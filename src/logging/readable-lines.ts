import { createRequire } from 'node:module';
import type { LogOutput } from './log-output.js';

type Output = Pick<LogOutput, 'write' | 'flush'>;

/** Loaded only where somebody looks: it is for people. */
const load = (): typeof import('pino-pretty') =>
  createRequire(import.meta.url)('pino-pretty') as typeof import('pino-pretty');

/** What a terminal takes for a command: fields may come from strangers. JSON escapes only the first 32. */
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/g;
const UNESCAPED = /[\u007f-\u009f]/g;

const plain = (text: unknown): string => String(text).replace(CONTROL, '?');

/** Fields that the line of a request shows in its text. */
const IN_TEXT = ['method', 'route', 'status', 'ms', 'worker'];

/**
 * Turns each JSON line of the log into one for a person, in this process and at once, and hands it on. The output stays
 * the one that never waits for its reader.
 */
export function readableLines(output: Output, hasColors = true): Output {
  const format = load().prettyFactory({
    colorize: hasColors,
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss.l',
    ignore: ['pid', 'hostname', 'reqId', ...IN_TEXT].join(','),
    messageFormat: (line) => textOf(line),
  });
  return {
    write: (line) => output.write(format(line.replace(UNESCAPED, '?'))),
    flush: () => output.flush(),
  };
}

function textOf(line: Record<string, unknown>): string {
  const { method, route, status, ms, worker, msg } = line;
  const by = worker === undefined ? '' : `[${plain(worker)}] `;
  if (method === undefined) return `${by}${plain(msg ?? '')}`;
  return `${by}${plain(method)} ${plain(route)} ${plain(status)} ${plain(ms)} ms`;
}
