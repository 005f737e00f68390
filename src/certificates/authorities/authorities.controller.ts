import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../auth/actor.js';
import { CurrentActor } from '../../auth/current-actor.decorator.js';
import { Answers } from '../../http/answers.decorator.js';
import { draftOf, editOf } from './authority-requests.js';
import {
  CreateAuthorityDto,
  DeleteAuthorityQuery,
  ListAuthoritiesQuery,
  UpdateAuthorityDto,
} from './authorities.dto.js';
import { AuthorityView, presentAuthority } from './authorities.presenter.js';
import { AuthoritiesService } from './authorities.service.js';

@ApiTags('Certificate authorities')
@Controller('v1/cert-manager/ca')
export class AuthoritiesController {
  constructor(private readonly authorities: AuthoritiesService) {}

  @Get()
  @Answers('Lists the certificate authorities of a project, of every kind', {
    certificateAuthorities: [AuthorityView],
  })
  async listAll(@CurrentActor() actor: Actor, @Query() { projectId }: ListAuthoritiesQuery) {
    const all = await this.authorities.list(actor, projectId);
    return { certificateAuthorities: all.map((each) => presentAuthority(each)) };
  }

  @Post('internal')
  @Answers('Creates a certificate authority', AuthorityView)
  async create(@CurrentActor() actor: Actor, @Body() dto: CreateAuthorityDto) {
    const authority = await this.authorities.create(actor, draftOf(dto), dto.projectId);
    return presentAuthority(authority, dto.status);
  }

  @Get('internal')
  @Answers('Lists the certificate authorities of a project, without wrapper', [AuthorityView])
  async list(@CurrentActor() actor: Actor, @Query() { projectId }: ListAuthoritiesQuery) {
    const all = await this.authorities.list(actor, projectId);
    return all.map((each) => presentAuthority(each));
  }

  @Get('internal/:authorityId')
  @Answers('Returns a certificate authority', AuthorityView)
  async get(@CurrentActor() actor: Actor, @Param('authorityId') id: string) {
    return presentAuthority(await this.authorities.get(actor, id));
  }

  @Patch('internal/:authorityId')
  @Answers('Changes a certificate authority', AuthorityView)
  async update(
    @CurrentActor() actor: Actor,
    @Param('authorityId') id: string,
    @Body() dto: UpdateAuthorityDto,
  ) {
    return presentAuthority(await this.authorities.update(actor, id, editOf(dto)));
  }

  @Delete('internal/:authorityId')
  @Answers('Deletes a certificate authority, and destroys its keys', AuthorityView)
  async remove(
    @CurrentActor() actor: Actor,
    @Param('authorityId') id: string,
    @Query() { force }: DeleteAuthorityQuery,
  ) {
    return presentAuthority(await this.authorities.remove(actor, id, force));
  }
}
