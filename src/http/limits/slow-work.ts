import { RequestScoped } from '../../request-scope/request-scope.js';
import { clientClosed, currentWork } from './admission.js';

/** Slow work that needs no connection, such as to wait for a key. */
export interface SlowWork<T> {
  /** Names the work and all that its result depends on. */
  readonly name: string;
  /** The signal is aborted once the client has gone. */
  run(signal: AbortSignal): Promise<T>;
}

interface Transactional {
  /** Whether a transaction of the request is open. */
  readonly inTransaction: boolean;
}

/** Ends a transaction that is begun again once the slow work is done. */
class SlowWorkFirst extends Error {
  constructor(readonly work: SlowWork<unknown>) {
    super(`First: ${work.name}`);
  }
}

/** How often a transaction is undone for slow work; beyond that it waits with its connection. */
const MAX_UNDONE = 3;

interface Prepared {
  undone: number;
  readonly results: Map<string, unknown>;
}

const PREPARED = new RequestScoped<Prepared>();

/**
 * Does slow work without the request's place, which others have meanwhile. A transaction within `slowWorkFirst` is undone
 * for it; any other waits, since it has a connection. Throws 429 where no place comes free afterwards, and 408 where the client has gone.
 */
export async function withoutPlace<T>(
  { inTransaction }: Transactional,
  slow: SlowWork<T>,
): Promise<T> {
  const prepared = PREPARED.current;
  if (prepared?.results.has(slow.name)) {
    const result = prepared.results.get(slow.name) as T;
    prepared.results.delete(slow.name);
    return result;
  }
  if (inTransaction && prepared && prepared.undone < MAX_UNDONE) throw new SlowWorkFirst(slow);
  return leavingPlace(inTransaction, slow);
}

async function leavingPlace<T>(inTransaction: boolean, slow: SlowWork<T>): Promise<T> {
  const work = currentWork();
  const gone = new AbortController();
  if (!work?.comeBack) return slow.run(gone.signal);
  const { res } = work;
  const onClose = () => gone.abort(clientClosed());
  res.once('close', onClose);
  try {
    if (inTransaction) return await slow.run(gone.signal);
    work.leave();
    const result = await slow.run(gone.signal);
    if (res.destroyed) throw clientClosed();
    await work.comeBack();
    return result;
  } finally {
    res.off('close', onClose);
  }
}

/**
 * Runs a transaction that may be begun again at any time. Where it comes to slow work it is undone, the work is done
 * without connection and place, and it is begun again, with the result at hand. Throws what the transaction throws, and as `withoutPlace`.
 */
export async function slowWorkFirst<T>(transaction: () => Promise<T>): Promise<T> {
  const prepared: Prepared = { undone: 0, results: new Map() };
  for (;;) {
    try {
      return await PREPARED.run(prepared, transaction);
    } catch (error) {
      if (!(error instanceof SlowWorkFirst)) throw error;
      prepared.undone++;
      prepared.results.set(error.work.name, await leavingPlace(false, error.work));
    }
  }
}
