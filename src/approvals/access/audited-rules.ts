import { createHash } from 'node:crypto';
import type { Rule } from '../../permissions/rule.js';

/** Bytes of rules that an audit entry holds; what is longer is kept with its request, and proved by its digest. */
const MAX_BYTES = 2_048;

/** Rules as the audit log tells of them: whole where they are short, else how many they are, their actions and a digest. */
export function auditOfRules(rules: readonly Rule[]): object {
  const text = JSON.stringify(rules);
  if (Buffer.byteLength(text) <= MAX_BYTES) return rules;
  const actions = [...new Set(rules.flatMap(({ action }) => action))];
  return { rules: rules.length, actions, sha256: createHash('sha256').update(text).digest('hex') };
}
