import { Body, Controller, Delete, Get, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { ContentActor } from '../auth/actor.js';
import { CurrentContentActor, TakesServiceToken } from '../auth/service-token.decorators.js';
import { Work } from '../http/limits/admission.js';
import { Answers } from '../http/answers.decorator.js';
import { BodyLimit } from '../http/body/body.guard.js';
import { addHint } from '../http/hints.js';
import { Deprecated } from '../http/deprecated.decorator.js';
import { RateLimited } from '../http/limits/rate-limit.guard.js';
import { REFERENCED_BY } from '../projects/broken-references.presenter.js';
import { HELD, unlessHeld } from './held-write.presenter.js';
import {
  ImportView,
  presentList,
  presentChangedSecret,
  presentSecret,
  SecretView,
} from './secret.presenter.js';
import { SecretReads } from './secret-reads.service.js';
import { SecretChangesService } from './secret-changes.service.js';
import { SecretCreation } from './secret-creation.service.js';
import { V3CreateDto, V3DeleteDto, V3UpdateDto } from './secret-bodies.dto.js';
import { V3GetByIdQuery, V3GetQuery, V3ListQuery } from './secret-queries.dto.js';
import { toKey, toNewKey } from './secrets.fields.js';
import { refuseMissingId } from './secret.js';

const MIB = 1024 * 1024;

const CREATED = { secret: SecretView, ...HELD } as const;
const CHANGED = { ...CREATED, ...REFERENCED_BY } as const;
const MAY_BE_HELD = unlessHeld(['secret'], ['referencedBy']);

@ApiTags('Secrets, v3')
@RateLimited('secrets')
@TakesServiceToken()
@Controller('v3/secrets')
export class SecretsV3Controller {
  constructor(
    private readonly reads: SecretReads,
    private readonly creation: SecretCreation,
    private readonly changes: SecretChangesService,
  ) {}

  @Get('raw')
  @Deprecated('/api/v4/secrets')
  @Answers(
    'Lists the secrets of a folder',
    { secrets: [SecretView], imports: [ImportView] },
    { deprecated: true, optional: ['imports'] },
  )
  async list(
    @CurrentContentActor() actor: ContentActor,
    @Query() query: V3ListQuery,
    @Res({ passthrough: true }) res: Response,
  ) {
    const list = await this.reads.list(actor, query.toScope(), query.toOptions());
    if (list.missing) addHint(res, list.missing.sentence);
    return presentList(list);
  }

  @Get('raw/id/:secretId')
  @Deprecated('/api/v4/secrets')
  @Answers('Returns a secret by its id', { secret: SecretView }, { deprecated: true })
  async getById(
    @CurrentContentActor() actor: ContentActor,
    @Param('secretId') secretId: string,
    @Query() query: V3GetByIdQuery,
  ) {
    const { projectId, secret } = await this.reads.getById(actor, secretId, query);
    return { secret: presentSecret(projectId, secret) };
  }

  @Get('raw/:secretName')
  @Work('light')
  @Deprecated('/api/v4/secrets')
  @Answers('Returns a secret by its name', { secret: SecretView }, { deprecated: true })
  async get(
    @CurrentContentActor() actor: ContentActor,
    @Param('secretName') name: string,
    @Query() query: V3GetQuery,
  ) {
    refuseMissingId(name, query.toScope());
    const { version } = query;
    const where = { ...query.toScope(), key: toKey(name), ...(version ? { version } : {}) };
    const { projectId, secret } = await this.reads.get(actor, where, query.toOptions());
    return { secret: presentSecret(projectId, secret) };
  }

  @Post('raw/:secretName')
  @BodyLimit(8 * MIB)
  @Deprecated('/api/v4/secrets')
  @Answers('Creates a secret', CREATED, { deprecated: true, ...MAY_BE_HELD })
  async create(
    @CurrentContentActor() actor: ContentActor,
    @Param('secretName') name: string,
    @Body() dto: V3CreateDto,
  ) {
    const draft = dto.toDraft(toNewKey(name));
    const { projectId, secrets } = await this.creation.createMany(actor, dto.toScope(), [draft]);
    return { secret: presentSecret(projectId, secrets[0]!) };
  }

  @Patch('raw/:secretName')
  @BodyLimit(8 * MIB)
  @Deprecated('/api/v4/secrets')
  @Answers('Changes a secret; the state before is kept as a version', CHANGED, {
    deprecated: true,
    ...MAY_BE_HELD,
  })
  async update(
    @CurrentContentActor() actor: ContentActor,
    @Param('secretName') name: string,
    @Body() dto: V3UpdateDto,
  ) {
    const where = { ...dto.toScope(), key: toKey(name) };
    return presentChangedSecret(await this.changes.update(actor, where, dto.toChanges()));
  }

  @Delete('raw/:secretName')
  @Deprecated('/api/v4/secrets')
  @Answers('Deletes a secret', CHANGED, { deprecated: true, ...MAY_BE_HELD })
  async remove(
    @CurrentContentActor() actor: ContentActor,
    @Param('secretName') name: string,
    @Body() dto: V3DeleteDto,
  ) {
    const where = { ...dto.toScope(), key: toKey(name) };
    return presentChangedSecret(await this.changes.remove(actor, where));
  }
}
