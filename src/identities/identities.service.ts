import { Injectable } from '@nestjs/common';
import { AccessService } from '../access/access.service.js';
import type { Actor } from '../auth/actor.js';
import { toUuid } from '../database/uuid.js';
import { notFound } from '../errors/api-error.js';
import type { MembershipRecord } from '../memberships/memberships.presenter.js';
import { MembershipsRepository } from '../memberships/memberships.repository.js';
import {
  IdentitiesRepository,
  type IdentityPage,
  type IdentityRecord,
} from './identities.repository.js';
import { IdentityAuthorizer } from './identity-authorizer.js';

/** Reads of identities; `identity-changes.service.ts` changes them. */
@Injectable()
export class IdentitiesService {
  constructor(
    private readonly access: AccessService,
    private readonly identities: IdentitiesRepository,
    private readonly authorizer: IdentityAuthorizer,
    private readonly memberships: MembershipsRepository,
  ) {}

  async get(actor: Actor, identityId: string): Promise<IdentityRecord> {
    const { orgId, ability } = await this.access.toOrganization(actor);
    const identity = await this.identities.find(orgId, toUuid(identityId));
    if (!identity) throw notFound();
    ability.require('read', 'identity');
    return identity;
  }

  /** Identities by name. Throws 404 for another organization than the caller's. */
  async list(actor: Actor, organizationId: string | undefined, page: IdentityPage) {
    refuseForeign(actor, organizationId);
    const { orgId, ability } = await this.access.toOrganization(actor);
    ability.require('read', 'identity');
    return this.identities.list(orgId, page);
  }

  /** The organization of the calling identity: nobody needs a permission to know their own. */
  async getOwnOrganization(actor: Actor) {
    const organization = await this.identities.findOrganization(actor.orgId);
    if (!organization) throw notFound();
    return organization;
  }

  /** The memberships of an identity in all projects, by the name of the project. */
  async listMemberships(actor: Actor, identityId: string): Promise<MembershipRecord[]> {
    const authorization = await this.authorizer.forRead(actor, identityId);
    authorization.requireRead();
    return this.memberships.listOfIdentity(actor.orgId, authorization.target.id);
  }
}

/** Throws 404 for another organization than the caller's. */
export function refuseForeign(actor: Actor, organizationId: string | undefined): void {
  if (organizationId !== undefined && organizationId !== actor.orgId) throw notFound();
}
