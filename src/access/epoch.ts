import type { EntityManager } from 'typeorm';
import { sendLater, type Statement, statement } from '../database/database.js';
import { membershipsOf } from './holders.sql.js';

/**
 * An epoch names one state of rights, so no two histories of a database may give the same one: a failover that
 * loses commits, or a restore, goes on from a lower epoch. It is at least the clock, in microseconds; the random
 * step tells apart two histories whose clock is behind. Below 2^53 until the year 2255.
 */
export const NEXT_EPOCH = `
  greatest(epoch, (extract(epoch from clock_timestamp()) * 1000000)::bigint)
    + 1 + floor(random() * 1000000)::bigint`;

const RAISE = statement(`update projects set epoch = ${NEXT_EPOCH} where id = $1`);

const RAISE_SEVERAL = statement(`update projects set epoch = ${NEXT_EPOCH} where id = any($1)`);

const RAISE_OF_ENVIRONMENTS = statement(`
  update projects set epoch = ${NEXT_EPOCH}
  where id in (select project_id from environments where id = any($1))`);

const RAISE_OF_ORGANIZATION = statement(
  `update organizations set epoch = ${NEXT_EPOCH} where id = $1`,
);

const raisedIn = new WeakSet<EntityManager>();

/** Whether the transaction has changed who holds what, or ended a scope. */
export const hasRaisedEpoch = (tx: EntityManager): boolean => raisedIn.has(tx);

/** For the deletion of a scope, which leaves no epoch to raise. */
export const endScope = (tx: EntityManager): void => void raisedIn.add(tx);

function raise(tx: EntityManager, raising: Statement, values: readonly unknown[]): Promise<void> {
  raisedIn.add(tx);
  return sendLater(tx, [{ ...raising, values }]);
}

/**
 * Tells every replica that what it remembers of the project is outdated: rights, and answers that no event
 * says anything about.
 */
export async function raiseEpoch(tx: EntityManager, projectId: string): Promise<void> {
  await raise(tx, RAISE, [projectId]);
}

/** `raiseEpoch` for several projects, which the transaction has locked. */
export async function raiseEpochs(tx: EntityManager, projectIds: readonly string[]): Promise<void> {
  await raise(tx, RAISE_SEVERAL, [projectIds]);
}

/** Raises the epochs of an organization and of projects of it, which the transaction has locked. */
export async function raiseEpochsIn(
  tx: EntityManager,
  { orgId, projectIds }: { readonly orgId: string; readonly projectIds: readonly string[] },
): Promise<void> {
  await raiseOrganizationEpoch(tx, orgId);
  if (projectIds.length > 0) await raiseEpochs(tx, projectIds);
}

/** Makes every replica compile the organization's rules anew at its next request. */
export async function raiseOrganizationEpoch(tx: EntityManager, orgId: string): Promise<void> {
  await raise(tx, RAISE_OF_ORGANIZATION, [orgId]);
}

/** `raiseEpoch` for the projects of these environments. */
export async function raiseEpochOf(
  tx: EntityManager,
  environmentIds: readonly string[],
): Promise<void> {
  await raise(tx, RAISE_OF_ENVIRONMENTS, [environmentIds]);
}

/*
 * The rows are locked by a statement of their own, in order. Where the statement that changes rows also locks them, it deadlocks
 * with others of its kind beside new rows that refer to them.
 */
const LOCK_PROJECTS_OF_HOLDER = `
  select p.id from projects p
  where p.id <> all ($2)
    and p.id in (select project_id from (${membershipsOf('array[$1::uuid]')}) own)
  order by p.id
  for no key update`;

const LOCK_ORGANIZATIONS_OF = `
  select o.id from organizations o
  where o.id <> all ($2)
    and o.id in (select org_id from organization_memberships where user_id = $1)
  order by o.id
  for no key update`;

const RAISE_ORGANIZATIONS = statement(
  `update organizations set epoch = ${NEXT_EPOCH} where id = any($1)`,
);

/** How the scopes of somebody are locked, and how their epochs are raised. */
const PROJECTS = { lock: LOCK_PROJECTS_OF_HOLDER, raise: RAISE_SEVERAL };
const ORGANIZATIONS = { lock: LOCK_ORGANIZATIONS_OF, raise: RAISE_ORGANIZATIONS };

/** Raises the epochs of all scopes in which somebody is, but for those given; returns the ids of the raised ones. */
async function raiseAllBut(
  tx: EntityManager,
  scopes: typeof PROJECTS,
  holderId: string,
  but: readonly string[],
): Promise<string[]> {
  const rows = await tx.query<{ id: string }[]>(scopes.lock, [holderId, but]);
  const ids = rows.map(({ id }) => id);
  await raise(tx, scopes.raise, [ids]);
  return ids;
}

const LOCK_IDENTITY = 'select from identities where id = $1 for update';

/**
 * Keeps an identity from joining further projects until the transaction ends: whoever adds a membership holds a share
 * of this lock.
 */
export async function lockIdentity(tx: EntityManager, holderId: string): Promise<void> {
  await tx.query(LOCK_IDENTITY, [holderId]);
}

/**
 * `raiseEpoch` for all projects in which an identity is, by itself or by a group, that gets another name or other
 * metadata. The identity joins no further
 * project until the transaction ends.
 */
export async function raiseEpochsOfIdentity(tx: EntityManager, holderId: string): Promise<void> {
  // Projects before identities, as everywhere; then those that it was just joining.
  const raised = await raiseAllBut(tx, PROJECTS, holderId, []);
  await lockIdentity(tx, holderId);
  await raiseAllBut(tx, PROJECTS, holderId, raised);
}

/**
 * `raiseEpoch` for all projects in which a person is, by themselves or by a group, who begins to count there. The caller
 * has locked the organization, which whoever adds somebody does too.
 */
export async function raiseEpochsOfPerson(tx: EntityManager, userId: string): Promise<void> {
  await raiseAllBut(tx, PROJECTS, userId, []);
}

const LOCK_ACCOUNT = 'select from users where id = $1 for update';

/**
 * Raises the epochs of all organizations and projects of a person who gets another e-mail address. They join no further
 * ones until the transaction ends. Returns the ids of the organizations.
 */
export async function raiseEpochsOfAccount(tx: EntityManager, userId: string): Promise<string[]> {
  const organizations = await raiseAllBut(tx, ORGANIZATIONS, userId, []);
  const projects = await raiseAllBut(tx, PROJECTS, userId, []);
  // As for identities: then those that the person was just joining.
  await tx.query(LOCK_ACCOUNT, [userId]);
  const joined = await raiseAllBut(tx, ORGANIZATIONS, userId, organizations);
  await raiseAllBut(tx, PROJECTS, userId, projects);
  return [...organizations, ...joined];
}
