import type { Member } from '../access/model';
import type { Right } from '../api/rights-answers';

/** What a change of a member's own roles needs: one right, and another for each role that is given. */
export function rightsToChange(
  { kind, id, name }: Pick<Member, 'kind' | 'id' | 'name'>,
  given: readonly string[],
): Readonly<Record<string, Right>> {
  const [subject, attributes] =
    kind === 'user'
      ? (['member', { userEmail: name }] as const)
      : (['identity', { identityId: id }] as const);
  const edit: Right = { subject, action: 'edit', attributes };
  const assigned = given.map((role): [string, Right] => [
    `give ${role}`,
    { subject, action: 'assign-role', attributes: { ...attributes, assignableRole: role } },
  ]);
  return { edit, ...Object.fromEntries(assigned) };
}
