import { describe, expect, it } from '@jest/globals';
import { ORG_SUBJECTS } from './org-subjects.js';

/** A plain copy of the specification's table. */
const SPECIFICATION = `
workspace: create
project: create, request-access
role: read, create, edit, delete
sub-organization: create, edit, delete, direct-access, link-group
member: read, create, edit, delete
settings: read, create, edit, delete
incident-contact: read, create, edit, delete
sso: read, create, edit, delete, bypass-sso-enforcement
scim: read, create, edit, delete
github-org-sync: read, create, edit, delete
github-org-sync-manual: read, create, edit, delete
ldap: read, create, edit, delete
groups: read, create, edit, delete, grant-privileges, add-identities, add-members, remove-members, remove-identities
secret-scanning: read, create, edit, delete
billing: read, manage-billing
identity: read, create, edit, delete, grant-privileges, revoke-auth, edit-auth, create-token, get-token, delete-token
kms: read, create, edit, delete
audit-logs: read
project-templates: read, create, edit, delete
app-connections: read, create, edit, delete, connect, rotate-credentials
organization-admin-console: access-all-projects
secret-share: manage-settings
kmip: proxy
machine-identity-auth-template: list-templates, edit-templates, create-templates, delete-templates, unlink-templates, attach-templates
gateway: create-gateways, list-gateways, edit-gateways, delete-gateways, attach-gateways, revoke-gateway-access
gateway-pool: create-gateway-pools, list-gateway-pools, edit-gateway-pools, delete-gateway-pools, attach-gateway-pools
relay: create-relays, list-relays, edit-relays, delete-relays, revoke-relay-access
kmip-server: create-kmip-servers, list-kmip-servers, edit-kmip-servers, delete-kmip-servers, revoke-kmip-server-access
email-domains: read, create, verify-domain, delete
certificate-manager: read, manage-instance, manage-settings
honey-tokens: setup
oauth-clients: read, create, edit, delete
secrets-management-insights: read, generate-report, delete-report
`;

describe('ORG_SUBJECTS', () => {
  it('has the rows of the specification, in its order', () => {
    const rows = Object.entries(ORG_SUBJECTS).map(
      ([subject, { actions }]) => `${subject}: ${actions.join(', ')}`,
    );
    expect(rows).toEqual(SPECIFICATION.trim().split('\n'));
    expect(rows).toHaveLength(33);
  });

  it('takes conditions on app-connections alone', () => {
    const conditional = Object.entries(ORG_SUBJECTS).filter(([, row]) => 'conditions' in row);
    expect(conditional).toEqual([
      [
        'app-connections',
        {
          actions: ['read', 'create', 'edit', 'delete', 'connect', 'rotate-credentials'],
          conditions: { connectionId: ['$eq', '$ne', '$in'] },
        },
      ],
    ]);
  });
});
