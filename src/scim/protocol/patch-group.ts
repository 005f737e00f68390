import { GROUP_TABLE } from './attribute-table.js';
import { caseless, objectOf } from './attribute-values.js';
import type { Filter } from './filter-parser.js';
import { externalIdOf, groupName, readMembers } from './group-attributes.js';
import type { PatchOperation } from './patch-body.js';
import { type PatchTarget, type Resolved, resolveKey, resolvePath } from './patch-target.js';
import { holdsAll } from './same-values.js';
import { scimProblem } from './scim-problem.js';
import type { ReadOnlyParts } from './patch-user.js';

/** What becomes of the members of a group: changes of a set, so that it does not matter who else changes it. */
export interface MemberChange {
  /** Whether all go who are not added. */
  readonly clears: boolean;
  readonly added: ReadonlySet<string>;
  readonly removed: ReadonlySet<string>;
}

export interface GroupChange {
  /** Undefined: stays as it is. */
  readonly displayName?: string;
  /** Null: none any more. Undefined: stays as it is. */
  readonly externalId?: string | null;
  readonly members: MemberChange;
}

/** What a list of all members makes of a group. */
export const replacedMembers = (ids: ReadonlySet<string>): MemberChange => ({
  clears: true,
  added: ids,
  removed: new Set(),
});

/** One change of members after the other, as one. */
class FoldedMembers implements MemberChange {
  clears = false;
  readonly added = new Set<string>();
  readonly removed = new Set<string>();

  add(ids: Iterable<string>): void {
    for (const id of ids) {
      this.added.add(id);
      this.removed.delete(id);
    }
  }

  remove(ids: Iterable<string>): void {
    for (const id of ids) {
      this.added.delete(id);
      this.removed.add(id);
    }
  }

  replace(ids: Iterable<string>): void {
    this.clears = true;
    this.added.clear();
    this.removed.clear();
    this.add(ids);
  }
}

/**
 * Folds the operations of a PATCH into one change. `readOnly`: what a value without a path may repeat. Throws what
 * RFC 7644 3.5.2 names.
 */
export function groupChange(
  operations: readonly PatchOperation[],
  readOnly: ReadOnlyParts,
): GroupChange {
  const fold = new Fold(readOnly);
  for (const operation of operations) fold.take(operation);
  return fold;
}

class Fold implements GroupChange {
  displayName?: string;
  externalId?: string | null;
  readonly members = new FoldedMembers();

  constructor(private readonly readOnly: ReadOnlyParts) {}

  take(operation: PatchOperation): void {
    const { path } = operation;
    if (path === null) this.takeParts(operation);
    else this.change(resolvePath(GROUP_TABLE, path), operation);
  }

  /** A value without a path stands for one operation for each of its keys. */
  private takeParts({ op, value }: PatchOperation): void {
    const parts = Object.entries(objectOf('The value of an operation without a path', value));
    for (const [key, part] of parts) {
      const operation = { op, path: null, value: part };
      if (key.toLowerCase() === GROUP_TABLE.schema.toLowerCase()) this.takeParts(operation);
      else this.takePart(resolveKey(GROUP_TABLE, key), operation);
    }
  }

  private takePart(target: Resolved, operation: PatchOperation): void {
    const isReadOnly = target !== 'ignored' && target.attribute.mutability === 'readOnly';
    if (isReadOnly && holdsAll(this.readOnly[target.attribute.name], operation.value)) return;
    this.change(target, operation);
  }

  private change(target: Resolved, { op, value }: PatchOperation): void {
    if (target === 'ignored') return;
    const { name, mutability } = target.attribute;
    if (mutability === 'readOnly') throw scimProblem('mutability', `${name} cannot be changed.`);
    if (name === 'members') return this.changeMembers(target, op, value);
    if (name === 'displayName') {
      if (op === 'remove') throw scimProblem('mutability', 'displayName is required.');
      this.displayName = groupName(value);
    } else this.externalId = op === 'remove' ? null : (externalIdOf(value).externalId ?? null);
  }

  private changeMembers({ filter, sub }: PatchTarget, op: PatchOperation['op'], value: unknown) {
    if (sub !== null || (op !== 'remove' && filter !== null)) {
      throw scimProblem('mutability', 'Members are added and removed, and not changed.');
    }
    if (op === 'add') this.members.add(readMembers(value));
    else if (op === 'replace') this.members.replace(readMembers(value));
    else this.removeMembers(filter, value);
  }

  private removeMembers(filter: Filter | null, value: unknown): void {
    if (filter !== null) this.members.remove(idsChosenBy(filter));
    else if (value === undefined) this.members.replace([]);
    // Null names nobody, and is not to mean all.
    else if (value === null) throw scimProblem('invalidValue', 'members should be a list.');
    // Microsoft Entra names those to be removed in a value.
    else this.members.remove(readMembers(value));
  }
}

/** The ids that a filter names: `value eq "…"`, several of them joined by `or`. Throws `invalidFilter`. */
function idsChosenBy(filter: Filter): string[] {
  if (filter.kind === 'or') return filter.parts.flatMap((part) => idsChosenBy(part));
  if (filter.kind === 'compare' && filter.operator === 'eq' && typeof filter.value === 'string') {
    const { schema, name, sub } = filter.attribute;
    if (schema === null && sub === null && caseless(name) === 'value') {
      return [filter.value.toLowerCase()];
    }
  }
  throw scimProblem('invalidFilter', 'Members are chosen by members[value eq "…"].');
}
