import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CertificatesModule } from '../certificates/certificates.module.js';
import { AcmeAccount } from '../database/entities/acme-account.entity.js';
import { AcmeAccountsController } from './accounts/acme-accounts.controller.js';
import { AcmeAccounts } from './accounts/acme-accounts.service.js';
import { AcmeAccountsRepository } from './accounts/accounts.repository.js';
import { AccountPace } from './accounts/account-pace.js';
import { AccountBindings } from './accounts/bindings.js';
import { AcmeEdge } from './acme-edge.js';
import { AcmeAddresses } from './addresses.js';
import { DirectoryController } from './directory.controller.js';
import { Enrollments } from './enrollments.js';
import { SignedRequests } from './jws/signed-requests.js';
import { Nonces } from './nonces.js';
import { AuthorizationsController } from './orders/authorizations.controller.js';
import { Authorizations } from './orders/authorizations.service.js';
import { IssuedCertificateChains } from './orders/chains.service.js';
import { Finalizing } from './orders/finalizing.service.js';
import { GrantedNames } from './orders/granted-names.js';
import { NameSetPace } from './orders/name-set-pace.js';
import { OrderPurge } from './orders/order-purge.js';
import { OrdersController } from './orders/orders.controller.js';
import { OrdersRepository } from './orders/orders.repository.js';
import { Orders } from './orders/orders.service.js';
import { RenewalInfoController } from './renewal/renewal-info.controller.js';
import { RenewalInfo } from './renewal/renewal-info.service.js';
import { AcmeRevocationController } from './revocation/revocation.controller.js';
import { Revoking } from './revocation/revoking.service.js';
import { ChallengeChecks } from './validation/challenge-checks.js';
import { ValidationWorker } from './validation/validation-worker.js';
import { ValidationsRepository } from './validation/validations.repository.js';

@Module({
  imports: [CertificatesModule, TypeOrmModule.forFeature([AcmeAccount])],
  controllers: [
    ...[DirectoryController, AcmeAccountsController, OrdersController, AuthorizationsController],
    AcmeRevocationController,
    RenewalInfoController,
  ],
  providers: [
    ...[AcmeAddresses, AcmeEdge, Enrollments, Nonces, SignedRequests],
    ...[AccountBindings, AccountPace, AcmeAccountsRepository, AcmeAccounts],
    ...[
      Authorizations,
      Finalizing,
      GrantedNames,
      IssuedCertificateChains,
      OrderPurge,
      Orders,
      OrdersRepository,
    ],
    ...[NameSetPace, RenewalInfo, Revoking],
    ...[ChallengeChecks, ValidationsRepository, ValidationWorker],
  ],
})
export class AcmeModule {}
