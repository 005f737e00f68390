import type { FreshAccess } from '../../access/locked-access.js';
import { badRequest } from '../../errors/api-error.js';
import type { RoleDraft } from '../membership-draft.js';

/** Throws 403 unless the caller may assign each role to everybody who is named. */
export function requireAssignable(
  { ability }: FreshAccess,
  emails: readonly string[],
  roles: readonly RoleDraft[],
): void {
  const unknown = { assignableSubject: null, assignableAction: null };
  const rows = emails.flatMap((userEmail) =>
    roles.map(({ slug }) => ({ ...unknown, userEmail, assignableRole: slug })),
  );
  ability.requireAll('assign-role', 'member', rows);
}

export const nobodyNamed = () =>
  badRequest('missing-field', 'Name people by their e-mail addresses in `emails` or `usernames`.');

/** Throws 400 for addresses of nobody in the organization; `people`: those that are somebody's. */
export function requireKnown(
  emails: readonly string[],
  people: readonly { readonly email: string }[],
): void {
  const known = new Set(people.map(({ email }) => email));
  const names = emails.filter((email) => !known.has(email));
  if (names.length === 0) return;
  throw badRequest(
    'not-in-organization',
    'Some of the people are not in your organization: invite them first.',
    { names },
  );
}
