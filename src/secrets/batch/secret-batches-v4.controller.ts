import { Body, Controller, Delete, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../auth/actor.js';
import { CurrentActor } from '../../auth/current-actor.decorator.js';
import { Answers } from '../../http/answers.decorator.js';
import { BodyLimit } from '../../http/body/body.guard.js';
import { RateLimited } from '../../http/limits/rate-limit.guard.js';
import { V4CreateBatchDto, V4DeleteBatchDto, V4UpdateBatchDto } from './secret-batch.dto.js';
import { BATCH_CHANGED, BATCH_CREATED, BATCH_OPTIONS } from './secret-batch.presenter.js';
import { SecretBatches } from './secret-batches.service.js';

const MIB = 1024 * 1024;

@ApiTags('Secrets, v4')
@RateLimited('secrets')
@Controller('v4/secrets/batch')
export class SecretBatchesV4Controller {
  constructor(private readonly batches: SecretBatches) {}

  @Post()
  @BodyLimit(16 * MIB)
  @Answers('Creates several secrets at once, all or none', BATCH_CREATED, BATCH_OPTIONS)
  create(@CurrentActor() actor: Actor, @Body() dto: V4CreateBatchDto) {
    return this.batches.create(actor, dto);
  }

  @Patch()
  @BodyLimit(16 * MIB)
  @Answers('Changes several secrets at once, all or none', BATCH_CHANGED, BATCH_OPTIONS)
  update(@CurrentActor() actor: Actor, @Body() dto: V4UpdateBatchDto) {
    return this.batches.update(actor, dto);
  }

  @Delete()
  @BodyLimit(16 * MIB)
  @Answers('Deletes several secrets at once, all or none', BATCH_CHANGED, BATCH_OPTIONS)
  remove(@CurrentActor() actor: Actor, @Body() dto: V4DeleteBatchDto) {
    return this.batches.remove(actor, dto);
  }
}
