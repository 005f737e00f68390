import { availableParallelism } from 'node:os';
import { SetMetadata } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { ApiError, tooManyRequests } from '../../errors/api-error.js';
import { RequestScoped } from '../../request-scope/request-scope.js';
import { AnswerMemory, type AnswerRoom, onceTaken } from './answer-memory.js';
import {
  Abandoned,
  ActiveGroups,
  type Claimant,
  FairQueue,
  type PlaceBounds,
  QueueRefusal,
} from './fair-queue.js';

/**
 * What the work of a route takes. `full`: connections of its own. `light`: only statements that it shares with other
 * requests, until it asks for more. `none`: nothing, or it has bounds of its own.
 */
export type WorkKind = 'full' | 'light' | 'none';

export const WORK_KIND = Symbol('workKind');

/** The kind of work of a controller or route; without, it is `full`. */
export const Work = (kind: WorkKind) => SetMetadata(WORK_KIND, kind);

/** Bytes of bodies that may wait together; parsed they take about three times as much. */
const MAX_WAITING_BYTES = 32 * 1024 * 1024;

const QUEUE = {
  total: 4_000,
  perGroup: 2_000,
  perCaller: 1_000,
  bytes: MAX_WAITING_BYTES,
  patience: 10_000,
};

/** Light work shares its statements: it is bounded so that its answers, not connections, are shared fairly. */
const LIGHT: PlaceBounds = { total: 256, perGroup: 128, perCaller: 64, perContended: Infinity };

/**
 * Returns the shares of the connection pool. The rest is for sessions, health and background work. Long work has no more
 * places than keep the processors busy while others wait for a short answer, in each of whose dozen turns it computes.
 */
export function sharesOf(poolSize: number): PlaceBounds {
  const share = (part: number) => Math.max(1, Math.floor(poolSize * part));
  return {
    total: share(0.8),
    perGroup: share(0.5),
    perLongGroup: Math.min(share(0.5), Math.max(2, availableParallelism())),
    perCaller: share(0.35),
    perContended: share(0.2),
  };
}

/** Bounds the requests at work in this process, by caller, by organization and in all. */
export class Admission {
  readonly full: FairQueue;
  readonly light: FairQueue;
  readonly answers = new AnswerMemory();

  constructor(poolSize: number) {
    const active = new ActiveGroups();
    this.full = new FairQueue(sharesOf(poolSize), QUEUE, active);
    this.light = new FairQueue(LIGHT, QUEUE, active);
  }

  /**
   * Takes a place; true at once where there is one. Else waits for it, and gives false: what was known of the caller
   * may have changed meanwhile. Throws 429 if it takes too long.
   */
  take(queue: FairQueue, claimant: Claimant, work: RequestWork): true | Promise<false> {
    work.comeBack = async () => void (await this.take(queue, claimant, work));
    if (queue.tryEnter(claimant)) {
      work.hold(queue, claimant);
      return true;
    }
    return this.wait(queue, claimant, work);
  }

  /** Like `take`, among the light; with `work.widen`, which takes a full place instead. */
  takeLight(claimant: Claimant, work: RequestWork): true | Promise<false> {
    work.widen = async () => {
      delete work.widen;
      await this.take(this.full, claimant, work);
    };
    return this.take(this.light, claimant, work);
  }

  private async wait(queue: FairQueue, claimant: Claimant, work: RequestWork): Promise<false> {
    const { res } = work;
    let abandon = () => undefined as void;
    const onClose = () => abandon();
    try {
      await queue.enter(claimant, (end) => {
        abandon = end;
        if (res.destroyed) end();
        else res.once('close', onClose);
      });
    } catch (error) {
      throw refusalOf(error);
    } finally {
      res.off('close', onClose);
    }
    work.hold(queue, claimant);
    return false;
  }
}

function refusalOf(error: unknown): unknown {
  if (error instanceof QueueRefusal) return tooManyRequests(error.seconds);
  if (error instanceof Abandoned) return clientClosed();
  return error;
}

export const clientClosed = () => new ApiError('request-timeout', 'The client went away.');

/** Milliseconds for which a place is held by an answer that was made. */
const HOLD = 5_000;

/**
 * Slices of 10 ms that a counted unit stands for, so that a batch pays for its items once. A unit of a batch, 100
 * items, takes less than one on a quiet machine.
 */
const SLICES_OF_A_UNIT = 4;

/** What a request takes of the process: its place at work, and what its work costs beyond the request itself. */
export class RequestWork {
  /** Units by what was counted: items, rows, texts. */
  counted = 0;
  /** Slices of long work that were used up. */
  slices = 0;
  /** Turns light work into full work; absent where that is nothing to it. */
  widen?: () => Promise<void>;
  /** Takes a place again that was left before the answer was made; absent where none was taken. */
  comeBack?: () => Promise<void>;
  /** Memory of the answer; absent where no place was taken. */
  room?: AnswerRoom;
  private held: { readonly queue: FairQueue; readonly claimant: Claimant } | null = null;
  private since = 0;

  constructor(readonly res: Response) {}

  /** Units that are charged to the caller once the answer is made: what was counted, and long work beyond that. */
  get cost(): number {
    return this.counted + Math.max(0, this.slices - this.counted * SLICES_OF_A_UNIT);
  }

  /** Holds a place that was taken, instead of another where there is one. */
  hold(queue: FairQueue, claimant: Claimant): void {
    this.leave();
    this.held = { queue, claimant };
    this.since = performance.now();
  }

  /**
   * The answer was made: its place goes back once its bytes are counted. Without room for them it is held until the
   * answer was taken, but not for as long as a slow reader likes.
   */
  answered(bytes: number): void {
    const { room } = this;
    const isCounted = !room || room.settle(bytes);
    if (isCounted) this.leave();
    if (!room || (isCounted && room.isEmpty)) return;
    const late = isCounted ? undefined : setTimeout(() => this.countAnyhow(room, bytes), HOLD);
    onceTaken(this.res, () => {
      clearTimeout(late);
      room.release();
      this.leave();
    });
  }

  private countAnyhow(room: AnswerRoom, bytes: number): void {
    room.count(bytes);
    this.leave();
  }

  /** Gives the place back: the answer is made, or has become a stream. */
  leave(): void {
    const { held } = this;
    if (!held) return;
    this.held = null;
    held.queue.leave(held.claimant, performance.now() - this.since);
  }
}

const WORK = new RequestScoped<RequestWork>();

/** Middleware that gives each request its `RequestWork`. */
export function withRequestWork(_req: Request, res: Response, next: NextFunction): void {
  WORK.run(new RequestWork(res), next);
}

/** Returns the work of the current request; undefined in background work. */
export const currentWork = (): RequestWork | undefined => WORK.current;

/** Call before light work asks the database for more than a shared row: waits for a full place. Throws 429. */
export async function widenWork(): Promise<void> {
  await WORK.current?.widen?.();
}

/** Call before an answer is made of so many bytes of rows: waits until there is memory for it. Throws 429. */
export async function reserveAnswer(bytes: number): Promise<void> {
  await WORK.current?.room?.reserve(bytes);
}

/**
 * Call before so many bytes of rows are read: `reserveAnswer` counts what they become only beyond them. Nobody waits
 * within a transaction, for which others may wait. Throws 429.
 */
export async function reserveReading(
  { inTransaction }: { readonly inTransaction: boolean },
  bytes: number,
): Promise<void> {
  if (!inTransaction) await WORK.current?.room?.reserveReading(bytes);
}

/** Charges the caller for work that one request does not stand for. */
export function addCost(units: number): void {
  const work = WORK.current;
  if (work) work.counted += units;
}

/** Charges the caller a unit for a slice of long work, or a part of one, unless what was counted stands for it. */
export function addSlice(part = 1): void {
  const work = WORK.current;
  if (work) work.slices += part;
}
