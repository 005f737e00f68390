import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../auth/actor.js';
import { CurrentActor } from '../../auth/current-actor.decorator.js';
import { Answers } from '../../http/answers.decorator.js';
import { CreateBindingKeyDto } from './binding-keys.dto.js';
import {
  bindingKeyDraftOf,
  BindingKeyView,
  NewBindingKeyView,
  presentBindingKey,
  presentNewBindingKey,
} from './binding-keys.presenter.js';
import { BindingKeys } from './binding-keys.service.js';

@ApiTags('Certificate profiles')
@Controller('v1/cert-manager/certificate-profiles/:profileId/acme/eab-keys')
export class BindingKeysController {
  constructor(private readonly keys: BindingKeys) {}

  @Post()
  @Answers('Creates a binding key of a certificate profile', { eabKey: NewBindingKeyView })
  async create(
    @CurrentActor() actor: Actor,
    @Param('profileId') profileId: string,
    @Body() dto: CreateBindingKeyDto,
  ) {
    const draft = bindingKeyDraftOf(dto);
    const place = { profileId, applicationId: null };
    return { eabKey: presentNewBindingKey(await this.keys.create(actor, place, draft)) };
  }

  @Get()
  @Answers('Lists the binding keys of a certificate profile', { eabKeys: [BindingKeyView] })
  async list(@CurrentActor() actor: Actor, @Param('profileId') profileId: string) {
    const keys = await this.keys.list(actor, { profileId, applicationId: null });
    return { eabKeys: keys.map(presentBindingKey) };
  }

  @Delete(':bindingKeyId')
  @Answers('Deletes a binding key of a certificate profile', { eabKey: BindingKeyView })
  async remove(
    @CurrentActor() actor: Actor,
    @Param('profileId') profileId: string,
    @Param('bindingKeyId') id: string,
  ) {
    const key = await this.keys.remove(actor, { profileId, applicationId: null }, id);
    return { eabKey: presentBindingKey(key) };
  }
}
