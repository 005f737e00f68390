import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ScimToken } from '../database/entities/scim-token.entity.js';
import { GroupsModule } from '../groups/groups.module.js';
import { OrgMembersModule } from '../org-members/org-members.module.js';
import { ScimDiscoveryController } from './discovery/scim-discovery.controller.js';
import { ScimSearchController } from './discovery/scim-search.controller.js';
import { ScimGroupsController } from './groups/scim-groups.controller.js';
import { ScimGroupsRepository } from './groups/scim-groups.repository.js';
import { ScimGroupsService } from './groups/scim-groups.service.js';
import { ScimAddress } from './scim-address.js';
import { ScimTokenMakers } from './tokens/scim-token-makers.js';
import { ScimTokensController } from './tokens/scim-tokens.controller.js';
import { ScimTokensRepository } from './tokens/scim-tokens.repository.js';
import { ScimTokensService } from './tokens/scim-tokens.service.js';
import { ScimUsersController } from './users/scim-users.controller.js';
import { ScimUsersRepository } from './users/scim-users.repository.js';
import { ScimUsersService } from './users/scim-users.service.js';

/** Provisioning by SCIM 2.0: what the provider asks for, and the tokens with which it does. */
@Module({
  imports: [GroupsModule, OrgMembersModule, TypeOrmModule.forFeature([ScimToken])],
  controllers: [
    ScimTokensController,
    ScimDiscoveryController,
    ScimSearchController,
    ScimUsersController,
    ScimGroupsController,
  ],
  providers: [
    ScimAddress,
    ScimTokenMakers,
    ScimTokensService,
    ScimTokensRepository,
    ScimUsersService,
    ScimUsersRepository,
    ScimGroupsService,
    ScimGroupsRepository,
  ],
})
export class ScimModule {}
