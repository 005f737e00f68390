import { ApiProperty } from '@nestjs/swagger';
import type { BootstrapAdmin } from '../identities/bootstrap.js';

export interface OrganizationRecord {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export class BootstrapOrganizationView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ example: 'Example' })
  name: string;
  @ApiProperty({ example: 'example' })
  slug: string;
}

export interface OrganizationSettingsRecord extends OrganizationRecord {
  readonly enforceMfa: boolean;
  readonly authEnforced: boolean;
}

export class OrganizationView extends BootstrapOrganizationView {
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
}

export class OrganizationSettingsView extends OrganizationView {
  @ApiProperty({ description: 'Whether its people need a second factor' })
  enforceMfa: boolean;
  @ApiProperty({ description: 'Whether its people sign in through its provider alone' })
  authEnforced: boolean;
}

export class BootstrapUserView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ example: 'admin@example.org' })
  username: string;
  @ApiProperty()
  firstName: string;
  @ApiProperty()
  lastName: string;
  @ApiProperty({ example: 'admin@example.org' })
  email: string;
  @ApiProperty()
  superAdmin: boolean;
}

export class BootstrapCredentialsView {
  @ApiProperty()
  token: string;
}

export class BootstrapIdentityView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty()
  name: string;
  @ApiProperty({ type: BootstrapCredentialsView })
  credentials: BootstrapCredentialsView;
}

export const presentOrganization = (organization: OrganizationRecord): OrganizationView => ({
  id: organization.id,
  name: organization.name,
  slug: organization.slug,
  createdAt: organization.createdAt.toISOString(),
  updatedAt: organization.updatedAt.toISOString(),
});

export const presentBootstrapIdentity = (
  { id, name }: BootstrapAdmin,
  token: string,
): BootstrapIdentityView => ({ id, name, credentials: { token } });

/** Nobody has asked the first user for a name. */
export const presentBootstrapUser = (user: { id: string; email: string }): BootstrapUserView => ({
  id: user.id,
  username: user.email,
  firstName: 'Admin',
  lastName: 'User',
  email: user.email,
  superAdmin: true,
});

export const presentOrganizationSettings = (
  organization: OrganizationSettingsRecord,
): OrganizationSettingsView => ({
  ...presentOrganization(organization),
  enforceMfa: organization.enforceMfa,
  authEnforced: organization.authEnforced,
});
