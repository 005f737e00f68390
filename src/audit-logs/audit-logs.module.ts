import { Module } from '@nestjs/common';
import { AuditCursors } from './audit-cursors.js';
import { AuditLogsController } from './audit-logs.controller.js';
import { AuditLogsRepository } from './audit-logs.repository.js';
import { AuditLogsService } from './audit-logs.service.js';
import { ReadableProjectsRepository } from './readable-projects.repository.js';

@Module({
  controllers: [AuditLogsController],
  providers: [AuditCursors, AuditLogsRepository, AuditLogsService, ReadableProjectsRepository],
})
export class AuditLogsModule {}
