import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { TestApp } from './harness.js';
import { open, request } from './raw-http.js';

/** Asks for at least so many bytes in pipelined requests, and takes of them only what `take` takes. */
export async function askAndTake(
  server: TestApp,
  bytes: number,
  take: (socket: Socket) => void,
): Promise<Socket> {
  const { text } = await server.http.get('/api/docs/json').expect(200);
  const socket = await open(server.url);
  socket.pause();
  socket.on('error', () => undefined);
  socket.write(request('GET /api/docs/json').repeat(Math.ceil(bytes / text.length)));
  const taking = setInterval(() => {
    take(socket);
    // A client that does not read learns of the end only by writing; an empty line between requests means nothing.
    if (!socket.destroyed) socket.write('\r\n');
  }, 50);
  socket.once('close', () => clearInterval(taking));
  return socket;
}

/** Milliseconds until the server cuts the connection off; as many as were waited if it does not. */
export async function cutAfter(socket: Socket, wait: number): Promise<number> {
  const start = performance.now();
  while (!socket.destroyed && performance.now() - start < wait) await delay(20);
  socket.destroy();
  return performance.now() - start;
}
