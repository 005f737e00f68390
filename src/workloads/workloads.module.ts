import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { WorkloadAuth } from '../database/entities/workload-auth.entity.js';
import { IdentitiesModule } from '../identities/identities.module.js';
import { KeyDocuments } from './keys/key-documents.js';
import { KeySetsRepository } from './keys/key-sets.repository.js';
import { KeySets } from './keys/key-sets.js';
import { FailureNotes } from './logins/failure-notes.js';
import { LoginExplanations } from './logins/login-explanations.service.js';
import { LoginPace } from './logins/login-pace.js';
import { NewSubjects } from './logins/new-subjects.js';
import { WorkloadLoginsRepository } from './logins/workload-logins.repository.js';
import { WorkloadLogins } from './logins/workload-logins.service.js';
import { AwsAuthDto, AwsAuthView, AwsLoginDto } from './methods/aws.dto.js';
import { AwsMethod } from './methods/aws.method.js';
import { AzureAuthDto, AzureAuthView } from './methods/azure.dto.js';
import { AzureMethod } from './methods/azure.method.js';
import { GcpAuthDto, GcpAuthView } from './methods/gcp.dto.js';
import { GcpMethod } from './methods/gcp.method.js';
import { JwtAuthDto, JwtAuthView } from './methods/jwt.dto.js';
import { JwtMethod } from './methods/jwt.method.js';
import { KubernetesAuthDto, KubernetesAuthView } from './methods/kubernetes.dto.js';
import { KubernetesMethod } from './methods/kubernetes.method.js';
import { TokenReviews } from './methods/kubernetes-review.js';
import { OidcAuthDto, OidcAuthView } from './methods/oidc.dto.js';
import { OidcMethod } from './methods/oidc.method.js';
import { SourceProbe } from './methods/source-probe.js';
import { TokenLoginDto } from './methods/token-login.js';
import { WorkloadMethods } from './methods/workload-methods.js';
import { WorkloadOverviewController } from './overview/workload-overview.controller.js';
import { WorkloadOverview } from './overview/workload-overview.service.js';
import { WorkloadSeals } from './settings/workload-seals.js';
import { TrustTemplatesController } from './templates/trust-templates.controller.js';
import { WorkloadAuthsRepository } from './workload-auths.repository.js';
import { WorkloadAuthsService } from './workload-auths.service.js';
import { workloadController } from './workload-controllers.js';

const CONTROLLERS = [
  workloadController({
    path: 'oidc-auth',
    className: 'OidcAuthController',
    title: 'OIDC auth',
    method: OidcMethod,
    wrapper: 'identityOidcAuth',
    dto: OidcAuthDto,
    login: TokenLoginDto,
    view: OidcAuthView,
  }),
  workloadController({
    path: 'jwt-auth',
    className: 'JwtAuthController',
    title: 'JWT auth',
    method: JwtMethod,
    wrapper: 'identityJwtAuth',
    dto: JwtAuthDto,
    login: TokenLoginDto,
    view: JwtAuthView,
  }),
  workloadController({
    path: 'kubernetes-auth',
    className: 'KubernetesAuthController',
    title: 'Kubernetes auth',
    method: KubernetesMethod,
    wrapper: 'identityKubernetesAuth',
    dto: KubernetesAuthDto,
    login: TokenLoginDto,
    view: KubernetesAuthView,
  }),
  workloadController({
    path: 'aws-auth',
    className: 'AwsAuthController',
    title: 'AWS auth',
    method: AwsMethod,
    wrapper: 'identityAwsAuth',
    dto: AwsAuthDto,
    login: AwsLoginDto,
    view: AwsAuthView,
  }),
  workloadController({
    path: 'azure-auth',
    className: 'AzureAuthController',
    title: 'Azure auth',
    method: AzureMethod,
    wrapper: 'identityAzureAuth',
    dto: AzureAuthDto,
    login: TokenLoginDto,
    view: AzureAuthView,
  }),
  workloadController({
    path: 'gcp-auth',
    className: 'GcpAuthController',
    title: 'GCP auth',
    method: GcpMethod,
    wrapper: 'identityGcpAuth',
    dto: GcpAuthDto,
    login: TokenLoginDto,
    view: GcpAuthView,
  }),
];

@Module({
  imports: [TypeOrmModule.forFeature([WorkloadAuth]), IdentitiesModule],
  controllers: [...CONTROLLERS, TrustTemplatesController, WorkloadOverviewController],
  providers: [
    OidcMethod,
    JwtMethod,
    KubernetesMethod,
    AwsMethod,
    AzureMethod,
    GcpMethod,
    WorkloadMethods,
    WorkloadOverview,
    TokenReviews,
    SourceProbe,
    KeySets,
    KeySetsRepository,
    KeyDocuments,
    WorkloadSeals,
    WorkloadAuthsService,
    WorkloadAuthsRepository,
    WorkloadLogins,
    WorkloadLoginsRepository,
    LoginExplanations,
    LoginPace,
    FailureNotes,
    NewSubjects,
  ],
})
export class WorkloadsModule {}
