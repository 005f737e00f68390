import type { NextFunction, Request, Response } from 'express';
import { RequestScoped } from '../../request-scope/request-scope.js';
import { type AnswerRoom, onceTaken } from './answer-memory.js';
import type { Claimant, FairQueue } from './fair-queue.js';

/** Milliseconds for which a place is held by an answer that was made. */
const HOLD = 5_000;

/** What a request takes of the process: its place at work, and what its work costs beyond the request itself. */
export class RequestWork {
  /** Units that are charged to the caller once the answer is made. */
  cost = 0;
  /** Turns light work into full work; absent where that is nothing to it. */
  widen?: () => Promise<void>;
  /** Memory of the answer; absent where no place was taken. */
  room?: AnswerRoom;
  private held: { readonly queue: FairQueue; readonly claimant: Claimant } | null = null;
  private since = 0;

  constructor(readonly res: Response) {}

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

/** Middleware: whatever is done for the request from here on finds its `RequestWork`. */
export function withRequestWork(_req: Request, res: Response, next: NextFunction): void {
  WORK.run(new RequestWork(res), next);
}

/** The work of the present request; undefined in background work. */
export const currentWork = (): RequestWork | undefined => WORK.current;

/** Light work is about to ask the database for more than a shared row: waits until it may. Throws 429. */
export async function widenWork(): Promise<void> {
  await WORK.current?.widen?.();
}

/** Work is about to make an answer of so many bytes of rows: waits until there is memory for it. Throws 429. */
export async function reserveAnswer(bytes: number): Promise<void> {
  await WORK.current?.room?.reserve(bytes);
}

/** Charges the caller for work that one request does not stand for. */
export function addCost(units: number): void {
  const work = WORK.current;
  if (work) work.cost += units;
}
