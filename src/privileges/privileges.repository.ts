import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { weightColumns } from '../access/escalation/holding-limits.js';
import type { LifetimeColumns } from '../access/dto/lifetime.js';
import { Database, statement } from '../database/database.js';
import { orConflict } from '../database/failures.js';
import type { Rule } from '../permissions/rule.js';

/** A privilege as it is stored. */
export interface Privilege extends LifetimeColumns {
  readonly id: string;
  readonly projectMembershipId: string;
  readonly slug: string;
  readonly permissions: readonly Rule[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What a privilege holds of its own, to be stored. */
export type PrivilegeContent = Omit<Privilege, 'createdAt' | 'updatedAt'>;

/** A membership: somebody's place in a project, to which privileges are added. */
export interface MembershipRef {
  readonly membershipId: string;
  readonly projectId: string;
  readonly identityId: string;
}

const SLUG_TAKEN = {
  constraint: 'uq_additional_privileges_slug',
  message: 'The identity already has a privilege with this slug in the project.',
};

const COLUMNS = `
  a.id, a.project_membership_id "projectMembershipId", a.slug, a.permissions,
  a.is_temporary "isTemporary", a.temporary_mode "temporaryMode", a.temporary_range "temporaryRange",
  a.temporary_access_start_time "temporaryAccessStartTime",
  a.temporary_access_end_time "temporaryAccessEndTime",
  a.created_at "createdAt", a.updated_at "updatedAt"`;

const SEAT = statement(`
  select id "membershipId", project_id "projectId", identity_id "identityId"
  from project_memberships where project_id = $1 and identity_id = $2`);

const SEAT_OF_PRIVILEGE = statement(`
  select m.id "membershipId", m.project_id "projectId", m.identity_id "identityId"
  from additional_privileges a
  join project_memberships m on m.id = a.project_membership_id
  join projects p on p.id = m.project_id
  where p.org_id = $1 and a.id = $2`);

const BY = (column: 'id' | 'slug') =>
  `select ${COLUMNS} from additional_privileges a
   where a.project_membership_id = $1 and a.${column} = $2`;

const BY_ID = statement(BY('id'));
const BY_SLUG = statement(BY('slug'));
const BY_ID_LOCKED = `${BY('id')} for update`;
const BY_SLUG_LOCKED = `${BY('slug')} for update`;

const LIST = statement(`
  select ${COLUMNS} from additional_privileges a
  where a.project_membership_id = $1
  order by a.created_at, a.id`);

const INSERT = `
  insert into additional_privileges as a
    (id, project_membership_id, slug, permissions, is_temporary, temporary_mode, temporary_range,
     temporary_access_start_time, temporary_access_end_time, rule_count, pattern_bytes)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
  returning ${COLUMNS}`;

/** `updated_at` by the time of the change, not that of a transaction that waited. */
const UPDATE = `
  update additional_privileges as a set
    slug = $3, permissions = $4, is_temporary = $5, temporary_mode = $6, temporary_range = $7,
    temporary_access_start_time = $8, temporary_access_end_time = $9,
    rule_count = $10, pattern_bytes = $11, updated_at = statement_timestamp()
  where a.id = $1 and a.project_membership_id = $2
  returning ${COLUMNS}`;

/** A privilege among those of a membership. */
export type PrivilegeKey = { readonly id: string } | { readonly slug: string };

@Injectable()
export class PrivilegesRepository {
  constructor(private readonly database: Database) {}

  /** Null for an identity that is no member of the project. */
  findSeat(projectId: string, identityId: string): Promise<MembershipRef | null> {
    return this.database.row(SEAT, [projectId, identityId]);
  }

  findSeatOf(orgId: string, privilegeId: string): Promise<MembershipRef | null> {
    return this.database.row(SEAT_OF_PRIVILEGE, [orgId, privilegeId]);
  }

  find({ membershipId }: MembershipRef, key: PrivilegeKey): Promise<Privilege | null> {
    const [by, value] = 'id' in key ? [BY_ID, key.id] : [BY_SLUG, key.slug];
    return this.database.row(by, [membershipId, value]);
  }

  /** The privilege, locked until the transaction ends. */
  async findLocked(
    tx: EntityManager,
    seat: MembershipRef,
    key: PrivilegeKey,
  ): Promise<Privilege | null> {
    const [by, value] = 'id' in key ? [BY_ID_LOCKED, key.id] : [BY_SLUG_LOCKED, key.slug];
    const [privilege] = await tx.query<Privilege[]>(by, [seat.membershipId, value]);
    return privilege ?? null;
  }

  list({ membershipId }: MembershipRef): Promise<Privilege[]> {
    return this.database.rows(LIST, [membershipId]);
  }

  /** Throws 409 if the slug is taken. */
  async insert(tx: EntityManager, privilege: PrivilegeContent): Promise<Privilege> {
    const written = tx.query<Privilege[]>(INSERT, valuesOf(privilege));
    const [inserted] = await orConflict(written, SLUG_TAKEN);
    return inserted!; // an insert that does not throw returns its row
  }

  /** Throws 409 if the slug is taken. The row is locked by the caller. */
  async update(tx: EntityManager, privilege: PrivilegeContent): Promise<Privilege> {
    const written = tx.query<[Privilege[], number]>(UPDATE, valuesOf(privilege));
    const [[updated]] = await orConflict(written, SLUG_TAKEN);
    return updated!; // the row is locked, so it is there
  }

  async remove(tx: EntityManager, { id }: Privilege): Promise<void> {
    await tx.query('delete from additional_privileges where id = $1', [id]);
  }
}

const valuesOf = (privilege: PrivilegeContent): unknown[] => [
  privilege.id,
  privilege.projectMembershipId,
  privilege.slug,
  JSON.stringify(privilege.permissions),
  privilege.isTemporary,
  privilege.temporaryMode,
  privilege.temporaryRange,
  privilege.temporaryAccessStartTime,
  privilege.temporaryAccessEndTime,
  ...Object.values(weightColumns(privilege.permissions)),
];
