import type { CodeTable } from './code-table.js';

/** Codes of refusals about signing in through the provider of an organization, and about its domains. */
export const SSO_CODES = {
  'domain-not-proved': [
    'BadRequest',
    'The TXT record that proves the domain is not there, or name servers do not know it yet.',
    'Publish the record that the message names, wait for its time to live, and ask again.',
  ],
  'domain-taken': [
    'Conflict',
    'The domain is proved to belong to another organization of this server, which goes on proving it.',
    'Let that organization give it up (`DELETE /api/v1/organization/email-domains/{domainId}`), or remove its TXT record and wait.',
  ],
  'provider-unusable': [
    'BadRequest',
    'The provider cannot be reached, or its metadata cannot be used. The message says what is wrong.',
    'Open `discoveryURL` from the machine of the server. A provider in a private network needs `OUTGOING_ALLOWED_NETWORKS`.',
  ],
  'sso-not-offered': [
    'UnauthorizedError',
    'There is no such organization, or nobody signs in to it through a provider.',
    'Check the slug of the organization, or sign in with e-mail address and password.',
  ],
  'sso-refused': [
    'UnauthorizedError',
    'The sign-in through the provider was refused: the answer did not belong to a login of this browser, took too long, or the person may not come in.',
    'Begin anew at `/login`. The audit log of the organization tells administrators why a person may not come in.',
  ],
  'provider-untried': [
    'BadRequest',
    'The organization is to demand its provider, and no active member has signed in through it yet.',
    'Set the provider up, sign in through it once, and repeat the request.',
  ],
  'sso-enforced': [
    'BadRequest',
    'The organization demands that its people sign in through its provider, and the session was made another way.',
    'Sign in through the provider. Who holds `bypass-sso-enforcement` on `sso` comes in with a password, which the audit log tells.',
  ],
  'own-sign-in-needed': [
    'ForbiddenError',
    'The provider of an organization signed the person in, which opens that organization, and not the account itself or other organizations.',
    'Sign in with e-mail address and password for this.',
  ],
} as const satisfies CodeTable;
