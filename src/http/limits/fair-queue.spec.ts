import { describe, expect, it, jest } from '@jest/globals';
import { Abandoned, type Claimant, FairQueue, QueueRefusal } from './fair-queue.js';

const PLACES = { total: 15, perGroup: 10, perCaller: 5, perContended: 2 };
const QUEUE = { total: 100, perGroup: 50, perCaller: 20, bytes: 1_000, patience: 60_000 };

const claim = (group: string, caller = `${group}-1`, more: Partial<Claimant> = {}): Claimant => ({
  group,
  caller,
  contended: null,
  bytes: 0,
  ...more,
});

const aQueue = (places = {}, queue = {}) =>
  new FairQueue({ ...PLACES, ...places }, { ...QUEUE, ...queue });

/** Takes places until there is none; gives how many. */
function fill(queue: FairQueue, claimant: Claimant): number {
  let taken = 0;
  while (queue.tryEnter(claimant)) taken++;
  return taken;
}

/** Waits for a place, and tells of it by name. */
function wait(queue: FairQueue, claimant: Claimant, name: string, admitted: string[]) {
  let abandon = () => undefined as void;
  const entered = queue
    .enter(claimant, (end) => (abandon = end))
    .then(() => void admitted.push(name));
  // Some wait on when their test is over.
  entered.catch(() => undefined);
  return { entered, abandon: () => abandon() };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('places', () => {
  it('are bounded for a caller and an organization; a second caller gets less than the first', () => {
    const queue = aQueue();
    expect(fill(queue, claim('a', 'a-1'))).toBe(5);
    expect(fill(queue, claim('a', 'a-2'))).toBe(4);
    expect(queue.atWork).toBe(9);
  });

  it('leave some for newcomers, whatever the first would take', () => {
    const queue = aQueue();
    const taken = Array.from({ length: 8 }, (_, org) =>
      Array.from({ length: 10 }, (_, n) => fill(queue, claim(`o${org}`, `o${org}-${n}`))).reduce(
        (sum, each) => sum + each,
      ),
    );
    expect(taken).toEqual([10, 4, 1, 0, 0, 0, 0, 0]);
    expect(aQueue({ total: 1, perGroup: 1, perCaller: 1 }).tryEnter(claim('a'))).toBe(true);
  });

  it('are few for an organization that holds them for long, while others are active', () => {
    jest.useFakeTimers();
    const queue = aQueue({ perLongGroup: 2 });
    const once = (group: string, heldFor: number) => {
      expect(queue.tryEnter(claim(group))).toBe(true);
      queue.leave(claim(group), heldFor);
    };
    expect(queue.tryEnter(claim('long'))).toBe(true);
    for (let n = 0; n < 4; n++) once('long', 500);
    expect(fill(queue, claim('long', 'long-2'))).toBe(5);
    for (let n = 0; n < 5; n++) queue.leave(claim('long', 'long-2'), 500);
    once('short', 5);
    expect(fill(queue, claim('long', 'long-2'))).toBe(1);
    expect(fill(queue, claim('short'))).toBe(5);
    jest.advanceTimersByTime(2_001);
    expect(queue.tryEnter(claim('long', 'long-3'))).toBe(true);
    jest.useRealTimers();
  });

  it('are bounded for what would wait for one another', () => {
    const queue = aQueue();
    const contended = { contended: 'project' };
    expect(fill(queue, claim('a', 'a-1', contended))).toBe(2);
    expect(queue.tryEnter(claim('a', 'a-2', contended))).toBe(false);
    expect(queue.tryEnter(claim('a', 'a-2'))).toBe(true);
  });
});

describe('the queue', () => {
  it('takes turns between organizations, and between the callers of one', async () => {
    const queue = aQueue({ total: 1, perGroup: 1, perCaller: 1 });
    const admitted: string[] = [];
    expect(queue.tryEnter(claim('z'))).toBe(true);
    for (let n = 0; n < 3; n++) void wait(queue, claim('a', 'a-1'), 'a-1', admitted);
    void wait(queue, claim('a', 'a-2'), 'a-2', admitted);
    for (let n = 0; n < 2; n++) void wait(queue, claim('b'), 'b-1', admitted);

    let last = claim('z');
    const order = [claim('a', 'a-1'), claim('b'), claim('a', 'a-2'), claim('b'), claim('a', 'a-1')];
    for (const next of order) {
      queue.leave(last, 1);
      last = next;
      await settled();
    }
    queue.leave(last, 1);
    await settled();

    expect(admitted).toEqual(['a-1', 'b-1', 'a-2', 'b-1', 'a-1', 'a-1']);
    expect([queue.atWork, queue.queued]).toEqual([1, 0]);
  });

  it('lets a caller pass what waits for something of its own that is contended', async () => {
    const queue = aQueue();
    const contended = { contended: 'project' };
    const admitted: string[] = [];
    fill(queue, claim('a', 'a-1', contended));
    void wait(queue, claim('a', 'a-1', contended), 'write', admitted);
    expect(queue.tryEnter(claim('a', 'a-1'))).toBe(true);
    queue.leave(claim('a', 'a-1'), 1);
    await settled();
    expect(admitted).toEqual([]);
    queue.leave(claim('a', 'a-1', contended), 1);
    await settled();
    expect(admitted).toEqual(['write']);
  });

  it('refuses beyond its length, by caller, and beyond its bytes', async () => {
    const queue = aQueue({ perCaller: 1 }, { perCaller: 2, bytes: 100 });
    const refused = { seconds: 1 };
    queue.tryEnter(claim('a'));
    for (let n = 0; n < 2; n++) void wait(queue, claim('a'), 'a', []);
    await expect(wait(queue, claim('a'), 'a', []).entered).rejects.toMatchObject(refused);
    queue.tryEnter(claim('b'));
    void wait(queue, claim('b', 'b-1', { bytes: 40 }), 'b', []);
    const tooMuch = wait(queue, claim('b', 'b-1', { bytes: 11 }), 'b', []);
    await expect(tooMuch.entered).rejects.toBeInstanceOf(QueueRefusal);
  });

  it('refuses who waited too long, and forgets who went away', async () => {
    const queue = aQueue({ perCaller: 1 }, { patience: 20 });
    queue.tryEnter(claim('a'));
    const gone = wait(queue, claim('a'), 'gone', []);
    const late = wait(queue, claim('a'), 'late', []);
    gone.abandon();
    await expect(gone.entered).rejects.toBeInstanceOf(Abandoned);
    await expect(late.entered).rejects.toBeInstanceOf(QueueRefusal);
    expect([queue.atWork, queue.queued]).toEqual([1, 0]);
    queue.leave(claim('a'), 1);
    expect(queue.atWork).toBe(0);
    expect((queue as unknown as { groups: Map<string, unknown> }).groups.size).toBe(0);
  });
});
