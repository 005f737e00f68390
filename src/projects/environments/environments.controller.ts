import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../auth/actor.js';
import { CurrentActor } from '../../auth/current-actor.decorator.js';
import { Answers } from '../../http/answers.decorator.js';
import {
  MAY_BE_REFERRED_TO,
  presentBrokenReferences,
  REFERENCED_BY,
} from '../broken-references.presenter.js';
import { CreateEnvironmentDto, UpdateEnvironmentDto } from './environments.dto.js';
import {
  CHANGED_ENVIRONMENT,
  EnvironmentView,
  presentChangedEnvironment,
  presentEnvironment,
} from './environments.presenter.js';
import { EnvironmentsService } from './environments.service.js';

const CHANGED = { ...CHANGED_ENVIRONMENT, ...REFERENCED_BY } as const;

@ApiTags('Environments')
@Controller(['v1/projects', 'v1/workspace', 'v2/workspace'])
export class EnvironmentsController {
  constructor(private readonly environments: EnvironmentsService) {}

  @Post(':projectId/environments')
  @Answers('Creates an environment with its root folder', CHANGED_ENVIRONMENT)
  async create(
    @CurrentActor() actor: Actor,
    @Param('projectId') projectId: string,
    @Body() dto: CreateEnvironmentDto,
  ) {
    const environment = await this.environments.create(actor, projectId, dto);
    return presentChangedEnvironment('The environment is created.', environment);
  }

  @Get('environments/:environmentId')
  @Answers('Returns an environment by its id alone', { environment: EnvironmentView })
  async getAnywhere(@CurrentActor() actor: Actor, @Param('environmentId') id: string) {
    return { environment: presentEnvironment(await this.environments.getAnywhere(actor, id)) };
  }

  @Get(':projectId/environments/slug/:slug')
  @Answers('Returns an environment by its slug, without wrapper', EnvironmentView)
  async getBySlug(
    @CurrentActor() actor: Actor,
    @Param('projectId') projectId: string,
    @Param('slug') slug: string,
  ) {
    return presentEnvironment(await this.environments.get(actor, projectId, { slug }));
  }

  @Get(':projectId/environments/:environmentId')
  @Answers('Returns an environment', { environment: EnvironmentView })
  async get(
    @CurrentActor() actor: Actor,
    @Param('projectId') projectId: string,
    @Param('environmentId') id: string,
  ) {
    return {
      environment: presentEnvironment(await this.environments.get(actor, projectId, { id })),
    };
  }

  @Patch(':projectId/environments/:environmentId')
  @Answers('Changes an environment', CHANGED, MAY_BE_REFERRED_TO)
  async update(
    @CurrentActor() actor: Actor,
    @Param('projectId') projectId: string,
    @Param('environmentId') id: string,
    @Body() dto: UpdateEnvironmentDto,
  ) {
    const { environment, broken } = await this.environments.update(actor, projectId, id, dto);
    return {
      ...presentChangedEnvironment('The environment is changed.', environment),
      ...presentBrokenReferences(broken),
    };
  }

  @Delete(':projectId/environments/:environmentId')
  @Answers('Deletes an environment and all that is in it', CHANGED, MAY_BE_REFERRED_TO)
  async delete(
    @CurrentActor() actor: Actor,
    @Param('projectId') projectId: string,
    @Param('environmentId') id: string,
  ) {
    const { environment, broken } = await this.environments.delete(actor, projectId, id);
    return {
      ...presentChangedEnvironment('The environment is deleted.', environment),
      ...presentBrokenReferences(broken),
    };
  }
}
