import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import express from 'express';
import { cutSlowReaders } from '../../src/http/slow-readers.js';
import { open, request } from '../support/raw-http.js';

const MIB = 1024 * 1024;
/** A body that is more than the buffers of both ends take: a part of it waits in the server. */
const LARGE = Buffer.alloc(24 * MIB);
const MOST = 64 * MIB;

let server: Server;
let url: string;
/** What the server has of its connections, the ones that were cut as well. */
let peers: Socket[];
let answers: ServerResponse[];
/** The most that waited at any time right after an answer was complete. */
let peak: number;
const ours: Socket[] = [];

const isOpen = (peer: Socket) => !peer.destroyed;

/** Counted apart from what is tested: all that any response still open has not got rid of. */
function held(): number {
  const live = peers.filter(isOpen);
  return live.reduce((sum, peer) => sum + askedOf(peer) - takenBy(peer), 0);
}

/** Bytes of all bodies that were written for a peer. */
const askedOf = (peer: Socket): number =>
  answers.filter(({ req }) => req.socket === peer).reduce((sum, { req }) => sum + sizeOf(req), 0);

const sizeOf = ({ url }: IncomingMessage): number => Number(url!.split('/')[2]) * MIB;
const takenBy = (peer: Socket): number => peer.bytesWritten - peer.writableLength;

beforeEach(async () => {
  [peers, answers, peak] = [[], [], 0];
  const app = express();
  app.use((req, res) => {
    answers.push(res);
    const size = sizeOf(req) / MIB;
    if (req.url.startsWith('/stream')) stream(res, size);
    else res.end(LARGE.subarray(0, size * MIB));
    peak = Math.max(peak, held());
  });
  server = createServer(app);
  server.timeout = 0;
  cutSlowReaders(server, () => undefined, MOST);
  server.on('connection', (socket: Socket) => peers.push(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  jest.restoreAllMocks();
  for (const socket of ours.splice(0)) socket.destroy();
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

/** An answer that goes on, with a sign of life now and then. */
function stream(res: ServerResponse, size: number): void {
  res.write(LARGE.subarray(0, size * MIB));
  const beating = setInterval(() => res.write(':\n'), 50);
  res.req.socket.once('close', () => clearInterval(beating));
}

/** Asks on a connection of its own, and reads nothing. Resolves with the server's end once the answers wait. */
async function askAndNotRead(...paths: string[]): Promise<Socket> {
  const [seen, asked] = [answers.length, peers.length];
  const socket = await open(url);
  ours.push(socket.pause().on('error', () => undefined));
  socket.write(paths.map((path) => request(`GET ${path}`)).join(''));
  while (
    peers.length === asked ||
    (answers.length < seen + paths.length && isOpen(peers.at(-1)!))
  ) {
    await turn();
  }
  return peers.at(-1)!;
}

/** Bytes of the body that came; the server ends the connection after it. */
async function read(path: string): Promise<number> {
  const answer = await fetch(`${url}${path}`, { headers: { connection: 'close' } });
  let bytes = 0;
  for await (const chunk of answer.body!) bytes += chunk.length;
  return bytes;
}

describe('answers that nobody reads', () => {
  it('are held up to the bound, whoever asks for how many', async () => {
    for (let n = 0; n < 30; n++) await askAndNotRead('/bytes/24');

    expect(peak).toBeGreaterThan(MOST / 2);
    expect(peak).toBeLessThanOrEqual(MOST * (1 + 1 / 16) + LARGE.length);
    expect(held()).toBeLessThanOrEqual(MOST * (1 + 1 / 16));
    expect(peers.filter(isOpen).length).toBeLessThan(10);
  });

  it('count on one connection too, where all but the first wait for it', async () => {
    const peer = await askAndNotRead(...Array.from({ length: 30 }, () => '/bytes/24'));

    expect(peer.destroyed).toBe(true);
    expect(peak).toBeLessThanOrEqual(MOST * (1 + 1 / 16) + LARGE.length);
  });

  it('go, and an answer that is read comes whole', async () => {
    const unread = [];
    for (let n = 0; n < 6; n++) {
      unread.push(await askAndNotRead('/bytes/24'));
      expect(await read('/bytes/24')).toBe(LARGE.length);
    }

    expect(unread.filter(isOpen).length).toBeLessThan(4);
  });

  it('go from whom they wait for the longest, and the most', async () => {
    const first = await askAndNotRead('/bytes/24', '/bytes/24');
    // What the buffers of the system take counts as read: a part of an answer that differs by machine.
    const second = await askAndNotRead('/bytes/24', '/bytes/20');

    expect([first, second].map(isOpen)).toEqual([false, true]);
  });

  it('go from who has not taken its share for a second, before all others', async () => {
    const now = performance.now.bind(performance);
    let ahead = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now() + ahead);
    const late = await askAndNotRead('/bytes/20');
    ahead += 400;
    const larger = await askAndNotRead('/bytes/21', '/bytes/22');
    ahead += 600;
    await askAndNotRead('/bytes/20');

    expect([late, larger].map(isOpen)).toEqual([false, true]);
  });

  it('stay where they are not too much together', async () => {
    const two = [await askAndNotRead('/bytes/24'), await askAndNotRead('/bytes/24')];
    expect(two.every(isOpen)).toBe(true);
  });

  it('are no streams, which have bounds of their own', async () => {
    const streams = [];
    for (let n = 0; n < 6; n++) streams.push(await askAndNotRead('/stream/24'));
    for (let n = 0; n < 10; n++) await askAndNotRead('/bytes/24');

    expect(held()).toBeGreaterThan(MOST);
    expect(streams.every(isOpen)).toBe(true);
    expect(peers.some((peer) => peer.destroyed)).toBe(true);
  });
});

describe('an answer that is too much by itself', () => {
  it('comes whole to who reads it, for there is nobody else to cut off', async () => {
    server.removeAllListeners('request');
    server.on('request', (_req, res) => res.end(Buffer.alloc(MOST + 32 * MIB)));
    cutSlowReaders(server, () => undefined, MOST);

    expect(await read('/')).toBe(MOST + 32 * MIB);
  });
});

describe('an answer behind a stream of its connection', () => {
  it('does not wait for ever', async () => {
    server.timeout = 600; // Node's own, which each beat begins anew
    const peer = await askAndNotRead('/stream/0', '/bytes/24');

    if (isOpen(peer)) await once(peer, 'close');
    expect(held()).toBe(0);
  });
});
