import type { ThrottlerStorage } from '@nestjs/throttler';
import { LRUCache } from 'lru-cache';
import type { RedisClientType } from 'redis';

export interface WindowCount {
  readonly hits: number;
  /** Until the window ends. */
  readonly seconds: number;
}

type StorageRecord = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/** Counts what a key spends in fixed windows: requests through the throttler's interface, and units of cost. */
export abstract class RateLimitStorage implements ThrottlerStorage {
  /** Adds so many units to the window of a key, which begins with its first unit and lasts `ttl` milliseconds. */
  abstract add(key: string, ttl: number, units?: number): Promise<WindowCount>;

  /** Counts one request of the throttler. Beyond the limit it is blocked until its window ends. */
  async increment(key: string, ttl: number, limit: number): Promise<StorageRecord> {
    const { hits, seconds } = await this.add(key, ttl);
    return {
      totalHits: hits,
      timeToExpire: seconds,
      isBlocked: hits > limit,
      timeToBlockExpire: seconds,
    };
  }
}

interface Window {
  hits: number;
  endsAt: number;
}

const MAX_KEYS = 100_000;

/** Counts in this process. Beyond 100,000 keys those that were used least recently are forgotten: memory stays bounded. */
export class MemoryStorage extends RateLimitStorage {
  private known: LRUCache<string, Window> | undefined;

  constructor(private readonly now: () => number = Date.now) {
    super();
  }

  /** Made for the first key: its places take megabytes, and beside Redis or without limits nobody needs them. */
  private get windows(): LRUCache<string, Window> {
    return (this.known ??= new LRUCache({ max: MAX_KEYS }));
  }

  async add(key: string, ttl: number, units = 1): Promise<WindowCount> {
    const now = this.now();
    let window = this.windows.get(key);
    if (!window || window.endsAt <= now) {
      window = { hits: 0, endsAt: now + ttl };
      this.windows.set(key, window);
    }
    window.hits += units;
    return { hits: window.hits, seconds: Math.ceil((window.endsAt - now) / 1_000) };
  }
}

/** Counts and sets the expiry in one step, so that no key can live for ever. */
const ADD = `
local hits = redis.call('INCRBY', KEYS[1], ARGV[2])
if hits == tonumber(ARGV[2]) then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return { hits, redis.call('PTTL', KEYS[1]) }`;

/** Milliseconds. */
const ANSWER_WITHIN = 250;
/** Milliseconds for which a Redis that was late is not asked again. */
const RETRY_AFTER = 2_000;

/** Shared by all replicas. While Redis does not answer, each replica counts for itself. */
export class RedisStorage extends RateLimitStorage {
  private readonly fallback = new MemoryStorage();
  private retryAt = 0;

  constructor(private readonly redis: RedisClientType) {
    super();
  }

  async add(key: string, ttl: number, units = 1): Promise<WindowCount> {
    if (!this.redis.isReady || performance.now() < this.retryAt) {
      return this.fallback.add(key, ttl, units);
    }
    try {
      const [hits, milliseconds] = await withDeadline(this.addInRedis(key, ttl, units));
      return { hits, seconds: Math.max(1, Math.ceil(milliseconds / 1_000)) };
    } catch {
      // One request in a while finds out whether it is back; the others do not wait for it.
      this.retryAt = performance.now() + RETRY_AFTER;
      return this.fallback.add(key, ttl, units);
    }
  }

  private addInRedis(key: string, ttl: number, units: number): Promise<[number, number]> {
    const options = { keys: [`strongroom:limit:${key}`], arguments: [String(ttl), String(units)] };
    return this.redis.eval(ADD, options) as unknown as Promise<[number, number]>;
  }
}

/** The client's own timeout ends with the sending of a command; a Redis that hangs takes it and is silent. */
async function withDeadline<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Redis is late')), ANSWER_WITHIN);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
