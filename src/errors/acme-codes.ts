import type { CodeTable } from './code-table.js';

/** Codes of refusals of the ACME server. Each has one type of RFC 8555, 6.7, in `ACME_TYPES`. */
export const ACME_CODES = {
  'acme-malformed': [
    'BadRequest',
    'The message of an ACME client is not of the form that RFC 8555 prescribes.',
    'The message says which part; a newer version of the client may help.',
  ],
  'acme-unknown': [
    'NotFound',
    'There is no such ACME directory, account, order, authorization, challenge or certificate, or it belongs to another account.',
    'Compare the URL with that of the directory; a profile needs `enrollmentType: acme`, an application an enrollment by ACME.',
  ],
  'acme-bad-nonce': [
    'BadRequest',
    'The nonce of the message is missing, was used, is more than an hour old, or is not of this server.',
    'Send the message again with the nonce of this answer, as clients do by themselves.',
  ],
  'acme-bad-algorithm': [
    'BadRequest',
    'The message is signed with an algorithm that is not taken, or that does not fit its key.',
    'Use one of `algorithms`.',
  ],
  'acme-bad-key': [
    'BadRequest',
    'The key of an ACME account is weak, of a kind that is not taken, or not in its one form.',
    'Use P-256, P-384, P-521, Ed25519, or RSA of 2048, 3072 or 4096 bits.',
  ],
  'acme-unauthorized': [
    'PermissionDenied',
    'The message was signed for another URL, its binding does not hold, or the account may not do this.',
    'The message says which it is.',
  ],
  'acme-account-deactivated': [
    'UnauthorizedError',
    'The ACME account was deactivated, for good.',
    'Register another key.',
  ],
  'acme-no-account': [
    'BadRequest',
    'The key belongs to no account of this directory, or the URL of the account is not of this directory.',
    'Register the account at this directory first.',
  ],
  'acme-binding-required': [
    'PermissionDenied',
    'New accounts of this directory need an external account binding.',
    'Give the client the key id and the key of the directory: `GET /api/v1/cert-manager/certificate-profiles/{profileId}/acme/eab-secret/reveal`, or `POST /api/v1/cert-manager/applications/{applicationId}/profiles/{profileId}/enrollment/acme/eab/reveal`.',
  ],
  'acme-invalid-contact': [
    'BadRequest',
    'A contact of an account is no single mail address.',
    'Send `mailto:` with one address and nothing after it.',
  ],
  'acme-unsupported-contact': [
    'BadRequest',
    'A contact of an account is of a kind that is not taken.',
    'Send `mailto:` addresses, or none.',
  ],
  'acme-unsupported-identifier': [
    'BadRequest',
    'A name of an order is of a kind that is not taken.',
    'Send names of the type dns or ip.',
  ],
  'acme-rejected-identifier': [
    'BadRequest',
    'The policy of the profile does not allow a name of the order.',
    'Ask for names that the policy allows, or have it changed.',
  ],
  'acme-compound': [
    'BadRequest',
    'The policy of the profile does not allow some names of the order: `subproblems` has one for each.',
    'Ask for names that the policy allows, or have it changed.',
  ],
  'acme-invalid-profile': [
    'BadRequest',
    'The order names another profile than that of the directory.',
    'Name the one in `meta.profiles` of the directory, or none.',
  ],
  'acme-order-not-ready': [
    'PermissionDenied',
    'The order is not ready: names are still to be proved, or it is finished or over.',
    'Read the order and its authorizations.',
  ],
  'acme-bad-csr': [
    'BadRequest',
    'The signing request is damaged, says other names than the order, or has a key that is not taken.',
    'The message says which; make another one and finalize again.',
  ],
  'acme-bad-reason': [
    'BadRequest',
    'The reason of a revocation is none that a client may name.',
    'Name one of those in the message, or none.',
  ],
  'acme-already-revoked': [
    'BadRequest',
    'The certificate is revoked already.',
    'Nothing need be done.',
  ],
  'acme-already-replaced': [
    'Conflict',
    'Another order of the account replaces the certificate, or has replaced it.',
    'Order without `replaces`.',
  ],
  'acme-key-in-use': [
    'Conflict',
    'Another account has the new key.',
    'Use the account that `Location` names, or another key.',
  ],
} as const satisfies CodeTable;
