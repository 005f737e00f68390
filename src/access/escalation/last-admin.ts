import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { sendLater, statement } from '../../database/database.js';
import { orElse, required } from '../../database/required.js';
import { conflict } from '../../errors/api-error.js';
import type { Holding } from '../held-rules.js';
import { isLiving, membershipsIn, membershipsOf, notEnded } from '../holders.sql.js';
import { HoldingsRepository } from '../holdings.repository.js';

/** What an administrator of a project needs to give anybody, itself included, a way back. */
const WAY_BACK = ['read', 'create', 'edit', 'assign-role', 'grant-privileges'] as const;

/**
 * Whether a rule forbids anything, or part of the way back, whatever its conditions. Looks at the stored text of each
 * field: `->>` and jsonb fail on rules that hold U+0000 anywhere.
 */
const FORBIDS = `(rule -> 'inverted')::text = 'true'`;
const FORBIDS_WAY_BACK = `${FORBIDS}
  and (rule -> 'subject')::text ~ '"identity"'
  and (rule -> 'action')::text ~ '"(${WAY_BACK.join('|')})"'`;

/** Whether the membership `m` makes an administrator for good. */
const HAS_ROLE = `exists (
  select from membership_roles h
  where h.membership_id = m.id and h.role = 'admin' and not h.is_temporary)`;

/** Whether no such rule lies on any of the memberships of the holder `a`, now or later; `here` are those of all. */
const IS_WITHOUT = (rule: string) => `
  not exists (
    select from here own join membership_roles h on h.membership_id = own.id
      join project_roles r on r.id = h.custom_role_id
      cross join json_array_elements(r.permissions) rule
    where own.holder_id = a.holder_id and ${notEnded('h')} and ${rule})
  and not exists (
    select from here own join additional_privileges p on p.project_membership_id = own.id
      cross join json_array_elements(p.permissions) rule
    where own.holder_id = a.holder_id and ${notEnded('p')} and ${rule})`;

interface AdminsLeft {
  /** Somebody who can give others a way back. */
  readonly some: boolean;
  /** Somebody whom nothing is forbidden, so who may lift what is forbidden to others. */
  readonly unrestricted: boolean;
}

/** Who changes something of a project, as found under the lock of the project. */
interface CallerBefore {
  readonly callerId: string;
  readonly projectId: string;
  /** `administersForGood`. */
  readonly isUnrestricted: boolean;
}

/**
 * SQL: who administers a project for good, by itself or by a group, among the rows of `here`. Who is only invited,
 * or deactivated, is none. They are few, whatever the number of members.
 */
const ADMINS = (projectId: string) => `
  select distinct m.holder_id from here m
  where ${HAS_ROLE}
    and ${isLiving(`(select own.org_id from projects own where own.id = ${projectId})`, 'm.holder_id')}`;

const LEFT = `
  with here as (${membershipsIn('$1')}), admins as materialized (${ADMINS('$1')})
  select exists (select from admins a where ${IS_WITHOUT(FORBIDS_WAY_BACK)}) "some",
    exists (select from admins a where ${IS_WITHOUT(FORBIDS)}) "unrestricted"`;

/** SQL: gives a row where the holder `$2` administers the project `$1` for good and nothing is forbidden to it. */
const IS_UNRESTRICTED = `
  with here as (
    select * from (${membershipsOf('array[$2::uuid]')}) m where m.project_id = $1
  ), admins as materialized (${ADMINS('$1')})
  select from admins a where ${IS_WITHOUT(FORBIDS)}`;

/** Fails where the holder `$2` is no longer such a one, and nobody else is left who can give others a way back. */
const REQUIRE_LEFT = statement(`
  select ${required(`exists (${IS_UNRESTRICTED}) or exists (
    with here as (${membershipsIn('$1')}), admins as materialized (${ADMINS('$1')})
    select from admins a where ${IS_WITHOUT(FORBIDS_WAY_BACK)})`)}`);

/** The projects among `$1` that only the holder administers for good. */
const SOLE = `
  select p.id from projects p
  where p.id = any ($1) and exists (
    with here as (${membershipsIn('p.id')}), admins as (${ADMINS('p.id')})
    select from admins a where ${IS_WITHOUT(FORBIDS_WAY_BACK)} having bool_and(a.holder_id = $2))
  order by p.id`;

/** The projects among `$1` that nobody administers for good. */
const UNADMINISTERED = `
  select p.id from projects p
  where p.id = any ($1) and not exists (
    with here as (${membershipsIn('p.id')}), admins as (${ADMINS('p.id')})
    select from admins a where ${IS_WITHOUT(FORBIDS_WAY_BACK)})
  order by p.id`;

/** Whether a holder of these, all that it has in a project, administers that for good and nothing is forbidden to it. */
export const administersForGood = (holdings: readonly Holding[]): boolean =>
  holdings.some(({ kind, id, slug, validUntil }) => {
    return kind === 'role' && id === null && slug === 'admin' && validUntil === null;
  }) && !holdings.some(({ permissions }) => permissions?.some(({ inverted }) => inverted === true));

/** A project always keeps somebody who administers it for good and can give others a way back. */
@Injectable()
export class LastAdmin {
  constructor(private readonly repository: HoldingsRepository) {}

  /**
   * Does `work` under `lockProject`. Throws 409 if it leaves the project without a lasting administrator, or
   * without one whom nothing is forbidden, which only such a one may do to itself. What was lacking before may go on
   * lacking: nothing keeps those who are left from repairs. The 409 may come with the commit.
   */
  async keepDuring<T>(
    tx: EntityManager,
    { callerId, projectId, isUnrestricted: isCaller }: CallerBefore,
    work: () => Promise<T>,
  ): Promise<T> {
    // Almost all changes are made by an administrator who stays one: that takes no look at all members.
    if (isCaller) return this.requireLeftAfter(tx, { callerId, projectId }, work);
    const before = await this.findLeft(tx, projectId);
    const result = await work();
    const after = await this.findLeft(tx, projectId);
    if (before.some && !after.some) throw isLast();
    if (before.unrestricted && !after.unrestricted)
      throw conflict('last-administrator', LAST_UNRESTRICTED);
    return result;
  }

  private async requireLeftAfter<T>(
    tx: EntityManager,
    { callerId, projectId }: Omit<CallerBefore, 'isUnrestricted'>,
    work: () => Promise<T>,
  ): Promise<T> {
    const result = await work();
    const values = [projectId, callerId];
    await sendLater(tx, [{ ...REQUIRE_LEFT, values, onFailure: orElse(isLast) }]);
    return result;
  }

  /** The projects among these, which the transaction has locked, that nobody administers for good. */
  async listUnadministered(tx: EntityManager, projectIds: readonly string[]): Promise<string[]> {
    if (projectIds.length === 0) return [];
    const rows = await tx.query<{ id: string }[]>(UNADMINISTERED, [projectIds]);
    return rows.map(({ id }) => id);
  }

  /**
   * Under `lockOrganization`: the projects that would be left without an administrator if the holder
   * were deleted. No project's administrators change until the transaction ends.
   */
  async listProjectsAdministeredOnlyBy(
    tx: EntityManager,
    orgId: string,
    holderId: string,
  ): Promise<string[]> {
    const projects = await this.repository.lockProjectsOf(tx, orgId, holderId);
    const ids = projects.map(({ id }) => id);
    const rows = await tx.query<{ id: string }[]>(SOLE, [ids, holderId]);
    return rows.map(({ id }) => id);
  }

  private async findLeft(tx: EntityManager, projectId: string): Promise<AdminsLeft> {
    const [left] = await tx.query<AdminsLeft[]>(LEFT, [projectId]);
    return left!; // a select without from gives one row
  }
}

const LAST =
  'The last administrator of a project can be neither removed nor demoted, for a time neither, nor forbidden to ' +
  'change identities. Make another identity a permanent administrator first, or delete the project with all ' +
  'that is in it; under Terraform, drop the membership from the state and destroy the project.';

const isLast = () => conflict('last-administrator', LAST);

/** The 409 for projects that a change would leave without a lasting administrator. */
export const wouldLeaveProjects = (projectIds: readonly string[]) =>
  conflict('last-administrator', LAST, { projects: projectIds });

const LAST_UNRESTRICTED =
  'The project would be left without an administrator to whom nothing is forbidden, who could lift this again: only ' +
  'the last administrator itself may do that. Make another identity a permanent administrator first.';
