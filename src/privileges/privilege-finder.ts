import { Injectable } from '@nestjs/common';
import { AccessService, type ProjectAccess, type ProjectKey } from '../access/access.service.js';
import type { Actor } from '../auth/actor.js';
import { toUuid } from '../database/uuid.js';
import { notFound } from '../errors/api-error.js';
import {
  type Privilege,
  type PrivilegeKey,
  PrivilegesRepository,
  type MembershipRef,
} from './privileges.repository.js';

/** Where privileges of an identity are: in one project. */
export interface SeatAddress {
  readonly identityId: string;
  readonly projectId?: string;
  readonly projectSlug?: string;
}

/** A privilege by itself, or by its slug among those of a seat. */
export type PrivilegeAddress =
  { readonly id: string } | (SeatAddress & { readonly privilegeSlug: string });

export interface Found {
  readonly project: ProjectAccess;
  readonly seat: MembershipRef;
}

/** Finds seats and privileges as either generation of paths names them, and reads what is there. */
@Injectable()
export class PrivilegeFinder {
  constructor(
    private readonly access: AccessService,
    private readonly privileges: PrivilegesRepository,
  ) {}

  /** For a change: refuses early, and without a lock, whoever may not edit the identity. */
  async seatToChange(actor: Actor, address: SeatAddress): Promise<MembershipRef> {
    return requireEdit(await this.findSeat(actor, address));
  }

  /** The same for a privilege that must be there. */
  async privilegeToChange(actor: Actor, address: PrivilegeAddress): Promise<MembershipRef> {
    const { project, seat } = await this.find(actor, address);
    return requireEdit({ project, seat });
  }

  async get(actor: Actor, address: PrivilegeAddress): Promise<Privilege> {
    const { project, seat, privilege } = await this.find(actor, address);
    requireRead({ project, seat });
    return privilege;
  }

  async list(actor: Actor, address: SeatAddress): Promise<Privilege[]> {
    const { seat } = requireRead(await this.findSeat(actor, address));
    return this.privileges.list(seat);
  }

  private async find(
    actor: Actor,
    address: PrivilegeAddress,
  ): Promise<Found & { readonly privilege: Privilege }> {
    const found =
      'id' in address
        ? await this.findSeatOf(actor, address.id)
        : await this.findSeat(actor, address);
    const key: PrivilegeKey = 'id' in address ? address : { slug: address.privilegeSlug };
    const privilege = await this.privileges.find(found.seat, key);
    if (!privilege) throw notFound();
    return { ...found, privilege };
  }

  private async findSeat(actor: Actor, address: SeatAddress): Promise<Found> {
    const { identityId, projectId, projectSlug } = address;
    const project = await this.access.toNamedProject(actor, projectId, projectSlug);
    const seat = await this.privileges.findSeat(project.id, toUuid(identityId));
    if (!seat) throw notFound();
    return { project, seat };
  }

  private async findSeatOf(actor: Actor, privilegeId: string): Promise<Found> {
    const seat = await this.privileges.findSeatOf(actor.orgId, toUuid(privilegeId));
    if (!seat) throw notFound();
    const key: ProjectKey = { id: seat.projectId };
    return { seat, project: await this.access.toProject(actor, key) };
  }
}

function requireRead(found: Found): Found {
  const { identityId } = found.seat;
  found.project.ability.require('read', 'identity', { identityId });
  return found;
}

function requireEdit({ project, seat }: Found): MembershipRef {
  project.ability.require('edit', 'identity', { identityId: seat.identityId });
  return seat;
}
