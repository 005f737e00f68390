import type { CodeTable } from './code-table.js';

/** Codes of refusals about certificates and those who issue them. */
export const CERTIFICATE_CODES = {
  'authority-cannot-sign': [
    'BadRequest',
    'The certificate authority is disabled, waits for its certificate, or is expired or revoked, as what certifies it may be.',
    'Enable or renew it, or name another authority.',
  ],
  'authority-unchangeable': [
    'BadRequest',
    'Type, subject, key algorithm and name constraints of a certificate authority stay as they were made: certificates below it stand on them.',
    'Send the present values or none, or make another authority.',
  ],
  'authority-in-use': [
    'Conflict',
    'Certificates that the authority signed have not expired, or profiles issue through it.',
    'Wait until they have, and give the profiles another authority; or send `force=true`: then its keys are destroyed, nothing is revoked, and its last list stays.',
  ],
  'certificate-exists': [
    'Conflict',
    'The certificate that was to be imported is in the project already, or this server issued it: its status is known there.',
    'Read it by its serial number (`GET /api/v1/projects/{projectId}/certificates`).',
  ],
  'policy-refused': [
    'BadRequest',
    'The policy of the profile does not allow the certificate. `details.problems` lists what it refuses.',
    'Ask for what the policy allows, or have it changed.',
  ],
  'not-renewable': [
    'BadRequest',
    'The certificate is revoked or was renewed, or it has no profile: that is deleted, or it never had one.',
    'Renew the newest one, or ask for a new certificate.',
  ],
  'search-too-wide': [
    'BadRequest',
    'Your rights are for some of the certificates alone, and so many match that they are not looked through.',
    'Narrow the search: by profile, status, dates or names.',
  ],
  'policy-in-use': [
    'Conflict',
    'Certificate profiles stand on the policy.',
    'Give the profiles another policy, or delete them first.',
  ],
  'already-certified': [
    'BadRequest',
    'The certificate authority has its certificate already.',
    'Renew it with `POST /api/v1/cert-manager/ca/internal/{authorityId}/renew`.',
  ],
  'certificate-out-of-bounds': [
    'BadRequest',
    'Dates or path length of a certificate go beyond what its issuer allows.',
    'The message names the bound.',
  ],
  'certificate-unusable': [
    'BadRequest',
    'A certificate, a chain, a signing request or a name constraint cannot be used. The message says what is wrong with which field.',
    'Send PEM without text around it, the chain in order and its root last.',
  ],
  'signed-elsewhere': [
    'BadRequest',
    'The certificate, or the certificate authority, is certified by somebody outside of this server, or by itself alone, so that it is not done here.',
    'Have what `GET /api/v1/cert-manager/ca/internal/{authorityId}/csr` answers signed there, and import what they sign. A root is taken out of trust stores instead of being revoked. Have an imported certificate revoked by whoever issued it, and delete it here.',
  ],
  'already-revoked': [
    'BadRequest',
    'What should be revoked is revoked already, or has expired.',
    'Nothing need be done.',
  ],
} as const satisfies CodeTable;
