import type { ProjectAccess } from '../../access/access.service.js';
import { mapInSlices } from '../../access/slices.js';
import { badRequest } from '../../errors/api-error.js';
import { firstOf } from '../../errors/nearest.js';
import { attributesOf, attributesOfSecret, type SecretLocation, tagSlugsOf } from '../secret.js';
import type { BatchRow } from '../batch/secret-batches.repository.js';
import type { MoveOrder } from './secret-moves.service.js';
import {
  type Denial,
  denialOf,
  batchDenied,
  mayDescribe,
  nextDenial,
  requireAnyOf,
} from '../secret-guards.js';

/** A secret to move, and the one that has its name at the destination. */
export interface Move {
  readonly index: number;
  readonly secret: BatchRow;
  readonly target: BatchRow | null;
}

/** Whoever lacks one of the rights everywhere is told so, whether or not the secrets exist. Throws 403. */
export function requireAnyMove(project: ProjectAccess, order: MoveOrder): void {
  const at = (place: SecretLocation) => [{ index: 0, place, item: { secretKey: null } }];
  for (const action of ['describeSecret', 'delete', 'readValue'] as const)
    requireAnyOf(project, [action], at(order.source));
  for (const action of ['create', 'edit'] as const)
    requireAnyOf(project, [action], at(order.destination));
}

/** Throws 403 naming every secret that lacks the same right, then 400. */
export async function refuseMove(
  project: ProjectAccess,
  { source, destination, secretIds, isOverwriting }: MoveOrder,
  moves: readonly Move[],
): Promise<void> {
  await refuseDenied(project, destination, moves);
  const isSame =
    source.environment === destination.environment && source.secretPath === destination.secretPath;
  if (isSame) throw badRequest('nothing-to-change', 'Source and destination are the same folder.');
  const known = new Set(moves.map((move) => move.secret.id));
  const unknown = secretIds.filter((id) => !known.has(id));
  if (unknown.length > 0)
    throw badRequest('not-in-folder', 'Some secrets are not in the source folder.', {
      secretIds: unknown,
    });
  const taken = moves.filter((move) => move.target !== null).map((move) => move.secret.key);
  if (taken.length > 0 && !isOverwriting)
    throw badRequest(
      'already-at-destination',
      `Secrets with these keys already exist at the destination: ${firstOf(taken)}.`,
      {
        secretKeys: taken,
      },
    );
  if (moves.some(({ secret, target }) => secret.isTooLarge || target?.isTooLarge))
    throw badRequest('too-much-at-once', 'The secrets together exceed 64 MiB. Move fewer at once.');
}

async function refuseDenied(
  project: ProjectAccess,
  destination: MoveOrder['destination'],
  moves: readonly Move[],
): Promise<void> {
  const denials = await mapInSlices(moves, (move) => denialOfMove(project, destination, move));
  const refused = denials.flatMap((denial, at) =>
    denial ? [{ ...denial, index: moves[at]!.index }] : [],
  );
  const [first] = refused;
  if (!first) return;
  const alike = refused.filter(({ action }) => action === first.action);
  throw batchDenied(project, first.action, alike);
}

/** Delete and readValue where it is, create and edit where it goes; what it overwrites must be editable too. */
function denialOfMove(
  project: ProjectAccess,
  destination: MoveOrder['destination'],
  { secret, target }: Move,
): Denial | null {
  const here = attributesOfSecret(secret);
  const there = attributesOf(destination, secret.key, tagSlugsOf(secret));
  return (
    denialOf(project, 'delete', here) ??
    denialOf(project, 'readValue', here) ??
    denialOf(project, 'create', there) ??
    denialOf(project, 'edit', there) ??
    (target && overwriteDenial(project, secret, target))
  );
}

/** What a refusal says of tags is for those who may know of the secret. */
function overwriteDenial(
  project: ProjectAccess,
  secret: BatchRow,
  target: BatchRow,
): Denial | null {
  const attributes = attributesOfSecret(target);
  const denial = denialOf(project, 'edit', attributes);
  if (!denial) return nextDenial(project, target, { key: target.key, tags: secret.tags ?? [] });
  return mayDescribe(project, target)
    ? denial
    : { ...denial, attributes: { ...attributes, secretTags: null } };
}
