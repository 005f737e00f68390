import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Database } from '../../database/database.js';
import { PollingLoop } from '../../database/polling-loop.js';
import { TimeSlices } from '../../http/limits/time-slices.js';
import { type Log, traceOf } from '../../logging/log.js';
import type { AuditWakeup } from '../audit-wakeup.js';
import { entryBytes, type Link } from './chain-bytes.js';
import type { ChainKeys } from './chain-keys.js';
import type { ChainRepository, ChainHead, WaitingEntry } from './chain.repository.js';

/** Entries of one transaction. */
const PAGE = 500;
/** Links after which a chain gets a checkpoint, which is also logged. */
const LINKS_PER_CHECKPOINT = 1_000;
const NO_ORG = '00000000-0000-0000-0000-000000000000';

/** Milliseconds. */
const TIMES = {
  /** From a commit to the pass that links its entry, with all that come meanwhile. */
  soon: 1_000,
  /** After a full pass: entries must not pile up. */
  behind: 50,
  /** Between two passes without a wake-up. */
  poll: 5_000,
  /** From a link to its checkpoint, at the latest. */
  checkpoint: 5 * 60_000,
  /** Between two reports of one organization that cannot be chained. */
  report: 5 * 60_000,
};

/** The result of one pass over waiting entries. */
interface Pass {
  readonly chained: number;
  /** Another replica holds the lock of some of the organizations. */
  readonly isShared: boolean;
  /** The organization after which the next pass begins; null after the last one. */
  readonly next: string | null;
  readonly heads: readonly { readonly before: ChainHead; readonly after: number }[];
  /** Links of entries whose seal does not verify. */
  readonly unverified: readonly Link[];
}

const NOTHING: Pass = { chained: 0, isShared: false, next: null, heads: [], unverified: [] };

/**
 * Gives committed entries their numbers and links them, after the fact: writers never wait for one another.
 * Every replica does it, and never two of them for one organization at a time.
 */
export class AuditChainWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly loop = new PollingLoop(
    () => this.work(),
    () => this.untilNext(),
    (error) =>
      this.log.warn(traceOf(error), 'the audit log could not be chained; it is tried again'),
  );
  /** The next pass comes within `TIMES.soon`. */
  private isSoon = false;
  /** A wake-up came during a pass. */
  private isWanted = false;
  /** The last pass was full. */
  private isBehind = false;
  /** Organizations with links that have no checkpoint, and since when. */
  private readonly withoutCheckpoint = new Map<string, number>();
  /** When each organization whose entries cannot be linked was last reported. */
  private readonly stuck = new Map<string, number>();

  constructor(
    private readonly database: Database,
    private readonly repository: ChainRepository,
    private readonly keys: ChainKeys,
    private readonly wakeup: AuditWakeup,
    private readonly log: Log,
  ) {}

  onApplicationBootstrap(): void {
    this.wakeup.listen(() => this.wake());
    this.startSoon();
  }

  async onModuleDestroy(): Promise<void> {
    this.wakeup.listen(undefined);
    await this.loop.stop();
    await this.writeCheckpoints([...this.withoutCheckpoint.keys()]).catch(() => undefined);
  }

  /** Links all waiting entries and returns their number. What another replica has locked is tried again soon. */
  async chain(): Promise<number> {
    let total = 0;
    for (let at: string | null = NO_ORG; at !== null && !this.loop.isEnding;) {
      const passes: readonly Pass[] = await this.passOrSplit(at);
      for (const pass of passes) {
        await this.report(pass);
        total += pass.chained;
        if (pass.isShared) this.isWanted = true;
      }
      at = passes.at(-1)?.next ?? null;
    }
    this.isBehind = total >= PAGE;
    return total;
  }

  /** Writes checkpoints for chains that have been without one for at least so many milliseconds. */
  async checkpointOlderThan(milliseconds: number): Promise<void> {
    const until = performance.now() - milliseconds;
    const due = [...this.withoutCheckpoint].filter(([, since]) => since <= until);
    await this.writeCheckpoints(due.map(([orgId]) => orgId));
  }

  private wake(): void {
    if (this.loop.isRunning) this.isWanted = true;
    else if (!this.isSoon) this.startSoon();
  }

  private startSoon(): void {
    this.isSoon = true;
    this.loop.start(TIMES.soon);
  }

  private async work(): Promise<void> {
    this.isWanted = false;
    this.isBehind = false;
    await this.chain();
    await this.checkpointOlderThan(TIMES.checkpoint);
  }

  private untilNext(): number {
    this.isSoon = this.isBehind || this.isWanted;
    if (this.isBehind) return TIMES.behind;
    return this.isWanted ? TIMES.soon : TIMES.poll;
  }

  /**
   * The next pass. Where it fails, each of its organizations has one of its own: entries that cannot be chained, such as
   * one that waits although it has its place, hold up no other organization.
   */
  private async passOrSplit(after: string): Promise<Pass[]> {
    try {
      return [await this.pass(after)];
    } catch {
      const passes: Pass[] = [];
      for (const orgId of await this.repository.listWaitingOrgs(after, PAGE)) {
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
      const heads = await this.repository.listHeads(tx, ours);
      return { isShared, next, ...(await this.append(tx, heads)) };
    });
  }

  private async append(tx: EntityManager, heads: readonly ChainHead[]) {
    const orgIds = heads.map(({ orgId }) => orgId);
    const waiting = await this.repository.listWaiting(tx, orgIds, PAGE);
    const slices = new TimeSlices(); // one entry may name thousands of secrets
    const moved: { before: ChainHead; links: Link[] }[] = [];
    for (const before of heads) {
      const entries = waiting.filter(({ orgId }) => orgId === before.orgId);
      moved.push({ before, links: await this.link(before, entries, slices) });
    }
    const links = moved.flatMap((each) => each.links);
    const isVerified = await slices.map(
      waiting,
      ({ entry, seal }) => entry === null || this.keys.verifySeal(entry, seal),
    );
    const unverified = waiting.filter((_, n) => !isVerified[n]);
    const unverifiedIds = new Set(unverified.map(({ entryId }) => entryId));
    if (links.length > 0) await this.repository.append(tx, links);
    const grown = moved.map((each) => ({
      before: each.before,
      after: each.before.number + each.links.length,
    }));
    return {
      chained: links.length,
      unverified: links.filter(({ entryId }) => unverifiedIds.has(entryId)),
      heads: grown.filter((each) => each.after > each.before.number),
    };
  }

  /** An entry that vanished while it waited keeps its place, so that it is missed. */
  private link(
    head: ChainHead,
    entries: readonly WaitingEntry[],
    slices: TimeSlices,
  ): Promise<Link[]> {
    const key = this.keys.current;
    let { number, mac } = head;
    return slices.map(entries, ({ orgId, entryId, entry }) => {
      number++;
      mac = key.link(mac, entryBytes({ orgId, number, entryId }, entry));
      return { orgId, number, entryId, keyId: key.id, mac };
    });
  }

  private async report({ heads, unverified }: Pass): Promise<void> {
    for (const { orgId, number, entryId } of unverified)
      this.log.error({ orgId, number, entryId }, 'audit entry whose seal does not verify');
    const now = performance.now();
    for (const { before } of heads)
      if (!this.withoutCheckpoint.has(before.orgId)) this.withoutCheckpoint.set(before.orgId, now);
    const due = heads.filter(
      ({ before, after }) =>
        Math.floor(before.number / LINKS_PER_CHECKPOINT) < Math.floor(after / LINKS_PER_CHECKPOINT),
    );
    await this.writeCheckpoints(due.map(({ before }) => before.orgId));
  }

  /** Logged as well: whoever keeps the log notices when the end of a chain is cut off. */
  private async writeCheckpoints(orgIds: readonly string[]): Promise<void> {
    if (orgIds.length === 0) return;
    for (const orgId of orgIds) this.withoutCheckpoint.delete(orgId);
    const checkpoints = await this.repository.insertCheckpoints(orgIds);
    for (const { orgId, number, mac, keyId } of checkpoints)
      this.log.info({ orgId, number, mac, keyId }, 'audit checkpoint');
  }
}
