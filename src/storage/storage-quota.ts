import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { EntityManager } from 'typeorm';
import { Database } from '../database/database.js';
import { badRequest } from '../errors/api-error.js';
import { outsideRequest } from '../request-scope/request-scope.js';
import { StorageMetrics } from './storage-metrics.js';
import { StorageRepository, StorageSettings } from './storage.repository.js';

const MAX_CACHED = 10_000;
/** Milliseconds after which the stored count of an organization is read again. */
const REREAD = 1_000;
/** Milliseconds between two additions of what this process wrote to the stored counts. */
const FLUSH = 1_000;
/** Milliseconds between two recounts of an organization at its quota, and at least so many times what one took. */
const RECOUNT = 10_000;
const RECOUNT_SHARE = 20;
/** Milliseconds that a request waits for a recount. */
const MAX_WAIT = 2_000;
/** Milliseconds for which bytes of a transaction that never commits stay reserved. */
const RESERVED_FOR = 10_000;

interface KnownUsage {
  bytes: number;
  readAt: number;
  /** When a count may begin again. */
  countAgain: number;
  counting?: Promise<void>;
  /** Whether `bytes` are of a count, not only of what was added since the organization was made. */
  isCounted: boolean;
}

const newUsage = (): KnownUsage => ({ bytes: 0, readAt: 0, countAgain: 0, isCounted: false });

/**
 * The quota of what an organization may store. Bytes are counted in the background; each process adds what it writes
 * in memory and flushes it once a second. No writer waits for another's row, and without a quota nothing is done.
 */
@Injectable()
export class StorageQuota implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger(StorageQuota.name);
  private readonly usage = new LRUCache<string, KnownUsage>({ max: MAX_CACHED });
  /** Bytes written by this process that no flush has begun to add to the stored counts. */
  private unflushed = new Map<string, number>();
  /** Bytes that a flush is adding. */
  private inFlush: ReadonlyMap<string, number> = new Map();
  private readonly reserved = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;
  private flushing: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: Database,
    private readonly repository: StorageRepository,
    private readonly settings: StorageSettings,
    private readonly metrics: StorageMetrics,
  ) {}

  onApplicationBootstrap(): void {
    if (this.settings.perOrganization === null) return;
    this.timer = setInterval(() => void this.flush(), FLUSH).unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }

  /** Reads what the organization stores, before a transaction that may write: `reserveBytes` does no I/O. */
  async prepare(orgId: string): Promise<void> {
    const bound = this.settings.perOrganization;
    // Within the transaction of a request with a key, which was prepared before: that has its connection.
    if (bound === null || this.database.inTransaction) return;
    const known = await outsideRequest(() => this.readUsage(orgId));
    const isNear = this.sum(orgId, known) >= bound - Math.min(bound / 10, 16 * 1024 * 1024);
    if (isNear && Date.now() >= known.countAgain) await this.recount(orgId, known);
  }

  /** Reserves bytes that the transaction writes. Throws 400 beyond the quota. */
  reserveBytes(tx: EntityManager, orgId: string, bytes: number): void {
    const bound = this.settings.perOrganization;
    if (bound === null) return;
    const known = this.usage.get(orgId);
    const stored = known ? this.sum(orgId, known) : 0;
    if (stored + bytes > bound) throw this.refusal(bound, stored);
    this.addBytes(tx, orgId, bytes);
  }

  /** Counts bytes that are written whatever the quota. */
  addBytes(tx: EntityManager, orgId: string, bytes: number): void {
    if (this.settings.perOrganization === null) return;
    let isOver = false;
    const change = (sum: Map<string, number>, by: number) =>
      sum.set(orgId, Math.max(0, (sum.get(orgId) ?? 0) + by));
    const release = () => {
      if (isOver) return;
      isOver = true;
      change(this.reserved, -bytes);
      if (this.reserved.get(orgId) === 0) this.reserved.delete(orgId);
    };
    change(this.reserved, bytes);
    setTimeout(release, RESERVED_FOR).unref();
    this.database.afterCommit(tx, () => {
      release();
      change(this.unflushed, bytes);
    });
  }

  /** Something large was deleted: the next request beyond the quota recounts. */
  noteFreed(tx: EntityManager, orgId: string): void {
    this.database.afterCommit(tx, () => {
      const known = this.usage.get(orgId);
      if (known) known.countAgain = 0;
    });
  }

  /** Adds what this process wrote to the stored counts. */
  flush(): Promise<void> {
    this.flushing = this.flushing.then(async () => {
      const grown = this.unflushed;
      if (grown.size === 0) return;
      this.inFlush = grown;
      this.unflushed = new Map();
      try {
        await outsideRequest(() => this.repository.addBytes(grown));
        for (const [orgId, bytes] of grown) this.addKnown(orgId, bytes);
      } catch {
        for (const [orgId, bytes] of grown)
          this.unflushed.set(orgId, (this.unflushed.get(orgId) ?? 0) + bytes);
        this.log.warn('Stored bytes could not be counted; tried again.');
      } finally {
        this.inFlush = new Map();
      }
    });
    return this.flushing;
  }

  private addKnown(orgId: string, bytes: number): void {
    const known = this.usage.get(orgId);
    if (known) known.bytes += bytes;
  }

  private sum(orgId: string, { bytes }: KnownUsage): number {
    const own = [this.unflushed, this.inFlush, this.reserved];
    return own.reduce((sum, each) => sum + (each.get(orgId) ?? 0), bytes);
  }

  private async readUsage(orgId: string): Promise<KnownUsage> {
    const before = this.usage.get(orgId);
    if (before && Date.now() - before.readAt < REREAD) {
      // What is committed during the first count would be counted twice.
      if (before.counting && !before.isCounted) await this.recount(orgId, before);
      return before;
    }
    // Requests that come meanwhile go by the former count.
    if (before) before.readAt = Date.now();
    const stored = await this.repository.find(orgId);
    const known = this.usage.get(orgId) ?? newUsage();
    known.bytes = stored?.bytes ?? 0;
    known.isCounted = stored?.isCounted ?? false;
    known.readAt = Date.now();
    this.usage.set(orgId, known);
    if (!stored?.isCounted) await this.recount(orgId, known);
    return known;
  }

  /** One recount of an organization at a time; a request waits for it no longer than `MAX_WAIT`. */
  private async recount(orgId: string, known: KnownUsage): Promise<void> {
    known.counting ??= outsideRequest(() => this.count(orgId, known)).finally(() => {
      delete known.counting;
    });
    await Promise.race([
      known.counting,
      new Promise((resolve) => setTimeout(resolve, MAX_WAIT).unref()),
    ]);
  }

  private async count(orgId: string, known: KnownUsage): Promise<void> {
    const begun = Date.now();
    try {
      await this.flush();
      known.bytes = await this.repository.count(orgId);
      known.isCounted = true;
      known.readAt = Date.now();
    } catch {
      this.log.warn(
        `The storage of organization ${orgId} could not be counted; it is tried again.`,
      );
    } finally {
      const took = Date.now() - begun;
      known.countAgain = Date.now() + Math.max(RECOUNT, RECOUNT_SHARE * took);
    }
  }

  private refusal(bound: number, stored: number) {
    this.metrics.refusals.inc();
    return badRequest(
      'storage-full',
      `Your organization may store ${bound} bytes of values, versions and kept answers and has ${stored}. ` +
        'Delete projects, or ask the operator for more (STORAGE_PER_ORGANIZATION) or for a shorter retention of versions.',
      { bound, stored },
    );
  }
}
