import { USER_TABLE } from './attribute-table.js';
import {
  type ComplexValue,
  complexValue,
  isUnassigned,
  objectOf,
  simpleValue,
} from './attribute-values.js';
import { requiredText } from './body.js';
import type { PatchOperation } from './patch-body.js';
import { patchEmails } from './patch-emails.js';
import { type PatchTarget, type Resolved, resolveKey, resolvePath } from './patch-target.js';
import { scimProblem } from './scim-problem.js';
import { holdsAll } from './same-values.js';
import { checkedEmails, type UserAttributes } from './user-attributes.js';

/** The parts of a user that no client decides, as an answer shows them. */
export type ReadOnlyParts = Readonly<Record<string, unknown>>;

/**
 * Carries out the operations of a PATCH, all of them or none, on a copy of the user. `readOnly`: what a value without a
 * path may repeat. Throws what RFC 7644 3.5.2 names.
 */
export function patchUser(
  user: UserAttributes,
  operations: readonly PatchOperation[],
  readOnly: ReadOnlyParts,
): UserAttributes {
  const patched = operations.reduce((state, operation) => {
    if (operation.path !== null)
      return change(state, resolvePath(USER_TABLE, operation.path), operation);
    return changeWithoutPath(state, operation, readOnly);
  }, user);
  return { ...patched, emails: checkedEmails(patched.emails) };
}

/** A value without a path stands for one operation for each of its keys. */
function changeWithoutPath(
  user: UserAttributes,
  { op, value }: PatchOperation,
  readOnly: ReadOnlyParts,
): UserAttributes {
  const parts = Object.entries(objectOf('The value of an operation without a path', value));
  return parts.reduce((state, [key, part]) => {
    if (key.toLowerCase() === USER_TABLE.schema.toLowerCase())
      return changeWithoutPath(state, { op, path: null, value: part }, readOnly);
    const target = resolveKey(USER_TABLE, key);
    if (isReadOnly(target) && holdsAll(readOnly[target.attribute.name], part)) return state;
    return change(state, target, { op, path: key, value: part });
  }, user);
}

const isReadOnly = (target: Resolved): target is PatchTarget =>
  target !== 'ignored' && target.attribute.mutability === 'readOnly';

function change(user: UserAttributes, target: Resolved, operation: PatchOperation): UserAttributes {
  if (target === 'ignored') return user;
  const { attribute, sub } = target;
  if (attribute.mutability === 'readOnly' || sub?.mutability === 'readOnly') {
    throw scimProblem('mutability', `${(sub ?? attribute).name} cannot be changed.`);
  }
  const { name } = attribute;
  if (name === 'emails') return { ...user, emails: patchEmails(user.emails, target, operation) };
  if (name === 'name') return { ...user, name: changedName(user.name, target, operation) };
  const { op, value } = operation;
  const isRemoval = op === 'remove' || isUnassigned(value);
  if (attribute.required === true) {
    if (op === 'remove') throw scimProblem('mutability', `${name} is required.`);
    const text =
      attribute.type === 'boolean' ? simpleValue(attribute, value) : requiredText(attribute, value);
    return { ...user, [name]: text };
  }
  return { ...user, [name]: isRemoval ? undefined : simpleValue(attribute, value) };
}

function changedName(
  name: ComplexValue,
  { attribute, sub }: PatchTarget,
  { op, value }: PatchOperation,
): ComplexValue {
  const { [sub?.name ?? '']: _, ...others } = name;
  if (op === 'remove' || isUnassigned(value)) return sub ? others : {};
  return sub
    ? { ...others, [sub.name]: simpleValue(sub, value) }
    : { ...name, ...complexValue(attribute, value) };
}
