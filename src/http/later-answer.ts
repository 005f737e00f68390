import { RequestScoped } from '../request-scope/request-scope.js';

type Completion = () => Promise<unknown>;

/** What an answer still waits for, in a request that is one transaction as a whole. */
const waiting = new RequestScoped<{ completion?: Completion }>();

/**
 * Gives the answer with what is asked of somebody else: at once, or, in a request that is one transaction as a whole,
 * once that is committed. No connection of the database is held meanwhile. `known`: the answer without it.
 */
export async function withLater<T>(known: T, completion: () => Promise<T>): Promise<T> {
  const holder = waiting.current;
  if (!holder) return completion();
  holder.completion = completion;
  return known;
}

/** Does the work of a request that is one transaction, and gives beside its result what has to be done after the commit. */
export async function collectingLater<T>(
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly completion: Completion | undefined }> {
  const holder: { completion?: Completion } = {};
  const result = await waiting.run(holder, work);
  return { result, completion: holder.completion };
}
