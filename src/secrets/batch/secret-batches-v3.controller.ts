import { Body, Controller, Delete, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../auth/actor.js';
import { CurrentActor } from '../../auth/current-actor.decorator.js';
import { Answers } from '../../http/answers.decorator.js';
import { BodyLimit } from '../../http/body/body.guard.js';
import { Deprecated } from '../../http/deprecated.decorator.js';
import { RateLimited } from '../../http/limits/rate-limit.guard.js';
import { V3CreateBatchDto, V3DeleteBatchDto, V3UpdateBatchDto } from './secret-batch.dto.js';
import { BATCH_CHANGED, BATCH_CREATED, BATCH_OPTIONS } from './secret-batch.presenter.js';
import { SecretBatches } from './secret-batches.service.js';

const MIB = 1024 * 1024;

@ApiTags('Secrets, v3')
@RateLimited('secrets')
@Controller('v3/secrets/batch/raw')
export class SecretBatchesV3Controller {
  constructor(private readonly batches: SecretBatches) {}

  @Post()
  @BodyLimit(16 * MIB)
  @Deprecated('/api/v4/secrets/batch')
  @Answers('Creates several secrets at once, all or none', BATCH_CREATED, {
    ...BATCH_OPTIONS,
    deprecated: true,
  })
  create(@CurrentActor() actor: Actor, @Body() dto: V3CreateBatchDto) {
    return this.batches.create(actor, dto);
  }

  @Patch()
  @BodyLimit(16 * MIB)
  @Deprecated('/api/v4/secrets/batch')
  @Answers('Changes several secrets at once, all or none', BATCH_CHANGED, {
    ...BATCH_OPTIONS,
    deprecated: true,
  })
  update(@CurrentActor() actor: Actor, @Body() dto: V3UpdateBatchDto) {
    return this.batches.update(actor, dto);
  }

  @Delete()
  @BodyLimit(16 * MIB)
  @Deprecated('/api/v4/secrets/batch')
  @Answers('Deletes several secrets at once, all or none', BATCH_CHANGED, {
    ...BATCH_OPTIONS,
    deprecated: true,
  })
  remove(@CurrentActor() actor: Actor, @Body() dto: V3DeleteBatchDto) {
    return this.batches.remove(actor, dto);
  }
}
