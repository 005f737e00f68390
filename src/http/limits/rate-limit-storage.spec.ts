import { describe, expect, it } from '@jest/globals';
import { RateLimiter, source } from './rate-limiter.js';
import { MemoryStorage } from './rate-limit-storage.js';

describe('MemoryStorage', () => {
  it('counts by key, and starts anew when the window is over', async () => {
    let now = 1_000_000;
    const storage = new MemoryStorage(() => now);

    expect(await storage.add('a', 60_000)).toEqual({ hits: 1, seconds: 60 });
    now += 1;
    expect(await storage.add('a', 60_000)).toEqual({ hits: 2, seconds: 60 });
    expect(await storage.add('b', 60_000)).toEqual({ hits: 1, seconds: 60 });
    now += 59_998;
    expect(await storage.add('a', 60_000)).toEqual({ hits: 3, seconds: 1 });
    now += 1;
    expect(await storage.add('a', 60_000)).toEqual({ hits: 1, seconds: 60 });
  });

  it('forgets the least recently used of 100,000 keys first', async () => {
    const storage = new MemoryStorage(() => 0);
    for (let i = 0; i <= 100_000; i++) await storage.add(`key ${i}`, 60_000);

    expect((await storage.add('key 1', 60_000)).hits).toBe(2);
    expect((await storage.add('key 0', 60_000)).hits).toBe(1);
  });
});

describe('RateLimiter', () => {
  const LIMITS = { read: 2, write: 1, secrets: 1, login: 1, anonymous: 1 };

  it('allows as many as its limit, and names the seconds of the rest', async () => {
    const limiter = new RateLimiter(LIMITS, new MemoryStorage(() => 0));

    expect(await limiter.countRequest('read', 'a')).toEqual({
      'X-RateLimit-Limit': '2',
      'X-RateLimit-Remaining': '1',
      'X-RateLimit-Reset': '60',
    });
    await limiter.countRequest('read', 'a');
    await expect(limiter.countRequest('read', 'a')).rejects.toMatchObject({
      error: 'RateLimitExceeded',
      message: 'Rate limit exceeded. Try again in 60 seconds.',
      headers: { 'Retry-After': '60', 'X-RateLimit-Remaining': '0' },
    });
    expect(await limiter.countRequest('write', 'a')).toMatchObject({
      'X-RateLimit-Remaining': '0',
    });
  });

  it('says and counts nothing when it is off', async () => {
    const limiter = new RateLimiter('off', new MemoryStorage(() => 0));
    for (let i = 0; i < 10; i++) expect(await limiter.countRequest('login', 'a')).toEqual({});
  });
});

describe('source of a caller', () => {
  it.each([
    ['1.2.3.4', '1.2.3.4'],
    ['unknown', 'unknown'],
    ['0198f2a4-7c1e-7bd2-9a57-2f6c1e0d9b3a', '0198f2a4-7c1e-7bd2-9a57-2f6c1e0d9b3a'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:2::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1', 'fe80:0:0:0::/64'],
  ])('of %s is %s', (caller, expected) => {
    expect(source(caller)).toBe(expected);
  });
});
