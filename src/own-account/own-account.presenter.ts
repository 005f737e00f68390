import { ApiProperty } from '@nestjs/swagger';
import type { AccountRow } from '../accounts/accounts.repository.js';
import { authMethodsOf } from './auth-methods.service.js';
import type { SessionRow } from './own-sessions.repository.js';

export class OwnAccountView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ example: 'ann@example.org' })
  username: string;
  @ApiProperty({ example: 'ann@example.org' })
  email: string;
  @ApiProperty({ example: 'Ann' })
  firstName: string;
  @ApiProperty({ example: 'Example' })
  lastName: string;
  @ApiProperty({ description: 'Whether the person opened a mail that was sent to the address' })
  isEmailVerified: boolean;
  @ApiProperty({ description: 'Whether the person may create further organizations' })
  superAdmin: boolean;
  @ApiProperty({ type: [String], enum: ['totp'], description: 'The second factors that are on' })
  mfaMethods: string[];
  @ApiProperty({
    type: [String],
    enum: ['email', 'oidc'],
    description: 'How the account is signed in to: by password, by the provider of an organization',
  })
  authMethods: string[];
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
}

export const presentOwnAccount = (account: AccountRow): OwnAccountView => ({
  id: account.id,
  username: account.email,
  email: account.email,
  firstName: account.firstName,
  lastName: account.lastName,
  isEmailVerified: account.isEmailVerified,
  superAdmin: account.superAdmin,
  mfaMethods: account.hasSecondFactor ? ['totp'] : [],
  authMethods: authMethodsOf(account),
  createdAt: account.createdAt.toISOString(),
  updatedAt: account.updatedAt.toISOString(),
});

export class OwnSessionView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'uuid',
    description: 'Null before an organization was chosen',
  })
  organizationId: string | null;
  @ApiProperty({ enum: ['console', 'cli'] })
  kind: string;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'From where it was begun',
    example: '198.51.100.7',
  })
  ip: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'What began it', example: 'cli' })
  userAgent: string | null;
  @ApiProperty({ description: 'Whether it is the one that asks' })
  isCurrent: boolean;
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  @ApiProperty({ format: 'date-time' })
  lastUsedAt: string;
  @ApiProperty({ format: 'date-time' })
  expiresAt: string;
  @ApiProperty({
    description:
      'Whether its person proved within the last ten minutes who they are: by signing in, or by `POST /api/v1/auth/reauthenticate`',
  })
  isFresh: boolean;
}

export const presentOwnSession = (session: SessionRow, current: string): OwnSessionView => ({
  id: session.id,
  organizationId: session.orgId,
  kind: session.kind,
  ip: session.address,
  userAgent: session.client,
  isCurrent: session.id === current,
  createdAt: session.createdAt.toISOString(),
  lastUsedAt: session.lastUsedAt.toISOString(),
  expiresAt: session.expiresAt.toISOString(),
  isFresh: session.isFresh,
});
