import { describe, expect, it } from '@jest/globals';
import { ProcessorBudget } from './processor-budget.js';

/** Milliseconds of the processor. */
const working = (time: number) => () => {
  const start = process.cpuUsage();
  const spent = () => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1_000;
  };
  while (spent() < time);
};

describe('the share of an organization in the processor', () => {
  it('is used up by dear ones for a minute, and by nobody else', () => {
    const budget = new ProcessorBudget({ usual: 5, dearPerMinute: 30, perMinute: 10_000 });
    const [share, other] = [budget.shareOf('a'), budget.shareOf('b')];

    share.charge(working(20));
    expect(share.secondsUntilFree).toBe(0);
    share.charge(working(20));

    expect(budget.shareOf('a').secondsUntilFree).toBeGreaterThan(50);
    expect(budget.shareOf('a').secondsUntilFree).toBeLessThanOrEqual(60);
    expect(other.secondsUntilFree).toBe(0);
  });

  it('is used up by usual ones too, however short each is', () => {
    const share = new ProcessorBudget({ usual: 1_000, dearPerMinute: 1, perMinute: 20 }).shareOf(
      'a',
    );

    for (let i = 0; i < 5; i++) share.charge(working(2));
    expect(share.secondsUntilFree).toBe(0);
    for (let i = 0; i < 10; i++) share.charge(working(2));

    expect(share.secondsUntilFree).toBeGreaterThan(50);
  });

  it('gives the result of a step', () => {
    expect(new ProcessorBudget().shareOf('a').charge(() => 'result')).toBe('result');
  });
});
