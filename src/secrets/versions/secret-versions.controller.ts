import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AccessService } from '../../access/access.service.js';
import type { Actor } from '../../auth/actor.js';
import { CurrentActor } from '../../auth/current-actor.decorator.js';
import { toUuid } from '../../database/uuid.js';
import { Answers } from '../../http/answers.decorator.js';
import { QueryOffset, QueryIntField, IntField } from '../../http/body/fields.js';
import { RateLimited } from '../../http/limits/rate-limit.guard.js';
import { SecretRollback } from './secret-rollback.service.js';
import { SecretVersions } from './secret-versions.service.js';
import { SecretsRepository } from '../secrets.repository.js';
import { HELD, unlessHeld } from '../held-write.presenter.js';
import { presentSecret, SecretView } from '../secret.presenter.js';

const MAX_PAGE = 100;

class VersionsQuery {
  @QueryOffset()
  offset = 0;

  @QueryIntField({ min: 1, max: MAX_PAGE, default: 20 })
  limit = 20;
}

class RollbackDto {
  @IntField({ min: 1, description: 'The version to bring back' })
  version: number;
}

@ApiTags('Secrets, versions')
@RateLimited('secrets')
@Controller()
export class SecretVersionsController {
  constructor(
    private readonly access: AccessService,
    private readonly secrets: SecretsRepository,
    private readonly versions: SecretVersions,
    private readonly rollback: SecretRollback,
  ) {}

  @Get('v1/secret/:secretId/secret-versions')
  @Answers('Lists the states of a secret, the present one first', { secretVersions: [SecretView] })
  async list(
    @CurrentActor() actor: Actor,
    @Param('secretId') secretId: string,
    @Query() { offset = 0, limit = 20 }: VersionsQuery,
  ) {
    const { projectId, secrets } = await this.versions.list(actor, secretId, { offset, limit });
    return { secretVersions: secrets.map((secret) => presentSecret(projectId, secret)) };
  }

  @Post('v4/secrets/id/:secretId/rollback')
  @Answers(
    'Brings a past state of a secret back, as a new version',
    { secret: SecretView, ...HELD },
    unlessHeld(['secret']),
  )
  async rollBack(
    @CurrentActor() actor: Actor,
    @Param('secretId') id: string,
    @Body() { version }: RollbackDto,
  ) {
    const secretId = toUuid(id);
    const projectId = await this.secrets.getProjectIdOf(actor.orgId, secretId);
    const project = await this.access.toProject(actor, { id: projectId });
    const result = await this.rollback.rollBack(actor, project, { secretId, version });
    return { secret: presentSecret(result.projectId, result.secret) };
  }
}
