import { USER_SCHEMA } from '../protocol/attribute-table.js';
import { asksFor, project, type Projection } from '../protocol/projection.js';
import type { ScimEmailValue, UserAttributes } from '../protocol/user-attributes.js';

/** A member of the organization as SCIM knows it. */
export interface ScimUserRecord {
  /** The id of the membership. */
  readonly id: string;
  readonly userId: string;
  readonly userName: string;
  readonly externalId: string | null;
  readonly givenName: string | null;
  readonly familyName: string | null;
  readonly displayName: string | null;
  readonly isActive: boolean;
  readonly emails: readonly ScimEmailValue[];
  readonly groups: readonly { readonly value: string; readonly display: string }[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What a client decided of the user, to be changed. */
export const userAttributesOf = (user: ScimUserRecord): UserAttributes => ({
  userName: user.userName,
  ...(user.externalId === null ? {} : { externalId: user.externalId }),
  ...(user.displayName === null ? {} : { displayName: user.displayName }),
  name: namesOf(user),
  active: user.isActive,
  emails: user.emails,
});

const namesOf = ({ givenName, familyName }: ScimUserRecord) => ({
  ...(givenName === null ? {} : { givenName }),
  ...(familyName === null ? {} : { familyName }),
});

/** The user as an answer. `base`: the address of SCIM at this server. */
export function presentScimUser(
  user: ScimUserRecord,
  base: string,
): Readonly<Record<string, unknown>> {
  const { name, ...attributes } = userAttributesOf(user);
  return {
    schemas: [USER_SCHEMA],
    id: user.id,
    ...attributes,
    ...(Object.keys(name).length === 0 ? {} : { name }),
    groups: user.groups.map((group) => ({ ...group, $ref: `${base}/Groups/${group.value}` })),
    meta: {
      resourceType: 'User',
      created: user.createdAt.toISOString(),
      lastModified: user.updatedAt.toISOString(),
      location: userLocation(user.id, base),
    },
  };
}

export const userLocation = (id: string, base: string): string => `${base}/Users/${id}`;

/** The user in part. The whole name is shown to who names it. */
export function presentUserInPart(user: ScimUserRecord, base: string, projection: Projection) {
  const whole = presentScimUser(user, base);
  const formatted = [user.givenName, user.familyName].filter(Boolean).join(' ');
  const isAsked = formatted !== '' && asksFor(projection, 'name', 'formatted');
  const shown = isAsked ? { ...whole, name: { ...namesOf(user), formatted } } : whole;
  return project(shown, projection);
}
