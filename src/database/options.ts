import type { DataSourceOptions } from 'typeorm';
import { Connection } from './connection.js';
import { AcmeBindingKey } from './entities/acme-binding-key.entity.js';
import { AcmeAccount } from './entities/acme-account.entity.js';
import {
  AcmeAuthorization,
  AcmeChallenge,
  AcmeOrder,
  AcmeOrderAuthorization,
} from './entities/acme-order.entity.js';
import { AcmeEpoch, AcmeUsedNonce } from './entities/acme-nonce.entity.js';
import { AccessToken } from './entities/access-token.entity.js';
import { AdditionalPrivilege } from './entities/additional-privilege.entity.js';
import {
  ApprovalPolicy,
  ApprovalPolicyEnvironment,
  ApprovalPolicyPerson,
} from './entities/approval-policy.entity.js';
import { AccessRequest, AccessVote } from './entities/access-request.entity.js';
import { ApprovalItem, ApprovalRequest, ApprovalVote } from './entities/approval-request.entity.js';
import { AuditEntry } from './entities/audit-entry.entity.js';
import { AuditCheckpoint, AuditLink, AuditPending } from './entities/audit-link.entity.js';
import { BoundedCount } from './entities/bounded-count.entity.js';
import { CaCertificate } from './entities/ca-certificate.entity.js';
import { CaKey } from './entities/ca-key.entity.js';
import { CertificateAuthority } from './entities/certificate-authority.entity.js';
import { CertificateKey } from './entities/certificate-key.entity.js';
import { CertificatePolicy } from './entities/certificate-policy.entity.js';
import { CertificateProfile } from './entities/certificate-profile.entity.js';
import { IssuedCertificate } from './entities/issued-certificate.entity.js';
import { CertificateProject } from './entities/certificate-project.entity.js';
import { ClientSecret } from './entities/client-secret.entity.js';
import { DataKey, RootKey } from './entities/encryption-key.entity.js';
import { EmailDomain } from './entities/email-domain.entity.js';
import { Environment } from './entities/environment.entity.js';
import { EventCursor } from './entities/event-cursor.entity.js';
import { Folder } from './entities/folder.entity.js';
import { GroupMember } from './entities/group-member.entity.js';
import { Group } from './entities/group.entity.js';
import { IdempotentAnswer } from './entities/idempotent-answer.entity.js';
import { Identity } from './entities/identity.entity.js';
import { MembershipRole } from './entities/membership-role.entity.js';
import {
  OidcConfiguration,
  OidcLoginState,
  ProviderAccount,
} from './entities/oidc-configuration.entity.js';
import { OrgRole } from './entities/org-role.entity.js';
import { OrganizationMembership } from './entities/organization-membership.entity.js';
import { Organization } from './entities/organization.entity.js';
import { ProjectEvent, ProjectEventHead } from './entities/project-event.entity.js';
import { PkiApplication, PkiApplicationProfile } from './entities/pki-application.entity.js';
import { ProjectMembership } from './entities/project-membership.entity.js';
import { ProjectRole } from './entities/project-role.entity.js';
import { Project } from './entities/project.entity.js';
import { SecretImport } from './entities/secret-import.entity.js';
import { SecretReference } from './entities/secret-reference.entity.js';
import { OneTimeToken, RecoveryCode, SecondFactor } from './entities/second-factor.entity.js';
import { SecretTag } from './entities/secret-tag.entity.js';
import { OrganizationStorage } from './entities/organization-storage.entity.js';
import { BlockedKey } from './entities/blocked-key.entity.js';
import { RevocationList } from './entities/revocation-list.entity.js';
import { ScimEmail } from './entities/scim-email.entity.js';
import { ScimToken } from './entities/scim-token.entity.js';
import { ServiceToken } from './entities/service-token.entity.js';
import { SecretHistoryStart } from './entities/secret-history-start.entity.js';
import { PersonalSecret, PersonalSecretHead } from './entities/personal-secret.entity.js';
import { Secret, SecretVersion } from './entities/secret.entity.js';
import { Tag } from './entities/tag.entity.js';
import { ConsoleCode } from './entities/console-code.entity.js';
import { Session } from './entities/session.entity.js';
import { SetupToken } from './entities/setup-token.entity.js';
import { TokenAuth } from './entities/token-auth.entity.js';
import {
  LoginFailure,
  LoginSource,
  TokenRevocation,
  TokenRevocationBlock,
  TokenUse,
} from './entities/token-state.entity.js';
import { UniversalAuth } from './entities/universal-auth.entity.js';
import { User } from './entities/user.entity.js';
import { migrations } from './migrations.js';
import { WorkloadAuth, WorkloadFailure } from './entities/workload-auth.entity.js';
import {
  WorkloadKeySet,
  WorkloadProof,
  WorkloadSubject,
} from './entities/workload-state.entity.js';
import { PreparedNames } from './prepared-names.js';
import { SnakeNames } from './snake-names.js';

export const entities = [
  ...[WorkloadAuth, WorkloadFailure, WorkloadKeySet, WorkloadProof, WorkloadSubject],
  ...[AcmeAccount, AcmeBindingKey, AcmeEpoch, AcmeUsedNonce],
  ...[AcmeAuthorization, AcmeChallenge, AcmeOrder, AcmeOrderAuthorization],
  AccessToken,
  AdditionalPrivilege,
  ...[ApprovalPolicy, ApprovalPolicyEnvironment, ApprovalPolicyPerson],
  ...[ApprovalItem, ApprovalRequest, ApprovalVote, AccessRequest, AccessVote],
  AuditCheckpoint,
  AuditEntry,
  AuditLink,
  AuditPending,
  BoundedCount,
  ...[
    CaCertificate,
    CaKey,
    CertificateAuthority,
    CertificateKey,
    CertificatePolicy,
    CertificateProfile,
    CertificateProject,
    IssuedCertificate,
    PkiApplication,
    PkiApplicationProfile,
    BlockedKey,
    RevocationList,
  ],
  ClientSecret,
  DataKey,
  EmailDomain,
  Environment,
  EventCursor,
  Folder,
  Group,
  GroupMember,
  IdempotentAnswer,
  Identity,
  LoginFailure,
  LoginSource,
  MembershipRole,
  OidcConfiguration,
  OidcLoginState,
  OneTimeToken,
  OrgRole,
  Organization,
  OrganizationMembership,
  Project,
  ProjectEvent,
  ProjectEventHead,
  ProjectMembership,
  ProjectRole,
  PersonalSecret,
  PersonalSecretHead,
  ProviderAccount,
  RecoveryCode,
  RootKey,
  ScimEmail,
  ScimToken,
  SecondFactor,
  Secret,
  OrganizationStorage,
  SecretHistoryStart,
  SecretImport,
  SecretReference,
  SecretTag,
  SecretVersion,
  ServiceToken,
  ConsoleCode,
  Session,
  SetupToken,
  Tag,
  TokenAuth,
  TokenRevocation,
  TokenRevocationBlock,
  TokenUse,
  UniversalAuth,
  User,
];

/** Milliseconds. */
const TIMEOUTS = {
  connectionTimeoutMillis: 3_000,
  statement_timeout: 5_000,
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 5_000,
};

/** Data source options, shared by the application and `ormconfig.ts`. */
export function dataSourceOptions(
  url: string,
  poolSize = 20,
  limits: object = TIMEOUTS,
): DataSourceOptions {
  return {
    type: 'postgres',
    url,
    entities,
    migrations,
    migrationsTableName: 'migrations',
    namingStrategy: new SnakeNames(),
    synchronize: false,
    logging: false,
    installExtensions: false,
    applicationName: 'strongroom',
    poolSize,
    extra: {
      ...limits,
      idleTimeoutMillis: 30_000,
      keepAlive: true,
      Client: Connection,
      preparedNames: new PreparedNames(),
    },
    // The pool replaces a killed backend; without a handler the error would end the process.
    poolErrorHandler: () => undefined,
  };
}
