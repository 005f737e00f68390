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
