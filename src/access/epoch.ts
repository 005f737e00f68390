import type { EntityManager } from 'typeorm';

const RAISE = 'update projects set epoch = epoch + 1 where id = $1';

const RAISE_OF_ENVIRONMENTS = `
  update projects set epoch = epoch + 1
  where id in (select project_id from environments where id = any($1))`;

/**
 * Tells every replica that what it remembers of the project is outdated: rights, and answers that no event
 * says anything about.
 */
export async function raiseEpoch(tx: EntityManager, projectId: string): Promise<void> {
  await tx.query(RAISE, [projectId]);
}

/** The same for the projects of these environments. */
export async function raiseEpochOf(
  tx: EntityManager,
  environmentIds: readonly string[],
): Promise<void> {
  await tx.query(RAISE_OF_ENVIRONMENTS, [environmentIds]);
}

const RAISE_OF_IDENTITY = `
  with joined as (
    select p.id from projects p
    where p.id <> all ($2)
      and p.id in (select project_id from project_memberships where identity_id = $1)
    order by p.id
    for no key update
  )
  update projects set epoch = epoch + 1 from joined where projects.id = joined.id
  returning projects.id`;

const LOCK_IDENTITY = 'select from identities where id = $1 for update';

/** It joins no further project until the transaction ends: whoever adds a membership holds a share of this lock. */
export async function lockIdentity(tx: EntityManager, identityId: string): Promise<void> {
  await tx.query(LOCK_IDENTITY, [identityId]);
}

/**
 * The same for all the projects of an identity that will be known by another name or other metadata. It joins
 * no further one until the transaction ends.
 */
export async function raiseEpochsOfIdentity(tx: EntityManager, identityId: string): Promise<void> {
  const raise = async (but: readonly string[]) => {
    const [rows] = await tx.query<[{ id: string }[], number]>(RAISE_OF_IDENTITY, [identityId, but]);
    return rows.map(({ id }) => id);
  };
  // Projects before identities, as everywhere; then those that it was just joining.
  const raised = await raise([]);
  await lockIdentity(tx, identityId);
  await raise(raised);
}
