import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../auth/actor.js';
import { CurrentActor } from '../../auth/current-actor.decorator.js';
import { Answers } from '../../http/answers.decorator.js';
import {
  BoardQuery,
  CreatePolicyDto,
  ListPoliciesQuery,
  projectIdOf,
  UpdatePolicyDto,
} from './policies.dto.js';
import { PolicyView, presentPolicy } from './policies.presenter.js';
import { PoliciesService } from './policies.service.js';

@ApiTags('Approval policies')
@Controller(['v1/secret-approvals', 'v2/secret-approvals'])
export class PoliciesController {
  constructor(private readonly policies: PoliciesService) {}

  @Post()
  @Answers('Makes a policy: changes there wait for consent', { approval: PolicyView })
  async create(@CurrentActor() actor: Actor, @Body() dto: CreatePolicyDto) {
    const made = await this.policies.create(actor, projectIdOf(dto), dto.toChanges());
    return { approval: presentPolicy(made) };
  }

  @Get()
  @Answers('Lists the policies of a project', { approvals: [PolicyView] })
  async list(@CurrentActor() actor: Actor, @Query() query: ListPoliciesQuery) {
    const policies = await this.policies.list(actor, projectIdOf(query));
    return { approvals: policies.map(presentPolicy) };
  }

  @Get('board')
  @Answers(
    'Returns the policy that governs a folder',
    { policy: PolicyView },
    { optional: ['policy'] },
  )
  async board(@CurrentActor() actor: Actor, @Query() query: BoardQuery) {
    const policy = await this.policies.findGoverning(actor, projectIdOf(query), query);
    return policy ? { policy: presentPolicy(policy) } : {};
  }

  @Get(':approvalPolicyId')
  @Answers('Returns a policy', { approval: PolicyView })
  async get(@CurrentActor() actor: Actor, @Param('approvalPolicyId') id: string) {
    return { approval: presentPolicy(await this.policies.get(actor, id)) };
  }

  @Patch(':approvalPolicyId')
  @Answers('Changes a policy; what is left out stays', { approval: PolicyView })
  async update(
    @CurrentActor() actor: Actor,
    @Param('approvalPolicyId') id: string,
    @Body() dto: UpdatePolicyDto,
  ) {
    return { approval: presentPolicy(await this.policies.update(actor, id, dto.toChanges())) };
  }

  @Delete(':approvalPolicyId')
  @Answers('Ends a policy; what waits for it is closed', { approval: PolicyView })
  async remove(@CurrentActor() actor: Actor, @Param('approvalPolicyId') id: string) {
    return { approval: presentPolicy(await this.policies.remove(actor, id)) };
  }
}
