import type { RequestContext } from '../http/request-context.js';

/** The state of a project that an answer was made from: while it stays, the same request has the same answer. */
export interface ResponseStateVersion {
  readonly projectId: string;
  readonly slug: string;
  readonly membershipId: string;
  /** Raised by changes of rights, and of what answers show without an event: tags, folders, environments. */
  readonly epoch: string;
  /**
   * Number and stamp of the project's last event, and the transaction that wrote its head (a restore writes it anew):
   * secrets and imports do not change without an event.
   */
  readonly head: string;
  /** State of what the caller holds for themselves: no event tells of it. */
  readonly personalStamp: string | null;
  /** The database's clock, in milliseconds. */
  readonly at: number;
  /** When a right begins or ends by itself. */
  readonly rightsUntil: number;
}

/** Keeps the state that each request found before it read anything; a request that looked it up twice has none. */
export class ResponseStateVersions {
  private readonly known = new WeakMap<RequestContext, ResponseStateVersion | null>();

  record(request: RequestContext, state: ResponseStateVersion): void {
    this.known.set(request, this.known.has(request) ? null : state);
  }

  find(request: RequestContext): ResponseStateVersion | null {
    return this.known.get(request) ?? null;
  }
}

/** Whether an answer that was made from `then` would be made again from `now`. */
export function isUnchanged(
  then: ResponseStateVersion,
  now: Omit<ResponseStateVersion, 'rightsUntil'>,
): boolean {
  return (
    then.projectId === now.projectId &&
    then.slug === now.slug &&
    then.membershipId === now.membershipId &&
    then.epoch === now.epoch &&
    then.head === now.head &&
    then.personalStamp === now.personalStamp &&
    then.at <= now.at &&
    now.at < then.rightsUntil
  );
}
