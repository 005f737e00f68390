import type { TestApp } from '../support/harness.js';
import { BLIND, BLIND_NOT_FOUND } from '../support/refusals.js';
import { withoutReqId } from '../support/scene.js';
import { failuresOf } from './call.js';
import { stored } from './stored.js';
import type { Answer } from './wire.js';

export const briefly = ({ status, text }: Answer) => `${status} ${text.slice(0, 300)}`;

/** Byte for byte the same, apart from reqId. */
export const isNotFound = ({ status, body }: Answer): boolean =>
  status === 404 &&
  JSON.stringify(withoutReqId(body as object)) === JSON.stringify(BLIND_NOT_FOUND);

/** The 404 that names what was asked for, in the caller's own project or organization. */
const NAMED =
  /^(?:(?:Environment|Secret|Tag|Role|Privilege|Folder|Group|Person|Import|Identity) '[^']*' not found in (?:'[^']*' of )?(?:'[^']*'|this project|your organization)\.|Identity '[^']*' is not a member of this project\.|The identity has no such client secret\.|The person is not a member of this project\.)/;

/** What a refusal says apart from the name that was asked for: null unless it is a 404. */
export function notFoundSentence(answer: Answer): string | null {
  if (isNotFound(answer)) return BLIND;
  const { error, message, details } = answer.body as Partial<Record<string, unknown>>;
  const [sentence] = NAMED.exec(String(message)) ?? [];
  const isPlain = answer.status === 404 && error === 'NotFound' && details === undefined;
  return isPlain && sentence ? sentence.replace(/'[^']*'/g, '*') : null;
}

const firstPathOf = ({ status, body }: Answer): readonly unknown[] => {
  const { message } = body as { message: unknown };
  const [first] = Array.isArray(message) ? (message as { path: readonly unknown[] }[]) : [];
  return status === 422 && first ? first.path : [];
};

/** A 422 whose first entry leads there. */
export const isInvalidAt = (answer: Answer, at: readonly unknown[]): boolean =>
  JSON.stringify(firstPathOf(answer)) === JSON.stringify(at);

/** Whether a 422 points at the field, or at the list that it is in. */
export const isInvalidAround = (answer: Answer, at: readonly unknown[]): boolean =>
  isInvalidAt(answer, at) ||
  (typeof at.at(-1) === 'number' && isInvalidAt(answer, at.slice(0, -1)));

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
