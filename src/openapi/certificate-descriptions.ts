/** Rules about those who issue certificates, by the tag of their operations. */
export const CERTIFICATE_DESCRIPTIONS = {
  'Certificate authorities': `
Authorities of a project that sign certificates of other authorities: roots, and intermediates below them or below a root elsewhere. Their keys are made
here, sealed under the data key of the project, rotated with it, and shown by no route.

**Project.** Without \`projectId\` the certificate project of the organization is meant: its only project of the type \`cert-manager\`, else the one that was
made for this. Where there is none, the first who creates an authority and holds \`manage-instance\` on \`certificate-manager\` makes it; else 400.

**Rights.** \`certificate-authorities\` in the project, with conditions on \`name\`: \`issue-ca-certificate\` on whose certificate is made, and \`sign-intermediate\` on
who signs it. A new name may not open to others what the caller could not (403).

**Certificates** follow from settings alone; serial numbers are 126 random bits. Dates are whole seconds, and a life is 30 years at most.
\`nameConstraints\` stand as a critical extension in an intermediate.

**Revocation.** An authority is revoked at its issuer. Lists (CRL) are made when they are asked for and something was revoked, and live for seven days; caches may keep one
for a quarter of what is left. With \`isOcspEnabled\` an authority also answers by OCSP, and its new certificates say where; an answer is good for an hour. Addresses in certificates come from \`PUBLIC_URL\`: set it before the first certificate.
`,
  Certificates: `
Certificates of services, which a profile issues. What they say comes from the attributes of the request, the key and the names of the signing request, and the defaults
of the profile, and the whole is held to the policy, whatever it came from. An attribute that is null is no value, one that is absent is the default.

**Names.** A DNS name is written in ASCII and in lower case; an address that is called a DNS name is an IP address. Name constraints of the authorities above are checked here too.

**Life.** \`ttl\` counts both ends: an hour ends after 3599 seconds. A certificate begins a minute before it is made, and never outlives its authority (400).

**Import.** Certificates that were issued elsewhere are kept with their key and chain; whoever issued them renews and revokes them.

**Rights.** \`certificates\` in the project, with conditions on \`commonName\`, \`altNames\` (each of its names has to be allowed), \`serialNumber\`, \`friendlyName\`, \`status\` and \`metadata\`;
what it has not is an empty text. \`read-private-key\` is apart from \`read\`, and each key that is shown is written to the audit log.
`,
  'Certificate policies': `
What certificates of a project may say. A value has to be within \`allowed\` or \`required\` where either is there, each of \`required\` has to be met, and \`denied\`
prevails. In a pattern \`*\` is any run of characters, dots included; names are compared in lower case. A wildcard such as \`*.example.org\` has to be allowed with
every name that it stands for, and is refused where any of them is denied. An \`ip_address\` may be a range such as \`10.0.0.0/8\`. In \`validity.max\` the letter \`m\`
is months, beside \`h\`, \`d\` and \`y\`.

Rights: \`certificate-policies\`, with conditions on \`name\`. A new name may not open to others what the caller could not (403).
`,
  'Certificate profiles': `
Who issues certificates of a project, by which policy, and what they say where their requests do not. Defaults are held to the policy as well.

Rights: \`certificate-profiles\`, with conditions on \`slug\`. A new slug may not open to others what the caller could not (403).

**ACME.** With \`enrollmentType\` \`acme\` a profile has a directory for ACME clients. Whoever turns on \`skipDnsOwnershipVerification\` or \`skipEabBinding\` needs \`issue-cert\`, and the
right to every certificate: it is a grant to strangers. Both at once are refused (422).
`,
  'Certificate applications': `
What certificates of a project are for. Profiles are attached to an application; through each of them it gets certificates by API (\`applicationId\` of the request), by an ACME directory of
its own, or both, as its enrollments say. Certificates show their application, and lists are narrowed by it.

Rights: \`certificate-application\`: \`list\`, \`read\`, and \`create\` for what makes, changes and deletes them. \`manage-application-attachments\` on \`certificate-profiles\` (conditions on \`slug\`)
attaches a profile and sets its enrollments. Whoever turns on \`skipDnsOwnershipVerification\` or \`skipEabBinding\` also needs \`edit\` and \`issue-cert\` on the profile, and the right to every
certificate. To issue takes what it takes without an application.

Not offered: EST and SCEP (400), members of applications (404), renewals by the server (\`autoRenew\`, 400).
`,
  ACME: `
An ACME server (RFC 8555) for each profile with \`enrollmentType\` \`acme\`, and for each profile of an application with an enrollment by ACME, for certbot and other clients. Point the client at the directory; give it the key id and key of
\`/certificate-profiles/{profileId}/acme/eab-secret/reveal\`, or of \`/applications/{applicationId}/profiles/{profileId}/enrollment/acme/eab/reveal\`. The paths below are those of a profile alone;
the same are at \`/api/v1/cert-manager/acme/profiles/{profileId}\` and, for applications, at \`/api/v1/cert-manager/acme/applications/{applicationId}/profiles/{profileId}\`.
A directory hands out URLs of its own family, and its accounts are of its own enrollment. Messages are signed by the key of the account; no token is looked at. URLs come from \`PUBLIC_URL\`. Errors are problem documents (RFC 8555, 6.7).
`,
} as const;

/** What fields about certificates mean whose declaration does not say it: as `FIELD_DESCRIPTIONS`. */
export const CERTIFICATE_FIELD_DESCRIPTIONS: Readonly<Record<string, string>> = {
  accountId: 'Id of the ACME account',
  acme: 'The enrollment by ACME',
  api: 'The enrollment by API',
  application: 'The application',
  applicationId: 'Id of the application',
  applications: 'The applications',
  bindingKeyId: 'Id of the binding key',
  eabKey: 'The binding key',
  eabKeys: 'The binding keys',
  authorizationId: 'Id of the ACME authorization',
  challengeId: 'Id of the ACME challenge',
  orderId: 'Id of the ACME order',
  number: 'Which of the chains, from 1',
  activeCaCertId: 'Id of its present certificate; null while it waits',
  authorityId: 'Id of the authority',
  caId: 'Id of the authority',
  certId: 'Id of the certificate',
  certificateAuthorities: 'The authorities',
  certificateId: 'Id of the certificate',
  commonName: 'Part of its subject: what it is called',
  configuration: 'What its certificate says',
  'ConstrainedNames.dns': 'Domains, each with all below it',
  'ConstrainedNames.email': 'Addresses, hosts, or domains with a dot before them',
  'ConstrainedNames.ip': 'Ranges of addresses',
  'ConstrainedNames.uri': 'Hosts of URIs, or domains with a dot before them',
  country: 'Part of its subject: a country of two letters',
  crlDistributionPointUrls: 'Where its lists of revoked certificates are as well',
  crlId: 'Id of the list',
  csr: 'A PKCS #10 signing request, in PEM',
  dn: 'Its subject, as people read it',
  'AuthorityConfiguration.friendlyName': 'What people call it',
  'AuthorityConfiguration.nameConstraints': 'Names below which it may, or may not, issue',
  'AuthorityConfiguration.organization': 'Part of its subject: the organization',
  'CreateAuthorityConfiguration.organization': 'Part of its subject: the organization',
  'UpdateAuthorityConfiguration.organization': 'Part of its subject: the organization',
  keyAlgorithm: 'The algorithm of its key',
  locality: 'Part of its subject: a town',
  ou: 'Part of its subject: a unit of the organization',
  altNames: 'Further names',
  certificateRequestId: 'Id of the request, which is that of the certificate',
  requestId: 'Id of the request, which is that of the certificate',
  ocspRequest: 'An OCSP request in DER, in base64',
  certificate: 'The certificate',
  certificates: 'The certificates',
  certificatePolicies: 'The policies',
  certificatePolicy: 'The policy',
  certificateProfile: 'The profile',
  certificateProfiles: 'The profiles',
  policyId: 'Id of the policy',
  profileId: 'Id of the profile',
  profiles: 'The profiles of the application',
  parentCaId:
    'The authority of this server that signed it; null for a root, and for one from outside',
  province: 'Part of its subject: a state or province',
  revocationReason: 'Why it is revoked',
  revokedAt: 'When it was revoked',
  serialNumber: 'The serial number, in lower-case hexadecimal digits',
};
