import { Module } from '@nestjs/common';
import { AuditCursors } from './audit-cursors.js';
import { AuditLogsController } from './audit-logs.controller.js';
import { AuditLogsRepository } from './audit-logs.repository.js';
import { AuditLogsService } from './audit-logs.service.js';
import { ChainStatusController } from './chain-status.controller.js';
import { ChainStatusRepository } from './chain-status.repository.js';
import { ExposureController } from './exposure.controller.js';
import { ExposureRepository } from './exposure.repository.js';
import { ExposureService } from './exposure.service.js';
import { ReadableProjectsRepository } from './readable-projects.repository.js';

@Module({
  controllers: [AuditLogsController, ChainStatusController, ExposureController],
  providers: [
    AuditCursors,
    AuditLogsRepository,
    AuditLogsService,
    ReadableProjectsRepository,
    ChainStatusRepository,
    ExposureRepository,
    ExposureService,
  ],
})
export class AuditLogsModule {}
