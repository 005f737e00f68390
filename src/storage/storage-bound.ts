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
import { StorageSettings } from './storage-settings.js';
import { StorageRepository } from './storage.repository.js';

const CACHED = 10_000;
/** Milliseconds after which what is known of an organization is read again. */
const REFRESH = 1_000;
/** How often what this process wrote is added to what all know. */
const FLUSH = 1_000;
/** An organization at its bound is counted anew so often at most, and for a part of the time at most. */
const RECOUNT = 10_000;
const RECOUNT_SHARE = 20;
/** How long a request waits for a count. */
const PATIENCE = 2_000;
/** What a change that was refused or rolled back holds of the room, in milliseconds. */
const HELD = 10_000;

interface Known {
  bytes: number;
  readAt: number;
  /** When a count may begin again. */
  countAgain: number;
  counting?: Promise<void>;
}

/**
 * What an organization may store (decision 434): its bytes are counted in the background, each process adds
 * what it writes in memory and passes it on once a second. No writer waits for another's row, and without a
 * bound nothing is done at all.
 */
@Injectable()
export class StorageBound implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger(StorageBound.name);
  private readonly known = new LRUCache<string, Known>({ max: CACHED });
  /** Written by this process and not yet passed on; and about to be committed. */
  private grown = new Map<string, number>();
  /** On its way to what all know. */
  private passing: ReadonlyMap<string, number> = new Map();
  private readonly held = new Map<string, number>();
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

  /** Learns what the organization stores, before a transaction that may write: `take` asks nobody. */
  async prepare(orgId: string): Promise<void> {
    const bound = this.settings.perOrganization;
    // Within the transaction of a request with a key, which was prepared before: that has its connection.
    if (bound === null || this.database.inTransaction) return;
    const known = await outsideRequest(() => this.learn(orgId));
    const isNear = this.sum(orgId, known) >= bound - Math.min(bound / 10, 16 * 1024 * 1024);
    if (isNear && Date.now() >= known.countAgain) await this.recount(orgId, known);
  }

  /** Takes room for bytes that the transaction writes. Throws 400 if there is not so much. */
  take(tx: EntityManager, orgId: string, bytes: number): void {
    const bound = this.settings.perOrganization;
    if (bound === null) return;
    const known = this.known.get(orgId);
    const stored = known ? this.sum(orgId, known) : 0;
    if (stored + bytes > bound) throw this.refusal(bound, stored);
    this.add(tx, orgId, bytes);
  }

  /** Counts bytes that are written whether or not there is room. */
  add(tx: EntityManager, orgId: string, bytes: number): void {
    if (this.settings.perOrganization === null) return;
    let isOver = false;
    const change = (sum: Map<string, number>, by: number) =>
      sum.set(orgId, Math.max(0, (sum.get(orgId) ?? 0) + by));
    const letGo = () => {
      if (isOver) return;
      isOver = true;
      change(this.held, -bytes);
      if (this.held.get(orgId) === 0) this.held.delete(orgId);
    };
    change(this.held, bytes);
    setTimeout(letGo, HELD).unref();
    this.database.afterCommit(tx, () => {
      letGo();
      change(this.grown, bytes);
    });
  }

  /** Something large went: the next who finds no room counts anew. */
  freed(tx: EntityManager, orgId: string): void {
    this.database.afterCommit(tx, () => {
      const known = this.known.get(orgId);
      if (known) known.countAgain = 0;
    });
  }

  /** Passes on what this process wrote. */
  flush(): Promise<void> {
    this.flushing = this.flushing.then(async () => {
      const grown = this.grown;
      if (grown.size === 0) return;
      this.passing = grown;
      this.grown = new Map();
      try {
        await outsideRequest(() => this.repository.add(grown));
        for (const [orgId, bytes] of grown) this.passedOn(orgId, bytes);
      } catch {
        for (const [orgId, bytes] of grown)
          this.grown.set(orgId, (this.grown.get(orgId) ?? 0) + bytes);
        this.log.warn('What was stored could not be counted; it is tried again.');
      } finally {
        this.passing = new Map();
      }
    });
    return this.flushing;
  }

  private passedOn(orgId: string, bytes: number): void {
    const known = this.known.get(orgId);
    if (known) known.bytes += bytes;
  }

  private sum(orgId: string, { bytes }: Known): number {
    const own = [this.grown, this.passing, this.held];
    return own.reduce((sum, each) => sum + (each.get(orgId) ?? 0), bytes);
  }

  private async learn(orgId: string): Promise<Known> {
    const before = this.known.get(orgId);
    if (before && Date.now() - before.readAt < REFRESH) return before;
    // Whoever comes meanwhile goes by what was known.
    if (before) before.readAt = Date.now();
    const stored = await this.repository.find(orgId);
    const known = this.known.get(orgId) ?? { bytes: 0, readAt: 0, countAgain: 0 };
    known.bytes = stored?.bytes ?? 0;
    known.readAt = Date.now();
    this.known.set(orgId, known);
    if (!stored?.isCounted) await this.recount(orgId, known);
    return known;
  }

  /** One count at a time, which a request does not wait for longer than it has patience. */
  private async recount(orgId: string, known: Known): Promise<void> {
    known.counting ??= outsideRequest(() => this.count(orgId, known)).finally(() => {
      delete known.counting;
    });
    await Promise.race([
      known.counting,
      new Promise((resolve) => setTimeout(resolve, PATIENCE).unref()),
    ]);
  }

  private async count(orgId: string, known: Known): Promise<void> {
    const begun = Date.now();
    try {
      await this.flush();
      known.bytes = await this.repository.count(orgId);
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
      `Your organization may store ${bound} bytes of values, versions and kept answers and has ${stored}. ` +
        'Delete projects, or ask the operator for more (STORAGE_PER_ORGANIZATION) or for a shorter retention of versions.',
      { bound, stored },
    );
  }
}
