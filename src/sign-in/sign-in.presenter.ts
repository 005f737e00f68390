import { ApiProperty } from '@nestjs/swagger';
import type { PersonsOrganization } from '../accounts/accounts.repository.js';

export class PersonsOrganizationView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ example: 'Example' })
  name: string;
  @ApiProperty({ example: 'example' })
  slug: string;
  @ApiProperty({ example: 'member', description: 'The role of the person there' })
  role: string;
  @ApiProperty({ description: 'Whether its people need a second factor' })
  enforceMfa: boolean;
  @ApiProperty({ description: 'Whether its people sign in through its provider alone' })
  authEnforced: boolean;
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
}

export class SelectedOrganizationView {
  @ApiProperty({ description: 'An access token, or where `isMfaEnabled` is true an MFA token' })
  token: string;
  @ApiProperty({ description: 'Whether the second factor is due' })
  isMfaEnabled: boolean;
  @ApiProperty({ required: false, enum: ['totp'] })
  mfaMethod?: 'totp';
}

export const presentPersonsOrganization = (
  organization: PersonsOrganization,
): PersonsOrganizationView => ({
  id: organization.id,
  name: organization.name,
  slug: organization.slug,
  role: organization.role,
  enforceMfa: organization.enforceMfa,
  authEnforced: organization.authEnforced,
  createdAt: organization.createdAt.toISOString(),
  updatedAt: organization.updatedAt.toISOString(),
});
