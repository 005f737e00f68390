import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AccessService } from '../access/access.service.js';
import { mapInSlices } from '../access/slices.js';
import type { Actor } from '../auth/actor.js';
import { CurrentActor } from '../auth/current-actor.decorator.js';
import { Answers } from '../http/answers.decorator.js';
import { ChangesNothing } from '../http/changes-nothing.decorator.js';
import { OwnOrgPermissionsDto } from './org-permissions.dto.js';
import { OwnOrgPermissionsView } from './permission-matrix.presenter.js';
import { mayDo } from './question.js';

@ApiTags('Permissions')
@ChangesNothing()
@Controller('v1/organization/permissions')
export class OrgPermissionsController {
  constructor(private readonly access: AccessService) {}

  @Post('mine')
  @Answers('Tells what the caller may do in the organization', OwnOrgPermissionsView)
  async mine(@CurrentActor() actor: Actor, @Body() dto: OwnOrgPermissionsDto) {
    const { ability } = await this.access.toOrganization(actor);
    const answers = await mapInSlices(dto.toQuestions(), (question) => ({
      allowed: mayDo(ability, question),
    }));
    return { answers };
  }
}
