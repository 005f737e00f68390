import type { CodeTable } from './code-table.js';

/** Codes of refusals about people and groups, which depend on what is stored. */
export const PEOPLE_CODES = {
  'member-not-found': [
    'NotFound',
    'The person is not in the organization, or not a member of the project by itself, or you may not see that it is.',
    'Check the user name, which is an e-mail address. Who is not in the organization is invited first. Who is in the project through a group is listed with the group.',
  ],
  'group-not-found': [
    'NotFound',
    'There is no such group where the request looks for it: in the organization, or among the groups of the project.',
    'Use the id or the name of the group. In a path a space of the name may be written as `+`, a plus is `%2B`.',
  ],
  'no-permanent-role': [
    'BadRequest',
    'All roles that the request gives end, and a person or a group in a project holds at least one for good.',
    'Add a permanent role, such as `no-access`, which allows nothing.',
  ],
  'not-in-organization': [
    'BadRequest',
    'Some of the people are not in the organization, and the caller may not invite. `details.names` lists them.',
    'Check the addresses, or let somebody add them who holds `create` on `member` in the organization: they are invited then.',
  ],
  'account-elsewhere': [
    'ForbiddenError',
    'The account is a member of other organizations too, which have not asked for this.',
    'Let the operator do it: `npm run strongroom -- admin:recover --user EMAIL`.',
  ],
  'account-held': [
    'ForbiddenError',
    'The person was deactivated in an organization, which keeps the account: a new one of the same address would be let in there.',
    'Ask the administrators of that organization to remove you, then repeat the request.',
  ],
  'sign-in-method-missing': [
    'BadRequest',
    'The account is to have a way of signing in that it does not have.',
    'A password is set with `POST /api/v1/account-recovery/send-email`; a provider is linked with `POST /api/v1/sso/oidc/link`.',
  ],
  'not-invited': [
    'BadRequest',
    'The person has accepted already, or is deactivated: there is nothing to send again.',
    'Nothing needs to be sent. Who is deactivated is let in again with `isActive: true` (`PATCH /api/v2/organizations/{orgId}/memberships/{membershipId}`).',
  ],
  'invitation-refused': [
    'BadRequest',
    'The code of an invitation is wrong, was used, is over or void, or is for somebody else than who is signed in.',
    'Open the newest link, signed in as nobody or as who is invited. Else ask for the invitation once more.',
  ],
  'invitation-sign-in': [
    'UnauthorizedError',
    'Who is invited has an account already, so it takes the account, not only the link, to accept.',
    'Sign in with `POST /api/v3/auth/login`, and repeat the request with the token as `Authorization: Bearer`.',
  ],
  'not-oneself': [
    'BadRequest',
    'Nobody deactivates their own membership: that is almost always a slip.',
    'Let another administrator do it, or leave the organization.',
  ],
} as const satisfies CodeTable;
