import { Body, Controller, Delete, Param, Patch } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../auth/actor.js';
import { CurrentActor } from '../../auth/current-actor.decorator.js';
import { Answers } from '../../http/answers.decorator.js';
import { UpdateEnvironmentDto } from '../../projects/environments/environments.dto.js';
import {
  CHANGED_ENVIRONMENT,
  presentChangedEnvironment,
} from '../../projects/environments/environments.presenter.js';
import { EnvironmentsService } from '../../projects/environments/environments.service.js';
import { BrokenReferenceReport } from '../references/broken-reference-report.js';
import {
  MAY_BE_REFERRED_TO,
  presentBrokenReferences,
  REFERENCED_BY,
} from '../references/secret-references.presenter.js';

const CHANGED = { ...CHANGED_ENVIRONMENT, ...REFERENCED_BY } as const;

@ApiTags('Environments')
@Controller(['v1/projects', 'v1/workspace', 'v2/workspace'])
export class EnvironmentChangesController {
  constructor(
    private readonly environments: EnvironmentsService,
    private readonly notes: BrokenReferenceReport,
  ) {}

  @Patch(':projectId/environments/:environmentId')
  @Answers('Changes an environment', CHANGED, MAY_BE_REFERRED_TO)
  async update(
    @CurrentActor() actor: Actor,
    @Param('projectId') projectId: string,
    @Param('environmentId') id: string,
    @Body() dto: UpdateEnvironmentDto,
  ) {
    const { onFolderRemoval } = this.notes;
    const changed = await this.environments.update(actor, projectId, id, dto, onFolderRemoval);
    return {
      ...presentChangedEnvironment('The environment is changed.', changed.environment),
      ...presentBrokenReferences({ brokenReferences: changed.loss }),
    };
  }

  @Delete(':projectId/environments/:environmentId')
  @Answers('Deletes an environment and all that is in it', CHANGED, MAY_BE_REFERRED_TO)
  async remove(
    @CurrentActor() actor: Actor,
    @Param('projectId') projectId: string,
    @Param('environmentId') id: string,
  ) {
    const gone = await this.environments.remove(actor, projectId, id, this.notes.onFolderRemoval);
    return {
      ...presentChangedEnvironment('The environment is deleted.', gone.environment),
      ...presentBrokenReferences({ brokenReferences: gone.loss }),
    };
  }
}
