import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiExtraModels, ApiTags } from '@nestjs/swagger';
import type { Actor } from '../auth/actor.js';
import { CurrentActor } from '../auth/current-actor.decorator.js';
import { Answers } from '../http/answers.decorator.js';
import { ChangesNothing } from '../http/changes-nothing.decorator.js';
import { AccessMatrices } from './access-matrix.service.js';
import { OwnPermissions } from './own-permissions.service.js';
import { OwnPermissionsDto, PermissionMatrixDto } from './permission-matrix.dto.js';
import {
  BeyondCallerView,
  OwnPermissionsView,
  PermissionMatrixView,
  presentMatrix,
  presentOwn,
} from './permission-matrix.presenter.js';

@ApiTags('Permissions')
@ChangesNothing()
@Controller('v1/projects/:projectId/permissions')
export class PermissionMatrixController {
  constructor(
    private readonly own: OwnPermissions,
    private readonly matrices: AccessMatrices,
  ) {}

  @Post('mine')
  @Answers('Tells what the caller may do, and until when', OwnPermissionsView)
  async mine(
    @CurrentActor() actor: Actor,
    @Param('projectId') projectId: string,
    @Body() dto: OwnPermissionsDto,
  ) {
    return presentOwn(await this.own.answer(actor, projectId, dto.toQuestions()));
  }

  @Post('matrix')
  @ApiExtraModels(BeyondCallerView)
  @Answers(
    'Tells who may do what, by which rule and until when, also after a change',
    PermissionMatrixView,
  )
  async matrix(
    @CurrentActor() actor: Actor,
    @Param('projectId') projectId: string,
    @Body() dto: PermissionMatrixDto,
  ) {
    return presentMatrix(await this.matrices.build(actor, projectId, dto.toOrder()));
  }
}
