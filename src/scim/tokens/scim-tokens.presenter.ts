import { ApiProperty } from '@nestjs/swagger';
import type { ScimEventRecord, ScimTokenRecord } from './scim-tokens.repository.js';

const TIME_OR_NULL = { type: 'string', format: 'date-time', nullable: true } as const;

export class ScimTokenView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ format: 'uuid' })
  orgId: string;
  @ApiProperty({
    format: 'uuid',
    description:
      'The identity or person that made it: while that one could not make another, the token lets nobody in',
  })
  makerId: string;
  @ApiProperty({ description: 'What the token is for', example: 'Okta' })
  description: string;
  @ApiProperty({ type: 'integer', minimum: 0, description: '0: it does not expire', example: 365 })
  ttlDays: number;
  @ApiProperty({ ...TIME_OR_NULL, description: 'When it expires' })
  expiresAt: string | null;
  @ApiProperty({ ...TIME_OR_NULL, description: 'When it was last used; a minute late at most' })
  lastUsedAt: string | null;
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
}

export class ScimEventView {
  @ApiProperty({ format: 'uuid', description: 'Id of the audit entry' })
  id: string;
  @ApiProperty({ format: 'uuid' })
  orgId: string;
  @ApiProperty({ description: 'What the provider did', example: 'deactivate-user' })
  eventType: string;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'To whom or what, and the description of the token',
    example: { membershipId: '0198f2a4-7c1e-7bd2-9a57-2f6c1e0d9b3a', provider: 'Okta' },
  })
  event: object;
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
}

export const presentScimToken = (token: ScimTokenRecord): ScimTokenView => ({
  id: token.id,
  orgId: token.orgId,
  makerId: token.makerId,
  description: token.description,
  ttlDays: token.ttlDays,
  expiresAt: token.expiresAt?.toISOString() ?? null,
  lastUsedAt: token.lastUsedAt?.toISOString() ?? null,
  createdAt: token.createdAt.toISOString(),
  updatedAt: token.updatedAt.toISOString(),
});

/** `scim-user.create` is `create-user` here. */
export function presentScimEvent(entry: ScimEventRecord): ScimEventView {
  const [thing = '', verb = ''] = entry.action.replace('scim-', '').split('.');
  const time = entry.createdAt.toISOString();
  return {
    id: entry.id,
    orgId: entry.orgId,
    eventType: `${verb}-${thing}`,
    event: { ...entry.target, provider: entry.actorName },
    createdAt: time,
    updatedAt: time,
  };
}
