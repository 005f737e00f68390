import { ApiProperty } from '@nestjs/swagger';
import {
  PrivilegeItemView,
  PrivilegeView,
  presentPrivilege,
  presentPrivilegeItem,
} from '../privileges/privilege.presenter.js';
import type { PrivilegeRow } from '../privileges/privileges.repository.js';

export class UserPrivilegeItemView extends PrivilegeItemView {
  @ApiProperty({ format: 'uuid' })
  projectMembershipId: string;
}

export class UserPrivilegeView extends PrivilegeView {
  @ApiProperty({ format: 'uuid' })
  projectMembershipId: string;
}

export const presentUserPrivilege = (privilege: PrivilegeRow): UserPrivilegeView => ({
  ...presentPrivilege(privilege),
  projectMembershipId: privilege.projectMembershipId,
});

export const presentUserPrivilegeItem = (privilege: PrivilegeRow): UserPrivilegeItemView => ({
  ...presentPrivilegeItem(privilege),
  projectMembershipId: privilege.projectMembershipId,
});
