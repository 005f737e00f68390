import { GROUP_TABLE, USER_TABLE } from '../protocol/attribute-table.js';
import { MAX_COUNT } from '../protocol/list-request.js';

const CORE = 'urn:ietf:params:scim:schemas:core:2.0';

const OFF = { supported: false } as const;

/** What is offered (RFC 7643 5). */
export const presentServiceConfig = (base: string) => ({
  schemas: [`${CORE}:ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { ...OFF, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MAX_COUNT },
  changePassword: OFF,
  sort: OFF,
  etag: OFF,
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'SCIM token',
      description: 'A token of POST /api/v1/scim/scim-tokens, sent as "Authorization: Bearer"',
      specUri: 'https://www.rfc-editor.org/info/rfc6750',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
});

/** The types of resources (RFC 7643 6). */
export const presentResourceTypes = (base: string) =>
  [USER_TABLE, GROUP_TABLE].map(({ name, endpoint, schema, description }) => ({
    schemas: [`${CORE}:ResourceType`],
    id: name,
    name,
    description,
    endpoint,
    schema,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
  }));
