import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../auth/actor.js';
import { CurrentActor } from '../auth/current-actor.decorator.js';
import { Answers } from '../http/answers.decorator.js';
import { CreateProjectDto, ListProjectsQuery, UpdateProjectDto } from './projects.dto.js';
import { presentProject, ProjectView } from './projects.presenter.js';
import { ProjectsService } from './projects.service.js';

@ApiTags('Projects')
@Controller('v1/projects')
export class ProjectsController {
  constructor(private readonly projects: ProjectsService) {}

  @Post()
  @Answers('Creates a project; the caller becomes its admin', { project: ProjectView })
  async create(@CurrentActor() actor: Actor, @Body() dto: CreateProjectDto) {
    return { project: presentProject(await this.projects.create(actor, dto)) };
  }

  @Get()
  @Answers('Lists the projects of which the caller is a member', { projects: [ProjectView] })
  async list(@CurrentActor() actor: Actor, @Query() { type }: ListProjectsQuery) {
    return { projects: (await this.projects.list(actor, type)).map(presentProject) };
  }

  @Get('slug/:slug')
  @Answers('Returns a project by its slug, without wrapper', ProjectView)
  async getBySlug(@CurrentActor() actor: Actor, @Param('slug') slug: string) {
    return presentProject(await this.projects.get(actor, { slug }));
  }

  @Get(':projectId')
  @Answers('Returns a project', { project: ProjectView })
  async get(@CurrentActor() actor: Actor, @Param('projectId') id: string) {
    return { project: presentProject(await this.projects.get(actor, { id })) };
  }

  @Patch(':projectId')
  @Answers('Changes the settings of a project', { project: ProjectView })
  async update(
    @CurrentActor() actor: Actor,
    @Param('projectId') id: string,
    @Body() dto: UpdateProjectDto,
  ) {
    return { project: presentProject(await this.projects.update(actor, { id }, dto)) };
  }

  @Delete(':projectId')
  @Answers('Deletes a project and all that is in it', { project: ProjectView })
  async remove(@CurrentActor() actor: Actor, @Param('projectId') id: string) {
    return { project: presentProject(await this.projects.remove(actor, { id })) };
  }
}
