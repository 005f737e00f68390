/** Texts of the tags of sign-in. */
export const SIGN_IN_DESCRIPTIONS = {
  'Sign-in': `
How people sign in. The password gives an access token without an organization; \`select-organization\` exchanges it for one of the organization,
or where a second factor is due for an MFA token, with which \`mfa/verify\` takes a code; then the organization is chosen again. Each step is a session of its
own, and the token of the step before is dead. Whatever is wrong with e-mail address or password, the answer is the same.

**Lockout.** Three different wrong passwords lock an account for their address for five minutes, and thirty from many addresses for all that have not signed in
within 30 days. Five wrong codes lock the second factor of the account, for longer each time.

**Browsers** get a refresh cookie, which \`POST /api/v1/auth/token\` exchanges for an access token of 15 minutes. The cookie is replaced each time; one that comes
back after 20 seconds ends the session. Programs get an access token that lives as long as the session: ten days, three without use.

**The console without an account** is a session of a machine identity: \`POST /api/v1/auth/console/login\` with client id and client secret, or
\`POST /api/v1/auth/console/code\` with a code that the operator has. The answer has the first access token (at most 15 minutes; \`POST /api/v1/auth/token\`, with the
cookie and without a body, gives the next) and sets the refresh cookie: over https, or on this machine's own names. The cookie alone opens \`token\`, \`lock\` and
\`logout\`, for pages of this server (\`Sec-Fetch-Site: same-origin\` or our \`Origin\`, as browsers send them); everything else takes the access token. After 15
minutes without a request the session is locked, as by \`POST /api/v1/auth/lock\`: it goes on by signing in anew, as whoever that is. It ends after 12 hours, and at
the next request with its identity, universal auth or client secret. \`GET /api/v1/identities/{identityId}/sessions\` lists the sessions of an identity, \`DELETE\` ends them.
`,
  'Own account': `
What people do with their own account, in whatever organization they are. Changing password, e-mail address or second factor needs a proof of the last ten
minutes (\`POST /api/v1/auth/reauthenticate\`), else 403 with \`details.reauthenticate\`, and ends all other sessions. An address by which one would gain rights,
through rules that speak of \`{{identity.username}}\`, is 403. A link to set a lost password by is
good once and for an hour, and ends the others; whatever is wrong with one, the answer is the same.

**Bounds.** Five mails an hour go to one address for a purpose, whoever asks; an account has five codes for a new address sent an hour, and ten tries
a day over all of them. Beyond: 429 with \`Retry-After\`.
`,
  'Single sign-on': `
The provider (OpenID Connect) by which people of an organization sign in: at \`/login\`, or with \`GET /api/v1/sso/oidc/login?orgSlug=…\`.

**Who comes in.** Issuer and subject say who somebody is. At the first sign-in the account of a member, or of who was invited, is found by their address, if the provider says
\`email_verified: true\` and the organization has proved the domain. With \`jitProvisioning\` anybody else in such a domain becomes a member with \`jitRole\`,
unless an account has the address already. Who was deactivated stays out. The audit log has the reason of each refusal; the person is told one text.

**Sessions** that a provider made open its organization alone: no other one of the same account, nothing that changes the account itself, and not the instance.
They need no second factor: that is the provider's matter.

**Demanded.** With \`authEnforced\` (\`PATCH /api/v1/organization/{organizationId}\`) an organization is entered through its provider alone: a password leads nowhere there (400), and sessions
that were made another way end. Who holds \`bypass-sso-enforcement\` on \`sso\` comes in nevertheless, for twelve hours at a time; the audit log tells each time.

**Rights.** \`sso\` in the organization. Setting up and changing are weighed like the role \`admin\`, and people need a fresh proof (403): whoever decides on the provider may come in as anybody.
`,
  'E-mail domains': `
Domains that an organization claims as those of its people. A claim counts once the TXT record that it names was seen, and for 40 days after that; the record is
looked for every month. One organization of the server at a time holds a domain; what others claim without a proof is neither told nor in the way. Without
DNS the admin of the instance vouches for a domain of their own organization.

**Rights.** \`email-domains\` in the organization. Verifying is weighed like the role \`admin\` (403): whoever provides the addresses of a domain may come in as those who have them.
`,
  Invitations: `
How people come into an organization. An invitation offers a place with a role, and in projects if they are named; who is invited holds nothing before they
accept. The link goes by mail where the server sends mail, else it is in this answer and nowhere else, for who invites to hand on. It is good once and for
three days, and its code opens \`POST /api/v1/invite-org/verify\` only. Deleting the membership takes the invitation back; sending it again makes the link of before void.

**Rights.** \`member: create\` in the organization. The role is weighed when the invitation is made, for each project too (403), and its holder gets the role that
the place has when they accept. Who is in the organization already stays as they are.

**Acceptance.** A new account gets its names and password with the token of the link. Who has an account signs in first: the link alone opens no
account of others. An organization invites 500 times an hour.
`,
  'OAuth 2.0': `
The client credentials grant (RFC 6749, 4.4): client id and client secret of universal auth, in the body or as HTTP Basic. Errors have the
shape of RFC 6749, 5.2.
`,
} as const;
