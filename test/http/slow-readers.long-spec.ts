import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { useApp } from '../support/harness.js';
import { askAndTake, cutAfter } from '../support/slow-reader.js';

/** Milliseconds: half of the server's time-out. */
const PATIENCE = 3_000;
/** Milliseconds that a loaded machine may take beyond that. */
const LATE = 60_000;
/** Bytes that are more than the buffers of both ends hold. */
const MUCH = 10_000_000;

const server = useApp();
let timeout: number;

beforeAll(() => {
  const http = server.app.getHttpServer();
  timeout = http.timeout;
  http.timeout = 2 * PATIENCE;
});
afterAll(() => {
  server.app.getHttpServer().timeout = timeout;
});

async function countOfCut(): Promise<number> {
  const text = await server.metrics.registry.metrics();
  return Number(/^strongroom_http_slow_readers_cut_total (\d+)$/m.exec(text)![1]);
}

describe('a peer that takes its answer', () => {
  it.each<[string, (socket: Socket) => void]>([
    ['not at all', () => undefined],
    ['by a few bytes now and then', (socket) => void socket.read(1_000)],
  ])('%s is cut off, and counted', async (_, take) => {
    const before = await countOfCut();
    const after = await cutAfter(await askAndTake(server, MUCH, take), PATIENCE + LATE);

    expect(after).toBeGreaterThan(PATIENCE * 0.9);
    expect(after).toBeLessThan(PATIENCE + LATE);
    expect(await countOfCut()).toBe(before + 1);
  });
});
