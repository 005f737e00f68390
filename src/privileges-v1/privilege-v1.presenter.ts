import { ApiProperty } from '@nestjs/swagger';
import { PrivilegeView, presentPrivilege } from '../privileges/privilege.presenter.js';
import type { Privilege } from '../privileges/privileges.repository.js';

export class PrivilegeV1View extends PrivilegeView {
  @ApiProperty({ format: 'uuid' })
  projectMembershipId: string;
}

export const presentPrivilegeV1 = (privilege: Privilege): PrivilegeV1View => ({
  ...presentPrivilege(privilege),
  projectMembershipId: privilege.projectMembershipId,
});
