import type { EntityManager } from 'typeorm';

/**
 * An epoch names one state of rights, so no two histories of a database may give the same one: a failover that
 * loses commits, or a restore, goes on from a lower epoch. It is at least the clock, in microseconds; the random
 * step tells apart two histories whose clock is behind. Below 2^53 until the year 2255.
 */
export const NEXT_EPOCH = `
  greatest(epoch, (extract(epoch from clock_timestamp()) * 1000000)::bigint)
    + 1 + floor(random() * 1000000)::bigint`;

const RAISE = `update projects set epoch = ${NEXT_EPOCH} where id = $1`;

const RAISE_SEVERAL = `update projects set epoch = ${NEXT_EPOCH} where id = any($1)`;

const RAISE_OF_ENVIRONMENTS = `
  update projects set epoch = ${NEXT_EPOCH}
  where id in (select project_id from environments where id = any($1))`;

const RAISE_OF_ORGANIZATION = `update organizations set epoch = ${NEXT_EPOCH} where id = $1`;

const raisedIn = new WeakSet<EntityManager>();

/** Whether the transaction has changed who holds what, or ended a scope. */
export const hasRaisedEpoch = (tx: EntityManager): boolean => raisedIn.has(tx);

/** For the deletion of a scope, which leaves no epoch to raise. */
export const endScope = (tx: EntityManager): void => void raisedIn.add(tx);

function raise<T>(tx: EntityManager, sql: string, values: readonly unknown[]): Promise<T> {
  raisedIn.add(tx);
  return tx.query<T>(sql, [...values]);
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

const RAISE_OF_IDENTITY = `
  with joined as (
    select p.id from projects p
    where p.id <> all ($2)
      and p.id in (select project_id from project_memberships where identity_id = $1)
    order by p.id
    for no key update
  )
  update projects set epoch = ${NEXT_EPOCH} from joined where projects.id = joined.id
  returning projects.id`;

const LOCK_IDENTITY = 'select from identities where id = $1 for update';

/** It joins no further project until the transaction ends: whoever adds a membership holds a share of this lock. */
export async function lockIdentity(tx: EntityManager, identityId: string): Promise<void> {
  await tx.query(LOCK_IDENTITY, [identityId]);
}

/**
 * `raiseEpoch` for all projects of an identity that gets another name or other metadata. The identity joins no further
 * project until the transaction ends.
 */
export async function raiseEpochsOfIdentity(tx: EntityManager, identityId: string): Promise<void> {
  const raiseAllBut = async (but: readonly string[]) => {
    const [rows] = await raise<[{ id: string }[], number]>(tx, RAISE_OF_IDENTITY, [
      identityId,
      but,
    ]);
    return rows.map(({ id }) => id);
  };
  // Projects before identities, as everywhere; then those that it was just joining.
  const raised = await raiseAllBut([]);
  await lockIdentity(tx, identityId);
  await raiseAllBut(raised);
}
