import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Holding } from '../access/held-rules.js';
import { Database, statement } from '../database/database.js';
import { badRequest } from '../errors/api-error.js';
import type { Rule } from '../permissions/rule.js';
import type { IdentityFacts } from '../permissions/templates.js';
import { slices } from '../access/slices.js';

/** An identity as it stands in a project. */
export interface ProjectMember {
  readonly membershipId: string;
  readonly identityId: string;
  readonly name: string;
  readonly metadata: IdentityFacts['metadata'];
  readonly holdings: readonly Holding[];
}

/** Which members: all, one identity, or those who hold a role. */
export interface MemberFilter {
  readonly identityId?: string;
  readonly roleId?: string;
}

export interface StoredRole {
  readonly id: string;
  readonly slug: string;
  readonly permissions: readonly Rule[];
}

export interface StoredPrivilege {
  readonly id: string;
  readonly identityId: string;
}

/** A request looks at no more members than this. */
export const MAX_MEMBERS = 50_000;

/** Rules of privileges are in memory together. */
const MAX_BYTES = 64 * 1_024 * 1_024;

const CONCERNED = `
  select m.id "membershipId", m.identity_id "identityId", i.name, i.metadata
  from project_memberships m join identities i on i.id = m.identity_id
  where m.project_id = $1
    and ($2::uuid is null or m.identity_id = $2)
    and ($3::uuid is null or exists (
      select from membership_roles h where h.membership_id = m.id and h.custom_role_id = $3))`;

const MEMBERS = `${CONCERNED} order by i.name, m.identity_id limit ${MAX_MEMBERS + 1}`;

const ROLES = `select id, slug, permissions from project_roles where project_id = $1`;

const ROLE_BY_SLUG = statement(`${ROLES} and slug = $2`);

const SPAN = (row: string) =>
  `${row}.temporary_access_start_time "validFrom", ${row}.temporary_access_end_time "validUntil"`;

/** Custom roles without their rules: those are the same for all who hold them. */
const HELD_ROLES = `
  select c."membershipId", 'role' kind, h.custom_role_id id, h.role slug, null permissions, ${SPAN('h')}
  from (${CONCERNED}) c join membership_roles h on h.membership_id = c."membershipId"`;

const HELD_PRIVILEGES = `
  select c."membershipId", 'privilege' kind, a.id, a.slug, a.permissions, ${SPAN('a')}
  from (${CONCERNED}) c join additional_privileges a on a.project_membership_id = c."membershipId"`;

/** About the bytes of the privileges that would be read. */
const PRIVILEGE_BYTES = `
  select coalesce(sum(a.pattern_bytes + 200 * a.rule_count), 0)::float bytes
  from (${CONCERNED}) c join additional_privileges a on a.project_membership_id = c."membershipId"`;

const PRIVILEGE = statement(`
  select a.id, m.identity_id "identityId"
  from additional_privileges a join project_memberships m on m.id = a.project_membership_id
  where m.project_id = $1 and a.id = $2`);

type Held = Holding & { readonly membershipId: string };

/** Reads who holds what in a project, in five statements however many they are. */
@Injectable()
export class ProjectMembersRepository {
  constructor(private readonly database: Database) {}

  /** By name. Throws 400 where they are too many to be looked at in one request. */
  async listMembers(
    projectId: string,
    { identityId, roleId }: MemberFilter,
  ): Promise<ProjectMember[]> {
    const whom = [projectId, identityId ?? null, roleId ?? null];
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
    const byId = new Map(complete.map((member) => [member.membershipId, member]));
    for (const holding of held) {
      await turn();
      byId.get(holding.membershipId)?.holdings.push(holding);
    }
    return complete;
  }
}
