import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { useApp } from '../support/harness.js';
import { open, request } from '../support/raw-http.js';

/** Milliseconds: half of the server's time-out. */
const PATIENCE = 3_000;
/** Until the answers are made, the buffers of both ends are full, and the next look after that. */
const LATE = 2_500;

const server = useApp();
let patience: number;

beforeAll(() => {
  const http = server.app.getHttpServer();
  patience = http.timeout;
  http.timeout = 2 * PATIENCE;
});
afterAll(() => {
  server.app.getHttpServer().timeout = patience;
});

/** Bytes that are more than the buffers of both ends hold, and more than a steady reader takes here. */
const MUCH = 10_000_000;
const MORE = 40_000_000;

/** Asks for so many bytes, and of them takes only what `take` takes. */
async function ask(bytes: number, take: (socket: Socket) => void): Promise<Socket> {
  const { text } = await server.http.get('/api/docs/json').expect(200);
  const socket = await open(server.url);
  socket.pause();
  socket.on('error', () => undefined);
  socket.write(request('GET /api/docs/json').repeat(Math.ceil(bytes / text.length)));
  const taking = setInterval(() => {
    take(socket);
    // Who does not read learns of the end only by writing; an empty line between requests says nothing.
    if (!socket.destroyed) socket.write('\r\n');
  }, 50);
  socket.once('close', () => clearInterval(taking));
  return socket;
}

/** Milliseconds until it is cut off; as many as were waited if it is not. */
async function cutAfter(socket: Socket, wait: number): Promise<number> {
  const start = performance.now();
  while (!socket.destroyed && performance.now() - start < wait) await delay(20);
  socket.destroy();
  return performance.now() - start;
}

async function countOfCut(): Promise<number> {
  const text = await server.metrics.registry.metrics();
  return Number(/^strongroom_http_slow_readers_cut_total (\d+)$/m.exec(text)![1]);
}

describe('a peer that takes its answer', () => {
  it.each<[string, (socket: Socket) => void]>([
    ['not at all', () => undefined],
    ['by a few bytes now and then', (socket) => void socket.read(1_000)],
  ])('%s is cut off in time, and counted', async (_, take) => {
    const before = await countOfCut();
    const after = await cutAfter(await ask(MUCH, take), 3 * PATIENCE);

    expect(after).toBeGreaterThan(PATIENCE * 0.9);
    expect(after).toBeLessThan(PATIENCE + LATE);
    expect(await countOfCut()).toBe(before + 1);
  });

  it('slowly but steadily is left alone', async () => {
    // Some 2 MB a second: on one machine the system takes what it does take by the megabyte.
    const some = (socket: Socket) => void (socket.read(100_000) ?? socket.read());

    const after = await cutAfter(await ask(MORE, some), 3 * PATIENCE);

    expect(after).toBeGreaterThanOrEqual(3 * PATIENCE);
  });
});
