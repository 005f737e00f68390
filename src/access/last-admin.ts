import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { conflict } from '../errors/api-error.js';
import { BoundaryRepository } from './boundary.repository.js';

/** What an administrator of a project needs to give anybody, itself included, a way back (decision 415). */
const WAY_BACK = ['read', 'create', 'edit', 'assign-role', 'grant-privileges'] as const;

/**
 * Whether one of the rules forbids part of the way back, whatever its conditions. Looks at the stored text of each
 * field: `->>` and jsonb fail on rules that hold U+0000 anywhere.
 */
const FORBIDS = (permissions: string) => `exists (
  select from json_array_elements(${permissions}) rule
  where (rule -> 'inverted')::text = 'true'
    and (rule -> 'subject')::text ~ '"identity"'
    and (rule -> 'action')::text ~ '"(${WAY_BACK.join('|')})"')`;

const LASTS = (held: string) =>
  `(${held}.temporary_access_end_time is null or ${held}.temporary_access_end_time > clock_timestamp())`;

/** Whether the membership `m` is that of an administrator for good whom nothing keeps from the way back, now or later. */
const IS_ADMIN = `
  exists (
    select from membership_roles h
    where h.membership_id = m.id and h.role = 'admin' and not h.is_temporary)
  and not exists (
    select from membership_roles h join project_roles r on r.id = h.custom_role_id
    where h.membership_id = m.id and ${LASTS('h')} and ${FORBIDS('r.permissions')})
  and not exists (
    select from additional_privileges a
    where a.project_membership_id = m.id and ${LASTS('a')} and ${FORBIDS('a.permissions')})`;

const HAS_ADMIN = `
  select from project_memberships m where m.project_id = $1 and ${IS_ADMIN} limit 1`;

/** The projects among `$1` that only the identity administers for good. */
const SOLE = `
  select p.id from projects p
  where p.id = any ($1)
    and exists (
      select from project_memberships m
      where m.project_id = p.id and m.identity_id = $2 and ${IS_ADMIN})
    and not exists (
      select from project_memberships m
      where m.project_id = p.id and m.identity_id <> $2 and ${IS_ADMIN})
  order by p.id`;

/** A project always keeps somebody who administers it for good and can give others a way back. */
@Injectable()
export class LastAdmin {
  constructor(private readonly repository: BoundaryRepository) {}

  /**
   * Does `work` under `lockProject`. Throws 409 if it leaves the project without a lasting administrator, unless
   * there was none before: then nothing keeps those who are left from repairing it.
   */
  async keptDuring<T>(tx: EntityManager, projectId: string, work: () => Promise<T>): Promise<T> {
    const wasThere = await this.isThere(tx, projectId);
    const result = await work();
    if (wasThere && !(await this.isThere(tx, projectId))) throw conflict(LAST);
    return result;
  }

  /**
   * Under `lockOrganization`: the projects that would be left without an administrator if the identity
   * were deleted. No project's administrators change until the transaction ends.
   */
  async listProjectsOf(tx: EntityManager, orgId: string, identityId: string): Promise<string[]> {
    const projects = await this.repository.lockProjectsOf(tx, orgId, identityId);
    const ids = projects.map(({ id }) => id);
    const rows = await tx.query<{ id: string }[]>(SOLE, [ids, identityId]);
    return rows.map(({ id }) => id);
  }

  private async isThere(tx: EntityManager, projectId: string): Promise<boolean> {
    return (await tx.query<unknown[]>(HAS_ADMIN, [projectId])).length > 0;
  }
}

const LAST =
  'The last administrator of a project can be neither removed nor demoted, for a time neither, nor forbidden to ' +
  'change identities. Make another identity a permanent administrator first, or delete the project.';
