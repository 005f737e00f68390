import { describe, expect, it } from '@jest/globals';
import {
  measured,
  ProcessorBudget,
  type ProcessorCosts,
  type ProcessorShare,
} from './processor-budget.js';

/** Each step takes what it says, whatever else the machine does meanwhile. */
const budgetOf = (costs: ProcessorCosts): ProcessorBudget =>
  new ProcessorBudget(costs, (step) => {
    const result = step();
    return { result, took: Number(result) };
  });

/** A step of so many milliseconds of the processor. */
const working = (time: number) => (): number => time;

/** Does steps of so many milliseconds until it may no more. */
function useUp(share: ProcessorShare, time: number): number {
  let steps = 0;
  for (; steps < 1_000 && share.secondsUntilFree === 0; steps++) share.charge(working(time));
  return steps;
}

/** Milliseconds of the processor, of this thread and all others. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

const [ONE, OTHER] = [
  ['one', 'row'],
  ['other', 'its row'],
];

describe('what an organization may take of the processor', () => {
  it('is used up by dear steps for a while, and by nobody else', () => {
    const budget = budgetOf({ usual: 5, dearPerMinute: 60, perMinute: 10_000 });
    const share = budget.shareOf('a', ONE);

    share.charge(working(10));
    expect(share.secondsUntilFree).toBe(0);
    useUp(share, 20);

    expect(budget.shareOf('a', ONE).secondsUntilFree).toBeGreaterThan(5);
    expect(budget.shareOf('a', ONE).secondsUntilFree).toBeLessThanOrEqual(60);
    expect(budget.shareOf('b', ONE).secondsUntilFree).toBe(0);
  });

  it('is used up by usual ones too, however short each is', () => {
    const budget = budgetOf({ usual: 1_000, dearPerMinute: 1, perMinute: 20 });
    const share = budget.shareOf('a', ONE);

    for (let i = 0; i < 3; i++) share.charge(working(2));
    expect(share.secondsUntilFree).toBe(0);
    for (let i = 0; i < 12; i++) share.charge(working(2));

    expect(share.secondsUntilFree).toBeGreaterThan(50);
  });

  it.each([
    ['dear steps', { usual: 5, dearPerMinute: 100, perMinute: 10_000 }, 30],
    ['usual steps', { usual: 1_000, dearPerMinute: 1, perMinute: 200 }, 5],
  ])('is parted between who sets up what calls: %s of one stop no other', (_, costs, time) => {
    const budget = budgetOf(costs);
    for (let i = 0; i < 20; i++) useUp(budget.shareOf('a', ['one', `row ${i}`]), time);

    expect(budget.shareOf('a', ['one', 'row']).secondsUntilFree).toBeGreaterThan(0);
    const other = budget.shareOf('a', OTHER);
    for (let i = 0; i < 5; i++) {
      expect(other.secondsUntilFree).toBe(0);
      other.charge(working(1));
    }
  });

  it('gives the result of a step', () => {
    expect(new ProcessorBudget().shareOf('a', ONE).charge(() => 'result')).toBe('result');
  });
});

describe('what a step took', () => {
  it('is the time in which it worked', () => {
    const start = processorTime();
    const { took } = measured(() => {
      while (processorTime() - start < 10);
    });

    expect(took).toBeGreaterThan(5);
    expect(took).toBeLessThanOrEqual(processorTime() - start);
  });

  it('is not the time in which it waited', () => {
    const lock = new Int32Array(new SharedArrayBuffer(4));

    // Other threads of the process may work meanwhile, but hardly all the time.
    const least = Math.min(
      ...Array.from({ length: 5 }, () => measured(() => Atomics.wait(lock, 0, 0, 20)).took),
    );

    expect(least).toBeLessThan(15);
  });
});
