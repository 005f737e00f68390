import { Body, Controller, Post } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../auth/actor.js';
import { CurrentActor } from '../../auth/current-actor.decorator.js';
import { Answers } from '../../http/answers.decorator.js';
import { Checked, Flag, Text, TextList } from '../../http/body/fields.js';
import { RateLimited } from '../../http/limits/rate-limit.guard.js';
import {
  presentBrokenReferences,
  REFERENCED_BY,
} from '../../projects/broken-references.presenter.js';
import { HELD, HolderView, unlessHeld } from '../held-write.presenter.js';
import { FolderRollbacks, type RollbackOrder } from './folder-rollback.service.js';
import { pointInTimeProblem } from '../as-of/point-in-time.js';
import { ProblemView } from '../batch/secret-batches.controller.js';
import { V4SecretScopeDto } from '../secrets.fields.js';

const asOfProblem = (value: unknown) =>
  value === '' ? 'must not be empty' : pointInTimeProblem(value);

class FolderRollbackDto extends V4SecretScopeDto {
  @Checked({ type: 'string', minLength: 1, maxLength: 64 }, asOfProblem, {
    description: 'The moment to go back to: a time, or the id of an event of the project',
    example: '2026-11-21T12:00:00.000Z',
  })
  asOf: string;

  @Flag({ optional: true, default: false, description: 'Also all folders below' })
  recursive?: boolean;

  @Flag({ optional: true, default: false, description: 'Answer the plan and write nothing' })
  dryRun?: boolean;

  @Text({
    optional: true,
    max: 64,
    description: 'The plan of a preview: refused with 409 if it would be another one now',
    example: 'tSoNBZ0GJCwE0pe-XHQ2b6IHMWfgOJSNzmmYP9Hlvqk',
  })
  expectedPlan?: string;

  @TextList({
    ...{ optional: true, min: 1, max: 1_000 },
    description: 'Ids of secrets, from the items of a preview: only these go back; absent: all',
  })
  secretIds?: string[];

  toOrder(): RollbackOrder {
    return {
      ...(this.secretIds ? { secretIds: this.secretIds } : {}),
      asOf: this.asOf,
      recursive: this.recursive ?? false,
      ...(this.expectedPlan ? { expectedPlan: this.expectedPlan } : {}),
    };
  }
}

class RollbackTargetView {
  @ApiProperty({ example: 'dev' })
  environment: string;
  @ApiProperty({ example: '/' })
  secretPath: string;
  @ApiProperty({ example: 'DB_PASSWORD' })
  secretKey: string;
  @ApiProperty({ type: 'integer', example: 3, description: 'The version that comes back' })
  version: number;
}

class RollbackItemView {
  @ApiProperty({ format: 'uuid' })
  secretId: string;
  @ApiProperty({ enum: ['create', 'update', 'delete', 'refused'] })
  outcome: string;
  @ApiProperty({ example: 'dev', description: 'Where it is; of a deleted one, where it was' })
  environment: string;
  @ApiProperty({ example: '/' })
  secretPath: string;
  @ApiProperty({ example: 'DB_PASSWORD' })
  secretKey: string;
  @ApiPropertyOptional({ type: 'integer', example: 5, description: 'Absent: it was deleted' })
  version?: number;
  @ApiPropertyOptional({ type: RollbackTargetView, description: 'Absent: it was not there then' })
  target?: RollbackTargetView;
  @ApiProperty({ type: [ProblemView] })
  problems: readonly ProblemView[];
}

class RollbackView {
  @ApiProperty({ description: 'False: this is a preview, and nothing was written' })
  isDone: boolean;
  @ApiProperty({ description: 'Whether it would be done; one refused secret refuses it all' })
  accepted: boolean;
  @ApiProperty({
    description: 'To be sent as expectedPlan',
    example: 'tSoNBZ0GJCwE0pe-XHQ2b6IHMWfgOJSNzmmYP9Hlvqk',
  })
  plan: string;
  @ApiProperty({ type: 'integer', example: 12, description: 'Secrets that are as they were' })
  unchanged: number;
  @ApiProperty({ type: [RollbackItemView] })
  items: readonly RollbackItemView[];
  @ApiPropertyOptional({
    type: HolderView,
    description:
      'In a preview: the policy by which it would wait for consent; absent: it would be done at once',
  })
  wouldBeHeld?: HolderView;
}

@ApiTags('Secrets, versions')
@RateLimited('secrets')
@Controller('v4/secrets/batch/rollback')
export class FolderRollbackController {
  constructor(private readonly rollbacks: FolderRollbacks) {}

  @Post()
  @Answers(
    'Rolls a folder back to a moment, all or nothing',
    { rollback: RollbackView, ...REFERENCED_BY, ...HELD },
    unlessHeld(['rollback'], ['referencedBy']),
  )
  async rollBack(@CurrentActor() actor: Actor, @Body() dto: FolderRollbackDto) {
    const [where, order] = [dto.toScope(), dto.toOrder()];
    if (dto.dryRun) return { rollback: await this.rollbacks.preview(actor, where, order) };
    const { report, brokenReferences } = await this.rollbacks.rollBack(actor, where, order);
    return { rollback: report, ...presentBrokenReferences(brokenReferences) };
  }
}
