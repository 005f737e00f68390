import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../auth/actor.js';
import { CurrentActor } from '../auth/current-actor.decorator.js';
import { Answers } from '../http/answers.decorator.js';
import { PrivilegeFinder } from '../privileges/privilege-finder.js';
import type { Lifetime } from '../access/dto/lifetime.js';
import { PrivilegesService } from '../privileges/privileges.service.js';
import { PrivilegeV1View, presentPrivilegeV1 as present } from './privilege-v1.presenter.js';
import {
  CreatePermanentDto,
  CreateTemporaryDto,
  PrivilegeBySlugDto,
  SeatDto,
  UpdatePrivilegeV1Dto,
} from './privileges-v1.dto.js';

/** Additional privileges by slug, among those of an identity in a project. */
@ApiTags('Additional privileges')
@Controller('v1/additional-privilege/identity')
export class PrivilegesV1Controller {
  constructor(
    private readonly privileges: PrivilegesService,
    private readonly finder: PrivilegeFinder,
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
    const seat = await this.finder.privilegeToChange(actor, dto);
    const key = { slug: dto.privilegeSlug };
    return { privilege: present(await this.privileges.amend(actor, seat, key, dto.toChanges())) };
  }

  @Delete()
  @Answers('Takes a privilege away', { privilege: PrivilegeV1View })
  async remove(@CurrentActor() actor: Actor, @Body() dto: PrivilegeBySlugDto) {
    const seat = await this.finder.privilegeToChange(actor, dto);
    const key = { slug: dto.privilegeSlug };
    return { privilege: present(await this.privileges.revoke(actor, seat, key)) };
  }

  @Get()
  @Answers('Lists the privileges of an identity in a project', { privileges: [PrivilegeV1View] })
  async list(@CurrentActor() actor: Actor, @Query() query: SeatDto) {
    return { privileges: (await this.finder.list(actor, query)).map(present) };
  }

  @Get(':privilegeSlug')
  @Answers('Returns a privilege', { privilege: PrivilegeV1View })
  async get(
    @CurrentActor() actor: Actor,
    @Param('privilegeSlug') privilegeSlug: string,
    @Query() query: SeatDto,
  ) {
    return { privilege: present(await this.finder.get(actor, { ...query, privilegeSlug })) };
  }

  private async create(actor: Actor, dto: CreatePermanentDto, lifetime: Lifetime) {
    const seat = await this.finder.seatToChange(actor, dto);
    const granted = await this.privileges.grant(actor, seat, dto.toDraft(lifetime));
    return { privilege: present(granted) };
  }
}
