import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AccessService } from '../access/access.service.js';
import type { Actor } from '../auth/actor.js';
import { CurrentActor } from '../auth/current-actor.decorator.js';
import { Answers } from '../http/answers.decorator.js';
import { ChangesNothing } from '../http/changes-nothing.decorator.js';
import { addCost } from '../http/limits/admission.js';
import { OrgIdentityView, presentOrgIdentities } from '../identities/identities.presenter.js';
import { Lockout } from '../identities/universal-auth/lockout.js';
import { SearchIdentitiesDto } from './identity-search.dto.js';
import { IdentitySearchRepository, textsIn } from './identity-search.repository.js';
import { toFilter } from './search-filter.js';

/** Texts of a filter that cost as much as one more request: each is looked for among all names. */
const TEXTS_OF_A_UNIT = 100;

@ApiTags('Machine identities')
@ChangesNothing()
@Controller(['v1/identities/search', 'v2/identities/search'])
export class IdentitySearchController {
  constructor(
    private readonly access: AccessService,
    private readonly repository: IdentitySearchRepository,
    private readonly lockout: Lockout,
  ) {}

  @Post()
  @Answers('Searches the identities of the organization', {
    identities: [OrgIdentityView],
    totalCount: Number,
  })
  async search(@CurrentActor() actor: Actor, @Body() { search, ...page }: SearchIdentitiesDto) {
    const { orgId, ability } = await this.access.toOrganization(actor);
    ability.require('read', 'identity');
    const filter = toFilter(search);
    addCost(textsIn(filter) / TEXTS_OF_A_UNIT);
    const found = await this.repository.search(orgId, filter, page);
    const locked = await this.lockout.listLocked(found.identities.map(({ clientId }) => clientId));
    return {
      identities: presentOrgIdentities(found.identities, locked),
      totalCount: found.totalCount,
    };
  }
}
