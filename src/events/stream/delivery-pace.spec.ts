import { describe, expect, it } from '@jest/globals';
import { type LoopTimes, DeliveryPace } from './fanout.js';

/** A process in which other work is active for a share of the time. */
function process(others: number) {
  let moment: LoopTimes = { now: 0, active: 0 };
  const pace = new DeliveryPace(() => moment);
  const pass = (milliseconds: number, share: number) => {
    moment = { now: moment.now + milliseconds, active: moment.active + milliseconds * share };
  };
  const deliver = (took: number) => {
    pass(took, 1);
    return pace.pauseAfter(took);
  };
  const passTime = (milliseconds: number) => pass(milliseconds, others);
  return { deliver, pass: passTime, now: () => moment.now };
}

/** The share of its time that the process delivers, when there are always new events. */
function shareWith(others: number, took: number): number {
  const { deliver, pass, now } = process(others);
  for (let n = 0; n < 100; n++) pass(deliver(took));
  const [start, rounds] = [now(), 500];
  for (let n = 0; n < rounds; n++) pass(deliver(took));
  return (rounds * took) / (now() - start);
}

describe('DeliveryPace', () => {
  it('pauses less than a millisecond for few subscribers', () => {
    const { deliver, pass } = process(0.1);
    pass(1_000);
    expect(deliver(0.1)).toBeLessThan(1);
  });

  it('lets delivery take a quarter of an otherwise idle process', () => {
    expect(shareWith(0, 8)).toBeCloseTo(0.25, 2);
  });

  it('pauses longer with other load, until delivery takes a twentieth', () => {
    expect(shareWith(0.125, 5)).toBeCloseTo(0.125, 2);
    expect(shareWith(0.25, 5)).toBeCloseTo(0.05, 2);
    expect(shareWith(0.9, 5)).toBeCloseTo(0.05, 2);
  });

  it('pauses for half a second at most', () => {
    const { deliver, pass } = process(0.9);
    for (let n = 0; n < 20; n++) {
      const pause = deliver(60);
      expect(pause).toBeLessThanOrEqual(500);
      pass(pause);
    }
  });

  it('counts the deliveries of all projects together', () => {
    const { deliver, pass } = process(0.9);
    for (let n = 0; n < 200; n++) pass(deliver(2));
    const alone = deliver(2);
    expect(deliver(2)).toBeGreaterThan(alone * 1.5);
  });

  it('forgets deliveries of a while ago', () => {
    const { deliver, pass } = process(0.9);
    for (let n = 0; n < 200; n++) pass(deliver(2));
    const usual = deliver(2);
    pass(1_000);
    expect(deliver(2)).toBeCloseTo(usual);
  });
});
