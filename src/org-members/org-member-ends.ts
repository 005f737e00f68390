import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { endStanding } from '../access/leavers.js';
import { membershipsOf } from '../access/holders.sql.js';
import type { ServiceTokenOfMaker } from '../credentials/ended-service-tokens.js';
import type { AccessItem } from '../events/log/event-kinds.js';

/** A person's place in an organization. */
export interface MemberPlace {
  /** The id of the membership in the organization. */
  readonly id: string;
  readonly userId: string;
}

/** A membership of a project that ended with the membership in the organization. */
export interface RemovedPlace {
  readonly membershipId: string;
  readonly projectId: string;
  readonly userId: string;
}

/** What ended for people who left an organization. */
export interface EndedPlaces {
  readonly places: readonly RemovedPlace[];
  /** Made by them as members of projects, or of groups in them. */
  readonly serviceTokens: readonly ServiceTokenOfMaker[];
}

/** Every project of the organization in which one of the people is, by themselves or by a group. */
const LOCK_PROJECTS = `
  select p.id from projects p
  where p.org_id = $1 and p.id in (select project_id from (${membershipsOf('$2::uuid[]')}) m)
  order by p.id
  for no key update of p`;

/** A session that is just beginning there waits for it, or is seen by what follows. */
const LOCK_PLACES = `
  select from organization_memberships where org_id = $1 and id = any ($2) order by id for update`;

const END_SESSIONS = `
  update sessions set ended_at = clock_timestamp()
  where org_id = $1 and user_id = any ($2) and ended_at is null`;

/**
 * Invitations to this organization, and what was mailed to an account that may sign in nowhere else. Invitations of
 * other organizations are theirs.
 */
const DROP_TOKENS = `
  delete from one_time_tokens t
  using unnest($2::uuid[], $3::uuid[]) as ended (user_id, membership_id)
  where t.user_id = ended.user_id and (
    t.scope_id = ended.membership_id
    or t.purpose not in ('invitation', 'acceptance') and not exists (
      select from organization_memberships m
      where m.user_id = ended.user_id and m.org_id <> $1 and m.is_active and m.status = 'accepted'))`;

const SERVICE_TOKENS = `
  select t.id, t.name, t.maker_id "makerId"
  from service_tokens t join projects p on p.id = t.project_id
  where p.org_id = $1 and t.maker_id = any ($2)
  order by t.created_at, t.id`;

const LEAVE_PROJECTS = `
  delete from project_memberships m using projects p
  where p.id = m.project_id and p.org_id = $1 and m.user_id = any ($2)
  returning m.id "membershipId", m.project_id "projectId", m.user_id "userId"`;

const LEAVE_GROUPS = `
  delete from group_members m using groups g
  where g.id = m.group_id and g.org_id = $1 and m.user_id = any ($2)`;

const LEAVE = 'delete from organization_memberships where org_id = $1 and id = any ($2)';

/** What ends when people leave an organization or are deactivated in it, by whichever door. By hand: sets and locks. */
@Injectable()
export class OrgMemberEnds {
  /** Locks the projects in which they are, in one order, and returns their ids. */
  async lockProjects(
    tx: EntityManager,
    orgId: string,
    userIds: readonly string[],
  ): Promise<string[]> {
    const rows = await tx.query<{ id: string }[]>(LOCK_PROJECTS, [orgId, userIds]);
    return rows.map(({ id }) => id);
  }

  /** Ends what is open for them in the organization. None of it comes back with them. */
  async endAccess(
    tx: EntityManager,
    orgId: string,
    members: readonly MemberPlace[],
  ): Promise<void> {
    const userIds = members.map(({ userId }) => userId);
    const ids = members.map(({ id }) => id);
    await tx.query(LOCK_PLACES, [orgId, ids]);
    await tx.query(END_SESSIONS, [orgId, userIds]);
    await tx.query(DROP_TOKENS, [orgId, userIds, ids]);
  }

  /**
   * Takes them out of the organization, with all that they are in it. The accounts stay: they may be in other
   * organizations, and ids in the audit log keep their meaning.
   */
  async leave(
    tx: EntityManager,
    orgId: string,
    members: readonly MemberPlace[],
  ): Promise<EndedPlaces> {
    const userIds = members.map(({ userId }) => userId);
    await this.endAccess(tx, orgId, members);
    const values = [orgId, userIds];
    const serviceTokens = await tx.query<ServiceTokenOfMaker[]>(SERVICE_TOKENS, values);
    const [places] = await tx.query<[RemovedPlace[], number]>(LEAVE_PROJECTS, values);
    await tx.query(LEAVE_GROUPS, values);
    await endStanding(tx, { userIds });
    await tx.query(LEAVE, [orgId, members.map(({ id }) => id)]);
    return { places, serviceTokens };
  }
}

/** What the events of one person's leaving name, by the id of the project. */
export const leavingItems = (places: readonly RemovedPlace[]): ReadonlyMap<string, AccessItem[]> =>
  new Map(
    places.map(({ projectId, membershipId, userId }) => [projectId, [{ userId, membershipId }]]),
  );
