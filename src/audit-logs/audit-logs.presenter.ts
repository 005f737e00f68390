import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { LoggedEntry } from './audit-logs.repository.js';

class AuditActorView {
  @ApiProperty({ enum: ['identity', 'user', 'scim', 'service-token', 'system'] })
  type: string;
  @ApiPropertyOptional({ format: 'uuid' })
  id?: string;
  @ApiProperty({ example: 'ci' })
  name: string;
}

export class AuditLogView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    minimum: 1,
    example: 1200,
    description: 'Its place in the chain of the organization; null for a moment after it happened',
  })
  number: number | null;
  @ApiProperty({ example: 'secret.read' })
  action: string;
  @ApiProperty()
  actor: AuditActorView;
  @ApiPropertyOptional({ format: 'uuid' })
  projectId?: string;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'Ids and names of what it was done to, never a value',
    example: { environment: 'dev', secretPath: '/', secretKeys: ['DB_PASSWORD'], count: 1 },
  })
  target: Readonly<Record<string, unknown>>;
  @ApiProperty({ example: 'req-hT4cVq1NnUw2Lz' })
  reqId: string;
  @ApiPropertyOptional({ example: '192.0.2.7' })
  ipAddress?: string;
  @ApiPropertyOptional({ example: 'infisical-cli/0.43' })
  userAgent?: string;
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
}

export const presentAuditLog = (entry: LoggedEntry): AuditLogView => ({
  id: entry.id,
  number: entry.number,
  action: entry.action,
  actor: {
    type: entry.actorKind,
    ...(entry.actorId === null ? {} : { id: entry.actorId }),
    name: entry.actorName,
  },
  ...(entry.projectId === null ? {} : { projectId: entry.projectId }),
  target: entry.target,
  reqId: entry.reqId,
  ...(entry.address ? { ipAddress: entry.address } : {}),
  ...(entry.client === null ? {} : { userAgent: entry.client }),
  createdAt: entry.createdAt.toISOString(),
});
