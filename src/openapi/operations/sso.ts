import { texts } from './operation-text.js';

/** The domains of organizations, and the providers by which their people sign in. */
export const SSO_OPERATIONS = texts({
  'EmailDomainsController.list': [
    'listEmailDomains',
    'By name, whether proved or not. At most 50.',
  ],
  'EmailDomainsController.claim': [
    'claimEmailDomain',
    'What others claim is no obstacle; 409 where the organization claims the domain already.',
  ],
  'EmailDomainsController.verify': [
    'verifyEmailDomain',
    '400 where the record is not there, 409 where the domain is proved to be another organization’s.',
  ],
  'EmailDomainsController.remove': [
    'giveUpEmailDomain',
    'People who came in by it stay members; nobody else comes in by it.',
  ],
  'OrganizationSettingsController.update': [
    'updateOrganization',
    'Counts for the next request of everybody: sessions that were made another way end. The provider is demanded only once somebody has signed in by it (400).',
  ],
  'OidcConfigurationsController.get': [
    'getOidcConfiguration',
    'Never with the client secret. 404 where there is none.',
  ],
  'OidcConfigurationsController.create': [
    'createOidcConfiguration',
    'Asks the provider for its metadata: 400 says what is wrong with them. Register `redirectUri` at the provider.',
  ],
  'OidcConfigurationsController.update': [
    'updateOidcConfiguration',
    'Another provider or client needs its `clientSecret`, and ends all sessions that the provider made, as turning it off does.',
  ],
  'OidcLoginsController.begin': [
    'beginOidcSignIn',
    'For browsers, by navigation. Programs, which accept no `text/html`, get 401 for an organization without a provider, always the same.',
  ],
  'OidcLoginsController.leave': [
    'beginOidcSignOut',
    'For browsers, after `POST /api/v1/auth/logout`, which ends the session here. Register the address of the page /login at the provider.',
  ],
  'ProviderLinksController.begin': [
    'linkOwnAccount',
    'From a page of the console: the answer sets the cookie of the login. Send the browser to `url`; it comes back signed in through the provider. Needs a proof of the last ten minutes.',
  ],
  'OidcLoginsController.complete': [
    'completeOidcSignIn',
    'Needs the cookie of the login. Sets the refresh cookie. Programs get 401, always the same, for whatever is refused.',
  ],
  'OidcLoginsController.completeOfOrganization': [
    'completeOidcSignInOfOrganization',
    'The address of one organization’s provider; see `redirectUri` of its configuration.',
  ],
});
