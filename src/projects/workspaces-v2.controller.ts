import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../auth/actor.js';
import { CurrentActor } from '../auth/current-actor.decorator.js';
import { Answers } from '../http/answers.decorator.js';
import { CreateProjectDto, UpdateProjectDto } from './projects.dto.js';
import { presentProject, ProjectView } from './projects.presenter.js';
import { ProjectsService } from './projects.service.js';

/** Projects by slug, without wrapper but at their creation. */
@ApiTags('Projects')
@Controller('v2/workspace')
export class WorkspacesV2Controller {
  constructor(private readonly projects: ProjectsService) {}

  @Post()
  @Answers('Creates a project; the caller becomes its admin', { project: ProjectView })
  async create(@CurrentActor() actor: Actor, @Body() dto: CreateProjectDto) {
    return { project: presentProject(await this.projects.create(actor, dto)) };
  }

  @Get(':slug')
  @Answers('Returns a project by its slug, without wrapper', ProjectView)
  async get(@CurrentActor() actor: Actor, @Param('slug') slug: string) {
    return presentProject(await this.projects.get(actor, { slug }));
  }

  @Patch(':slug')
  @Answers('Changes the settings of a project', ProjectView)
  async update(
    @CurrentActor() actor: Actor,
    @Param('slug') slug: string,
    @Body() dto: UpdateProjectDto,
  ) {
    return presentProject(await this.projects.update(actor, { slug }, dto));
  }

  @Delete(':slug')
  @Answers('Deletes a project and all that is in it', ProjectView)
  async remove(@CurrentActor() actor: Actor, @Param('slug') slug: string) {
    return presentProject(await this.projects.remove(actor, { slug }));
  }
}
