import { describe, expect, it } from '@jest/globals';
import { readableLines } from './readable-lines.js';

/** What a terminal gets for one line of the log. */
function shown(line: Record<string, unknown>): string {
  let text = '';
  const output = { write: (part: string) => void (text += part), flush: () => undefined };
  const json = { level: 30, time: '2026-11-22T22:00:00.000Z', ...line };
  readableLines(output, false).write(`${JSON.stringify(json)}\n`);
  return text;
}

describe('readableLines', () => {
  it('shows a request as one short line, with who sent it', () => {
    const request = { method: 'GET', route: '/api/status', status: 200, ms: 1.2 };

    const text = shown({ reqId: 'req-1', ...request, address: '10.0.0.1', client: 'curl/8' });

    expect(text).toMatch(
      /^\[\d\d:\d\d:\d\d\.\d{3}\] INFO: GET \/api\/status 200 1\.2 ms \{"address":"10\.0\.0\.1","client":"curl\/8"\}\n$/,
    );
  });

  it('shows other lines with their message, fields and worker', () => {
    expect(shown({ worker: 2, url: 'http://localhost', msg: 'listening' })).toMatch(
      /INFO: \[2\] listening \{"url":"http:\/\/localhost"\}\n$/,
    );
  });

  it('lets nobody send commands to the terminal', () => {
    const evil = '\u001b[31m\u0007\r\n\u009b2J';

    const text = shown({ client: evil, msg: `a${evil}b`, method: evil, route: evil });

    // oxlint-disable-next-line no-control-regex -- these are what must not be there
    expect(text.trimEnd()).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
  });
});
