import { describe, expect, it } from '@jest/globals';
import { type StreamSlot, StreamSlots } from './stream-slots.js';

const BOUNDS = { perCaller: 10, perOrganization: 500, perReplica: 1_000 };

/** Holds streams, and knows which had to give way. */
class Holders {
  readonly held = new Map<StreamSlot, string>();
  private readonly slots: StreamSlots;

  constructor(bounds: Partial<typeof BOUNDS> = {}) {
    this.slots = new StreamSlots({ ...BOUNDS, ...bounds });
  }

  /** Takes as many as it can get, up to `most`; gives how many. Each identity asks in a project of its own. */
  take(orgId: string, most: number, callerId = orgId): number {
    let taken = 0;
    while (taken < most) {
      const projectId = `${callerId} ${Math.floor(taken / BOUNDS.perCaller)}`;
      const slot = this.slots.reserve({ orgId, callerId, projectId });
      if (!slot) break;
      this.held.set(slot, orgId);
      slot.evict = () => this.held.delete(slot);
      taken++;
    }
    return taken;
  }

  of(orgId: string): number {
    return [...this.held.values()].filter((each) => each === orgId).length;
  }
}

describe('StreamSlots', () => {
  it('are bounded for an identity in a project, an organization and a replica', () => {
    const holders = new Holders({ perCaller: 2 });
    expect(holders.take('a', 3)).toBe(2);
    expect(new Holders().take('a', 2_000)).toBe(500);
    const [full] = [new Holders({ perOrganization: 1_000 })];
    expect(full.take('a', 2_000)).toBe(1_000);
  });

  it('that two organizations took all of are there for a third, up to a fair share', () => {
    const holders = new Holders();
    expect([holders.take('a', 1_000), holders.take('b', 1_000)]).toEqual([500, 500]);
    expect(holders.take('c', 1_000)).toBe(333);
    expect(holders.held.size).toBe(1_000);
    expect(['a', 'b'].map((org) => holders.of(org))).toEqual([333, 334]);
    expect(holders.take('a', 1)).toBe(0);
  });

  it('are shared evenly by ten organizations that ask for all of them', () => {
    const holders = new Holders();
    const names = Array.from({ length: 10 }, (_, n) => `org-${n}`);
    for (const name of names) holders.take(name, 1_000);
    for (const name of names) holders.take(name, 1_000);
    expect(names.map((name) => holders.of(name))).toEqual(names.map(() => 100));
  });

  it('are left to whoever holds no more than a share, and refused to those who come then', () => {
    const holders = new Holders({ perReplica: 3 });
    for (const org of ['a', 'b', 'c']) expect(holders.take(org, 1)).toBe(1);
    expect(holders.take('d', 1)).toBe(0);
    expect(holders.held.size).toBe(3);
  });

  it('are shared between the identities of a full organization', () => {
    const holders = new Holders({ perOrganization: 100 });
    expect(holders.take('a', 1_000, 'greedy')).toBe(100);
    expect(holders.take('a', 1_000, 'other')).toBe(50);
    expect(holders.of('a')).toBe(100);
  });

  it('are free again when they are left, once', () => {
    const holders = new Holders({ perOrganization: 1 });
    holders.take('a', 1);
    const [slot] = holders.held.keys();
    slot!.release();
    slot!.release();
    expect([holders.take('a', 1), holders.take('a', 1)]).toEqual([1, 0]);
  });
});
