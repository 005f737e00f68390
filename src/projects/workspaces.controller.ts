import { Body, Controller, Get, Param, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../auth/actor.js';
import { CurrentActor } from '../auth/current-actor.decorator.js';
import { Answers } from '../http/answers.decorator.js';
import { AuditRetentionDto, ListProjectsQuery } from './projects.dto.js';
import { presentProject, ProjectView } from './projects.presenter.js';
import { ProjectsService } from './projects.service.js';

/** The older address of projects, in the forms that clients use. */
@ApiTags('Projects')
@Controller('v1/workspace')
export class WorkspacesController {
  constructor(private readonly projects: ProjectsService) {}

  @Get()
  @Answers('Lists the projects of which the caller is a member', { workspaces: [ProjectView] })
  async list(@CurrentActor() actor: Actor, @Query() { type }: ListProjectsQuery) {
    return { workspaces: (await this.projects.list(actor, type)).map(presentProject) };
  }

  @Get('slug/:slug')
  @Answers('Returns a project by its slug, without wrapper', ProjectView)
  async getBySlug(@CurrentActor() actor: Actor, @Param('slug') slug: string) {
    return presentProject(await this.projects.get(actor, { slug }));
  }

  @Get(':workspaceId')
  @Answers('Returns a project', { workspace: ProjectView })
  async get(@CurrentActor() actor: Actor, @Param('workspaceId') id: string) {
    return { workspace: presentProject(await this.projects.get(actor, { id })) };
  }

  @Put(':slug/audit-logs-retention')
  @Answers('Sets for how many days audit entries are kept', {
    message: String,
    workspace: ProjectView,
  })
  async keepAuditLogs(
    @CurrentActor() actor: Actor,
    @Param('slug') slug: string,
    @Body() { auditLogsRetentionDays }: AuditRetentionDto,
  ) {
    const project = await this.projects.update(actor, { slug }, { auditLogsRetentionDays });
    return {
      message: 'The retention of audit entries is set.',
      workspace: presentProject(project),
    };
  }
}
