import type { OpenSecret } from '../secret.js';
import type { SecretAddress } from '../secrets.repository.js';
import type { ReferenceValues } from './reference-resolver.js';
import {
  addressKey,
  unresolvedReason,
  ExpansionTooLarge,
  MAX_EXPANSION,
  referenceNamesIn,
  PAUSE_AFTER,
  type UnresolvedReason,
  referenceTarget,
} from './references.js';

/** Nodes of one tree; what lies beyond them is left out, and the answer says so. */
export const MAX_TREE_NODES = 1_000;

export interface ReferenceNode extends SecretAddress {
  /** As stored. Absent where it is not there, may not be read, or was not followed. */
  readonly value?: string;
  /** Why the reference that led here does not resolve. */
  readonly unresolved?: UnresolvedReason;
  readonly children: readonly ReferenceNode[];
}

export interface ReferenceTree {
  readonly root: ReferenceNode;
  /** Something was left out. */
  readonly isTruncated: boolean;
}

/** A node whose references are still to be followed. */
interface Open {
  readonly node: ReferenceNode & { readonly value: string; readonly children: ReferenceNode[] };
  readonly trail: readonly string[];
}

/** What a secret refers to, level by level; each value's references once. Throws ExpansionTooLarge. */
export function* buildReferenceTree(
  secret: OpenSecret,
  targets: ReferenceValues,
): Generator<undefined, ReferenceTree> {
  const { environment, secretPath, key, value } = secret;
  const root = { environment, secretPath, key, value, children: [] };
  const open: Open[] = [{ node: root, trail: [addressKey(secret)] }];
  let [nodes, names, size] = [1, 0, value.length];
  for (const { node, trail } of open) {
    const seen = new Set<string>();
    for (const name of referenceNamesIn(node.value)) {
      if (++names % PAUSE_AFTER === 0) yield;
      if (seen.has(name)) continue;
      seen.add(name);
      if (nodes === MAX_TREE_NODES) return { root, isTruncated: true };
      nodes++;
      const target = referenceTarget(name, node);
      const child = childOf(target, trail, targets);
      node.children.push(child.node);
      if (child.isEnd) continue;
      size += child.node.value.length;
      if (size > MAX_EXPANSION) throw new ExpansionTooLarge();
      open.push({ node: child.node, trail: [...trail, addressKey(target)] });
    }
  }
  return { root, isTruncated: false };
}

function childOf(target: SecretAddress, trail: readonly string[], targets: ReferenceValues) {
  const address = addressKey(target);
  const end = unresolvedReason(address, trail, targets.values);
  const children: ReferenceNode[] = [];
  if (end === null) {
    const value = targets.values.get(address)!;
    return { isEnd: false, node: { ...target, value, children } } as const;
  }
  const isForbidden = end === 'missing' && targets.forbidden.has(address);
  const unresolved: UnresolvedReason = isForbidden ? 'forbidden' : end;
  return { isEnd: true, node: { ...target, unresolved, children } } as const;
}
