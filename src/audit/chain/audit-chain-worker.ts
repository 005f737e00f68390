import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Database } from '../../database/database.js';
import { type Log, traceOf } from '../../logging/log.js';
import { outsideRequest } from '../../request-scope/request-scope.js';
import type { AuditWakeup } from '../audit-wakeup.js';
import { entryBytes, type Link } from './chain-bytes.js';
import type { ChainKeys } from './chain-keys.js';
import type { ChainRepository, Head, WaitingEntry } from './chain.repository.js';

/** Entries of one transaction. */
const PAGE = 500;
/** Links after which a chain is told of outside of the database. */
const COVER_COUNT = 1_000;
const NO_ORG = '00000000-0000-0000-0000-000000000000';

/** Milliseconds. */
const TIMES = {
  /** From a commit to the pass that chains it: what comes meanwhile goes with it. */
  soon: 1_000,
  /** After a pass that could not take all: entries must not pile up, and requests not wait for them. */
  behind: 50,
  /** Between looks that nobody asked for. */
  poll: 5_000,
  /** From a link to the checkpoint that covers it, at the latest. */
  cover: 5 * 60_000,
  /** Between two reports of one organization that cannot be chained. */
  report: 5 * 60_000,
};

/** What a pass has done. */
interface Pass {
  readonly chained: number;
  /** Another replica is at work on some. */
  readonly isShared: boolean;
  /** Where the next one goes on; null after the last organization. */
  readonly next: string | null;
  readonly heads: readonly { readonly before: Head; readonly after: number }[];
  /** Links of entries that no server vouches for. */
  readonly strange: readonly Link[];
}

const NOTHING: Pass = { chained: 0, isShared: false, next: null, heads: [], strange: [] };

/**
 * Gives committed entries their numbers and links them, after the fact: writers never wait for one another.
 * Every replica does it, and never two of them for one organization at a time.
 */
export class AuditChainWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private isSoon = false;
  private isRunning = false;
  /** Something came while it ran. */
  private isWanted = false;
  /** The last pass could not take all that waited. */
  private isBehind = false;
  private isEnding = false;
  private running: Promise<void> = Promise.resolve();
  /** Since when there have been links that no checkpoint of ours covers. */
  private readonly uncovered = new Map<string, number>();
  /** When an organization that cannot be chained was reported. */
  private readonly stuck = new Map<string, number>();

  constructor(
    private readonly database: Database,
    private readonly repository: ChainRepository,
    private readonly keys: ChainKeys,
    private readonly bell: AuditWakeup,
    private readonly log: Log,
  ) {}

  onApplicationBootstrap(): void {
    this.bell.listen(() => this.wake());
    this.schedule(TIMES.soon);
  }

  async onModuleDestroy(): Promise<void> {
    this.isEnding = true;
    this.bell.listen(undefined);
    clearTimeout(this.timer);
    await this.running;
    await this.cover([...this.uncovered.keys()]).catch(() => undefined);
  }

  /** Chains what waits. What another replica is at work on is looked at again before long. */
  async chain(): Promise<number> {
    let total = 0;
    for (let at: string | null = NO_ORG; at !== null && !this.isEnding;) {
      const passes: readonly Pass[] = await this.passes(at);
      for (const pass of passes) {
        await this.note(pass);
        total += pass.chained;
        if (pass.isShared) this.isWanted = true;
      }
      at = passes.at(-1)?.next ?? null;
    }
    this.isBehind = total >= PAGE;
    return total;
  }

  /** Tells of all that has been chained here for so many milliseconds without a checkpoint. */
  async coverOlderThan(milliseconds: number): Promise<void> {
    const until = performance.now() - milliseconds;
    const due = [...this.uncovered].filter(([, since]) => since <= until);
    await this.cover(due.map(([orgId]) => orgId));
  }

  private wake(): void {
    if (this.isRunning) this.isWanted = true;
    else if (!this.isSoon) this.schedule(TIMES.soon);
  }

  private schedule(milliseconds: number): void {
    if (this.isEnding) return;
    clearTimeout(this.timer);
    this.isSoon = milliseconds <= TIMES.soon;
    const work = () => {
      this.running = this.work();
    };
    this.timer = outsideRequest(() => setTimeout(work, milliseconds));
    this.timer.unref();
  }

  private async work(): Promise<void> {
    this.isRunning = true;
    this.isWanted = false;
    this.isBehind = false;
    try {
      await this.chain();
      await this.coverOlderThan(TIMES.cover);
    } catch (error) {
      this.log.warn(traceOf(error), 'the audit log could not be chained; it is tried again');
    }
    this.isRunning = false;
    this.schedule(this.untilNext());
  }

  private untilNext(): number {
    if (this.isBehind) return TIMES.behind;
    return this.isWanted ? TIMES.soon : TIMES.poll;
  }

  /**
   * The next pass. Where it fails, each of its organizations has one of its own: entries that cannot be chained, such as
   * one that waits although it has its place, hold up no other organization.
   */
  private async passes(after: string): Promise<Pass[]> {
    try {
      return [await this.pass(after)];
    } catch {
      const passes: Pass[] = [];
      for (const orgId of await this.repository.waitingOrgs(after, PAGE)) {
        const pass = this.pass(passes.at(-1)?.next ?? after, orgId);
        passes.push(await pass.catch((error: unknown) => this.reportStuck(orgId, error)));
      }
      return passes;
    }
  }

  private reportStuck(orgId: string, error: unknown): Pass {
    const now = performance.now();
    if (now - (this.stuck.get(orgId) ?? -Infinity) >= TIMES.report) {
      this.stuck.set(orgId, now);
      this.log.error(
        { ...traceOf(error), orgId },
        'the audit log of an organization cannot be chained',
      );
    }
    return { ...NOTHING, next: orgId };
  }

  private pass(after: string, last?: string): Promise<Pass> {
    return this.database.transaction(async (tx) => {
      const orgs = await this.repository.lock(tx, after, PAGE, last);
      const next = orgs.at(-1)?.orgId ?? null;
      const ours = orgs.filter(({ isOurs }) => isOurs).map(({ orgId }) => orgId);
      const isShared = ours.length < orgs.length;
      if (ours.length === 0) return { ...NOTHING, isShared, next };
      const heads = await this.repository.heads(tx, ours);
      return { isShared, next, ...(await this.append(tx, heads)) };
    });
  }

  private async append(tx: EntityManager, heads: readonly Head[]) {
    const orgIds = heads.map(({ orgId }) => orgId);
    const waiting = await this.repository.waiting(tx, orgIds, PAGE);
    const moved = heads.map((before) => {
      const entries = waiting.filter(({ orgId }) => orgId === before.orgId);
      return { before, links: this.link(before, entries) };
    });
    const links = moved.flatMap((each) => each.links);
    const strange = waiting.filter(
      ({ entry, seal }) => entry !== null && !this.keys.vouchFor(entry, seal),
    );
    const strangers = new Set(strange.map(({ entryId }) => entryId));
    if (links.length > 0) await this.repository.append(tx, links);
    const grown = moved.map((each) => ({
      before: each.before,
      after: each.before.number + each.links.length,
    }));
    return {
      chained: links.length,
      strange: links.filter(({ entryId }) => strangers.has(entryId)),
      heads: grown.filter((each) => each.after > each.before.number),
    };
  }

  /** An entry that vanished while it waited keeps its place, so that it is missed. */
  private link(head: Head, entries: readonly WaitingEntry[]): Link[] {
    const key = this.keys.current;
    let { number, mac } = head;
    return entries.map(({ orgId, entryId, entry }) => {
      number++;
      mac = key.link(mac, entryBytes({ orgId, number, entryId }, entry));
      return { orgId, number, entryId, keyId: key.id, mac };
    });
  }

  private async note({ heads, strange }: Pass): Promise<void> {
    for (const { orgId, number, entryId } of strange)
      this.log.error({ orgId, number, entryId }, 'audit entry that no server vouches for');
    const now = performance.now();
    for (const { before } of heads)
      if (!this.uncovered.has(before.orgId)) this.uncovered.set(before.orgId, now);
    const far = heads.filter(
      ({ before, after }) =>
        Math.floor(before.number / COVER_COUNT) < Math.floor(after / COVER_COUNT),
    );
    await this.cover(far.map(({ before }) => before.orgId));
  }

  /** The log is the witness: whoever keeps it sees if the end of a chain is cut off. */
  private async cover(orgIds: readonly string[]): Promise<void> {
    if (orgIds.length === 0) return;
    for (const orgId of orgIds) this.uncovered.delete(orgId);
    const checkpoints = await this.repository.cover(orgIds);
    for (const { orgId, number, mac, keyId } of checkpoints)
      this.log.info({ orgId, number, mac, keyId }, 'audit checkpoint');
  }
}
