import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { ScimActor } from '../../auth/actor.js';
import { CurrentScimClient, TakesScimToken } from '../../auth/scim-token.decorators.js';
import { presentScimGroup } from '../groups/group.presenter.js';
import { ScimGroupsService } from '../groups/scim-groups.service.js';
import { searchOf } from '../protocol/list-request.js';
import { ScimAddress } from '../scim-address.js';
import { ScimAnswers } from '../scim-answers.decorator.js';
import { ScimSearchBody } from '../scim.dto.js';
import { presentScimList, ScimListView } from '../scim.presenter.js';
import { ScimUsersService } from '../users/scim-users.service.js';
import { presentUserInPart } from '../users/user.presenter.js';

@ApiTags('SCIM discovery')
@TakesScimToken()
@Controller('v1/scim/.search')
export class ScimSearchController {
  constructor(
    private readonly users: ScimUsersService,
    private readonly groups: ScimGroupsService,
    private readonly address: ScimAddress,
  ) {}

  /** One list of both: the users first, then the groups. */
  @Post()
  @ScimAnswers('Lists users and groups, by a request in a body', ScimListView, {
    takes: ScimSearchBody,
  })
  async search(
    @CurrentScimClient() actor: ScimActor,
    @Body() body: unknown,
  ): Promise<ScimListView> {
    const { base } = this.address;
    const request = searchOf(body);
    const { startIndex, count, projection } = request;
    const found = await this.users.list(actor, request);
    const users = found.users.map((user) => presentUserInPart(user, base, projection));
    const others = await this.groups.list(actor, {
      ...request,
      startIndex: Math.max(1, startIndex - found.total),
      count: count - users.length,
    });
    const groups = others.groups.map(({ group, members }) =>
      presentScimGroup(group, members, base, projection),
    );
    return presentScimList([...users, ...groups], found.total + others.total, startIndex);
  }
}
