import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../auth/actor.js';
import { CurrentActor } from '../auth/current-actor.decorator.js';
import { Answers } from '../http/answers.decorator.js';
import { RateLimited } from '../http/rate-limit.guard.js';
import { ImportView, presentSecret, SecretView } from './secret.presenter.js';
import { SecretReads } from './secret-reads.service.js';
import { V4GetQuery, V4ListQuery } from './secret-queries.dto.js';
import { toKey } from './secrets.fields.js';

@ApiTags('Secrets, v4')
@RateLimited('secrets')
@Controller('v4/secrets')
export class SecretsV4Controller {
  constructor(private readonly reads: SecretReads) {}

  @Get()
  @Answers(
    'Lists the secrets of a folder',
    { secrets: [SecretView], imports: [ImportView] },
    { optional: ['imports'] },
  )
  async list(@CurrentActor() actor: Actor, @Query() query: V4ListQuery) {
    const { projectId, secrets } = await this.reads.list(actor, query.toWhere(), query.toOptions());
    return {
      secrets: secrets.map((secret) => presentSecret(projectId, secret)),
      ...(query.wantsImports ? { imports: [] } : {}),
    };
  }

  @Get(':secretName')
  @Answers('Returns a secret by its name', { secret: SecretView })
  async get(
    @CurrentActor() actor: Actor,
    @Param('secretName') name: string,
    @Query() query: V4GetQuery,
  ) {
    const { version } = query;
    const where = { ...query.toWhere(), key: toKey(name), ...(version ? { version } : {}) };
    const { projectId, secret } = await this.reads.get(actor, where, query);
    return { secret: presentSecret(projectId, secret) };
  }
}
