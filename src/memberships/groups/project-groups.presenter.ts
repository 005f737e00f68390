import { ApiProperty } from '@nestjs/swagger';
import type { PersonColumns } from '../../database/person-columns.js';
import { HeldRoleView, type HeldRoleRecord, presentHeldRole } from '../memberships.presenter.js';

/** A group's membership of a project. Times come as JSON out of the database: as text. */
export interface ProjectGroupRecord {
  readonly id: string;
  readonly groupId: string;
  readonly projectId: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly name: string;
  readonly slug: string;
  readonly orgId: string;
  readonly roles: readonly HeldRoleRecord[];
}

export interface ProjectGroupRow {
  readonly id: string;
  readonly groupId: string;
  readonly projectId: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface ProjectGroupUserRecord extends PersonColumns {
  readonly joinedGroupAt: Date;
}

export class GroupOfProjectView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ example: 'Backend' })
  name: string;
  @ApiProperty({ example: 'backend' })
  slug: string;
  @ApiProperty({ format: 'uuid' })
  orgId: string;
}

/** What adding and removing answer. */
export class ProjectGroupChangeView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ format: 'uuid' })
  groupId: string;
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
}

export class ProjectGroupView extends ProjectGroupChangeView {
  @ApiProperty({ type: [HeldRoleView] })
  roles: readonly HeldRoleView[];
  @ApiProperty({ type: GroupOfProjectView })
  group: GroupOfProjectView;
}

export class ProjectGroupUserView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ example: 'ann@example.org' })
  email: string;
  @ApiProperty({ example: 'ann@example.org' })
  username: string;
  @ApiProperty({ example: 'Ann' })
  firstName: string;
  @ApiProperty({ example: 'Example' })
  lastName: string;
  @ApiProperty({ example: true })
  isPartOfGroup: boolean;
  @ApiProperty({ format: 'date-time' })
  joinedGroupAt: string;
}

export const presentProjectGroup = (membership: ProjectGroupRecord): ProjectGroupView => ({
  id: membership.id,
  groupId: membership.groupId,
  createdAt: new Date(membership.createdAt).toISOString(),
  updatedAt: new Date(membership.updatedAt).toISOString(),
  roles: membership.roles.map(presentHeldRole),
  group: {
    id: membership.groupId,
    name: membership.name,
    slug: membership.slug,
    orgId: membership.orgId,
  },
});

export const presentProjectGroupChange = (row: ProjectGroupRow): ProjectGroupChangeView => ({
  id: row.id,
  groupId: row.groupId,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

export const presentProjectGroupUser = (user: ProjectGroupUserRecord): ProjectGroupUserView => ({
  id: user.userId,
  email: user.email,
  username: user.email,
  firstName: user.firstName,
  lastName: user.lastName,
  isPartOfGroup: true,
  joinedGroupAt: user.joinedGroupAt.toISOString(),
});
