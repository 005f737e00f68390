import { describe, expect, it } from '@jest/globals';
import { lockIn } from './lock-clock';

const MINUTE = 60_000;
const at = (minutes: number, wallMinutes = minutes) => ({
  wall: 1_700_000_000_000 + wallMinutes * MINUTE,
  steady: minutes * MINUTE,
});

describe('the lock of an unused page', () => {
  it('is announced a minute before, and due after a quarter of an hour', () => {
    expect(lockIn(at(0), at(13.9))).toBeNull();
    expect(lockIn(at(0), at(14))).toBe(60);
    expect(lockIn(at(0), at(14.5))).toBe(30);
    expect(lockIn(at(0), at(15))).toBe(0);
  });

  it('is not put off by a clock that is set back', () => {
    expect(lockIn(at(0), at(15, -600))).toBe(0);
  });

  it('is due after a machine has slept, whose steady clock stood still', () => {
    expect(lockIn(at(1), at(1, 30))).toBe(0);
  });
});
