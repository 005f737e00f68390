import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { LastAdmin, wouldLeaveProjects } from './last-admin.js';
import { LastOrgAdmin, wouldLeaveOrganization } from './last-org-admin.js';

/** An organization and those of its projects in which a change may end an administrator, all locked. */
export interface AdministeredScopes {
  readonly orgId: string;
  readonly projectIds: readonly string[];
}

/** What had an administrator before a change, and has none after it. */
export interface LeftWithoutAdministrator {
  readonly organization: boolean;
  readonly projectIds: readonly string[];
}

/** Sees that an organization and its projects keep an administrator, for changes of several scopes at once. */
@Injectable()
export class Administrators {
  constructor(
    private readonly ofProjects: LastAdmin,
    private readonly ofOrganization: LastOrgAdmin,
  ) {}

  /** Does `work`. Throws 409 if it leaves a scope without an administrator. What had none before may stay so. */
  async keepDuring<T>(
    tx: EntityManager,
    scopes: AdministeredScopes,
    work: () => Promise<T>,
  ): Promise<T> {
    const { result, left } = await this.watch(tx, scopes, work);
    if (left.projectIds.length > 0) throw wouldLeaveProjects(left.projectIds);
    if (left.organization) throw wouldLeaveOrganization();
    return result;
  }

  /** Does `work`, and tells what it leaves without an administrator. Refuses nothing. */
  async watch<T>(
    tx: EntityManager,
    { orgId, projectIds }: AdministeredScopes,
    work: () => Promise<T>,
  ): Promise<{ readonly result: T; readonly left: LeftWithoutAdministrator }> {
    const hadAdmin = await this.ofOrganization.isThere(tx, orgId);
    const before = new Set(await this.ofProjects.listUnadministered(tx, projectIds));
    const result = await work();
    const after = await this.ofProjects.listUnadministered(tx, projectIds);
    const organization = hadAdmin && !(await this.ofOrganization.isThere(tx, orgId));
    return { result, left: { organization, projectIds: after.filter((id) => !before.has(id)) } };
  }
}
