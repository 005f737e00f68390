/** What fields about domains and providers mean whose declaration does not say it: as `FIELD_DESCRIPTIONS`. */
export const SSO_FIELD_DESCRIPTIONS: Readonly<Record<string, string>> = {
  completeInviteLinks: 'The links that were not mailed; absent where there are none',
  completeInviteLink: 'The link, where it was not mailed',
  domain: 'The domain: what stands behind the @ of addresses',
  domainId: 'Id of the claim',
  'OidcConfiguration.isActive': 'Whether people sign in by it',
  domains: 'The domains that the organization claims',
  organizationId: 'Id of the organization',
  record: 'The record in DNS that proves the domain',
  'DomainRecord.name': 'The name of the record',
  'DomainRecord.type': 'The type of the record',
  'DomainRecord.value': 'The text of the record',
};
