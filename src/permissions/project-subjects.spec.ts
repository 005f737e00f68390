import { describe, expect, it } from '@jest/globals';
import { PROJECT_SUBJECTS } from './project-subjects.js';
import type { FieldSpec, SubjectTable } from './subject-table.js';

/** A copy of the subjects with conditions, kept apart from the code; `+` marks what the clients use beyond the older table. */
const CONDITIONAL = `
secrets | read, describeSecret, readValue, create, edit, delete | E, P, N(secretName), T, N1(eventType)
secret-folders | read, create, edit, delete, + manage-access | E1, P
secret-imports | read, create, edit, delete | E, P
dynamic-secrets | read-root-credential, create-root-credential, edit-root-credential, delete-root-credential, lease | E, P, M
identity | read, create, edit, delete, grant-privileges, assign-role, assign-additional-privileges, assume-privileges, revoke-auth, create-token, get-token, delete-token, + edit-auth | N1(identityId), N1(assignableRole), N(assignableSubject), N(assignableAction)
member | read, create, edit, delete, grant-privileges, assign-role, assign-additional-privileges, assume-privileges | N(userEmail), N1(assignableRole), N(assignableSubject), N(assignableAction)
groups | read, create, edit, delete, grant-privileges, assign-role | N(groupName), N1(assignableRole)
ssh-hosts | read, create, edit, delete, issue-host-cert | G(hostname)
pki-subscribers | read, create, edit, delete, issue-cert, list-certs | G(name)
certificate-templates | read, create, edit, delete, issue-cert, list-certs | N(name)
secret-rotation | read, read-generated-credentials, create, edit, delete, rotate-secrets | E, P, N1(connectionId)
secret-syncs | read, create, edit, delete, sync-secrets, import-secrets, remove-secrets | E, P, N1(connectionId)
pki-syncs | read, create, edit, delete, sync-certificates, import-certificates, remove-certificates, + set-post-sync-command | N(name), N(subscriberName)
secret-event-subscriptions | subscribe-to-creation-events, subscribe-to-update-events, subscribe-to-deletion-events, subscribe-to-import-mutation-events | E, P, N1(connectionId)
certificate-profiles | read, create, edit, delete, issue-cert, reveal-acme-eab-secret, rotate-acme-eab-secret, + manage-application-attachments | N(slug)
certificate-policies | read, create, edit, delete | N(name)
certificate-authorities | read, create, edit, delete, issue-ca-certificate, sign-intermediate | N(name)
certificates | read, create, edit, delete, read-private-key, import | N(commonName), N(altNames), N(serialNumber), N(friendlyName), N(status), MC
honey-tokens | read, read-credentials, create, edit, reset, revoke | E, P
app-connections | read-app-connections, create-app-connections, edit-app-connections, delete-app-connections, connect-app-connections, rotate-credentials | N1(connectionId)
mcp-endpoints | read, create, edit, delete, connect | N(name)
pam-resources | read, create, edit, delete | N(name), N(resourceType), M
pam-domains | read, create, edit, delete | N(name), N(domainType), M
pam-accounts | access, read, create, edit, delete, trigger-rotation, read-credentials | N(resourceName), N(accountName), N(resourceType), N(domainName), N(domainType), M, + N(accountPath)
`;

/** A copy of the subjects without conditions, kept apart from the code. */
const PLAIN = `
role | read, create, edit, delete
integrations | read, create, edit, delete
webhooks | read, create, edit, delete
service-tokens | read, create, edit, delete
settings | read, create, edit, delete
environments | read, create, edit, delete
tags | read, create, edit, delete
ip-allowlist | read, create, edit, delete
secret-approval | read, create, edit, delete
ssh-certificate-authorities | read, create, edit, delete
ssh-certificates | read, create, edit, delete
ssh-certificate-templates | read, create, edit, delete
ssh-host-groups | read, create, edit, delete
pki-alerts | read, create, edit, delete
pki-collections | read, create, edit, delete
certificate-inventory-views | read, create, edit, delete
pam-folders | read, create, edit, delete
mcp-servers | read, create, edit, delete
mcp-activity-logs | read, create, edit, delete
pam-account-policies | read, create, edit, delete
secret-rollback | read, create
audit-logs | read
insights | read, + generate-report, + delete-report
commits | read, perform-rollback
workspace | edit, delete
kms | edit
cmek | read, create, edit, delete, encrypt, decrypt, sign, verify, export-private-key
kmip | create-clients, update-clients, delete-clients, read-clients, generate-client-certificates
pki-discovery | read, create, edit, delete, run-scan
pki-certificate-installations | read, edit, delete
code-signers | read, create, edit, delete, sign
secret-scanning-data-sources | read-data-sources, create-data-sources, edit-data-sources, delete-data-sources, trigger-data-source-scans, read-data-source-scans, read-data-source-resources
secret-scanning-findings | read-findings, update-findings
secret-scanning-configs | read-configs, update-configs
pam-sessions | read, terminate
pam-discovery | read, create, edit, delete, run-scan
pam-insights | read
approval-requests | read, create
approval-request-grants | read, revoke
secret-approval-request | read
`;

const FURTHER = ['secret-events', 'certificate-application', 'hsm-connectors', 'proxied-services'];

const EXACT = ['$eq', '$ne', '$in'];
const LEGEND: Readonly<Record<string, readonly [string, FieldSpec | readonly string[]]>> = {
  E: ['environment', [...EXACT, '$glob']],
  E1: ['environment', EXACT],
  P: ['secretPath', [...EXACT, '$glob']],
  T: ['secretTags', ['$in', '$all']],
  M: ['metadata', { $elemMatch: { key: ['$eq', '$ne', '$in'], value: ['$eq', '$ne', '$in'] } }],
  MC: ['metadata', { $elemMatch: { key: ['$eq', '$in'], value: ['$eq', '$in'] } }],
};
const FORMS: Readonly<Record<string, readonly string[]>> = {
  N: [...EXACT, '$glob'],
  N1: EXACT,
  G: ['$eq', '$in', '$glob'],
};

const words = (list: string) => list.split(', ').map((word) => word.replace('+ ', ''));

function fieldOf(word: string) {
  const [, form, field] = /^(N1?|G)\((\w+)\)$/.exec(word) ?? [];
  return field && form ? [field, FORMS[form]] : LEGEND[word];
}

const TABLE: SubjectTable = PROJECT_SUBJECTS;

describe('PROJECT_SUBJECTS', () => {
  const conditional = CONDITIONAL.trim().split('\n');
  const plain = PLAIN.trim().split('\n');

  it('has the 64 subjects in their order, then the further ones', () => {
    const subjects = [...conditional, ...plain].map((line) => line.split(' | ')[0]);
    expect(subjects).toHaveLength(64);
    expect(Object.keys(PROJECT_SUBJECTS)).toEqual([...subjects, ...FURTHER]);
  });

  it.each(conditional)('has %s', (line) => {
    const [subject = '', actions = '', conditions = ''] = line.split(' | ');
    expect(TABLE[subject]?.actions).toEqual(words(actions));
    expect(TABLE[subject]?.conditions).toEqual(
      Object.fromEntries(words(conditions).map((word) => fieldOf(word) ?? [])),
    );
  });

  it.each(plain)('has %s', (line) => {
    const [subject = '', actions = ''] = line.split(' | ');
    expect(TABLE[subject]?.actions).toEqual(words(actions));
    expect(TABLE[subject]?.conditions !== undefined).toBe(subject === 'commits');
  });

  it('names only its own fields and actions in limits and aliases', () => {
    for (const row of Object.values(TABLE)) {
      const named = [...Object.keys(row.limits ?? {}), ...Object.keys(row.aliases ?? {})];
      expect(row.actions).toEqual(expect.arrayContaining(named));
      expect(Object.keys(row.conditions ?? {})).toEqual(
        expect.arrayContaining(Object.values(row.limits ?? {}).flat()),
      );
    }
  });
});
