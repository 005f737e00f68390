import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Actor } from '../../auth/actor.js';
import { CurrentActor } from '../../auth/current-actor.decorator.js';
import { shownName } from '../../errors/nearest.js';
import { Answers } from '../../http/answers.decorator.js';
import { addHint } from '../../http/hints.js';
import { RateLimited } from '../../http/limits/rate-limit.guard.js';
import { SecretNamesQuery } from './secret-names.dto.js';
import { presentNames, SecretNamesView } from './secret-names.presenter.js';
import { SecretNames } from './secret-names.service.js';

@ApiTags('Secret names')
@RateLimited('secrets')
@Controller('v1/projects/:projectId/secret-names')
export class SecretNamesController {
  constructor(private readonly names: SecretNames) {}

  @Get()
  @Answers('Lists the names of a folder over all environments, without values', SecretNamesView)
  async list(
    @CurrentActor() actor: Actor,
    @Param('projectId') projectId: string,
    @Query() query: SecretNamesQuery,
    @Res({ passthrough: true }) res: Response,
  ) {
    const page = await this.names.list(actor, projectId, query.toOrder());
    if (page.isFolderMissing)
      addHint(res, `No environment of the project has a folder ${shownName(query.secretPath)}.`);
    return presentNames(page);
  }
}
