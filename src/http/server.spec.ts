import { EventEmitter } from 'node:events';
import type { IncomingMessage, RequestListener } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { fewATurn } from './server.js';

type Args = Parameters<RequestListener>;

/** Begins requests that take so many milliseconds each, and gives their numbers in the order in which they began. */
function server(milliseconds: number) {
  const begun: number[] = [];
  const listener = fewATurn((req: IncomingMessage) => {
    begun.push((req as unknown as { number: number }).number);
    const start = performance.now();
    while (performance.now() - start < milliseconds);
  });
  const begin = (number: number, { socket = { destroyed: false }, url = '/', ...more } = {}) => {
    const res = new EventEmitter();
    listener({ number, socket, url, ...more } as unknown as Args[0], res as unknown as Args[1]);
    return res;
  };
  return { begun, begin };
}

const COUNT = 40;

describe('requests that come at once over many connections', () => {
  it('begin in their order, a few in each turn of the loop', async () => {
    const { begun, begin } = server(3);
    for (let n = 0; n < COUNT; n++) begin(n);
    const perTurn = [begun.length];
    while (begun.length < COUNT) {
      const before = begun.length;
      await turn();
      perTurn.push(begun.length - before);
    }

    expect(Math.max(...perTurn)).toBeLessThanOrEqual(4);
    expect(begun).toEqual(Array.from({ length: COUNT }, (_, n) => n));
  });

  it('are not begun once their connections have ended', async () => {
    const { begun, begin } = server(11);
    begin(1);
    begin(2, { socket: { destroyed: true } });
    begin(3);
    while (begun.length < 2) await turn();
    await turn();

    expect(begun).toEqual([1, 3]);
  });

  it.each([
    ['who signed in on its connection before', true],
    ['a probe of an orchestrator', false],
  ])('do not keep %s waiting', async (_who, isReader) => {
    const { begun, begin } = server(3);
    const socket = { destroyed: false };
    const earlier = { socket, user: {} };
    if (isReader) begin(-1, earlier).emit('finish');
    else begin(-1, { socket }).emit('finish');
    await turn();
    for (let n = 0; n < COUNT; n++) begin(n);
    begin(COUNT, isReader ? { socket } : { url: '/api/health/live' });
    await turn();

    expect(begun).toContain(COUNT);
    expect(begun.length).toBeLessThan(COUNT / 2);
  });

  it('keep whoever had an answer without signing in waiting', async () => {
    const { begun, begin } = server(3);
    const socket = { destroyed: false };
    begin(-1, { socket }).emit('finish');
    await turn();
    for (let n = 0; n < COUNT; n++) begin(n);
    begin(COUNT, { socket });
    await turn();

    expect(begun).not.toContain(COUNT);
  });
});
