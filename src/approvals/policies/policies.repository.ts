import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, statement } from '../../database/database.js';
import { newId } from '../../database/uuid.js';
import { environmentNotFound } from '../../errors/missing.js';
import { VOTERS_OF_CHOSEN } from './voters.sql.js';

/** Somebody whom a policy names: `username` for a person. */
export interface PolicyPerson {
  readonly id: string;
  readonly type: 'user' | 'group';
  readonly username: string | null;
}

export interface PolicyEnvironment {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
}

export interface PolicyContent {
  readonly name: string | null;
  readonly secretPath: string;
  readonly approvals: number;
  readonly isSoft: boolean;
  readonly allowsOwnVote: boolean;
  readonly exemptsMachines: boolean;
  readonly environments: readonly PolicyEnvironment[];
  readonly approvers: readonly PolicyPerson[];
  readonly bypassers: readonly PolicyPerson[];
  /** What it gives on request; null for a policy about changes. */
  readonly access: AccessTerms | null;
}

/** What a policy gives to whoever asks, where people consent. */
export interface AccessTerms {
  /** The actions on secrets that its maker held in its places. */
  readonly actions: readonly string[];
  /** Who its maker is; absent for a policy of an older version. */
  readonly madeBy?: string;
  /** Durations such as `8h`; null: no bound, and the default. */
  readonly maxPeriod: string | null;
  readonly requestPeriod: string | null;
}

/** Whether a policy is about changes of secrets, or about access on request: neither is ever taken for the other. */
export type PolicyKind = 'changes' | 'access';

/** A policy as it is stored. */
export interface KeptPolicy extends PolicyContent {
  readonly id: string;
  readonly projectId: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly deletedAt: Date | null;
}

export interface PolicyRecord extends KeptPolicy {
  /** Whether as many people as it asks for could vote today. */
  readonly isSatisfiable: boolean;
}

const people = (areBypassers: boolean) => `(
  select coalesce(json_agg(json_build_object(
    'id', coalesce(n.user_id, n.group_id), 'type', case when n.user_id is null then 'group' else 'user' end,
    'username', u.email) order by n.position), '[]')
  from approval_policy_people n left join users u on u.id = n.user_id
  where n.policy_id = a.id and n.is_bypasser = ${areBypassers})`;

/** SQL by hand, as in all of this module: a policy is read with its lists, and people by the ways in which they count. */
const COLUMNS = `
  a.id, a.project_id "projectId", a.name, a.secret_path "secretPath", a.approvals,
  a.is_soft "isSoft", a.allows_own_vote "allowsOwnVote", a.exempts_machines "exemptsMachines", a.access,
  a.created_at "createdAt", a.updated_at "updatedAt", a.deleted_at "deletedAt", (
    select coalesce(json_agg(json_build_object('id', e.id, 'name', e.name, 'slug', e.slug)
      order by t.position), '[]')
    from approval_policy_environments t join environments e on e.id = t.environment_id
    where t.policy_id = a.id
  ) environments,
  ${people(false)} approvers, ${people(true)} bypassers`;

const WITH_VOTERS = (isWanted: string) => `
  with chosen as materialized (
    select a.id, a.project_id, p.org_id, a.approvals
    from approval_policies a join projects p on p.id = a.project_id
    where ${isWanted}
  ), ${VOTERS_OF_CHOSEN}
  select ${COLUMNS}, coalesce(v.count, 0) >= a.approvals "isSatisfiable"
  from chosen c join approval_policies a on a.id = c.id left join voters v on v.policy_id = c.id
  order by a.created_at, a.id`;

const IS_OF_KIND = (kind: string) =>
  `a.deleted_at is null and (a.access is not null) = (${kind} = 'access')`;
const OF_PROJECT = `a.project_id = $1 and ${IS_OF_KIND('$2')}`;
export const LIST_POLICIES = statement(WITH_VOTERS(OF_PROJECT));
const LIST_KEPT = `
  select ${COLUMNS} from approval_policies a where ${OF_PROJECT} order by a.created_at, a.id`;
const FIND = statement(WITH_VOTERS(`p.org_id = $1 and a.id = $2 and ${IS_OF_KIND('$3')}`));
const LIST_BY_IDS = statement(WITH_VOTERS('a.id = any($1::uuid[])'));
const FIND_IN = WITH_VOTERS('a.id = $1');

const ENVIRONMENTS = statement(
  'select id, name, slug from environments where project_id = $1 and slug = any($2::text[])',
);

/** People and groups who can see the project. */
const PEOPLE = `
  select u.id, 'user' "type", u.email username
  from organization_memberships o join users u on u.id = o.user_id
  where o.org_id = $1 and o.is_active and o.status = 'accepted'
    and (u.id = any($3::uuid[]) or lower(u.email) = any($4::text[]))
    and (exists (select from project_memberships m where m.project_id = $2 and m.user_id = u.id)
      or exists (
        select from group_members g join project_memberships m on m.group_id = g.group_id
        where m.project_id = $2 and g.user_id = u.id))
  union all
  select g.id, 'group', null from groups g
  where g.org_id = $1 and g.id = any($5::uuid[])
    and exists (select from project_memberships m where m.project_id = $2 and m.group_id = g.id)`;

const INSERT = `
  insert into approval_policies (id, project_id, name, secret_path, approvals, is_soft, allows_own_vote,
    exempts_machines, access)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;

const UPDATE = `
  update approval_policies set name = $2, secret_path = $3, approvals = $4, is_soft = $5,
    allows_own_vote = $6, exempts_machines = $7, access = $8, updated_at = now()
  where id = $1`;

const REMOVE_ENVIRONMENTS = 'delete from approval_policy_environments where policy_id = $1';
const INSERT_ENVIRONMENTS = `
  insert into approval_policy_environments (policy_id, environment_id, position)
  select $1, e.id, e.n from unnest($2::uuid[]) with ordinality as e (id, n)`;

/** Entries that stay keep their id, and with it the votes that were given by them. */
const REMOVE_PEOPLE = `
  delete from approval_policy_people
  where policy_id = $1 and is_bypasser = $2
    and not (coalesce(user_id, group_id) = any($3::uuid[]))`;
const PUT_PEOPLE = (column: 'user' | 'group') => `
  insert into approval_policy_people (id, policy_id, is_bypasser, ${column}_id, position)
  select n.id, $1, $2, n.who, n.position
  from unnest($3::uuid[], $4::uuid[], $5::int[]) as n (id, who, position)
  on conflict on constraint uq_approval_policy_people_${column}
  do update set position = excluded.position`;

const REMOVE = 'update approval_policies set deleted_at = now(), updated_at = now() where id = $1';

@Injectable()
export class PoliciesRepository {
  constructor(private readonly database: Database) {}

  /** Lists those in force, in the order in which they were made. */
  list(projectId: string, kind: PolicyKind = 'changes'): Promise<PolicyRecord[]> {
    return this.database.rows(LIST_POLICIES, [projectId, kind]);
  }

  find(orgId: string, id: string, kind: PolicyKind = 'changes'): Promise<PolicyRecord | null> {
    return this.database.row(FIND, [orgId, id, kind]);
  }

  /** As the transaction sees it, also one that has ended. */
  async findIn(tx: EntityManager, id: string): Promise<PolicyRecord | null> {
    return (await tx.query<PolicyRecord[]>(FIND_IN, [id]))[0] ?? null;
  }

  /** As the transaction sees them, without a look at who could vote. */
  async listIn(
    tx: EntityManager,
    projectId: string,
    kind: PolicyKind = 'changes',
  ): Promise<KeptPolicy[]> {
    return tx.query(LIST_KEPT, [projectId, kind]);
  }

  /** Finds also those that have ended. */
  listByIds(ids: readonly string[]): Promise<PolicyRecord[]> {
    return this.database.rows(LIST_BY_IDS, [ids]);
  }

  /** Finds those named, in the order given. Throws 404 for an unknown one. */
  async environmentsOf(
    projectId: string,
    slugs: readonly string[] = [],
  ): Promise<PolicyEnvironment[]> {
    if (slugs.length === 0) return [];
    const found = await this.findEnvironments(projectId, slugs);
    const bySlug = new Map(found.map((each) => [each.slug, each]));
    return slugs.map((slug) => {
      const environment = bySlug.get(slug);
      if (!environment) throw environmentNotFound(projectId, slug);
      return environment;
    });
  }

  findEnvironments(projectId: string, slugs: readonly string[]): Promise<PolicyEnvironment[]> {
    return this.database.rows(ENVIRONMENTS, [projectId, slugs]);
  }

  /** The people with these ids or addresses (in lower case), and the groups, who can see the project. */
  findPeople(
    tx: EntityManager,
    { orgId, projectId }: { readonly orgId: string; readonly projectId: string },
    who: { readonly users: string[]; readonly emails: string[]; readonly groups: string[] },
  ): Promise<PolicyPerson[]> {
    return tx.query(PEOPLE, [orgId, projectId, who.users, who.emails, who.groups]);
  }

  async insert(tx: EntityManager, projectId: string, content: PolicyContent): Promise<string> {
    const id = newId();
    await tx.query(INSERT, [id, projectId, ...columnsOf(content)]);
    await this.putLists(tx, id, content);
    return id;
  }

  async update(tx: EntityManager, id: string, content: PolicyContent): Promise<void> {
    await tx.query(UPDATE, [id, ...columnsOf(content)]);
    await this.putLists(tx, id, content);
  }

  async remove(tx: EntityManager, id: string): Promise<void> {
    await tx.query(REMOVE, [id]);
  }

  private async putLists(
    tx: EntityManager,
    id: string,
    { environments, approvers, bypassers }: PolicyContent,
  ): Promise<void> {
    await tx.query(REMOVE_ENVIRONMENTS, [id]);
    await tx.query(INSERT_ENVIRONMENTS, [id, environments.map((each) => each.id)]);
    await this.putPeople(tx, id, false, approvers);
    await this.putPeople(tx, id, true, bypassers);
  }

  private async putPeople(
    tx: EntityManager,
    policyId: string,
    areBypassers: boolean,
    people: readonly PolicyPerson[],
  ): Promise<void> {
    await tx.query(REMOVE_PEOPLE, [policyId, areBypassers, people.map(({ id }) => id)]);
    const placed = people.map(({ id, type }, position) => ({ id, type, position }));
    for (const type of ['user', 'group'] as const) {
      const some = placed.filter((each) => each.type === type);
      const ids = some.map(() => newId());
      const who = [some.map(({ id }) => id), some.map(({ position }) => position)];
      await tx.query(PUT_PEOPLE(type), [policyId, areBypassers, ids, ...who]);
    }
  }
}

const columnsOf = (content: PolicyContent): unknown[] => [
  content.name,
  content.secretPath,
  content.approvals,
  content.isSoft,
  content.allowsOwnVote,
  content.exemptsMachines,
  content.access && JSON.stringify(content.access),
];
