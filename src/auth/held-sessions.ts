import type { EntityManager } from 'typeorm';
import type { BoundStatement } from '../database/database.js';
import { orElse } from '../database/required.js';
import type { AnyActor } from './actor.js';
import { provingScimToken } from './scim-sessions.js';
import { provingServiceToken } from './service-token-sessions.js';
import { deadToken, sessionQuery } from './session-queries.js';

/** Who did something, as entries tell of them: a caller, or somebody in whose name it is done and who need not be calling. */
export type Doer = Pick<AnyActor, 'callerId'>;

/** The callers whose sessions each transaction holds. */
const heldIn = new WeakMap<EntityManager, Set<string>>();

/** Notes that the transaction holds the session of the caller until it ends. */
export function noteHeld(tx: EntityManager, { callerId }: Doer): void {
  const held = heldIn.get(tx);
  if (held) held.add(callerId);
  else heldIn.set(tx, new Set([callerId]));
}

/**
 * The statements after which the caller's session cannot end before the transaction does; they fail with a 401 where it has
 * ended. None where the transaction holds it already, be it only to end it itself, and none for somebody who is not calling.
 * They come before the event head of a project, which whoever deletes an identity locks after its credentials.
 */
export function holdingOnce(tx: EntityManager, doer: Doer): BoundStatement[] {
  if (heldIn.get(tx)?.has(doer.callerId)) return [];
  const statements = provingSession(doer);
  if (statements.length > 0) noteHeld(tx, doer);
  return statements;
}

function provingSession(doer: Doer): BoundStatement[] {
  if ('scimTokenId' in doer) return provingScimToken(doer.callerId);
  if ('serviceTokenId' in doer) return provingServiceToken(doer.callerId);
  if (!('claims' in doer)) return [];
  const { claims } = doer as Extract<AnyActor, { claims: unknown }>;
  const { queries, values } = sessionQuery(claims);
  return [
    { ...queries.lock, values: values.slice(0, 1) },
    { ...queries.proof, values, onFailure: orElse(() => deadToken(claims)) },
  ];
}
