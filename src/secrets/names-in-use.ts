import type { EntityManager } from 'typeorm';
import { conflict } from '../errors/api-error.js';
import type { SecretMutation } from './secret-mutations.js';
import { alreadyThere, NAME_TAKEN } from './secret-writes.repository.js';

const HOLDERS = `
  select s.id, wanted.n::int "index"
  from unnest($1::uuid[], $2::text[]) with ordinality as wanted (folder_id, key, n)
  join secrets s on s.folder_id = wanted.folder_id and s.key = wanted.key`;

type Written = Exclude<SecretMutation, { readonly kind: 'delete' }>;

/** A name that a change of the same write gives up is free for another one. */
const leavesName = (each: SecretMutation): boolean =>
  each.kind === 'delete' ||
  (each.kind === 'update' &&
    (each.folderId !== each.old.folderId || each.draft.secretKey !== each.old.key));

/**
 * Throws 409 as the write would for names in use. For what is only proposed: a write lets its own statements find them, and
 * whoever proposes learns no less and no more than whoever writes.
 */
export async function refuseNamesInUse(
  tx: EntityManager,
  mutations: readonly SecretMutation[],
): Promise<void> {
  const written = mutations.filter((each): each is Written => each.kind !== 'delete');
  const own = new Set(
    mutations.flatMap((each) => (each.kind !== 'create' && leavesName(each) ? [each.old.id] : [])),
  );
  const found = await tx.query<{ id: string; index: number }[]>(HOLDERS, [
    written.map(({ folderId }) => folderId),
    written.map(({ draft }) => draft.secretKey),
  ]);
  const taken = found.flatMap(({ id, index }) => {
    const each = written[index - 1]!;
    const isOwn = own.has(id) || (each.kind === 'update' && each.old.id === id);
    return isOwn ? [] : [each];
  });
  if (taken.length === 0) return;
  if (taken.some(({ kind }) => kind === 'update'))
    throw conflict('already-exists', NAME_TAKEN.message);
  throw alreadyThere(
    taken.map((each) => ({
      key: each.draft.secretKey,
      createdAt: (each.kind === 'create' && each.restores?.createdAt) || null,
    })),
  );
}
