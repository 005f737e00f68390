import { describe, expect, it } from '@jest/globals';
import { HandshakeBudget } from './handshake-budget.js';

/** Milliseconds of the processor. */
const working = (time: number) => () => {
  const start = process.cpuUsage();
  const spent = () => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1_000;
  };
  while (spent() < time);
};

describe('the share of an organization in handshakes', () => {
  it('is used up by dear ones for a minute, and by nobody else', () => {
    const budget = new HandshakeBudget({ usual: 5, perMinute: 30 });
    const [share, other] = [budget.shareOf('a'), budget.shareOf('b')];

    share.charge(working(20));
    expect(share.secondsUntilFree).toBe(0);
    share.charge(working(20));

    expect(budget.shareOf('a').secondsUntilFree).toBeGreaterThan(50);
    expect(budget.shareOf('a').secondsUntilFree).toBeLessThanOrEqual(60);
    expect(other.secondsUntilFree).toBe(0);
  });

  it('is not used up by usual ones', () => {
    const share = new HandshakeBudget({ usual: 10_000, perMinute: 1 }).shareOf('a');

    share.charge(working(3));

    expect(share.secondsUntilFree).toBe(0);
  });
});
