import { describe, expect, it } from '@jest/globals';
import { BodyMemory, type BodyRoom } from './body-memory.js';

const MIB = 1024 * 1024;
const member = (caller: string, group: string) => ({ caller, group, isKnown: true });
const stranger = (address: string) => ({ caller: address, group: address, isKnown: false });

/** Opens bodies until one is refused, and gives those that were not. */
function fill(memory: BodyMemory, sender: ReturnType<typeof member>, bytes: number): BodyRoom[] {
  const rooms: BodyRoom[] = [];
  for (;;) {
    try {
      const room = memory.open(sender, bytes);
      room.resize(bytes);
      rooms.push(room);
    } catch (error) {
      expect(error).toMatchObject({ error: 'RateLimitExceeded', headers: { 'Retry-After': '2' } });
      return rooms;
    }
  }
}

describe('BodyMemory', () => {
  it('gives one caller a quarter', () => {
    expect(fill(new BodyMemory(128 * MIB), member('a', 'o'), 16 * MIB)).toHaveLength(2);
  });

  it('gives one organization a third of what members share, however many its members are', () => {
    const memory = new BodyMemory(128 * MIB);
    for (let i = 0; i < 50; i++) fill(memory, member(`m${i}`, 'o'), MIB);

    expect(memory.held).toBe(32 * MIB);
  });

  it('has room for the next organization, however many fill it', () => {
    const memory = new BodyMemory(128 * MIB);
    for (let i = 0; i < 10; i++) {
      for (let j = 0; j < 10; j++) fill(memory, member(`${i}-${j}`, `o${i}`), 16 * 1024);
      memory.open(member('late', 'late'), 16 * 1024).resize(16 * 1024);
    }

    expect(memory.held).toBeLessThan(96 * MIB);
  });

  it('does not let strangers take what members need, or one address what strangers need', () => {
    const memory = new BodyMemory(128 * MIB);
    expect(fill(memory, stranger('1.1.1.1'), 16 * 1024)).toHaveLength(512);
    for (let i = 0; i < 600; i++) fill(memory, stranger(`2.2.${i}`), 16 * 1024);

    expect(memory.held).toBeLessThanOrEqual(32 * MIB);
    expect(fill(memory, member('a', 'o'), 16 * MIB)).toHaveLength(2);
  });

  it('takes no room for what is only announced, and gives back what is released', () => {
    const memory = new BodyMemory(128 * MIB);
    const room = memory.open(member('a', 'o'), 16 * MIB);
    expect(memory.held).toBe(0);
    room.resize(MIB);
    room.resize(10);
    expect(memory.held).toBe(10);
    room.release();
    room.release();
    expect(memory.held).toBe(0);
  });

  it('takes a body of 16 MiB at the smallest setting', () => {
    expect(fill(new BodyMemory(64 * MIB), member('a', 'o'), 16 * MIB)).toHaveLength(1);
  });
});
