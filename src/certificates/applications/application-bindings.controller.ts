import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../auth/actor.js';
import { CurrentActor } from '../../auth/current-actor.decorator.js';
import { Answers } from '../../http/answers.decorator.js';
import { CreateBindingKeyDto } from '../enrollments/binding-keys.dto.js';
import {
  bindingKeyDraftOf,
  BindingKeyView,
  NewBindingKeyView,
  presentBindingKey,
  presentNewBindingKey,
} from '../enrollments/binding-keys.presenter.js';
import { BindingKeys } from '../enrollments/binding-keys.service.js';
import { SharedBindings } from '../enrollments/shared-bindings.service.js';
import {
  ApplicationBindingView,
  ApplicationProfileView,
} from './application-enrollments.presenter.js';

/** The keys with which ACME clients of an application register. */
@ApiTags('Certificate applications')
@Controller('v1/cert-manager/applications/:applicationId/profiles/:profileId/enrollment/acme')
export class ApplicationBindingsController {
  constructor(
    private readonly bindings: SharedBindings,
    private readonly keys: BindingKeys,
  ) {}

  @Post('eab/reveal')
  @Answers('Shows the binding secret of an application', ApplicationBindingView)
  async reveal(
    @CurrentActor() actor: Actor,
    @Param('applicationId') applicationId: string,
    @Param('profileId') profileId: string,
  ): Promise<ApplicationBindingView> {
    const place = { applicationId, profileId };
    return { ...place, ...(await this.bindings.reveal(actor, place)) };
  }

  @Post('eab/rotate')
  @Answers('Makes another binding secret for an application', ApplicationProfileView)
  async rotate(
    @CurrentActor() actor: Actor,
    @Param('applicationId') applicationId: string,
    @Param('profileId') profileId: string,
  ): Promise<ApplicationProfileView> {
    const place = { applicationId, profileId };
    await this.bindings.rotate(actor, place);
    return place;
  }

  @Post('eab-keys')
  @Answers('Creates a binding key of an application', { eabKey: NewBindingKeyView })
  async createKey(
    @CurrentActor() actor: Actor,
    @Param('applicationId') applicationId: string,
    @Param('profileId') profileId: string,
    @Body() dto: CreateBindingKeyDto,
  ) {
    const place = { applicationId, profileId };
    const made = await this.keys.create(actor, place, bindingKeyDraftOf(dto));
    return { eabKey: presentNewBindingKey(made) };
  }

  @Get('eab-keys')
  @Answers('Lists the binding keys of an application', { eabKeys: [BindingKeyView] })
  async listKeys(
    @CurrentActor() actor: Actor,
    @Param('applicationId') applicationId: string,
    @Param('profileId') profileId: string,
  ) {
    const keys = await this.keys.list(actor, { applicationId, profileId });
    return { eabKeys: keys.map(presentBindingKey) };
  }

  @Delete('eab-keys/:bindingKeyId')
  @Answers('Deletes a binding key of an application', { eabKey: BindingKeyView })
  async removeKey(
    @CurrentActor() actor: Actor,
    @Param('applicationId') applicationId: string,
    @Param('profileId') profileId: string,
    @Param('bindingKeyId') id: string,
  ) {
    const key = await this.keys.remove(actor, { applicationId, profileId }, id);
    return { eabKey: presentBindingKey(key) };
  }
}
