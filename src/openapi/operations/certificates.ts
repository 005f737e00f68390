import { type OperationTexts, texts } from './operation-text.js';

/** Authorities that issue certificates. */
export const CERTIFICATE_OPERATIONS: OperationTexts = texts({
  'AuthoritiesController.listAll': [
    'listAllCertificateAuthorities',
    'By name, those that the caller may read.',
  ],
  'AuthoritiesController.create': [
    'createCertificateAuthority',
    'Needs `create`; with `notAfter` also `issue-ca-certificate`, and `sign-intermediate` on the parent. With `notAfter` its certificate is made ' +
      'at once: a root signs its own, an intermediate names `parentCaId`. A project has at most 200.',
  ],
  'AuthoritiesController.list': [
    'listCertificateAuthorities',
    'By name, those that the caller may read.',
  ],
  'AuthoritiesController.get': ['getCertificateAuthority', 'Never with its key.'],
  'AuthoritiesController.update': [
    'updateCertificateAuthority',
    'Subject, type, algorithm and constraints cannot change: the same values are taken, others are 400. A disabled authority signs no certificate; its ' +
      'lists are made on.',
  ],
  'AuthoritiesController.remove': [
    'deleteCertificateAuthority',
    '409 while something that it signed has an end to come, unless `force=true`. Its keys are destroyed; nothing is revoked, and its last lists stay ' +
      'for as long as its certificates would have been good.',
  ],
  'AuthorityCertificatesController.make': [
    'makeAuthorityCertificate',
    'Needs `issue-ca-certificate` on it and `sign-intermediate` on the parent. A child never outlives its parent, and its path is shorter (400).',
  ],
  'AuthorityCertificatesController.present': [
    'getAuthorityCertificate',
    '404 while it waits for its certificate.',
  ],
  'AuthorityCertificatesController.one': [
    'getOneAuthorityCertificate',
    'With its dates as they were sent.',
  ],
  'AuthorityCertificatesController.all': [
    'listAuthorityCertificates',
    'In the order in which they were made; the last is the present one.',
  ],
  'AuthorityCertificatesController.signingRequest': [
    'getAuthoritySigningRequest',
    'For an intermediate (PKCS #10, PEM); a root has none (400). Have it signed, and install what comes back.',
  ],
  'AuthorityCertificatesController.signIntermediate': [
    'signIntermediateAuthority',
    'Needs `sign-intermediate`. Of the request key and subject are taken and nothing else: DC, C, ST, L, O, OU and CN, each a plain text. It never outlives the authority, and its path ' +
      'is shorter (400). What is signed is among the certificates of the project, where it is read and revoked by its id; lists and OCSP know of it.',
  ],
  'AuthorityCertificatesController.install': [
    'installAuthorityCertificate',
    'Needs `issue-ca-certificate`. The certificate has to be for the key of the request, and each link of its chain is held by its signature.',
  ],
  'AuthorityCertificatesController.renew': [
    'renewAuthorityCertificate',
    'Needs what making it needs. By the same issuer, with the same key or with a new one; certificates that the key of before signed stay good.',
  ],
  'AuthorityCertificatesController.revoke': [
    'revokeAuthority',
    'Needs `delete` on it and `sign-intermediate` on its issuer. It signs nothing from then on, nor do those below it; the next list of its issuer has it. ' +
      'A second revocation is 400, unless it says that the key is compromised.',
  ],
  'AuthorityCertificatesController.lists': [
    'listRevocationLists',
    'One for each of its keys; made now, if something was revoked since the last.',
  ],
  'AuthorityCertificatesController.der': [
    'getAuthorityCertificateDer',
    'For whoever checks a chain: needs no token.',
  ],
  'CertificatePoliciesController.create': [
    'createCertificatePolicy',
    'Rules that are left out bound nothing, but for subject and names: a kind without a rule may not be there. A project has at most 500.',
  ],
  'CertificatePoliciesController.list': [
    'listCertificatePolicies',
    'By name, those that the caller may read.',
  ],
  'CertificatePoliciesController.get': ['getCertificatePolicy', 'Its rules as they were sent.'],
  'CertificatePoliciesController.update': [
    'updateCertificatePolicy',
    'A rule that is sent stands in the place of the one before; others stay. Certificates that were issued stay as they are.',
  ],
  'CertificatePoliciesController.remove': [
    'deleteCertificatePolicy',
    '409 while profiles stand on it.',
  ],
  'ProfilesController.create': [
    'createCertificateProfile',
    'Needs `create`, and `read` on the authority and the policy, both of the same project. A project has at most 500.',
  ],
  'ProfilesController.list': [
    'listCertificateProfiles',
    'By slug, those that the caller may read.',
  ],
  'ProfilesController.getBySlug': ['getCertificateProfileBySlug', 'The same as by its id.'],
  'ProfilesController.get': ['getCertificateProfile', 'Its defaults as they were sent.'],
  'ProfilesController.update': [
    'updateCertificateProfile',
    'Needs `edit`; another authority or policy also needs `read` on it. Certificates that were issued stay as they are.',
  ],
  'ProfilesController.reveal': [
    'revealAcmeBinding',
    'For ACME clients, which register an account with it. Needs `reveal-acme-eab-secret`; the audit log tells who read it.',
  ],
  'ProfilesController.rotate': [
    'rotateAcmeBinding',
    'No account can be bound by the secret of before any more; accounts that are there stay. Needs `rotate-acme-eab-secret`.',
  ],
  'BindingKeysController.create': [
    'createAcmeBindingKey',
    'For ACME clients besides the key of the profile: for so many accounts, with an end, for some names alone. The secret is shown this once. Accounts keep the names of the key that they were bound with. Needs `rotate-acme-eab-secret`.',
  ],
  'BindingKeysController.list': [
    'listAcmeBindingKeys',
    'By name, without their secrets. Needs `reveal-acme-eab-secret`.',
  ],
  'BindingKeysController.remove': [
    'deleteAcmeBindingKey',
    'It binds no further account; those that it has bound stay, and keep its names. Needs `rotate-acme-eab-secret`.',
  ],
  'ProfilesController.remove': [
    'deleteCertificateProfile',
    'Certificates that were issued through it stay, and cannot be renewed.',
  ],
  'CertificatesController.request': [
    'requestCertificate',
    'Needs `issue-cert` on the profile and `create` on `certificates` for each name; a certificate of an authority also `sign-intermediate`. It is issued at ' +
      'once. Of a signing request key and names are taken and nothing else; without one a pair of keys is made, whose private key is in this answer.',
  ],
  'CertificatesController.import': [
    'importCertificate',
    'Needs `import` on `certificates` for each of its names. The key has to be that of the certificate, and each link of the chain is held by its signature. The key is sealed as others are. ' +
      'It is read, listed and deleted as others; whoever issued it renews and revokes it (400). Certificates of authorities and expired ones are refused (400), a second import is 409.',
  ],
  'CertificatesController.requested': [
    'getCertificateRequest',
    'A request is known by the id of its certificate. Its private key is shown to the requester for 24 hours, and to whoever may read it.',
  ],
  'CertificatesController.revokeByThumbprint': [
    'revokeCertificateByThumbprint',
    'Needs `delete`. As by its id.',
  ],
  'CertificatesController.get': ['getCertificate', 'Never with its key.'],
  'CertificatesController.remove': [
    'deleteCertificate',
    'One that has not expired is revoked first, and stays in the lists of its authority. Its private key is destroyed.',
  ],
  'CertificatesController.bundle': [
    'getCertificateBundle',
    'Needs `read`; without `read-private-key` the key is null. A key that is shown is written to the audit log.',
  ],
  'CertificatesController.body': ['getCertificateBody', 'Needs `read`. Never with its key.'],
  'CertificatesController.privateKey': [
    'getCertificatePrivateKey',
    'Needs `read` and `read-private-key`. 404 where none is kept. It is written to the audit log.',
  ],
  'CertificatesController.renew': [
    'renewCertificate',
    'Needs what issuing it needs. The same names again for as long as before, under the policy of now: with a new key where the key is kept here, else with ' +
      'the same. A certificate is renewed once, and not when it is revoked (400).',
  ],
  'CertificatesController.revoke': [
    'revokeCertificate',
    'Needs `delete`. The next list of its authority has it, on every replica. A second revocation is 400, unless it says that the key is compromised.',
  ],
  'CertificateListsController.list': [
    'listCertificates',
    'The newest first, those that the caller may read. Who may read some of them alone narrows a search to 5,000.',
  ],
  'CertificateListsController.search': [
    'searchCertificates',
    'As the list. All that is sent has to hold.',
  ],
  'CertificateListsController.ofProfile': [
    'listProfileCertificates',
    'As the list of the project, of one profile.',
  ],
  'CertificateListsController.latest': [
    'getLatestProfileBundle',
    'For agents that keep a certificate in place. 404 where no certificate of it is good now.',
  ],
  'OcspController.get': [
    'askOcspByPath',
    'For whoever checks a certificate: needs no token. The request is base64 of its DER, percent-encoded; 1 to 20 certificates of one key of the authority, ' +
      'by SHA-1 or SHA-256. An authority without `isOcspEnabled` answers `unauthorized`.',
  ],
  'OcspController.post': [
    'askOcsp',
    'For whoever checks a certificate: needs no token. As with GET; up to 4 KiB. A nonce of 1 to 128 octets comes back.',
  ],
  'RevocationListsController.get': [
    'getRevocationList',
    'For whoever checks a certificate: needs no token. It knows of every revocation that was answered before, on every replica.',
  ],
  'RevocationListsController.getByOlderPath': [
    'getOlderRevocationList',
    'For whoever checks a certificate: needs no token. The same as at `/api/v1/cert-manager/crl/{crlId}`.',
  ],
  'RevocationListsController.getDer': [
    'getRevocationListDer',
    'For whoever checks a certificate: needs no token.',
  ],
});
