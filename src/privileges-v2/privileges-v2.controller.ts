import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../auth/actor.js';
import { CurrentActor } from '../auth/current-actor.decorator.js';
import { Answers } from '../http/answers.decorator.js';
import {
  PrivilegeItemView,
  PrivilegeView,
  presentPrivilege,
  presentPrivilegeItem,
} from '../privileges/privilege.presenter.js';
import { UpdatePrivilegeDto } from '../privileges/privileges.dto.js';
import { PrivilegesService } from '../privileges/privileges.service.js';
import {
  CreatePrivilegeDto,
  ListPrivilegesQuery,
  PrivilegeBySlugQuery,
} from './privileges-v2.dto.js';
import { PrivilegesV2Repository } from './privileges-v2.repository.js';

/** Additional privileges by id. */
@ApiTags('Additional privileges')
@Controller('v2/identity-project-additional-privilege')
export class PrivilegesV2Controller {
  constructor(
    private readonly privileges: PrivilegesService,
    private readonly repository: PrivilegesV2Repository,
  ) {}

  @Post()
  @Answers('Grants an identity a privilege in a project', { privilege: PrivilegeView })
  async create(@CurrentActor() actor: Actor, @Body() dto: CreatePrivilegeDto) {
    const granted = await this.privileges.grant(actor, dto, () => dto.toDraft());
    return { privilege: presentPrivilege(granted) };
  }

  @Get()
  @Answers('Lists the privileges of an identity in a project, without their rules', {
    privileges: [PrivilegeItemView],
  })
  async list(@CurrentActor() actor: Actor, @Query() query: ListPrivilegesQuery) {
    return { privileges: (await this.privileges.list(actor, query)).map(presentPrivilegeItem) };
  }

  @Get('slug/:privilegeSlug')
  @Answers('Returns a privilege by its slug', { privilege: PrivilegeView })
  async getBySlug(
    @CurrentActor() actor: Actor,
    @Param('privilegeSlug') slug: string,
    @Query() query: PrivilegeBySlugQuery,
  ) {
    const found = await this.repository.findBySlug(actor.orgId, slug, query);
    const address = { ...query, privilegeSlug: slug };
    const privilege = await this.privileges.require(actor, 'read', found, address);
    return { privilege: presentPrivilege(privilege) };
  }

  @Get(':id')
  @Answers('Returns a privilege by its id', { privilege: PrivilegeView })
  async get(@CurrentActor() actor: Actor, @Param('id') id: string) {
    const found = await this.repository.findById(actor.orgId, id);
    return { privilege: presentPrivilege(await this.privileges.require(actor, 'read', found)) };
  }

  @Patch(':id')
  @Answers('Changes a privilege; what is left out stays', { privilege: PrivilegeView })
  async update(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Body() dto: UpdatePrivilegeDto,
  ) {
    const found = await this.repository.findById(actor.orgId, id);
    const privilege = await this.privileges.require(actor, 'edit', found);
    const amended = await this.privileges.amend(actor, privilege, dto.toChanges());
    return { privilege: presentPrivilege(amended) };
  }

  @Delete(':id')
  @Answers('Takes a privilege away', { privilege: PrivilegeView })
  async remove(@CurrentActor() actor: Actor, @Param('id') id: string) {
    const found = await this.repository.findById(actor.orgId, id);
    const privilege = await this.privileges.require(actor, 'edit', found);
    return { privilege: presentPrivilege(await this.privileges.revoke(actor, privilege)) };
  }
}
