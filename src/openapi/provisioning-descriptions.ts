/** Texts of the OpenAPI document (Markdown): provisioning. */
export const PROVISIONING_DESCRIPTIONS: Readonly<Record<string, string>> = {
  'SCIM tokens': `
A token of SCIM lets a provider of identities, such as Okta or Microsoft Entra, keep the people and groups of the organization.
It opens users, groups and discovery of SCIM and nothing else. It is shown once; only a digest is kept.
`,
  'SCIM discovery': `
What of SCIM 2.0 (RFC 7643, RFC 7644) is offered. All answers below \`/api/v1/scim\` are \`application/scim+json\`, errors too;
requests may be that or \`application/json\`. Names of attributes and operators have no case. A token may send 200 requests at once and 50 a second.
Bulk, /Me, sorting and versions are not offered (501).
`,
  'SCIM users': `
The people of the organization; the id of a user is that of the membership. \`userName\` is the provider's name of the user, and need not be
an address: the account is found by the primary address, else that of type \`work\`, else the first one. Addresses are kept as they were sent; the e-mail address
with which a person signs in does not follow them. Standard attributes that are not in the schema are taken and dropped; unknown ones are dropped, and
refused in a PATCH (400).

**Deactivation** (\`active\` false) and deletion are never refused, for the last administrator neither: the audit entry then says
\`leftWithoutAdministrator\`. Sessions, invitations and open streams end in the same transaction; none comes back with \`active\` true.
`,
  'SCIM groups': `
Groups that a provider made, and no others: a group made by hand is not shown, and its name is a conflict. SCIM gives no rights. What a
group may do is decided by whoever gives it a role, within their own rights. Members are users of the organization; groups are no
members of groups.
`,
};

/** What fields and parameters of provisioning mean whose declaration does not say it. */
export const PROVISIONING_FIELDS: Readonly<Record<string, string>> = {
  scimEvents: 'What providers changed',
  scimToken: 'What is known of the token',
  'CreateScimTokenResult.scimToken': 'The token: it is in this answer and nowhere else',
  scimTokenData: 'What is known of the token',
  scimTokens: 'The tokens',
  scimTokenId: 'Id of the token, not the token itself',
  urn: 'URN of the schema',
};
