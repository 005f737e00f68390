import type { Request } from 'express';
import { isMadeForPrivileges } from '../database/made-memberships.sql.js';
import { isUuid } from '../database/uuid.js';

/** A project that the caller is a member of. */
export interface ProjectScope {
  readonly id: string;
  readonly slug: string;
  readonly orgId: string;
  readonly epoch: string;
  /** The caller's own membership, or else that of a group. */
  readonly membershipId: string;
  /** The database's clock at this request. */
  readonly now: Date;
  /** Names the state of what the person holds in the project for themselves; null: nothing. Absent where it was not asked for. */
  readonly personalStamp?: string | null;
}

/** A `ProjectScope` with what identifies the project's last event at that moment: its number and its stamp. */
export interface ProjectNow extends ProjectScope {
  readonly head: string;
}

export type ProjectKey =
  | { readonly id: string; readonly slug?: undefined }
  | { readonly slug: string; readonly id?: undefined };

/**
 * The membership by which an identity or a person is in a project: its own, or one of a group. Rows come in the order
 * of the branches, so a group is looked for only where there is no membership of its own. One that is there for privileges
 * alone is none.
 */
export const membershipIn = (projectId: string, holderId: string) => `
  (select m.id from project_memberships m where m.project_id = ${projectId} and m.identity_id = ${holderId})
  union all
  (select m.id from project_memberships m where m.project_id = ${projectId} and m.user_id = ${holderId}
    and not ${isMadeForPrivileges('m')})
  union all
  (select m.id from group_members g
    join project_memberships m on m.group_id = g.group_id and m.project_id = ${projectId}
    where g.identity_id = ${holderId} or g.user_id = ${holderId}
    order by m.id limit 1)
  limit 1`;

/** What `personalStamp` is. Ids of identities and of people are never equal, so an identity has none. */
export const personalStampOf = (projectId: string, holderId: string) => `
  (select s.stamp from personal_secret_heads s where s.project_id = ${projectId} and s.user_id = ${holderId})`;

/**
 * Finds a project of an organization that the identity or person is a member of, by itself or by a group. The time is
 * the statement's, not the transaction's, which may have waited for a lock since it began. `personalStamp`: where
 * the holder may be a person who reads.
 */
export const scopeQuery = (
  orgId: string,
  holderId: string,
  column: 'id' | 'slug',
  key: string,
  personalStamp = 'null::uuid',
) => `
  select p.id, p.slug, p.org_id "orgId", p.epoch, m.id "membershipId", statement_timestamp() "now",
    h.last_seq || '.' || h.last_stamp || '.' || h.xmin "head",
    ${personalStamp} "personalStamp"
  from projects p
  left join project_event_heads h on h.project_id = p.id
  join lateral (${membershipIn('p.id', holderId)}) m on true
  where p.org_id = ${orgId} and p.${column} = ${key}`;

const ID = /[?&](?:workspaceId|projectId)=([\da-f-]{36})(?:&|$)/;
const SLUG = /[?&](?:projectSlug|workspaceSlug)=([\da-z-]{1,64})(?:&|$)/;

/**
 * The project that a read seems to name, so that it can be looked for together with the session. A guess:
 * what the request means is settled later, and what was found for another key is not used.
 */
export function projectHintFromUrl({ method, url }: Request): ProjectKey | null {
  if (method !== 'GET') return null;
  const id = ID.exec(url)?.[1];
  if (id !== undefined) return isUuid(id) ? { id } : null;
  const slug = SLUG.exec(url)?.[1];
  return slug === undefined ? null : { slug };
}

/** Gives the project once: whoever asks again, such as a stream, needs the state of that later moment. */
export class PrefetchedProject {
  private scope: ProjectNow | null;

  constructor(scope: ProjectNow) {
    this.scope = scope;
  }

  take({ id, slug }: ProjectKey): ProjectNow | null {
    const { scope } = this;
    this.scope = null;
    return scope && (id === undefined ? scope.slug === slug : scope.id === id) ? scope : null;
  }
}
