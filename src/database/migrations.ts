import { InitialSchema1795305600000 } from './migrations/1795305600000-initial-schema.js';
import { People1795824000000 } from './migrations/1795824000000-people.js';
import { Scim1795824060000 } from './migrations/1795824060000-scim.js';
import { SignIn1795910400000 } from './migrations/1795910400000-sign-in.js';
import { Workloads1795996800000 } from './migrations/1795996800000-workloads.js';
import { ServiceTokens1796083200000 } from './migrations/1796083200000-service-tokens.js';
import { Invitations1796083260000 } from './migrations/1796083260000-invitations.js';
import { OidcSignIn1796169600000 } from './migrations/1796169600000-oidc-sign-in.js';
import { Certificates1796256000000 } from './migrations/1796256000000-certificates.js';
import { Approvals1796256060000 } from './migrations/1796256060000-approvals.js';
import { CertificatePolicies1796256120000 } from './migrations/1796256120000-certificate-policies.js';
import { IssuedCertificates1796256180000 } from './migrations/1796256180000-issued-certificates.js';
import { AccessRequests1796256300000 } from './migrations/1796256300000-access-requests.js';
import { Ocsp1796256240000 } from './migrations/1796256240000-ocsp.js';
import { AcmeAccounts1796342400000 } from './migrations/1796342400000-acme-accounts.js';
import { AcmeOrders1796342460000 } from './migrations/1796342460000-acme-orders.js';
import { ConsoleSessions1796428800000 } from './migrations/1796428800000-console-sessions.js';
import { AcmeBindingKeys1796515200000 } from './migrations/1796515200000-acme-binding-keys.js';
import { RequestSizes1796601600000 } from './migrations/1796601600000-request-sizes.js';
import { ServiceTokenCredentials1796688000000 } from './migrations/1796688000000-service-token-credentials.js';
import { MadeMemberships1796688120000 } from './migrations/1796688120000-made-memberships.js';
import { FreshKeys1796688180000 } from './migrations/1796688180000-fresh-keys.js';
import { OutgoingPayers1796688240000 } from './migrations/1796688240000-outgoing-payers.js';
import { KeySetPayers1796688300000 } from './migrations/1796688300000-key-set-payers.js';
import { EndedCertificates1796688600000 } from './migrations/1796688600000-ended-certificates.js';
import { AuthorityPublicKeys1796688540000 } from './migrations/1796688540000-authority-public-keys.js';
import { NameSets1796688480000 } from './migrations/1796688480000-name-sets.js';
import { AcmeGrants1796688420000 } from './migrations/1796688420000-acme-grants.js';
import { TokenRevocationBlocks1796688360000 } from './migrations/1796688360000-token-revocation-blocks.js';
import { PastNames1796774400000 } from './migrations/1796774400000-past-names.js';
import { ForeignCertificates1796774460000 } from './migrations/1796774460000-foreign-certificates.js';
import { PersonalSecrets1796428860000 } from './migrations/1796428860000-personal-secrets.js';
import { CertificateApplications1796688060000 } from './migrations/1796688060000-certificate-applications.js';

/** In the order they run. A released migration is never edited. */
export const migrations = [
  InitialSchema1795305600000,
  People1795824000000,
  Scim1795824060000,
  SignIn1795910400000,
  Workloads1795996800000,
  ServiceTokens1796083200000,
  Invitations1796083260000,
  OidcSignIn1796169600000,
  Certificates1796256000000,
  Approvals1796256060000,
  CertificatePolicies1796256120000,
  IssuedCertificates1796256180000,
  Ocsp1796256240000,
  AccessRequests1796256300000,
  AcmeAccounts1796342400000,
  AcmeOrders1796342460000,
  ConsoleSessions1796428800000,
  PersonalSecrets1796428860000,
  AcmeBindingKeys1796515200000,
  RequestSizes1796601600000,
  ServiceTokenCredentials1796688000000,
  CertificateApplications1796688060000,
  MadeMemberships1796688120000,
  FreshKeys1796688180000,
  OutgoingPayers1796688240000,
  KeySetPayers1796688300000,
  TokenRevocationBlocks1796688360000,
  AcmeGrants1796688420000,
  NameSets1796688480000,
  AuthorityPublicKeys1796688540000,
  EndedCertificates1796688600000,
  PastNames1796774400000,
  ForeignCertificates1796774460000,
];
