import type { Socket } from 'node:net';
import { expect, it } from '@jest/globals';
import { useApp } from '../support/harness.js';
import { askAndTake, cutAfter } from '../support/slow-reader.js';

/** Milliseconds: half of the server's time-out; long enough for a reader that a loaded machine holds up. */
const PATIENCE = 15_000;
/** Bytes that are more than a steady reader takes here. */
const MUCH = 120_000_000;

const server = useApp();

it('leaves a peer alone that takes its answer slowly but steadily', async () => {
  server.app.getHttpServer().timeout = 2 * PATIENCE;
  // Some 2 MB a second: on one machine the system takes what it does take by the megabyte.
  const some = (socket: Socket) => void (socket.read(100_000) ?? socket.read());

  const after = await cutAfter(await askAndTake(server, MUCH, some), 2 * PATIENCE);

  expect(after).toBeGreaterThanOrEqual(2 * PATIENCE);
});
