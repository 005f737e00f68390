import { ApiProperty } from '@nestjs/swagger';
import { ChangedRoleView, type HeldRoleRecord, presentHeldRole } from './memberships.presenter.js';

/** A role as it was just written. Times come as JSON out of the database: as text. */
export interface WrittenRole extends HeldRoleRecord {
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** What a change of roles answers for people and groups. */
export class WrittenRoleView extends ChangedRoleView {
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
}

export interface WrittenRoles {
  readonly membershipId: string;
  /** In the order in which they were given. */
  readonly roles: readonly WrittenRole[];
}

export const presentWrittenRoles = ({ membershipId, roles }: WrittenRoles): WrittenRoleView[] =>
  roles.map((role) => ({
    ...presentHeldRole(role),
    projectMembershipId: membershipId,
    createdAt: new Date(role.createdAt).toISOString(),
    updatedAt: new Date(role.updatedAt).toISOString(),
  }));
