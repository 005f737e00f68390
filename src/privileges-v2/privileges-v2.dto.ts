import { Id, Text } from '../http/body/fields.js';
import { ProjectIdUnless } from '../http/body/project-id.field.js';
import { PrivilegeDraftDto } from '../privileges/privileges.dto.js';

export class CreatePrivilegeDto extends PrivilegeDraftDto {
  @Id({ description: 'The machine identity' })
  identityId: string;

  @Id({ description: 'The project, of which the identity must be a member' })
  projectId: string;
}

export class PrivilegeBySlugQuery {
  @Id({ description: 'The machine identity' })
  identityId: string;

  @Text({ min: 1, max: 64, example: 'payments', description: 'The slug of the project' })
  projectSlug: string;
}

export class ListPrivilegesQuery {
  @Id({ description: 'The machine identity' })
  identityId: string;

  @ProjectIdUnless(['projectSlug'])
  projectId?: string;

  @Text({ optional: true, min: 1, max: 64, example: 'payments' })
  projectSlug?: string;
}
