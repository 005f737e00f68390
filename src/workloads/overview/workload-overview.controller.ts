import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../auth/actor.js';
import { CurrentActor } from '../../auth/current-actor.decorator.js';
import { Answers } from '../../http/answers.decorator.js';
import { ListWorkloadAuthsQuery, WorkloadAuthOverviewView } from './workload-overview.dto.js';
import { WorkloadOverview } from './workload-overview.service.js';

@ApiTags('Machine identities')
@Controller('v1/organization/workload-auths')
export class WorkloadOverviewController {
  constructor(private readonly overview: WorkloadOverview) {}

  @Get()
  @Answers('Lists how workloads sign in to the organization, with what to look at', {
    workloadAuths: [WorkloadAuthOverviewView],
    totalCount: Number,
  })
  list(@CurrentActor() actor: Actor, @Query() page: ListWorkloadAuthsQuery) {
    return this.overview.list(actor, page);
  }
}
