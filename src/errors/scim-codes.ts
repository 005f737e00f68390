import type { CodeTable } from './code-table.js';

/** Codes of refusals that provisioning by SCIM names (RFC 7644 3.12), and of what it does not offer. */
export const SCIM_CODES = {
  'scim-invalid-filter': [
    'BadRequest',
    'The filter is none of RFC 7644, is longer or nests deeper than a filter may, or compares an attribute in a way that it does not take.',
    'Compare by `eq`, `ne`, `sw`, `gt`, `ge`, `lt`, `le` or `pr`; `co` and `ew` only names and addresses. The message names the attribute.',
  ],
  'scim-invalid-path': [
    'BadRequest',
    'The path of a PATCH operation leads to no attribute of the resource, or is no path.',
    'Compare it with `GET /api/v1/scim/Schemas`. Take the attribute out of the mapping of the provider.',
  ],
  'scim-invalid-syntax': [
    'BadRequest',
    'The body is not what its kind of request needs: `schemas`, or the operations of a PATCH, are missing or malformed.',
    'Send what the message names, as RFC 7644 describes it.',
  ],
  'scim-invalid-value': [
    'BadRequest',
    'An attribute is missing, has a value that it does not take, or names a user who is not in the organization.',
    'Correct the attribute that the message names, in the mapping of the provider.',
  ],
  'scim-mutability': [
    'BadRequest',
    'The attribute is decided by the server, or is required and cannot be removed.',
    'Take the attribute out of the mapping of the provider.',
  ],
  'scim-no-target': [
    'BadRequest',
    'The PATCH operation names no attribute, or its filter fits no value of it.',
    'Read the resource again, and name what it has.',
  ],
  'scim-too-many': [
    'BadRequest',
    'The request asks for, or changes, more than one request may.',
    'Ask for less: a smaller page, or `excludedAttributes=members`.',
  ],
  'scim-uniqueness': [
    'Conflict',
    'Another resource of the organization has the name or the `externalId` already. Groups made by hand count as well.',
    'Find the other one by a filter. A group that was made by hand is renamed or deleted by a person.',
  ],
  'scim-token-invalid': [
    'UnauthorizedError',
    'The token of SCIM was not made by this server, has expired, or was deleted.',
    'Make another one with `POST /api/v1/scim/scim-tokens`, and give it to the provider.',
  ],
  'scim-token-maker': [
    'ForbiddenError',
    'Who made the token of SCIM left, was deactivated, or is no administrator any more, and may have kept it: it shuts people out, and lets nobody in.',
    'Make another one with `POST /api/v1/scim/scim-tokens`, best as a machine identity that stays, and give it to the provider.',
  ],
  'scim-token-needed': [
    'ForbiddenError',
    'Users and groups are provisioned with a token of SCIM, and the token of the request is another one.',
    'Make a token with `POST /api/v1/scim/scim-tokens`, and give it to the provider.',
  ],
  'scim-token-only': [
    'ForbiddenError',
    'The token of the request is one of SCIM, which opens users, groups and discovery below `/api/v1/scim` and nothing else.',
    'Log in as a person or as a machine identity.',
  ],
  'scim-no-discovery-filter': [
    'ForbiddenError',
    'The request filters schemas or types of resources, which RFC 7644 forbids.',
    'Ask for all of them, or for one by its name.',
  ],
  'not-implemented': [
    'NotImplemented',
    'The protocol has this operation, and the server does not offer it.',
    'Look at `GET /api/v1/scim/ServiceProviderConfig` for what is offered.',
  ],
} as const satisfies CodeTable;
