import type { ContentActor, UserActor } from '../../auth/actor.js';
import { badRequest } from '../../errors/api-error.js';
import type { SecretScope } from '../secret.js';

export const NO_PERSONAL_SECRETS =
  'Machine identities and service tokens have no personal secrets: use type shared.';

const NOT_FOR_PERSONAL_SECRETS =
  'A personal secret has no past states, references to it and moves of its own: use type shared.';

/** Who asks for personal secrets. Throws 400 for who is no person. Comes after scope and permission. */
export function requirePerson(actor: ContentActor): UserActor {
  if (actor.kind === 'user') return actor;
  throw badRequest('no-personal-secrets', NO_PERSONAL_SECRETS);
}

/** Throws 400 for a machine that asks for personal secrets. */
export function refusePersonal(actor: ContentActor, { isPersonal }: SecretScope): void {
  if (isPersonal) requirePerson(actor);
}

/** Throws 400 where personal secrets are asked for what they do not have, such as past states: after scope and permission. */
export function refuseForPersonal(
  actor: ContentActor,
  { isPersonal }: Pick<SecretScope, 'isPersonal'>,
): void {
  if (!isPersonal) return;
  requirePerson(actor);
  throw badRequest('not-for-personal-secrets', NOT_FOR_PERSONAL_SECRETS);
}
