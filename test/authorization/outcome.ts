import type { TestApp } from '../harness.js';
import { withoutReqId } from '../scene.js';
import { failuresOf } from './call.js';
import { stored } from './stored.js';
import type { Answer } from './wire.js';

const NOT_FOUND = {
  statusCode: 404,
  error: 'NotFound',
  message: 'The resource does not exist or is outside your scope.',
};

export const briefly = ({ status, text }: Answer) => `${status} ${text.slice(0, 300)}`;

/** Byte for byte the same, apart from reqId. */
export const isNotFound = ({ status, body }: Answer): boolean =>
  status === 404 && JSON.stringify(withoutReqId(body as object)) === JSON.stringify(NOT_FOUND);

/** A 422 whose first entry leads there. */
export function isInvalidAt({ status, body }: Answer, at: readonly (string | number)[]): boolean {
  const { message } = body as { message: unknown };
  const paths = Array.isArray(message) ? message.map(({ path }: { path: unknown }) => path) : [];
  return status === 422 && JSON.stringify(paths[0]) === JSON.stringify(at);
}

/** What a pass over the routes leaves behind: failures, and tables that are no longer as they were. */
export async function refusalsOf<T>(
  server: TestApp,
  cases: readonly T[],
  check: (each: T) => Promise<string | null>,
): Promise<Outcome> {
  const before = await stored(server);
  const failures = await failuresOf(cases, check);
  const after = await stored(server);
  const written = Object.keys(after).filter((table) => after[table] !== before[table]);
  return { asked: cases.length > 0, failures, written };
}

export const ALL_REFUSED: Outcome = { asked: true, failures: [], written: [] };

export interface Outcome {
  /** Whether there was anything to ask. */
  readonly asked: boolean;
  readonly failures: readonly string[];
  readonly written: readonly string[];
}
