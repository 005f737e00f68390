import {
  Body,
  Controller,
  Delete,
  Get,
  HttpStatus,
  Param,
  Patch,
  Post,
  Put,
  Query,
  Res,
} from '@nestjs/common';
import { ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { ScimActor } from '../../auth/actor.js';
import { CurrentScimClient, TakesScimToken } from '../../auth/scim-token.decorators.js';
import { type ListRequest, listRequestOf, searchOf } from '../protocol/list-request.js';
import type { Projection } from '../protocol/projection.js';
import { ScimAddress } from '../scim-address.js';
import { ScimAnswers, ScimDeletes } from '../scim-answers.decorator.js';
import { ScimListQuery, ScimPartQuery, ScimPatchBody, ScimSearchBody } from '../scim.dto.js';
import { presentScimList, ScimGroupBody, ScimGroupView, ScimListView } from '../scim.presenter.js';
import { groupLocation, presentScimGroup } from './group.presenter.js';
import { ScimGroupsService } from './scim-groups.service.js';

@ApiTags('SCIM groups')
@TakesScimToken()
@Controller('v1/scim/Groups')
export class ScimGroupsController {
  constructor(
    private readonly groups: ScimGroupsService,
    private readonly address: ScimAddress,
  ) {}

  @Get()
  @ScimAnswers('Lists provisioned groups', ScimListView)
  list(@CurrentScimClient() actor: ScimActor, @Query() query: ScimListQuery) {
    return this.page(actor, listRequestOf(query));
  }

  @Post('.search')
  @ScimAnswers('Lists provisioned groups, by a request in a body', ScimListView, {
    takes: ScimSearchBody,
  })
  search(@CurrentScimClient() actor: ScimActor, @Body() body: unknown) {
    return this.page(actor, searchOf(body));
  }

  @Post()
  @ScimAnswers('Makes a group', ScimGroupView, { status: 201, takes: ScimGroupBody })
  async create(
    @CurrentScimClient() actor: ScimActor,
    @Body() body: unknown,
    @Query() query: ScimPartQuery,
    @Res({ passthrough: true }) res: Response,
  ) {
    const projection = query.toProjection();
    const id = await this.groups.create(actor, body);
    res.setHeader('Location', groupLocation(id, this.address.base));
    return this.shown(actor, id, projection, res);
  }

  @Get(':groupId')
  @ScimAnswers('Returns a provisioned group', ScimGroupView)
  async get(
    @CurrentScimClient() actor: ScimActor,
    @Param('groupId') id: string,
    @Query() query: ScimPartQuery,
    @Res({ passthrough: true }) res: Response,
  ) {
    return this.shown(actor, id, query.toProjection(), res);
  }

  @Put(':groupId')
  @ScimAnswers('Replaces a provisioned group', ScimGroupView, { takes: ScimGroupBody })
  async replace(
    @CurrentScimClient() actor: ScimActor,
    @Param('groupId') id: string,
    @Body() body: unknown,
    @Query() query: ScimPartQuery,
    @Res({ passthrough: true }) res: Response,
  ) {
    const projection = query.toProjection();
    await this.groups.replace(actor, id, body);
    return this.shown(actor, id, projection, res);
  }

  /** Without a word of what to return there is no body: a group may have many members. */
  @Patch(':groupId')
  @ScimAnswers('Changes a provisioned group', ScimGroupView, { takes: ScimPatchBody })
  @ApiResponse({
    status: 204,
    description: 'Done; there is a body only where `attributes` is sent',
  })
  async patch(
    @CurrentScimClient() actor: ScimActor,
    @Param('groupId') id: string,
    @Body() body: unknown,
    @Query() query: ScimPartQuery,
    @Res({ passthrough: true }) res: Response,
  ) {
    const projection = query.toProjection();
    await this.groups.patch(actor, id, body);
    if (query.attributes !== undefined) return this.shown(actor, id, projection, res);
    res.status(HttpStatus.NO_CONTENT);
    return undefined;
  }

  @Delete(':groupId')
  @ScimDeletes('Deletes a provisioned group')
  remove(@CurrentScimClient() actor: ScimActor, @Param('groupId') id: string): Promise<void> {
    return this.groups.remove(actor, id);
  }

  private async page(actor: ScimActor, request: ListRequest): Promise<ScimListView> {
    const { groups, total } = await this.groups.list(actor, request);
    const shown = groups.map(({ group, members }) =>
      presentScimGroup(group, members, this.address.base, request.projection),
    );
    return presentScimList(shown, total, request.startIndex);
  }

  private async shown(actor: ScimActor, id: string, projection: Projection, res: Response) {
    const { base } = this.address;
    const { group, members } = await this.groups.get(actor, id, projection);
    res.setHeader('Content-Location', groupLocation(group.id, base));
    return presentScimGroup(group, members, base, projection);
  }
}
