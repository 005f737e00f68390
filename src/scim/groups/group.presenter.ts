import { GROUP_SCHEMA } from '../protocol/attribute-table.js';
import { asksFor, project, type Projection } from '../protocol/projection.js';
import { userLocation } from '../users/user.presenter.js';

/** A group that SCIM manages. */
export interface ScimGroupRecord {
  readonly id: string;
  readonly displayName: string;
  readonly externalId: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface ScimGroupMemberRecord {
  readonly groupId: string;
  /** The id of the membership in the organization. */
  readonly id: string;
  readonly name: string;
}

export const groupLocation = (id: string, base: string): string => `${base}/Groups/${id}`;

/** The parts of a group that no client decides. */
export const readOnlyPartsOf = (group: ScimGroupRecord, base: string) => ({
  schemas: [GROUP_SCHEMA],
  id: group.id,
  meta: {
    resourceType: 'Group',
    created: group.createdAt.toISOString(),
    lastModified: group.updatedAt.toISOString(),
    location: groupLocation(group.id, base),
  },
});

/** The group as an answer, or in part. `base`: the address of SCIM at this server. */
export function presentScimGroup(
  group: ScimGroupRecord,
  members: readonly ScimGroupMemberRecord[],
  base: string,
  projection: Projection,
): Readonly<Record<string, unknown>> {
  const withNames = asksFor(projection, 'members', 'display');
  const { meta, ...parts } = readOnlyPartsOf(group, base);
  const whole = {
    ...parts,
    displayName: group.displayName,
    ...(group.externalId === null ? {} : { externalId: group.externalId }),
    members: members.map(({ id, name }) => ({
      value: id,
      $ref: userLocation(id, base),
      type: 'User',
      ...(withNames ? { display: name } : {}),
    })),
    meta,
  };
  return project(whole, projection);
}
