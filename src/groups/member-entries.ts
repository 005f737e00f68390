import type { AuditRecord } from '../audit/audit.js';

/** People and identities that one entry names at most. */
const MAX_NAMED = 1_000;

/** Ids of members of a group, by what happened to them. */
export type NamedMembers = Readonly<Record<string, readonly string[]>>;

/**
 * The entries of a change that name everybody whom it concerned: the first with all that the change was, then as many more as
 * there are names. What has no names is left out.
 */
export function entriesNaming(record: AuditRecord, members: NamedMembers): AuditRecord[] {
  const lists = Object.entries(members);
  const count = Math.ceil(Math.max(1, ...lists.map(([, ids]) => ids.length)) / MAX_NAMED);
  return Array.from({ length: count }, (_, n) => {
    const parts = lists.map(([name, ids]) => [name, ids.slice(n * MAX_NAMED, (n + 1) * MAX_NAMED)]);
    const named = Object.fromEntries(parts.filter(([, ids]) => ids!.length > 0)) as NamedMembers;
    const { groupId } = record.target;
    return { ...record, target: { ...(n === 0 ? record.target : { groupId }), ...named } };
  });
}

/** Names everybody who was in a group that is gone. `holderIds`: of people and identities. */
export function namedAsRemoved({
  holderIds,
  identityIds,
}: Readonly<Record<'holderIds' | 'identityIds', readonly string[]>>): NamedMembers {
  const machines = new Set(identityIds);
  const people = holderIds.filter((holderId) => !machines.has(holderId));
  return { removedUserIds: people, removedIdentityIds: identityIds };
}
