import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../auth/actor.js';
import { CurrentActor } from '../../auth/current-actor.decorator.js';
import { Answers } from '../../http/answers.decorator.js';
import { CreateTagDto, UpdateTagDto } from './tags.dto.js';
import { presentTag, TagView } from './tags.presenter.js';
import { TagsService } from './tags.service.js';

@ApiTags('Tags')
@Controller('v1/workspace/:projectId/tags')
export class WorkspaceTagsController {
  constructor(private readonly tags: TagsService) {}

  @Post()
  @Answers('Creates a tag', { workspaceTag: TagView })
  async create(
    @CurrentActor() actor: Actor,
    @Param('projectId') projectId: string,
    @Body() dto: CreateTagDto,
  ) {
    return { workspaceTag: presentTag(await this.tags.create(actor, projectId, dto)) };
  }

  @Get()
  @Answers('Lists the tags of a project by slug', { workspaceTags: [TagView] })
  async list(@CurrentActor() actor: Actor, @Param('projectId') projectId: string) {
    return { workspaceTags: (await this.tags.list(actor, projectId)).map(presentTag) };
  }

  @Get('slug/:slug')
  @Answers('Returns a tag by its slug', { workspaceTag: TagView })
  async getBySlug(
    @CurrentActor() actor: Actor,
    @Param('projectId') projectId: string,
    @Param('slug') slug: string,
  ) {
    return { workspaceTag: presentTag(await this.tags.get(actor, projectId, { slug })) };
  }

  @Get(':tagId')
  @Answers('Returns a tag', { workspaceTag: TagView })
  async get(
    @CurrentActor() actor: Actor,
    @Param('projectId') projectId: string,
    @Param('tagId') id: string,
  ) {
    return { workspaceTag: presentTag(await this.tags.get(actor, projectId, { id })) };
  }

  @Patch(':tagId')
  @Answers('Changes a tag', { workspaceTag: TagView })
  async update(
    @CurrentActor() actor: Actor,
    @Param('projectId') projectId: string,
    @Param('tagId') id: string,
    @Body() dto: UpdateTagDto,
  ) {
    return { workspaceTag: presentTag(await this.tags.update(actor, projectId, id, dto)) };
  }

  @Delete(':tagId')
  @Answers('Deletes a tag; secrets lose it', { workspaceTag: TagView })
  async delete(
    @CurrentActor() actor: Actor,
    @Param('projectId') projectId: string,
    @Param('tagId') id: string,
  ) {
    return { workspaceTag: presentTag(await this.tags.delete(actor, projectId, id)) };
  }
}
