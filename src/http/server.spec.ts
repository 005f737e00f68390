import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { fewATurn } from './server.js';

type Request = Parameters<RequestListener>[0];

const request = (number: number, destroyed = false) =>
  ({ number, socket: { destroyed } }) as unknown as Request;

/** Begins requests that take so many milliseconds each, and gives their numbers in the order in which they began. */
function server(milliseconds: number) {
  const begun: number[] = [];
  const listener = fewATurn((req: IncomingMessage) => {
    begun.push((req as unknown as { number: number }).number);
    const start = performance.now();
    while (performance.now() - start < milliseconds);
  });
  const begin = (req: Request) => void listener(req, {} as ServerResponse<Request>);
  return { begun, begin };
}

describe('requests that come at once over many connections', () => {
  it('begin in their order, a few in each turn of the loop', async () => {
    const { begun, begin } = server(3);
    for (let n = 0; n < 40; n++) begin(request(n));
    const perTurn = [begun.length];
    while (begun.length < 40) {
      const before = begun.length;
      await turn();
      perTurn.push(begun.length - before);
    }

    expect(Math.max(...perTurn)).toBeLessThanOrEqual(4);
    expect(begun).toEqual(Array.from({ length: 40 }, (_, n) => n));
  });

  it('are not begun once their connections have ended', async () => {
    const { begun, begin } = server(11);
    [request(1), request(2, true), request(3)].forEach(begin);
    while (begun.length < 2) await turn();
    await turn();

    expect(begun).toEqual([1, 3]);
  });
});
