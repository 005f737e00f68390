import type { ProjectAccess } from '../../access/access.service.js';
import { permissionDenied } from '../../errors/api-error.js';
import { type Denial, denialOf, nextDenial } from '../../secrets/secret-guards.js';
import { attributesOf, attributesOfSecret, tagSlugsOf } from '../../secrets/secret.js';
import { isOfThePast } from '../requests/request-sight.js';
import type { RequestRecord } from '../requests/requests.repository.js';
import type { MergePlan, PlannedItem } from './merge-plan.js';

const ACTIONS = { create: 'create', update: 'edit', delete: 'delete' } as const;

/** The right that somebody lacks today for the item; null if none: as a write of it would ask. */
function denialOfItem(
  project: ProjectAccess,
  { item, old, place, tags }: PlannedItem,
  isOfThePast: boolean,
): Denial | null {
  const key = item.newKey ?? item.key;
  const there = attributesOf(place, key, tagSlugsOf({ tags }));
  // What a rollback brings back is read first.
  const past = isOfThePast ? (at: typeof there) => denialOf(project, 'readValue', at) : () => null;
  if (old === null) return denialOf(project, ACTIONS[item.op], there) ?? past(there);
  const here = attributesOfSecret(old);
  if (item.op === 'delete')
    // What is moved over another one is read there.
    return (
      denialOf(project, 'delete', here) ??
      (item.more.overwrites === undefined ? null : denialOf(project, 'readValue', here))
    );
  if (old.folderId === place.id)
    return denialOf(project, 'edit', here) ?? nextDenial(project, old, { key, tags }) ?? past(here);
  return (
    denialOf(project, 'delete', here) ??
    denialOf(project, 'readValue', here) ??
    denialOf(project, 'create', there) ??
    denialOf(project, 'edit', there)
  );
}

/** By whose rights a merge fails: those of who proposed the change, or of who merges without votes. */
export type Refusal = 'committer-cannot-write' | 'permission-denied';

export const notByTheseRights = (code: Refusal, missingPermissions: readonly object[]) =>
  permissionDenied(code, 'The change may not be written by these rights of today.', {
    missingPermissions,
  });

/** A request, and what its merge would write. */
interface Planned {
  readonly plan: MergePlan;
  readonly request: Pick<RequestRecord, 'action'>;
}

/** Throws 403 where `access` does not allow the changes, naming what is missing as far as `own`, the caller's, shows it. */
export function requireRights(
  own: ProjectAccess,
  access: ProjectAccess,
  { plan: { items, conflicting }, request }: Planned,
  code: Refusal = 'committer-cannot-write',
): void {
  const isPast = isOfThePast(request);
  // Conflicts are told to nobody whose right has ended.
  const denied = [...items, ...conflicting].flatMap(
    (each) => denialOfItem(access, each, isPast) ?? [],
  );
  if (denied.length === 0) return;
  const shown = denied
    .filter(({ attributes }) => own.ability.allows('describeSecret', 'secrets', attributes))
    .map(({ action, attributes }) => ({ action, subject: 'secrets', ...attributes }));
  throw notByTheseRights(code, shown);
}
