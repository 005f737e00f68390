import type { NextFunction, Request, Response } from 'express';
import { RequestScoped } from '../../request-scope/request-scope.js';
import type { Claimant, FairQueue } from './fair-queue.js';

/** What a request takes of the process: its place at work, and what its work costs beyond the request itself. */
export class RequestWork {
  /** Units that are charged to the caller once the answer is made (decision 406). */
  cost = 0;
  /** Turns light work into full work; absent where that is nothing to it. */
  widen?: () => Promise<void>;
  private held: { readonly queue: FairQueue; readonly claimant: Claimant } | null = null;
  private since = 0;

  constructor(readonly res: Response) {}

  /** Holds a place that was taken, instead of another where there is one. */
  hold(queue: FairQueue, claimant: Claimant): void {
    this.leave();
    this.held = { queue, claimant };
    this.since = performance.now();
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

/** Middleware: whatever is done for the request from here on finds its `RequestWork`. */
export function withRequestWork(_req: Request, res: Response, next: NextFunction): void {
  WORK.run(new RequestWork(res), next);
}

/** Of the request that is being worked for; undefined in background work. */
export const currentWork = (): RequestWork | undefined => WORK.current;

/** Light work is about to ask the database for more than a shared row: waits until it may. Throws 429. */
export async function widenWork(): Promise<void> {
  await WORK.current?.widen?.();
}

/** Charges the caller for work that one request does not stand for. */
export function addCost(units: number): void {
  const work = WORK.current;
  if (work) work.cost += units;
}
