import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../auth/actor.js';
import { CurrentActor } from '../../auth/current-actor.decorator.js';
import { Answers } from '../../http/answers.decorator.js';
import {
  ApplicationProjectQuery,
  CreateApplicationDto,
  ListApplicationsQuery,
  UpdateApplicationDto,
} from './applications.dto.js';
import {
  applicationChangesOf,
  applicationDraftOf,
  ApplicationView,
  presentApplication,
} from './applications.presenter.js';
import { ApplicationsService } from './applications.service.js';

const ONE = { application: ApplicationView };

@ApiTags('Certificate applications')
@Controller('v1/cert-manager/applications')
export class ApplicationsController {
  constructor(private readonly applications: ApplicationsService) {}

  @Post()
  @Answers('Creates an application', ONE)
  async create(@CurrentActor() actor: Actor, @Body() dto: CreateApplicationDto) {
    const made = await this.applications.create(actor, applicationDraftOf(dto), dto.projectId);
    return { application: presentApplication(made) };
  }

  @Get()
  @Answers('Lists the applications of a project', {
    applications: [ApplicationView],
    totalCount: Number,
  })
  async list(
    @CurrentActor() actor: Actor,
    @Query() { offset, limit, ...query }: ListApplicationsQuery,
  ) {
    const all = await this.applications.list(actor, query);
    const page = all.slice(offset, offset + limit);
    return { applications: page.map(presentApplication), totalCount: all.length };
  }

  @Get('by-name/:name')
  @Answers('Returns the application of that name', ONE)
  async getByName(
    @CurrentActor() actor: Actor,
    @Param('name') name: string,
    @Query() { projectId }: ApplicationProjectQuery,
  ) {
    const found = await this.applications.getByName(actor, name, projectId);
    return { application: presentApplication(found) };
  }

  @Get(':applicationId')
  @Answers('Returns an application', ONE)
  async get(@CurrentActor() actor: Actor, @Param('applicationId') id: string) {
    return { application: presentApplication(await this.applications.get(actor, id)) };
  }

  @Patch(':applicationId')
  @Answers('Changes an application', ONE)
  async update(
    @CurrentActor() actor: Actor,
    @Param('applicationId') id: string,
    @Body() dto: UpdateApplicationDto,
  ) {
    const changed = await this.applications.update(actor, id, applicationChangesOf(dto));
    return { application: presentApplication(changed) };
  }

  @Delete(':applicationId')
  @Answers('Deletes an application', ONE)
  async remove(@CurrentActor() actor: Actor, @Param('applicationId') id: string) {
    return { application: presentApplication(await this.applications.remove(actor, id)) };
  }
}
