import { Injectable } from '@nestjs/common';
import { AccessService, type ProjectAccess } from '../access/access.service.js';
import type { Actor } from '../auth/actor.js';
import { isUuid, toUuid } from '../database/uuid.js';
import { notFound } from '../errors/api-error.js';
import { membershipNotFound } from '../errors/missing.js';
import type { MembershipWithLogin } from './memberships.presenter.js';
import {
  type MembershipFilter,
  type MembershipPage,
  MembershipsRepository,
} from './memberships.repository.js';

type Wanted = Omit<MembershipFilter, 'identityIds'>;

@Injectable()
export class MembershipsService {
  constructor(
    private readonly access: AccessService,
    private readonly memberships: MembershipsRepository,
  ) {}

  /** Page and count hold the memberships that the caller may read, and no others. */
  async list(actor: Actor, projectId: string, wanted: Wanted): Promise<MembershipPage> {
    const project = await this.access.toProject(actor, { id: projectId });
    const identityIds = await this.readable(project);
    return this.memberships.list(project.id, { ...wanted, identityIds });
  }

  async get(actor: Actor, projectId: string, identityId: string): Promise<MembershipWithLogin> {
    const { id, ability } = await this.access.toProject(actor, { id: projectId });
    const found = isUuid(identityId) ? await this.memberships.find(id, identityId) : null;
    if (!found) throw membershipNotFound(identityId);
    ability.require('read', 'identity', { identityId });
    return found;
  }

  async getByMembershipId(actor: Actor, membershipId: string): Promise<MembershipWithLogin> {
    const id = toUuid(membershipId);
    const address = await this.memberships.findAddress(actor.orgId, id);
    if (!address) throw notFound();
    return this.get(actor, address.projectId, address.identityId);
  }

  /** Null: all. What is allowed for an identity of which nothing is known is allowed for every one. */
  private async readable({ id, ability }: ProjectAccess): Promise<readonly string[] | null> {
    if (ability.allows('read', 'identity', { identityId: null })) return null;
    if (!ability.mayEverAllow('read', 'identity'))
      ability.require('read', 'identity', { identityId: null });
    const ids = await this.memberships.listIdentityIds(id);
    return ids.filter((identityId) => ability.allows('read', 'identity', { identityId }));
  }
}
