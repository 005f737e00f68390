import { type BoundStatement, statement } from '../database/database.js';
import { orElse, required } from '../database/required.js';
import type { ProjectAccess } from './access.service.js';

/** The caller's rights changed while the write waited: it begins again, as after a serialization failure. */
export class RightsChanged extends Error {
  readonly code = '40001';
}

const STILL_HELD = statement(`
  select ${required('count(*) = 1')} from projects
  where id = $1 and epoch = $2 and ($3::timestamptz is null or clock_timestamp() < $3)`);

/**
 * Fails with `RightsChanged` where the rights by which a change was planned are others by now, or have ended. For the
 * round trip that ends the transaction, after all waits for locks.
 */
export const stillHeld = ({
  id,
  epoch,
  rightsUntil = Infinity,
}: ProjectAccess): BoundStatement => ({
  ...STILL_HELD,
  values: [id, epoch, rightsUntil === Infinity ? null : new Date(rightsUntil)],
  onFailure: orElse(() => new RightsChanged()),
});
