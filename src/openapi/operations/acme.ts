import { type OperationTexts, texts } from './operation-text.js';

/** The ACME server (RFC 8555). */
export const ACME_OPERATIONS: OperationTexts = texts({
  'DirectoryController.get': [
    'getAcmeDirectory',
    'For ACME clients: needs no token. 404 for a profile without `enrollmentType` `acme`. The same directory is at `/api/v1/cert-manager/acme/profiles/{profileId}/directory`; those of applications are at `/api/v1/cert-manager/acme/applications/{applicationId}/profiles/{profileId}/directory`.',
  ],
  'DirectoryController.nonce': [
    'getAcmeNonce',
    'For ACME clients: needs no token. Good for an hour and one message, at every directory of the server. HEAD answers 200.',
  ],
  'DirectoryController.ask': [
    'askAcmeDirectory',
    'For ACME clients: the same by a message with an empty payload (POST-as-GET).',
  ],
  'DirectoryController.askForNonce': [
    'askAcmeNonce',
    'For ACME clients: the same by a message with an empty payload (POST-as-GET).',
  ],
  'AcmeAccountsController.register': [
    'registerAcmeAccount',
    'For ACME clients, signed by the new key. A key that is known gives its account (200) as it is. `externalAccountBinding` is needed unless the profile has `skipEabBinding`.',
  ],
  'AcmeAccountsController.update': [
    'updateAcmeAccount',
    'For ACME clients. Changes `contact`; `status` `deactivated` ends the account for good. An empty payload only asks.',
  ],
  'OrdersController.create': [
    'orderAcmeCertificate',
    'For ACME clients: 1 to 100 `identifiers` of the type `dns` or `ip`, within the policy of the profile. The same order comes back while it is not over. Names that the account proved within 8 hours need no new proof.',
  ],
  'OrdersController.list': [
    'listAcmeOrders',
    'For ACME clients: those that are not over. `Link` leads to the next page.',
  ],
  'OrdersController.get': ['getAcmeOrder', 'For ACME clients. An order is over after seven days.'],
  'OrdersController.finalize': [
    'finalizeAcmeOrder',
    'For ACME clients: `csr` has exactly the names of the order. However often it is sent, there is one certificate.',
  ],
  'OrdersController.download': [
    'getAcmeCertificate',
    'For ACME clients: without the root, unless the issuer is one. `Accept: application/pkix-cert` gives the certificate alone, in DER.',
  ],
  'OrdersController.downloadAlternate': [
    'getAlternateAcmeCertificate',
    'For ACME clients: the chain with its root, where `Link` names one.',
  ],
  'AcmeRevocationController.revoke': [
    'revokeAcmeCertificate',
    'For ACME clients: by the account that got it, by one that proved all its names within 8 hours, or by the key of the certificate. `reason` is 0, 1, 3, 4, 5 or 9.',
  ],
  'RenewalInfoController.get': [
    'getAcmeRenewalInfo',
    'For ACME clients: needs no token. `certId` is the AKI and the serial number of the certificate, each in base64url, with a dot between (RFC 9773).',
  ],
  'AuthorizationsController.update': [
    'getAcmeAuthorization',
    'For ACME clients: whether a name is proved, and how it can be. `status` `deactivated` ends it.',
  ],
  'AuthorizationsController.respond': [
    'respondToAcmeChallenge',
    'For ACME clients: the payload `{}` says that the challenge is met. It is looked at after the answer, again after 2, 5, 10, 20 and 40 seconds where the host may still be slow.',
  ],
  'AcmeAccountsController.changeKey': [
    'changeAcmeAccountKey',
    'For ACME clients: the message by the old key holds one by the new key (RFC 8555, 7.3.5). 409 with `Location` where another account has it.',
  ],
});
