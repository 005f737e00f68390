import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Lifetime } from '../access/dto/lifetime.js';
import type { Actor } from '../auth/actor.js';
import { CurrentActor } from '../auth/current-actor.decorator.js';
import { Answers } from '../http/answers.decorator.js';
import { PrivilegesService } from '../privileges/privileges.service.js';
import {
  CreatePermanentDto,
  CreateTemporaryDto,
  MembershipAddressDto,
  PrivilegeBySlugDto,
  PrivilegeV1View,
  UpdatePrivilegeV1Dto,
  presentPrivilegeV1 as present,
} from './privileges-v1.dto.js';
import { type PrivilegeBySlug, PrivilegesV1Repository } from './privileges-v1.repository.js';

/** Additional privileges by slug, among those of an identity in a project. */
@ApiTags('Additional privileges')
@Controller('v1/additional-privilege/identity')
export class PrivilegesV1Controller {
  constructor(
    private readonly privileges: PrivilegesService,
    private readonly repository: PrivilegesV1Repository,
  ) {}

  @Post('permanent')
  @Answers('Grants an identity a privilege without end', { privilege: PrivilegeV1View })
  async createPermanent(@CurrentActor() actor: Actor, @Body() dto: CreatePermanentDto) {
    return this.create(actor, dto, { isTemporary: false });
  }

  @Post('temporary')
  @Answers('Grants an identity a privilege for a time', { privilege: PrivilegeV1View })
  async createTemporary(@CurrentActor() actor: Actor, @Body() dto: CreateTemporaryDto) {
    return this.create(actor, dto, dto.toLifetime());
  }

  @Patch()
  @Answers('Changes a privilege; what is left out stays', { privilege: PrivilegeV1View })
  async update(@CurrentActor() actor: Actor, @Body() dto: UpdatePrivilegeV1Dto) {
    const privilege = await this.find(actor, 'edit', dto);
    return { privilege: present(await this.privileges.amend(actor, privilege, dto.toChanges())) };
  }

  @Delete()
  @Answers('Takes a privilege away', { privilege: PrivilegeV1View })
  async remove(@CurrentActor() actor: Actor, @Body() dto: PrivilegeBySlugDto) {
    const privilege = await this.find(actor, 'edit', dto);
    return { privilege: present(await this.privileges.revoke(actor, privilege)) };
  }

  @Get()
  @Answers('Lists the privileges of an identity in a project', { privileges: [PrivilegeV1View] })
  async list(@CurrentActor() actor: Actor, @Query() query: MembershipAddressDto) {
    return { privileges: (await this.privileges.list(actor, query)).map(present) };
  }

  @Get(':privilegeSlug')
  @Answers('Returns a privilege', { privilege: PrivilegeV1View })
  async get(
    @CurrentActor() actor: Actor,
    @Param('privilegeSlug') privilegeSlug: string,
    @Query() query: MembershipAddressDto,
  ) {
    return { privilege: present(await this.find(actor, 'read', { ...query, privilegeSlug })) };
  }

  private async create(actor: Actor, dto: CreatePermanentDto, lifetime: Lifetime) {
    const granted = await this.privileges.grant(actor, dto, () => dto.toDraft(lifetime));
    return { privilege: present(granted) };
  }

  private async find(actor: Actor, action: 'read' | 'edit', address: PrivilegeBySlug) {
    const found = await this.repository.find(actor.orgId, address);
    return this.privileges.require(actor, action, found, address);
  }
}
