import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { BoundaryRepository } from './boundary.repository.js';

/** The projects among `$1` that only the identity administers for good. */
const SOLE = `
  select p.id from projects p
  where p.id = any ($1)
    and exists (
      select from project_memberships m join membership_roles h on h.membership_id = m.id
      where m.project_id = p.id and m.identity_id = $2 and h.role = 'admin' and not h.is_temporary
    )
    and not exists (
      select from project_memberships m join membership_roles h on h.membership_id = m.id
      where m.project_id = p.id and m.identity_id <> $2 and h.role = 'admin' and not h.is_temporary
    )
  order by p.id`;

/** A project always keeps somebody who administers it for good. */
@Injectable()
export class LastAdmin {
  constructor(private readonly repository: BoundaryRepository) {}

  /** Under `lockProject`: whether nobody would be left. */
  async isIn(tx: EntityManager, projectId: string, identityId: string): Promise<boolean> {
    return (await this.listSole(tx, [projectId], identityId)).length > 0;
  }

  /**
   * Under `lockOrganization`: the projects that would be left without an administrator if the identity
   * were deleted. No project's administrators change until the transaction ends.
   */
  async listProjectsOf(tx: EntityManager, orgId: string, identityId: string): Promise<string[]> {
    const projects = await this.repository.lockProjectsOf(tx, orgId, identityId);
    const ids = projects.map(({ id }) => id);
    return this.listSole(tx, ids, identityId);
  }

  private async listSole(
    tx: EntityManager,
    projectIds: readonly string[],
    identityId: string,
  ): Promise<string[]> {
    const rows = await tx.query<{ id: string }[]>(SOLE, [projectIds, identityId]);
    return rows.map(({ id }) => id);
  }
}
