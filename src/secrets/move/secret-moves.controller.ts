import { Body, Controller, Post } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, ApiTags } from '@nestjs/swagger';
import { AccessService } from '../../access/access.service.js';
import type { Actor } from '../../auth/actor.js';
import { CurrentActor } from '../../auth/current-actor.decorator.js';
import { Answers } from '../../http/answers.decorator.js';
import { Deprecated } from '../../http/deprecated.decorator.js';
import { RateLimited } from '../../http/limits/rate-limit.guard.js';
import {
  presentBrokenReferences,
  ReferencedByView,
} from '../../projects/broken-references.presenter.js';
import { ApprovalView } from '../held-write.presenter.js';
import { WriteHeld } from '../write-gate.js';
import { V3MoveDto, V4MoveDto } from './secret-move.dto.js';
import { SecretMoves } from './secret-moves.service.js';

class MovedView {
  @ApiProperty({ example: true })
  isSourceUpdated: boolean;
  @ApiProperty({ example: true })
  isDestinationUpdated: boolean;
  @ApiPropertyOptional({ description: 'What still refers to the names in the source' })
  referencedBy?: ReferencedByView;
  @ApiPropertyOptional({ description: 'The request that the move waits for; nothing was moved' })
  approval?: ApprovalView;
}

const SUMMARY = 'Moves secrets to another folder, all or none';

@ApiTags('Secrets, moves')
@RateLimited('secrets')
@Controller()
export class SecretMovesController {
  constructor(
    private readonly access: AccessService,
    private readonly moves: SecretMoves,
  ) {}

  @Post('v4/secrets/move')
  @Answers(SUMMARY, MovedView)
  moveV4(@CurrentActor() actor: Actor, @Body() dto: V4MoveDto): Promise<MovedView> {
    return this.move(actor, dto);
  }

  @Post('v3/secrets/move')
  @Deprecated('/api/v4/secrets/move')
  @Answers(SUMMARY, MovedView, { deprecated: true })
  moveV3(@CurrentActor() actor: Actor, @Body() dto: V3MoveDto): Promise<MovedView> {
    return this.move(actor, dto);
  }

  private async move(actor: Actor, dto: V3MoveDto | V4MoveDto): Promise<MovedView> {
    const project = await this.access.toNamedProject(actor, ...dto.toProject());
    try {
      const moved = await this.moves.move(actor, project, dto.toOrder());
      return {
        isSourceUpdated: true,
        isDestinationUpdated: true,
        ...presentBrokenReferences(moved.brokenReferences),
      };
    } catch (error) {
      if (!(error instanceof WriteHeld)) throw error;
      const { approval } = error;
      return { isSourceUpdated: false, isDestinationUpdated: false, approval };
    }
  }
}
