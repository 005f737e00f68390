import { Id } from '../http/body/fields.js';
import { PrivilegeDraftDto } from '../privileges/privileges.dto.js';
import { HasForms } from '../http/body/forms.decorator.js';

@HasForms({ required: ['projectMembershipId'] }, { required: ['userId', 'projectId'] })
export class CreateUserPrivilegeDto extends PrivilegeDraftDto {
  @Id({ optional: true, description: 'The membership of the person; or `userId` and `projectId`' })
  projectMembershipId?: string;

  @Id({
    optional: true,
    description: 'The person, who may be in the project through a group; together with `projectId`',
  })
  userId?: string;

  @Id({ optional: true, description: 'The project, together with `userId`' })
  projectId?: string;
}

export class ListUserPrivilegesQuery {
  @Id({ description: 'The membership of the person in the project' })
  projectMembershipId: string;
}
