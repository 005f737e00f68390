import type { DataSourceOptions } from 'typeorm';
import { Connection } from './connection.js';
import { AccessToken } from './entities/access-token.entity.js';
import { AdditionalPrivilege } from './entities/additional-privilege.entity.js';
import { AuditEntry } from './entities/audit-entry.entity.js';
import { AuditCheckpoint, AuditLink, AuditPending } from './entities/audit-link.entity.js';
import { ClientSecret } from './entities/client-secret.entity.js';
import { DataKey, RootKey } from './entities/encryption-key.entity.js';
import { Environment } from './entities/environment.entity.js';
import { EventCursor } from './entities/event-cursor.entity.js';
import { Folder } from './entities/folder.entity.js';
import { IdempotentAnswer } from './entities/idempotent-answer.entity.js';
import { Identity } from './entities/identity.entity.js';
import { MembershipRole } from './entities/membership-role.entity.js';
import { OrgRole } from './entities/org-role.entity.js';
import { Organization } from './entities/organization.entity.js';
import { ProjectEvent, ProjectEventHead } from './entities/project-event.entity.js';
import { ProjectMembership } from './entities/project-membership.entity.js';
import { ProjectRole } from './entities/project-role.entity.js';
import { Project } from './entities/project.entity.js';
import { SecretImport } from './entities/secret-import.entity.js';
import { SecretReference } from './entities/secret-reference.entity.js';
import { SecretTag } from './entities/secret-tag.entity.js';
import { OrganizationStorage } from './entities/organization-storage.entity.js';
import { SecretHistoryStart } from './entities/secret-history-start.entity.js';
import { Secret, SecretVersion } from './entities/secret.entity.js';
import { Tag } from './entities/tag.entity.js';
import { SetupToken } from './entities/setup-token.entity.js';
import { TokenAuth } from './entities/token-auth.entity.js';
import {
  LoginFailure,
  LoginSource,
  TokenRevocation,
  TokenUse,
} from './entities/token-state.entity.js';
import { UniversalAuth } from './entities/universal-auth.entity.js';
import { User } from './entities/user.entity.js';
import { migrations } from './migrations.js';
import { PreparedNames } from './prepared-names.js';
import { SnakeNames } from './snake-names.js';

export const entities = [
  AccessToken,
  AdditionalPrivilege,
  AuditCheckpoint,
  AuditEntry,
  AuditLink,
  AuditPending,
  ClientSecret,
  DataKey,
  Environment,
  EventCursor,
  Folder,
  IdempotentAnswer,
  Identity,
  LoginFailure,
  LoginSource,
  MembershipRole,
  OrgRole,
  Organization,
  Project,
  ProjectEvent,
  ProjectEventHead,
  ProjectMembership,
  ProjectRole,
  RootKey,
  Secret,
  OrganizationStorage,
  SecretHistoryStart,
  SecretImport,
  SecretReference,
  SecretTag,
  SecretVersion,
  SetupToken,
  Tag,
  TokenAuth,
  TokenRevocation,
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
