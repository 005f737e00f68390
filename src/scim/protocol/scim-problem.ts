import { ApiError } from '../../errors/api-error.js';

/** The kinds of a refused request that SCIM names (RFC 7644 3.12), with the codes under which they are told. */
const CODES = {
  invalidFilter: 'scim-invalid-filter',
  invalidPath: 'scim-invalid-path',
  invalidSyntax: 'scim-invalid-syntax',
  invalidValue: 'scim-invalid-value',
  mutability: 'scim-mutability',
  noTarget: 'scim-no-target',
  tooMany: 'scim-too-many',
  uniqueness: 'scim-uniqueness',
} as const;

export type ScimType = keyof typeof CODES;

/** A refusal with a `scimType`. The reason names the attribute, never its value. */
export const scimProblem = (type: ScimType, reason: string): ApiError =>
  new ApiError(CODES[type], reason);
