import { describe, expect, it } from '@jest/globals';
import { type Moment, Pace } from './pace.js';

/** A process in which others are active for a share of the time; tells each time it may, and so long. */
function process(others: number) {
  let moment: Moment = { now: 0, active: 0 };
  const pace = new Pace(() => moment);
  const pass = (milliseconds: number, share: number) => {
    moment = { now: moment.now + milliseconds, active: moment.active + milliseconds * share };
  };
  const tell = (took: number) => {
    pass(took, 1);
    return pace.pauseAfter(took);
  };
  const passTime = (milliseconds: number) => pass(milliseconds, others);
  return { tell, pass: passTime, now: () => moment.now };
}

/** The share of its time that the process tells, when there is always news. */
function shareWith(others: number, took: number): number {
  const { tell, pass, now } = process(others);
  for (let n = 0; n < 100; n++) pass(tell(took));
  const [start, rounds] = [now(), 500];
  for (let n = 0; n < rounds; n++) pass(tell(took));
  return (rounds * took) / (now() - start);
}

describe('a pause after followers were told', () => {
  it('is none to speak of for few followers', () => {
    const { tell, pass } = process(0.1);
    pass(1_000);
    expect(tell(0.1)).toBeLessThan(1);
  });

  it('takes a quarter of the time where there is nothing else to do', () => {
    expect(shareWith(0, 8)).toBeCloseTo(0.25, 2);
  });

  it('grows with what others do, until telling takes a twentieth', () => {
    expect(shareWith(0.125, 5)).toBeCloseTo(0.125, 2);
    expect(shareWith(0.25, 5)).toBeCloseTo(0.05, 2);
    expect(shareWith(0.9, 5)).toBeCloseTo(0.05, 2);
  });

  it('is never longer than half a second', () => {
    const { tell, pass } = process(0.9);
    for (let n = 0; n < 20; n++) {
      const pause = tell(60);
      expect(pause).toBeLessThanOrEqual(500);
      pass(pause);
    }
  });

  it('is shared by all who tell', () => {
    const { tell, pass } = process(0.9);
    for (let n = 0; n < 200; n++) pass(tell(2));
    const alone = tell(2);
    expect(tell(2)).toBeGreaterThan(alone * 1.5);
  });

  it('is over where nothing was told for a while', () => {
    const { tell, pass } = process(0.9);
    for (let n = 0; n < 200; n++) pass(tell(2));
    const usual = tell(2);
    pass(1_000);
    expect(tell(2)).toBeCloseTo(usual);
  });
});
