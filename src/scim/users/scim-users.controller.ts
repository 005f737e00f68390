import { Body, Controller, Delete, Get, Param, Patch, Post, Put, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { ScimActor } from '../../auth/actor.js';
import { CurrentScimClient, TakesScimToken } from '../../auth/scim-token.decorators.js';
import { type ListRequest, listRequestOf, searchOf } from '../protocol/list-request.js';
import type { Projection } from '../protocol/projection.js';
import { ScimAddress } from '../scim-address.js';
import { ScimAnswers, ScimDeletes } from '../scim-answers.decorator.js';
import { ScimListQuery, ScimPartQuery, ScimPatchBody, ScimSearchBody } from '../scim.dto.js';
import { presentScimList, ScimListView, ScimUserBody, ScimUserView } from '../scim.presenter.js';
import { ScimUsersService } from './scim-users.service.js';
import { presentUserInPart, type ScimUserRecord, userLocation } from './user.presenter.js';

/** Bodies are read by the schema, and not into DTOs: names have no case in them. */
@ApiTags('SCIM users')
@TakesScimToken()
@Controller('v1/scim/Users')
export class ScimUsersController {
  constructor(
    private readonly users: ScimUsersService,
    private readonly address: ScimAddress,
  ) {}

  @Get()
  @ScimAnswers('Lists users', ScimListView)
  list(@CurrentScimClient() actor: ScimActor, @Query() query: ScimListQuery) {
    return this.page(actor, listRequestOf(query));
  }

  @Post('.search')
  @ScimAnswers('Lists users, by a request in a body', ScimListView, { takes: ScimSearchBody })
  search(@CurrentScimClient() actor: ScimActor, @Body() body: unknown) {
    return this.page(actor, searchOf(body));
  }

  @Post()
  @ScimAnswers('Makes a user', ScimUserView, { status: 201, takes: ScimUserBody })
  async create(
    @CurrentScimClient() actor: ScimActor,
    @Body() body: unknown,
    @Query() query: ScimPartQuery,
    @Res({ passthrough: true }) res: Response,
  ) {
    const projection = query.toProjection();
    const user = await this.users.create(actor, body);
    res.setHeader('Location', userLocation(user.id, this.address.base));
    return this.shown(user, projection, res);
  }

  @Get(':userId')
  @ScimAnswers('Returns a user', ScimUserView)
  async get(
    @CurrentScimClient() actor: ScimActor,
    @Param('userId') id: string,
    @Query() query: ScimPartQuery,
    @Res({ passthrough: true }) res: Response,
  ) {
    const projection = query.toProjection();
    return this.shown(await this.users.get(actor, id), projection, res);
  }

  @Put(':userId')
  @ScimAnswers('Replaces a user', ScimUserView, { takes: ScimUserBody })
  async replace(
    @CurrentScimClient() actor: ScimActor,
    @Param('userId') id: string,
    @Body() body: unknown,
    @Query() query: ScimPartQuery,
    @Res({ passthrough: true }) res: Response,
  ) {
    const projection = query.toProjection();
    return this.shown(await this.users.replace(actor, id, body), projection, res);
  }

  @Patch(':userId')
  @ScimAnswers('Changes a user', ScimUserView, { takes: ScimPatchBody })
  async patch(
    @CurrentScimClient() actor: ScimActor,
    @Param('userId') id: string,
    @Body() body: unknown,
    @Query() query: ScimPartQuery,
    @Res({ passthrough: true }) res: Response,
  ) {
    const projection = query.toProjection();
    return this.shown(await this.users.patch(actor, id, body), projection, res);
  }

  @Delete(':userId')
  @ScimDeletes('Removes a user from the organization')
  remove(@CurrentScimClient() actor: ScimActor, @Param('userId') id: string): Promise<void> {
    return this.users.remove(actor, id);
  }

  private async page(actor: ScimActor, request: ListRequest): Promise<ScimListView> {
    const { users, total } = await this.users.list(actor, request);
    const { base } = this.address;
    const shown = users.map((user) => presentUserInPart(user, base, request.projection));
    return presentScimList(shown, total, request.startIndex);
  }

  private shown(user: ScimUserRecord, projection: Projection, res: Response) {
    const { base } = this.address;
    res.setHeader('Content-Location', userLocation(user.id, base));
    return presentUserInPart(user, base, projection);
  }
}
