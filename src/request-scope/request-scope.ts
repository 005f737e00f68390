import { ClsServiceManager, type ClsStore } from 'nestjs-cls';

/** One value in the context, before those that surround it. A list costs half of a copied record under Node 20. */
interface ScopedValue extends ClsStore {
  readonly scope?: object;
  readonly value?: unknown;
  readonly outer?: ScopedValue | undefined;
}

/** The one ambient context of the process. Only this file touches it. */
const context = ClsServiceManager.getClsService<ScopedValue>();

/** A value that the code of one request finds without being handed it. */
export class RequestScoped<T> {
  /** Undefined outside of `run`, as in background work. */
  get current(): T | undefined {
    let found: ScopedValue | undefined = context.get();
    while (found && found.scope !== this) found = found.outer;
    return found?.value as T | undefined;
  }

  /** Does the work, and all that it begins, with this value; the other values stay as they are. */
  run<R>(value: T, work: () => R): R {
    return context.runWith({ scope: this, value, outer: context.get() }, work);
  }
}

/**
 * Does the work without any value of the request, whose transaction it must not join and whose memory it must not
 * keep: for what several requests share, and for timers.
 */
export const outsideRequest = <R>(work: () => R): R => context.runWith({}, work);
