import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { weightColumns } from '../access/escalation/holding-limits.js';
import type { LifetimeColumns } from '../access/dto/lifetime.js';
import { type BoundStatement, Database, sendLater, statement } from '../database/database.js';
import { AdditionalPrivilege } from '../database/entities/additional-privilege.entity.js';
import { ProjectMembership } from '../database/entities/project-membership.entity.js';
import { conflictOf, orConflict } from '../database/failures.js';
import type { Rule } from '../permissions/rule.js';

/** What a request sets of a privilege. */
export type PrivilegeContent = Pick<
  AdditionalPrivilege,
  'id' | 'projectMembershipId' | 'slug' | 'permissions' | keyof LifetimeColumns
>;

/** A privilege as it is stored. */
export type PrivilegeRow = PrivilegeContent & Pick<AdditionalPrivilege, 'createdAt' | 'updatedAt'>;

/** A membership of an identity in a project, to which privileges are added. */
export type MembershipRef = Pick<ProjectMembership, 'id' | 'projectId'> & {
  readonly identityId: string;
};

/** A privilege with the membership it belongs to. */
export type LocatedPrivilege = PrivilegeRow & { readonly projectMembership: MembershipRef };

/** Null for none, and for a privilege of a person, which has routes of its own. */
export function ofIdentity(privilege: AdditionalPrivilege | undefined): LocatedPrivilege | null {
  const identityId = privilege?.projectMembership.identityId;
  if (!privilege || !identityId) return null;
  return { ...privilege, projectMembership: { ...privilege.projectMembership, identityId } };
}

const SLUG_TAKEN = {
  constraint: 'uq_additional_privileges_slug',
  message: 'The identity already has a privilege with this slug in the project.',
};

const MEMBERSHIP = statement(
  'select id from project_memberships where project_id = $1 and identity_id = $2',
);

/** The membership of an identity in a project, as a statement: its id, or nothing. */
export const membershipOf = (projectId: string, identityId: string): BoundStatement => ({
  ...MEMBERSHIP,
  values: [projectId, identityId],
});

/** SQL by hand: to write an insertion takes the ORM a tenth of what all of a creation takes. */
const INSERT = statement(`
  insert into additional_privileges (id, project_membership_id, slug, permissions, rule_count,
    pattern_bytes, is_temporary, temporary_mode, temporary_range, temporary_access_start_time,
    temporary_access_end_time, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12)`);

/** Writes and lists privileges of a membership; each API generation finds single ones in its own repository. */
@Injectable()
export class PrivilegesRepository {
  constructor(
    @InjectRepository(AdditionalPrivilege)
    private readonly privileges: Repository<AdditionalPrivilege>,
    @InjectRepository(ProjectMembership)
    private readonly memberships: Repository<ProjectMembership>,
    private readonly database: Database,
  ) {}

  /** Null for an identity that is no member of the project. */
  async findMembership(projectId: string, identityId: string): Promise<MembershipRef | null> {
    const members = this.database.bind(this.memberships);
    const found = await members.findOneBy({ projectId, identityId });
    return found && { ...found, identityId };
  }

  /** The privileges of a membership, the oldest first. */
  list({ id }: Pick<MembershipRef, 'id'>): Promise<PrivilegeRow[]> {
    return this.database.bind(this.privileges).find({
      where: { projectMembershipId: id },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
  }

  /** The privilege, locked until the transaction ends. */
  findLocked(tx: EntityManager, id: string): Promise<PrivilegeRow | null> {
    const lock = { mode: 'pessimistic_write' } as const;
    return tx.withRepository(this.privileges).findOne({ where: { id }, lock });
  }

  /** Throws 409 if the slug is taken. */
  async insert(tx: EntityManager, content: PrivilegeContent): Promise<PrivilegeRow> {
    const written = tx.withRepository(this.privileges).insert(columnsOf(content));
    const { generatedMaps } = await orConflict(written, SLUG_TAKEN);
    return {
      ...content,
      ...(generatedMaps[0] as Pick<PrivilegeRow, 'createdAt' | 'updatedAt'>),
    };
  }

  /**
   * Inserts it with the next statement of the transaction, or with its commit, which throws 409 if the slug is taken.
   * `now`: the database's clock.
   */
  async insertSoon(tx: EntityManager, content: PrivilegeContent, now: Date): Promise<PrivilegeRow> {
    const { id, projectMembershipId, slug, permissions, ...lifetime } = content;
    const { ruleCount, patternBytes } = weightColumns(permissions);
    const { isTemporary, temporaryMode, temporaryRange } = lifetime;
    const what = [id, projectMembershipId, slug, JSON.stringify(permissions)];
    const how = [ruleCount, patternBytes, isTemporary, temporaryMode, temporaryRange];
    const { temporaryAccessStartTime: from, temporaryAccessEndTime: until } = lifetime;
    const onFailure = (error: unknown) => conflictOf(error, SLUG_TAKEN);
    await sendLater(tx, [{ ...INSERT, values: [...what, ...how, from, until, now], onFailure }]);
    return { ...content, createdAt: now, updatedAt: now };
  }

  /** Throws 409 if the slug is taken. The row is locked by the caller. */
  async update(tx: EntityManager, content: PrivilegeContent): Promise<PrivilegeRow> {
    const privileges = tx.withRepository(this.privileges);
    const { id } = content;
    // Not `save`: it takes rules whose keys changed their order for the same. The time is that of the change.
    const changes = { ...columnsOf(content), updatedAt: () => 'statement_timestamp()' };
    await orConflict(privileges.update({ id }, changes), SLUG_TAKEN);
    return privileges.findOneByOrFail({ id });
  }

  async remove(tx: EntityManager, id: string): Promise<void> {
    await tx.withRepository(this.privileges).delete({ id });
  }
}

/** TypeORM's types of written columns have no place for the `unknown` of conditions. */
function columnsOf(content: PrivilegeContent) {
  const permissions: readonly Omit<Rule, 'conditions'>[] = content.permissions;
  return { ...content, permissions, ...weightColumns(content.permissions) };
}
