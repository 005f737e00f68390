import { type DynamicModule, Global, Module } from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { AccessModule } from './access/access.module.js';
import { CredentialsModule } from './credentials/credentials.module.js';
import { PassportModule } from '@nestjs/passport';
import { ThrottlerModule } from '@nestjs/throttler';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { AuditMetrics } from './audit/audit-metrics.js';
import { AuditWakeup } from './audit/audit-wakeup.js';
import { AuditReads } from './audit/audit-reads.js';
import { Audit } from './audit/audit.js';
import { ChainKeys } from './audit/chain/chain-keys.js';
import { ChainRepository } from './audit/chain/chain.repository.js';
import { AuditChainWorker } from './audit/chain/audit-chain-worker.js';
import { Mailer } from './accounts/mailer.js';
import { AccountsModule } from './accounts/accounts.module.js';
import { InvitationsModule } from './invitations/invitations.module.js';
import { AccountRecoveryModule } from './account-recovery/account-recovery.module.js';
import { OwnAccountModule } from './own-account/own-account.module.js';
import { SignInModule } from './sign-in/sign-in.module.js';
import { AuditLogsModule } from './audit-logs/audit-logs.module.js';
import { ApprovalGatesModule, ApprovalsModule } from './approvals/approvals.module.js';
import { AcmeModule } from './acme/acme.module.js';
import { CertificatesModule } from './certificates/certificates.module.js';
import { AccessTokens } from './auth/access-token.js';
import { AccessTokenStrategies, strategyNames } from './auth/access-token.strategy.js';
import { AdmissionGuard } from './auth/admission.guard.js';
import { JwtGuard } from './auth/jwt.guard.js';
import { ServerKeys } from './auth/server-keys.js';
import { Sessions } from './auth/sessions.js';
import { StreamTickets } from './auth/stream-tickets.js';
import { type Config, formerAuditKeys } from './config.js';
import { Database } from './database/database.js';
import { DatabaseWatch } from './database/database-watch.js';
import { AccessChangeRecorder } from './events/log/access-change-recorder.js';
import { EventWakeup } from './events/wakeup/wakeup.js';
import { EventCursors } from './events/log/event-cursors.js';
import { EventLog } from './events/log/event-log.js';
import { EventMetrics } from './events/stream/event-metrics.js';
import { EventSettings } from './events/event-settings.js';
import { EventsModule } from './events/events.module.js';
import { PgNotifyTransport } from './events/wakeup/pg-notify-transport.js';
import { RedisPubSubTransport } from './events/wakeup/redis-pub-sub-transport.js';
import type { AppContext } from './app-context.js';
import { Admission } from './http/limits/admission.js';
import { BodyGuard } from './http/body/body.guard.js';
import { BodyMemory } from './http/body/body-memory.js';
import { UnknownFieldsInterceptor } from './http/body/unknown-fields.interceptor.js';
import type { Log } from './logging/log.js';
import { PublicAddress } from './http/public-address.js';
import { RateLimitGuard, throttlerOptions } from './http/limits/rate-limit.guard.js';
import { RateLimiter } from './http/limits/rate-limiter.js';
import { MemoryStorage, RedisStorage } from './http/limits/rate-limit-storage.js';
import { IdempotencyModule } from './idempotency/idempotency.module.js';
import { IdentitySearchModule } from './identity-search/identity-search.module.js';
import { MissingNamesInterceptor } from './missing-names/missing-names.interceptor.js';
import { MissingNamesModule } from './missing-names/missing-names.module.js';
import { MembershipsModule } from './memberships/memberships.module.js';
import { ProjectRolesModule } from './project-roles/project-roles.module.js';
import { LockoutReport } from './identities/universal-auth/lockout-report.js';
import { IdentitiesModule } from './identities/identities.module.js';
import { KeyMetrics } from './keys/key-metrics.js';
import { type Broken, type Damage, KeyRing } from './keys/key-ring.js';
import type { RootKeys } from './keys/root-keys.js';
import { GroupsModule } from './groups/groups.module.js';
import { outgoingOn, probesOn } from './outgoing-on.js';
import { Outgoing } from './outgoing/outgoing.js';
import { Probes } from './outgoing/probes.js';
import { OidcSignInModule } from './oidc-sign-in/oidc-sign-in.module.js';
import { OAuthModule } from './oauth/oauth.module.js';
import { OrgMembersModule } from './org-members/org-members.module.js';
import { OrgRolesModule } from './org-roles/org-roles.module.js';
import { OrganizationsModule } from './organizations/organizations.module.js';
import { SetupTokens } from './organizations/setup-tokens.js';
import { PermissionQueriesModule } from './permission-queries/permission-queries.module.js';
import { PrivilegesV1Module } from './privileges-v1/privileges-v1.module.js';
import { PrivilegesV2Module } from './privileges-v2/privileges-v2.module.js';
import { UserPrivilegesModule } from './user-privileges/user-privileges.module.js';
import { ProjectsModule } from './projects/projects.module.js';
import { ScimModule } from './scim/scim.module.js';
import { ScimSessions } from './auth/scim-sessions.js';
import { ServiceTokenSessions, ServiceTokenSettings } from './auth/service-token-sessions.js';
import { ServiceTokensModule } from './service-tokens/service-tokens.module.js';
import { SealedAnswers } from './secrets/unchanged-reads/sealed-answers.js';
import { VersionSettings } from './secrets/versions/version-retention.js';
import { SecretsModule } from './secrets/secrets.module.js';
import { StorageQuota } from './storage/storage-quota.js';
import { StorageRecounts } from './storage/storage-recounts.js';
import { StorageMetrics } from './storage/storage-metrics.js';
import { StorageRepository, StorageSettings } from './storage/storage.repository.js';
import { Lifecycle } from './system/lifecycle.js';
import { TrustSettings } from './workloads/settings/trust-settings.js';
import { WorkloadReport } from './workloads/workload-report.js';
import { WorkloadsModule } from './workloads/workloads.module.js';
import { StatusController } from './system/status.controller.js';

const FEATURES = [
  AccountsModule,
  SignInModule,
  OwnAccountModule,
  ...[AccountRecoveryModule, InvitationsModule],
  ...[AccessModule, CredentialsModule, ApprovalGatesModule],
  AuditLogsModule,
  OrgRolesModule,
  ProjectsModule,
  SecretsModule,
  ...[ServiceTokensModule, CertificatesModule, AcmeModule],
  OrganizationsModule,
  IdentitiesModule,
  WorkloadsModule,
  ...[OAuthModule, MembershipsModule],
  OrgMembersModule,
  GroupsModule,
  OidcSignInModule,
  ProjectRolesModule,
  IdentitySearchModule,
  ...[PrivilegesV1Module, PrivilegesV2Module, UserPrivilegesModule],
  PermissionQueriesModule,
  EventsModule,
  IdempotencyModule,
  MissingNamesModule,
  ...[ScimModule, ApprovalsModule],
];

/** What needs nothing but other providers. */
const CORE = [
  ...[AccessChangeRecorder, AccessTokens, Audit, AuditMetrics, EventLog, EventMetrics, Sessions],
  ...[ScimSessions, ServiceTokenSessions, StreamTickets],
];

/** What every module stands on: database, keys, audit, events, access, and who is calling. */
@Global()
@Module({})
class CoreModule {
  static on(context: AppContext, limiter: RateLimiter): DynamicModule {
    const { source, authSecret, rootKeys, config, log, redis } = context;
    const database = new Database(source);
    const keys = new ServerKeys(authSecret, config.authSecretFormer);
    const settings = new EventSettings(config.events);
    const transport = redis ? new RedisPubSubTransport(redis) : new PgNotifyTransport(database);
    const providers = [
      ...auditOn(database, config, authSecret, log),
      ...keysOn(database, rootKeys, log),
      ...storageOn(config),
      { provide: Database, useValue: database },
      { provide: DatabaseWatch, useValue: new DatabaseWatch(database, log) },
      { provide: ServerKeys, useValue: keys },
      { provide: SetupTokens, useValue: new SetupTokens(config.setup, database, keys) },
      { provide: LockoutReport, useValue: new LockoutReport(log) },
      { provide: RateLimiter, useValue: limiter },
      { provide: Mailer, useValue: new Mailer(config.mail, log) },
      { provide: PublicAddress, useValue: new PublicAddress(config) },
      { provide: Admission, useValue: new Admission(config.databasePoolSize) },
      { provide: SealedAnswers, useValue: new SealedAnswers(config.sealedAnswerMemory) },
      { provide: BodyMemory, useValue: new BodyMemory(config.requestBodyMemory) },
      {
        provide: Lifecycle,
        useValue: new Lifecycle(redis !== undefined, config.shutdownDrainSeconds),
      },
      { provide: Outgoing, useValue: outgoingOn(context) },
      { provide: Probes, useValue: probesOn(context) },
      ...workloadsOn(config, log),
      { provide: EventSettings, useValue: settings },
      { provide: VersionSettings, useValue: new VersionSettings(config.versions) },
      { provide: EventWakeup, useValue: new EventWakeup(transport, settings) },
      { provide: EventCursors, useValue: new EventCursors(keys) },
      ...CORE,
    ];
    return {
      module: CoreModule,
      providers,
      exports: providers.map((provider) => ('provide' in provider ? provider.provide : provider)),
    };
  }
}

/** The log of what is done and read, and what chains it. */
function auditOn(database: Database, config: Config, authSecret: string, log: Log) {
  const settings = config.audit;
  const wakeup = new AuditWakeup();
  const chain = new ChainRepository(database);
  const keys = ChainKeys.fromSecrets([settings.key ?? authSecret, ...formerAuditKeys(config)]);
  return [
    { provide: AuditWakeup, useValue: wakeup },
    { provide: ChainKeys, useValue: keys },
    { provide: AuditReads, useValue: new AuditReads(database, wakeup, keys, settings.reads) },
    {
      provide: AuditChainWorker,
      useValue: new AuditChainWorker(database, chain, keys, wakeup, log),
    },
  ];
}

/** The key ring, which tells of what was tampered with. */
function keysOn(database: Database, rootKeys: RootKeys, log: Log) {
  const metrics = new KeyMetrics();
  const report = (broken: Broken, damage: Damage) => {
    metrics.count(damage);
    log.error(broken, damage);
  };
  return [
    { provide: KeyMetrics, useValue: metrics },
    { provide: KeyRing, useValue: new KeyRing(database, rootKeys, report) },
  ];
}

/** What the operator decided about workloads, and what tells of their logins. */
function workloadsOn({ workloads }: Config, log: Log) {
  const { takesServiceTokens } = workloads;
  return [
    { provide: TrustSettings, useValue: new TrustSettings(workloads) },
    { provide: ServiceTokenSettings, useValue: new ServiceTokenSettings(takesServiceTokens) },
    { provide: WorkloadReport, useValue: new WorkloadReport(log) },
  ];
}

/** What organizations may store, and do. */
function storageOn({ storagePerOrganization }: Config) {
  const settings = new StorageSettings(storagePerOrganization ?? null);
  return [
    { provide: StorageSettings, useValue: settings },
    ...[StorageQuota, StorageRecounts, StorageMetrics, StorageRepository],
  ];
}

/** Lets feature modules inject repositories. The data source is initialised already; Nest closes it at shutdown. */
const typeOrmOn = (source: DataSource): DynamicModule =>
  TypeOrmModule.forRootAsync({
    useFactory: () => source.options,
    dataSourceFactory: () => Promise.resolve(source),
  });

/** The whole application. The order of the guards is the order of refusals. */
@Module({})
export class AppModule {
  static on(context: AppContext): DynamicModule {
    const { config, redis } = context;
    const storage = redis ? new RedisStorage(redis) : new MemoryStorage();
    const limiter = new RateLimiter(config.hasRateLimits ? config.rateLimits : 'off', storage);
    const defaultStrategy = strategyNames(config.authSecretFormer !== undefined);
    return {
      module: AppModule,
      imports: [
        typeOrmOn(context.source),
        PassportModule.register({ defaultStrategy, property: 'accessClaims' }),
        ThrottlerModule.forRoot(throttlerOptions(limiter)),
        CoreModule.on(context, limiter),
        ...FEATURES,
      ],
      controllers: [StatusController],
      providers: [
        AccessTokenStrategies,
        { provide: APP_INTERCEPTOR, useClass: MissingNamesInterceptor },
        { provide: APP_INTERCEPTOR, useClass: UnknownFieldsInterceptor },
        { provide: APP_GUARD, useClass: JwtGuard },
        { provide: APP_GUARD, useClass: RateLimitGuard },
        { provide: APP_GUARD, useClass: BodyGuard },
        { provide: APP_GUARD, useClass: AdmissionGuard },
      ],
    };
  }
}
