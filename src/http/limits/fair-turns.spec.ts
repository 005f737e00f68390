import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { FairTurns } from './fair-turns.js';

describe('FairTurns', () => {
  it('lets one work at a time, and callers by turns', async () => {
    const turns = new FairTurns();
    const order: string[] = [];
    let atWork = 0;
    const work = (caller: string) =>
      turns.run(caller, async () => {
        expect(++atWork).toBe(1);
        await turn();
        order.push(caller);
        atWork--;
      });

    await Promise.all(['a', 'a', 'a', 'a', 'b', 'b', 'c'].map(work));

    expect(order.join('')).toBe('aabcaba');
  });

  it('goes on after work that fails', async () => {
    const turns = new FairTurns();
    const failing = turns.run('a', async () => {
      await turn();
      throw new Error('no');
    });
    const next = turns.run('a', async () => 'done');

    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('done');
  });
});
