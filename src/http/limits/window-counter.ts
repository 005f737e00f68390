import type { RedisClientType } from 'redis';

export interface Count {
  readonly hits: number;
  /** Until the window ends. */
  readonly seconds: number;
}

/** Counts hits of a key in fixed windows. */
export interface WindowCounter {
  /** Counts one more hit, or `by` units of cost. */
  hit(key: string, windowSeconds: number, by?: number): Promise<Count>;
}

interface Window {
  hits: number;
  endsAt: number;
}

const MAX_KEYS = 100_000;

/** In this process. Beyond 100,000 keys the oldest window is forgotten first: memory stays bounded. */
export class MemoryCounter implements WindowCounter {
  private readonly windows = new Map<string, Window>();

  constructor(private readonly now: () => number = Date.now) {}

  async hit(key: string, windowSeconds: number, by = 1): Promise<Count> {
    const now = this.now();
    let window = this.windows.get(key);
    if (!window || window.endsAt <= now) {
      this.windows.delete(key);
      this.makeRoom();
      window = { hits: 0, endsAt: now + windowSeconds * 1000 };
      this.windows.set(key, window);
    }
    window.hits += by;
    return { hits: window.hits, seconds: Math.ceil((window.endsAt - now) / 1000) };
  }

  private makeRoom(): void {
    if (this.windows.size < MAX_KEYS) return;
    const oldest = this.windows.keys().next();
    if (!oldest.done) this.windows.delete(oldest.value);
  }
}

/** Counts and sets the expiry in one step, so that no key can live for ever. */
const HIT = `
local hits = redis.call('INCRBY', KEYS[1], ARGV[2])
if hits == tonumber(ARGV[2]) then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return { hits, redis.call('PTTL', KEYS[1]) }`;

const ANSWER_WITHIN_MS = 250;
const LEAVE_ALONE_MS = 2_000;

/** Shared by all replicas. While Redis does not answer, each replica counts for itself. */
export class RedisCounter implements WindowCounter {
  private readonly own = new MemoryCounter();
  private leftAloneUntil = 0;

  constructor(private readonly redis: RedisClientType) {}

  async hit(key: string, windowSeconds: number, by = 1): Promise<Count> {
    if (!this.redis.isReady || performance.now() < this.leftAloneUntil) {
      return this.own.hit(key, windowSeconds, by);
    }
    try {
      const [hits, milliseconds] = await inTime(this.ask(key, windowSeconds, by));
      return { hits, seconds: Math.max(1, Math.ceil(milliseconds / 1000)) };
    } catch {
      // One request in a while finds out whether it is back; the others do not wait for it.
      this.leftAloneUntil = performance.now() + LEAVE_ALONE_MS;
      return this.own.hit(key, windowSeconds, by);
    }
  }

  private ask(key: string, windowSeconds: number, by: number): Promise<[number, number]> {
    const options = {
      keys: [`strongroom:limit:${key}`],
      arguments: [String(windowSeconds * 1000), String(by)],
    };
    return this.redis.eval(HIT, options) as unknown as Promise<[number, number]>;
  }
}

/** The client's own timeout ends with the sending of a command; a Redis that hangs takes it and is silent. */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Redis is late')), ANSWER_WITHIN_MS);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
