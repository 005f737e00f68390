import { Module } from '@nestjs/common';
import { PermissionQueriesController } from './permission-queries.controller.js';
import { PermissionQueriesService } from './permission-queries.service.js';
import { PopulationRepository } from './population.repository.js';

@Module({
  controllers: [PermissionQueriesController],
  providers: [PermissionQueriesService, PopulationRepository],
})
export class PermissionQueriesModule {}
