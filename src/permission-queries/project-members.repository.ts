import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Holding } from '../access/held-rules.js';
import { hasRole, membershipsIn } from '../access/holders.sql.js';
import { Database, statement } from '../database/database.js';
import { badRequest } from '../errors/api-error.js';
import { roleNotFound } from '../errors/missing.js';
import { PROJECT_ROLES } from '../permissions/predefined-roles.js';
import type { Rule } from '../permissions/rule.js';
import type { HolderFacts } from '../permissions/templates.js';
import { slices } from '../access/slices.js';
import type { PlannedRole } from './permission-change.js';

/** An identity or a person as it stands in a project, by itself and by groups. */
export interface ProjectMember {
  readonly kind: 'identity' | 'user';
  /** The id of the identity or the account. */
  readonly holderId: string;
  /** The name of an identity, the e-mail address of a person. */
  readonly name: string;
  readonly metadata: HolderFacts['metadata'];
  readonly holdings: readonly Holding[];
}

/** The members that are looked at: all, one identity or person, those who hold a role, or those who are in by a group. */
export interface MemberFilter {
  readonly holderId?: string;
  readonly roleId?: string;
  readonly groupId?: string;
}

export interface StoredRole {
  readonly id: string;
  readonly slug: string;
  readonly permissions: readonly Rule[];
}

export interface StoredPrivilege {
  readonly id: string;
  readonly holderId: string;
}

/** A request looks at no more members than this. */
export const MAX_MEMBERS = 50_000;

/** Rules of privileges are in memory together. */
const MAX_BYTES = 64 * 1_024 * 1_024;

/** The memberships of those concerned: what anybody holds depends on all of theirs. */
const CONCERNED = `
  with here as materialized (${membershipsIn('$1')}), concerned as materialized (
    select m.id, m.holder_id, m.group_id from here m
    where ($2::uuid is null or m.holder_id = $2)
      and ($3::uuid is null or m.holder_id in (
        select own.holder_id from here own where ${hasRole('own.id', '$3')}))
      and ($4::uuid is null or m.holder_id in (
        select own.holder_id from here own where own.group_id = $4))
  )`;

/** Who is only invited, or deactivated, may do nothing. */
const MEMBERS = `${CONCERNED}
  select * from (
    select 'identity' kind, i.id "holderId", i.name, i.metadata
    from identities i where i.id in (select holder_id from concerned)
    union all
    select 'user', u.id, u.email collate "C", o.metadata
    from projects p
    join organization_memberships o on o.org_id = p.org_id and o.is_active and o.status = 'accepted'
    join users u on u.id = o.user_id
    where p.id = $1 and u.id in (select holder_id from concerned)
  ) members
  order by name, "holderId" limit ${MAX_MEMBERS + 1}`;

const ROLES = `select id, slug, permissions from project_roles where project_id = $1`;

const ROLE_BY_SLUG = statement(`${ROLES} and slug = $2`);
const ROLES_BY_SLUG = statement(`${ROLES} and slug = any ($2)`);

const SPAN = (row: string) =>
  `${row}.temporary_access_start_time "validFrom", ${row}.temporary_access_end_time "validUntil"`;

/** Custom roles without their rules: those are the same for all who hold them. */
const HELD_ROLES = `${CONCERNED}
  select c.holder_id "holderId", 'role' kind, h.custom_role_id id, h.role slug, null permissions,
    ${SPAN('h')}, g.id "groupId", g.name "groupName"
  from concerned c join membership_roles h on h.membership_id = c.id
  left join groups g on g.id = c.group_id`;

const HELD_PRIVILEGES = `${CONCERNED}
  select c.holder_id "holderId", 'privilege' kind, a.id, a.slug, a.permissions, ${SPAN('a')}
  from concerned c join additional_privileges a on a.project_membership_id = c.id`;

/** About the bytes of the privileges that would be read. */
const PRIVILEGE_BYTES = `${CONCERNED}
  select coalesce(sum(a.pattern_bytes + 200 * a.rule_count), 0)::float bytes
  from concerned c join additional_privileges a on a.project_membership_id = c.id`;

/** Roles that a group has in the project: one at least, where it is in it. */
const ROLES_OF_GROUP = statement(`
  select 'role' kind, h.custom_role_id id, coalesce(r.slug, h.role) slug, r.permissions,
    ${SPAN('h')}, g.id "groupId", g.name "groupName"
  from project_memberships m
  join groups g on g.id = m.group_id
  join membership_roles h on h.membership_id = m.id
  left join project_roles r on r.id = h.custom_role_id
  where m.project_id = $1 and m.group_id = $2`);

const PRIVILEGE = statement(`
  select a.id, coalesce(m.identity_id, m.user_id) "holderId"
  from additional_privileges a join project_memberships m on m.id = a.project_membership_id
  where m.project_id = $1 and a.id = $2`);

type Held = Holding & { readonly holderId: string };

/** Reads who holds what in a project, in five statements however many they are: by hand, as unions over kinds of members. */
@Injectable()
export class ProjectMembersRepository {
  constructor(private readonly database: Database) {}

  /** By name. Throws 400 where they are too many to be looked at in one request. */
  async listMembers(
    projectId: string,
    { holderId, roleId, groupId }: MemberFilter,
  ): Promise<ProjectMember[]> {
    const whom = [projectId, holderId ?? null, roleId ?? null, groupId ?? null];
    return this.database.transaction(async (tx) => {
      await tx.query('set transaction isolation level repeatable read, read only');
      const members = await tx.query<Omit<ProjectMember, 'holdings'>[]>(MEMBERS, whom);
      if (members.length > MAX_MEMBERS) {
        throw badRequest(
          'too-much-at-once',
          `More than ${MAX_MEMBERS} members are concerned: ask about fewer.`,
        );
      }
      const [privileges] = await tx.query<{ bytes: number }[]>(PRIVILEGE_BYTES, whom);
      if (privileges!.bytes > MAX_BYTES) {
        throw badRequest(
          'too-much-at-once',
          'The members concerned hold too many rules: ask about fewer members.',
        );
      }
      return this.complete(members, await this.listHeld(tx, whom));
    });
  }

  findRole(projectId: string, slug: string): Promise<StoredRole | null> {
    return this.database.row(ROLE_BY_SLUG, [projectId, slug]);
  }

  /** Roles as they would be held, by a group where one is given. Throws 404 for one that is neither predefined nor the project's. */
  async listPlanned(
    projectId: string,
    planned: readonly PlannedRole[],
    group: Pick<Holding, 'groupId' | 'groupName'> = {},
  ): Promise<Holding[]> {
    const slugs = planned.map(({ slug }) => slug);
    const stored = await this.database.rows<StoredRole>(ROLES_BY_SLUG, [projectId, slugs]);
    const bySlug = new Map(stored.map((role) => [role.slug, role]));
    const { groupId = null, groupName = null } = group;
    return planned.map(({ slug, lifetime }) => {
      const role = PROJECT_ROLES.some((each) => each.slug === slug) ? null : bySlug.get(slug);
      if (role === undefined) throw roleNotFound(projectId, slug);
      return {
        ...{ kind: 'role', slug, id: role?.id ?? null, permissions: role?.permissions ?? null },
        validFrom: lifetime.isTemporary ? lifetime.start : null,
        validUntil: lifetime.isTemporary ? lifetime.end : null,
        ...{ groupId, groupName },
      };
    });
  }

  listRolesOfGroup(projectId: string, groupId: string): Promise<Holding[]> {
    return this.database.rows(ROLES_OF_GROUP, [projectId, groupId]);
  }

  findPrivilege(projectId: string, id: string): Promise<StoredPrivilege | null> {
    return this.database.row(PRIVILEGE, [projectId, id]);
  }

  /** With the rules of custom roles put in. */
  private async listHeld(tx: EntityManager, whom: readonly (string | null)[]): Promise<Held[]> {
    const roles = await tx.query<StoredRole[]>(ROLES, [whom[0]]);
    const byId = new Map(roles.map((role) => [role.id, role]));
    const held = await tx.query<Held[]>(HELD_ROLES, [...whom]);
    const privileges = await tx.query<Held[]>(HELD_PRIVILEGES, [...whom]);
    const turn = slices();
    for (const [i, holding] of held.entries()) {
      await turn();
      const role = holding.id === null ? undefined : byId.get(holding.id);
      if (role) held[i] = { ...holding, slug: role.slug, permissions: role.permissions };
    }
    return privileges.length === 0 ? held : held.concat(privileges);
  }

  private async complete(
    members: readonly Omit<ProjectMember, 'holdings'>[],
    held: readonly Held[],
  ): Promise<ProjectMember[]> {
    const turn = slices();
    const complete = members.map((member) => ({ ...member, holdings: [] as Holding[] }));
    const byId = new Map(complete.map((member) => [member.holderId, member]));
    for (const holding of held) {
      await turn();
      byId.get(holding.holderId)?.holdings.push(holding);
    }
    return complete;
  }
}
