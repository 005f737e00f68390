import { Body, Controller, Param, Patch } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../auth/actor.js';
import { CurrentActor } from '../auth/current-actor.decorator.js';
import { Answers } from '../http/answers.decorator.js';
import { OrganizationSettings } from './organization-settings.service.js';
import { UpdateOrganizationDto } from './organizations.dto.js';
import {
  OrganizationSettingsView,
  presentOrganizationSettings,
} from './organizations.presenter.js';

@ApiTags('Organizations')
@Controller('v1/organization')
export class OrganizationSettingsController {
  constructor(private readonly settings: OrganizationSettings) {}

  @Patch(':organizationId')
  @Answers('Changes what the organization demands of its people', {
    organization: OrganizationSettingsView,
  })
  async update(
    @CurrentActor() actor: Actor,
    @Param('organizationId') organizationId: string,
    @Body() dto: UpdateOrganizationDto,
  ) {
    const row = await this.settings.update(actor, organizationId, dto);
    return { organization: presentOrganizationSettings(row) };
  }
}
