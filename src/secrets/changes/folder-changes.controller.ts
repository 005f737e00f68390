import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../auth/actor.js';
import { CurrentActor } from '../../auth/current-actor.decorator.js';
import { Answers } from '../../http/answers.decorator.js';
import { RateLimited } from '../../http/limits/rate-limit.guard.js';
import { FolderChangesQuery } from './folder-changes.dto.js';
import { FolderChangesView, presentFolderChanges } from './folder-changes.presenter.js';
import { FolderChanges } from './folder-changes.service.js';

@ApiTags('Secrets, versions')
@RateLimited('secrets')
@Controller('v1/projects/:projectId/changes')
export class FolderChangesController {
  constructor(private readonly changes: FolderChanges) {}

  @Get()
  @Answers('Tells what changed in a folder between two times', FolderChangesView)
  async list(
    @CurrentActor() actor: Actor,
    @Param('projectId') projectId: string,
    @Query() query: FolderChangesQuery,
  ) {
    return presentFolderChanges(await this.changes.list(actor, projectId, query));
  }
}
