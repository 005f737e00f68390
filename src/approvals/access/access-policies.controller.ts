import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../auth/actor.js';
import { CurrentActor } from '../../auth/current-actor.decorator.js';
import { Answers } from '../../http/answers.decorator.js';
import { AccessPolicyView, presentAccessPolicy } from './access.presenter.js';
import {
  CountAccessPoliciesQuery,
  CreateAccessPolicyDto,
  ProjectSlugQuery,
  UpdateAccessPolicyDto,
} from './access-policies.dto.js';
import { AccessPoliciesService } from './access-policies.service.js';

@ApiTags('Access requests')
@Controller('v1/access-approvals/policies')
export class AccessPoliciesController {
  constructor(private readonly policies: AccessPoliciesService) {}

  @Post()
  @Answers('Makes a policy by which people are given access on request', {
    approval: AccessPolicyView,
  })
  async create(@CurrentActor() actor: Actor, @Body() dto: CreateAccessPolicyDto) {
    const { projectSlug } = dto;
    const made = await this.policies.create(actor, projectSlug, dto.toChanges(), dto.toPeriods());
    return { approval: presentAccessPolicy(made) };
  }

  @Get()
  @Answers('Lists the policies of a project for requests for access', {
    approvals: [AccessPolicyView],
  })
  async list(@CurrentActor() actor: Actor, @Query() query: ProjectSlugQuery) {
    const policies = await this.policies.list(actor, query.projectSlug);
    return { approvals: policies.map(presentAccessPolicy) };
  }

  @Get('count')
  @Answers('Counts the policies of a project, or of one of its environments', { count: Number })
  async count(@CurrentActor() actor: Actor, @Query() query: CountAccessPoliciesQuery) {
    const policies = await this.policies.list(actor, query.projectSlug);
    const isThere = (slugs: readonly { readonly slug: string }[]) =>
      !query.envSlug || slugs.some(({ slug }) => slug === query.envSlug);
    return { count: policies.filter(({ environments }) => isThere(environments)).length };
  }

  @Get(':accessPolicyId')
  @Answers('Returns a policy for requests for access', { approval: AccessPolicyView })
  async get(@CurrentActor() actor: Actor, @Param('accessPolicyId') id: string) {
    return { approval: presentAccessPolicy(await this.policies.get(actor, id)) };
  }

  @Patch(':accessPolicyId')
  @Answers('Changes a policy for requests for access; what is left out stays', {
    approval: AccessPolicyView,
  })
  async update(
    @CurrentActor() actor: Actor,
    @Param('accessPolicyId') id: string,
    @Body() dto: UpdateAccessPolicyDto,
  ) {
    const after = await this.policies.update(actor, id, dto.toChanges(), dto.toPeriods());
    return { approval: presentAccessPolicy(after) };
  }

  @Delete(':accessPolicyId')
  @Answers('Ends a policy for requests for access', { approval: AccessPolicyView })
  async remove(@CurrentActor() actor: Actor, @Param('accessPolicyId') id: string) {
    return { approval: presentAccessPolicy(await this.policies.remove(actor, id)) };
  }
}
