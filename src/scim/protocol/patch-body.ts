import { bodyByName, requiredList } from './body.js';
import { objectOf } from './attribute-values.js';
import { scimProblem } from './scim-problem.js';

export const PATCH_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

export interface PatchOperation {
  readonly op: 'add' | 'remove' | 'replace';
  readonly path: string | null;
  /** Undefined where the operation has none. */
  readonly value: unknown;
}

const OPS = ['add', 'remove', 'replace'] as const;
const MAX_OPERATIONS = 1_000;

/** Reads the body of a PATCH (RFC 7644 3.5.2). Throws `invalidSyntax`, `noTarget`, `tooMany`. */
export function readPatch(body: unknown): PatchOperation[] {
  const operations = requiredList(bodyByName(body, PATCH_SCHEMA), 'Operations');
  if (operations.length > MAX_OPERATIONS) {
    throw scimProblem('tooMany', `A PATCH may have ${MAX_OPERATIONS} operations.`);
  }
  return operations.map((each) => operationOf(each));
}

function operationOf(given: unknown): PatchOperation {
  const parts = new Map<string, unknown>();
  for (const [key, value] of Object.entries(objectOf('An operation', given)))
    parts.set(key.toLowerCase(), value);
  const name = parts.get('op');
  // Microsoft Entra writes Add, Remove and Replace.
  const op = OPS.find((each) => typeof name === 'string' && each === name.toLowerCase());
  if (!op) throw scimProblem('invalidSyntax', 'op should be "add", "remove" or "replace".');
  const path = parts.get('path') ?? null;
  if (path !== null && (typeof path !== 'string' || path.trim() === '')) {
    throw scimProblem('invalidPath', 'path should be a text that names an attribute.');
  }
  if (op === 'remove' && path === null) {
    throw scimProblem('noTarget', 'An operation "remove" needs a path.');
  }
  return { op, path, value: parts.get('value') };
}
