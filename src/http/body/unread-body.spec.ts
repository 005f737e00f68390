import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { pacingUnread } from './unread-body.js';

const SIZE = 4 * 1024 * 1024;

describe('A body that was answered without having been read', () => {
  it('is taken a few pieces in a turn of the event loop, and the connection goes on', async () => {
    let taken = 0;
    const watch = (req: IncomingMessage) =>
      req.on('data', (part: Buffer) => {
        taken += part.length;
        const start = performance.now();
        while (performance.now() - start < 4);
      });
    const server = createServer(
      pacingUnread((req, res) => {
        if (req.method === 'POST') res.once('finish', () => watch(req));
        res.end('answered');
      }),
    ).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    let answers = '';
    socket.setEncoding('latin1').on('data', (text: string) => (answers += text));

    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${SIZE}\r\n\r\n`);
    socket.write(Buffer.alloc(SIZE));
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    let most = 0;
    while (!socket.closed) {
      const before = taken;
      await turn();
      most = Math.max(most, taken - before);
    }
    server.close();

    expect(taken).toBe(SIZE);
    expect(most).toBeLessThanOrEqual(SIZE / 8);
    expect(answers.split('answered')).toHaveLength(3);
  });
});
