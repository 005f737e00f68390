import { Global, Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { RequestStandings } from '../events/authorization/request-standings.js';
import { HeldChanges } from '../permission-queries/held-changes.js';
import { GovernedFolders } from '../projects/governed-folders.js';
import { SecretStoreModule } from '../secrets/secret-store.module.js';
import { WriteGate } from '../secrets/write-gate.js';
import { UserPrivilegesModule } from '../user-privileges/user-privileges.module.js';
import { AccessPoliciesController } from './access/access-policies.controller.js';
import { AccessPoliciesService } from './access/access-policies.service.js';
import { AccessRequestsController } from './access/access-requests.controller.js';
import { AccessLists } from './access/access-lists.repository.js';
import { AccessRequestsRepository } from './access/access-requests.repository.js';
import { AccessRequestsService } from './access/access-requests.service.js';
import { AccessReviewsService } from './access/access-reviews.service.js';
import { ApprovalGate } from './held/approval-gate.js';
import { FolderGate } from './held/folder-gate.js';
import { QuestionGate } from './held/question-gate.js';
import {
  ChangeRequestHeaderInterceptor,
  HeldWritesInterceptor,
} from './held/held-writes.interceptor.js';
import { ProposalVault } from './held/proposal-vault.js';
import { Proposals } from './held/proposals.service.js';
import { Consents } from './merge/consents.service.js';
import { Merges } from './merge/merges.service.js';
import { PresentStateRepository } from './merge/present-state.repository.js';
import { PoliciesController } from './policies/policies.controller.js';
import { PoliciesRepository } from './policies/policies.repository.js';
import { PoliciesService } from './policies/policies.service.js';
import { PolicyWrites } from './policies/policy-writes.service.js';
import { PolicyPeople } from './policies/policy-people.js';
import { PolicyTables } from './policies/policy-tables.js';
import { RequestClosings } from './requests/request-closings.service.js';
import { RequestDetails } from './requests/request-details.service.js';
import { ApproverMails } from './requests/approver-mails.js';
import { ApprovalStandings } from './requests/request-standings.js';
import { RequestExpiry } from './requests/request-expiry.js';
import { RequestListsRepository } from './requests/request-lists.repository.js';
import { RequestsController } from './requests/requests.controller.js';
import { RequestsRepository } from './requests/requests.repository.js';
import { RequestsService } from './requests/requests.service.js';
import { VotesRepository } from './requests/votes.repository.js';

/** What decides about writes. Global, since `secrets` and `projects` know its ports and may not import from here. */
@Global()
@Module({
  providers: [
    ...[ApproverMails, PolicyTables, ProposalVault, Proposals, RequestsRepository, RequestClosings],
    { provide: WriteGate, useClass: ApprovalGate },
    { provide: GovernedFolders, useClass: FolderGate },
    { provide: HeldChanges, useClass: QuestionGate },
    { provide: RequestStandings, useClass: ApprovalStandings },
    { provide: APP_INTERCEPTOR, useClass: ChangeRequestHeaderInterceptor },
  ],
  exports: [
    WriteGate,
    GovernedFolders,
    HeldChanges,
    RequestStandings,
    ApproverMails,
    PolicyTables,
    ProposalVault,
    RequestsRepository,
    RequestClosings,
  ],
})
export class ApprovalGatesModule {}

@Module({
  imports: [ApprovalGatesModule, SecretStoreModule, UserPrivilegesModule],
  controllers: [
    ...[PoliciesController, RequestsController],
    ...[AccessPoliciesController, AccessRequestsController],
  ],
  providers: [
    ...[PoliciesRepository, PoliciesService, PolicyPeople, PolicyWrites],
    ...[RequestDetails, RequestExpiry, RequestListsRepository, RequestsService, VotesRepository],
    ...[Consents, Merges, PresentStateRepository],
    ...[
      AccessPoliciesService,
      AccessLists,
      AccessRequestsRepository,
      AccessRequestsService,
      AccessReviewsService,
    ],
    { provide: APP_INTERCEPTOR, useClass: HeldWritesInterceptor },
  ],
})
export class ApprovalsModule {}
