import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AcmeBindingKey } from '../database/entities/acme-binding-key.entity.js';
import { CaCertificate } from '../database/entities/ca-certificate.entity.js';
import { CertificateAuthority } from '../database/entities/certificate-authority.entity.js';
import { CertificatePolicy } from '../database/entities/certificate-policy.entity.js';
import { CertificateProfile } from '../database/entities/certificate-profile.entity.js';
import { IssuedCertificate } from '../database/entities/issued-certificate.entity.js';
import { RevocationList } from '../database/entities/revocation-list.entity.js';
import {
  PkiApplication,
  PkiApplicationProfile,
} from '../database/entities/pki-application.entity.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { ApplicationAccess } from './applications/application-access.js';
import { ApplicationBindingsController } from './applications/application-bindings.controller.js';
import { ApplicationEnrollmentsController } from './applications/application-enrollments.controller.js';
import { ApplicationEnrollments } from './applications/application-enrollments.service.js';
import { ApplicationProfilesController } from './applications/application-profiles.controller.js';
import { ApplicationProfiles } from './applications/application-profiles.service.js';
import { ApplicationsController } from './applications/applications.controller.js';
import { ApplicationsRepository } from './applications/applications.repository.js';
import { ApplicationsService } from './applications/applications.service.js';
import { AttachmentsRepository } from './applications/attachments.repository.js';
import { AuthoritiesController } from './authorities/authorities.controller.js';
import { AuthoritiesRepository } from './authorities/authorities.repository.js';
import { AuthoritiesService } from './authorities/authorities.service.js';
import { AuthorityAccess } from './authorities/authority-access.js';
import { AuthorityCertificatesController } from './authorities/authority-certificates.controller.js';
import { AuthorityCertificatesRepository } from './authorities/authority-certificates.repository.js';
import { AuthorityCertifying } from './authorities/authority-certifying.service.js';
import { AuthorityIssuing } from './authorities/authority-issuing.js';
import { AuthorityReads } from './authorities/authority-reads.service.js';
import { CertificateAddresses } from './certificate-addresses.js';
import { CertificateProjects } from './certificate-projects.js';
import { ApiEnrollments } from './enrollments/api-enrollments.js';
import { BindingKeysController } from './enrollments/binding-keys.controller.js';
import { BindingKeysRepository } from './enrollments/binding-keys.repository.js';
import { BindingKeys } from './enrollments/binding-keys.service.js';
import { BindingSecrets } from './enrollments/binding-secrets.js';
import { EnrollmentAccess } from './enrollments/enrollment-access.js';
import { EnrollmentsRepository } from './enrollments/enrollments.repository.js';
import { SharedBindings } from './enrollments/shared-bindings.service.js';
import { AuthorityKeys } from './keys/authority-keys.js';
import { AuthorityKeysRepository } from './keys/authority-keys.repository.js';
import { KeySeals } from './keys/key-seals.js';
import { RevocationListsController } from './lists/revocation-lists.controller.js';
import { RevocationListsRepository } from './lists/revocation-lists.repository.js';
import { RevocationLists } from './lists/revocation-lists.service.js';
import { CertificateAccess } from './issued/certificate-access.js';
import { CertificateChanges } from './issued/certificate-changes.service.js';
import { CertificateImport } from './issued/certificate-import.service.js';
import { CertificateIssuing } from './issued/certificate-issuing.service.js';
import { CertificateKeys } from './issued/certificate-keys.js';
import { CertificateListsController } from './issued/certificate-lists.controller.js';
import { CertificateReads } from './issued/certificate-reads.service.js';
import { CertificatesController } from './issued/certificates.controller.js';
import { CertificatesRepository } from './issued/certificates.repository.js';
import { EndedCertificates } from './issued/ended-certificates.js';
import { LeafIssuing } from './issued/leaf-issuing.js';
import { IntermediateSigning } from './issued/intermediate-signing.service.js';
import { OpenIssuing } from './issued/open-issuing.service.js';
import { OpenRevoking } from './issued/open-revoking.service.js';
import { ProfileSettings } from './issued/profile-settings.js';
import { LockedChanges } from './locked-changes.js';
import { OcspController } from './ocsp/ocsp.controller.js';
import { OcspRepository } from './ocsp/ocsp.repository.js';
import { OcspResponder } from './ocsp/ocsp.service.js';
import { CertificatePoliciesController } from './policies/policies.controller.js';
import { CertificatePoliciesRepository } from './policies/policies.repository.js';
import { CertificatePoliciesService } from './policies/policies.service.js';
import { ProfilesController } from './profiles/profiles.controller.js';
import { ProfilesRepository } from './profiles/profiles.repository.js';
import { ProfilesService } from './profiles/profiles.service.js';
import { CertificateRenames } from './renames.js';
import { KeyMaking } from './key-making.js';
import { SerialNumbers } from './serial-numbers.js';

@Module({
  imports: [
    ProjectsModule,
    TypeOrmModule.forFeature([CaCertificate, CertificateAuthority, RevocationList]),
    TypeOrmModule.forFeature([CertificatePolicy, CertificateProfile, IssuedCertificate]),
    TypeOrmModule.forFeature([AcmeBindingKey, PkiApplication, PkiApplicationProfile]),
  ],
  controllers: [
    ...[AuthoritiesController, AuthorityCertificatesController, RevocationListsController],
    ...[CertificatePoliciesController, ProfilesController, BindingKeysController],
    ...[CertificatesController, CertificateListsController, OcspController],
    ...[ApplicationsController, ApplicationProfilesController],
    ...[ApplicationEnrollmentsController, ApplicationBindingsController],
  ],
  providers: [
    ...[AuthoritiesService, AuthoritiesRepository, AuthorityAccess],
    ...[AuthorityCertificatesRepository, AuthorityCertifying, AuthorityIssuing, AuthorityReads],
    ...[AuthorityKeys, AuthorityKeysRepository, KeySeals],
    ...[RevocationLists, RevocationListsRepository],
    ...[
      CertificatePoliciesService,
      CertificatePoliciesRepository,
      ProfilesService,
      ProfilesRepository,
    ],
    ...[BindingKeys, BindingKeysRepository, BindingSecrets, SharedBindings],
    ...[ApiEnrollments, EnrollmentAccess, EnrollmentsRepository],
    ...[ApplicationAccess, ApplicationEnrollments, ApplicationProfiles],
    ...[ApplicationsRepository, ApplicationsService, AttachmentsRepository],
    ...[CertificateAccess, CertificateChanges, CertificateIssuing, CertificateReads],
    ...[
      CertificateImport,
      CertificateKeys,
      CertificatesRepository,
      EndedCertificates,
      IntermediateSigning,
      LeafIssuing,
      OpenIssuing,
      OpenRevoking,
      ProfileSettings,
    ],
    ...[OcspRepository, OcspResponder],
    ...[
      CertificateAddresses,
      CertificateProjects,
      CertificateRenames,
      LockedChanges,
      ...[SerialNumbers, KeyMaking],
    ],
  ],
  exports: [
    ...[BindingKeysRepository, BindingSecrets, EnrollmentsRepository],
    ...[CertificateAccess, CertificatesRepository, OpenIssuing, OpenRevoking, SerialNumbers],
  ],
})
export class CertificatesModule {}
