import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../auth/actor.js';
import { CurrentActor } from '../auth/current-actor.decorator.js';
import { Answers } from '../http/answers.decorator.js';
import { AuditLogsQuery } from './audit-logs.dto.js';
import { AuditLogView, presentAuditLog } from './audit-logs.presenter.js';
import { AuditLogsService } from './audit-logs.service.js';

@ApiTags('Audit log')
@Controller('v1/organization/audit-logs')
export class AuditLogsController {
  constructor(private readonly logs: AuditLogsService) {}

  @Get()
  @Answers(
    'Lists what was done and read in the organization, the newest first',
    { auditLogs: [AuditLogView], nextCursor: String },
    { optional: ['nextCursor'] },
  )
  async list(@CurrentActor() actor: Actor, @Query() query: AuditLogsQuery) {
    const { entries, nextCursor } = await this.logs.list(actor, query);
    return {
      auditLogs: entries.map(presentAuditLog),
      ...(nextCursor === undefined ? {} : { nextCursor }),
    };
  }
}
