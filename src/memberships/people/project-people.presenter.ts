import { ApiProperty } from '@nestjs/swagger';
import type { PersonColumns } from '../../database/person-columns.js';
import {
  HeldRoleView,
  type HeldRoleRecord,
  ProjectOfMembershipView,
  presentHeldRole,
} from '../memberships.presenter.js';

/** A person's own membership of a project. Times come as JSON out of the database: as text. */
export interface ProjectMemberRecord extends PersonColumns {
  readonly id: string;
  readonly projectId: string;
  readonly projectName: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly roles: readonly HeldRoleRecord[];
}

export interface ProjectMemberRow {
  readonly id: string;
  readonly userId: string;
  readonly projectId: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export class ProjectMemberUserView {
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
  @ApiProperty({ example: '', description: 'Always empty: a field that older clients have' })
  publicKey: string;
}

export class ProjectMemberView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ format: 'uuid' })
  userId: string;
  @ApiProperty({ format: 'uuid' })
  projectId: string;
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
  @ApiProperty({ type: ProjectMemberUserView })
  user: ProjectMemberUserView;
  @ApiProperty({ type: ProjectOfMembershipView })
  project: ProjectOfMembershipView;
  @ApiProperty({ type: [HeldRoleView] })
  roles: readonly HeldRoleView[];
}

/** What adding answers for each who was no member before. */
export class AddedProjectMemberView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
  @ApiProperty({ format: 'uuid' })
  userId: string;
  @ApiProperty({ format: 'uuid' })
  projectId: string;
}

export class GroupOfMemberView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ example: 'Backend' })
  name: string;
}

/** What removing one answers. */
export class RemovedProjectMemberView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ format: 'uuid' })
  userId: string;
}

export class RemovedMembershipView extends AddedProjectMemberView {
  @ApiProperty({
    type: [GroupOfMemberView],
    description: 'Groups through which the person is in the project still',
  })
  groups: readonly GroupOfMemberView[];
}

const iso = (time: string) => new Date(time).toISOString();

export const presentProjectMember = (member: ProjectMemberRecord): ProjectMemberView => ({
  id: member.id,
  userId: member.userId,
  projectId: member.projectId,
  createdAt: iso(member.createdAt),
  updatedAt: iso(member.updatedAt),
  user: {
    id: member.userId,
    email: member.email,
    username: member.email,
    firstName: member.firstName,
    lastName: member.lastName,
    publicKey: '',
  },
  project: { id: member.projectId, name: member.projectName },
  roles: member.roles.map(presentHeldRole),
});

export const presentAddedMember = (row: ProjectMemberRow): AddedProjectMemberView => ({
  id: row.id,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  userId: row.userId,
  projectId: row.projectId,
});

export const presentRemovedMember = ({
  id,
  userId,
}: Pick<ProjectMemberRow, 'id' | 'userId'>): RemovedProjectMemberView => ({ id, userId });

export const presentRemovedMembership = (
  row: ProjectMemberRow & { readonly groups: readonly GroupOfMemberView[] },
): RemovedMembershipView => ({
  ...presentAddedMember(row),
  groups: row.groups.map(({ id, name }) => ({ id, name })),
});
