import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiError, tooManyRequests } from '../../errors/api-error.js';
import {
  Abandoned,
  type Claimant,
  FairQueue,
  type PlaceBounds,
  QueueRefusal,
} from './fair-queue.js';
import { AnswerMemory } from './answer-memory.js';
import type { RequestWork } from './request-work.js';

/**
 * What the work of a route takes. `full`: connections of its own. `light`: only statements that it shares with other
 * requests, until it asks for more. `none`: nothing, or it has bounds of its own.
 */
export type WorkKind = 'full' | 'light' | 'none';

export const WORK_KIND = Symbol('workKind');

/** The kind of work of a controller or route; without, it is `full`. */
export const Work = (kind: WorkKind) => applyDecorators(SetMetadata(WORK_KIND, kind));

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

/** Shares of the connection pool. The rest is for sessions, health and background work. */
export function sharesOf(poolSize: number): PlaceBounds {
  const share = (part: number) => Math.max(1, Math.floor(poolSize * part));
  return {
    total: share(0.8),
    perGroup: share(0.5),
    perCaller: share(0.35),
    perContended: share(0.2),
  };
}

/** Bounds the requests at work in this process, by caller, by organization and in all. */
export class Admission {
  readonly full: FairQueue;
  readonly light = new FairQueue(LIGHT, QUEUE);
  readonly answers = new AnswerMemory();

  constructor(poolSize: number) {
    this.full = new FairQueue(sharesOf(poolSize), QUEUE);
  }

  /**
   * Takes a place; true at once where there is one. Else waits for it, and gives false: what was known of the caller
   * may have changed meanwhile. Throws 429 if it takes too long.
   */
  take(queue: FairQueue, claimant: Claimant, work: RequestWork): true | Promise<false> {
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
  if (error instanceof Abandoned) return new ApiError('RequestTimeout', 'The client went away.');
  return error;
}
