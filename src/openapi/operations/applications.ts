import { type OperationTexts, texts } from './operation-text.js';

/** What certificates are for, and how they are got through it. */
export const APPLICATION_OPERATIONS: OperationTexts = texts({
  'ApplicationsController.create': [
    'createCertificateApplication',
    'Needs `create`, and `manage-application-attachments` on each profile, which has to be of the same project. A project has at most 1,000.',
  ],
  'ApplicationsController.list': ['listCertificateApplications', 'By name. Needs `list`.'],
  'ApplicationsController.getByName': ['getCertificateApplicationByName', 'The same as by its id.'],
  'ApplicationsController.get': ['getCertificateApplication', 'Needs `read`.'],
  'ApplicationsController.update': [
    'updateCertificateApplication',
    'Needs `create`, as making one does.',
  ],
  'ApplicationsController.remove': [
    'deleteCertificateApplication',
    'Needs `create`, as making one does. Its ACME accounts and binding keys go with it; certificates that were got through it stay, and are of no application then.',
  ],
  'ApplicationProfilesController.attach': [
    'attachCertificateProfiles',
    'Needs `manage-application-attachments` on each profile, which has to be of the same project. One that is attached already stays as it is. An application has at most 100.',
  ],
  'ApplicationProfilesController.list': [
    'listAttachedCertificateProfiles',
    'By slug. Needs `read`.',
  ],
  'ApplicationProfilesController.detach': [
    'detachCertificateProfile',
    'Needs `manage-application-attachments` on the profile. Enrollments, ACME accounts and binding keys of the two go with it; certificates stay.',
  ],
  'ApplicationEnrollmentsController.get': ['getApplicationEnrollment', 'Needs `read`.'],
  'ApplicationEnrollmentsController.setApi': [
    'setApplicationApiEnrollment',
    'Needs `manage-application-attachments` on the profile. Without it a request that names the application is refused (400). What is there already keeps its id.',
  ],
  'ApplicationEnrollmentsController.removeApi': [
    'deleteApplicationApiEnrollment',
    'Needs `manage-application-attachments` on the profile. Gives what was; 404 where there was none. Certificates stay, and are renewed by API no more.',
  ],
  'ApplicationEnrollmentsController.setAcme': [
    'setApplicationAcmeEnrollment',
    'Needs `manage-application-attachments` on the profile; to turn on a `skip` flag also `edit`, `issue-cert` and the right to every certificate. Both at once are refused (422). What is there already keeps its id and its binding secret.',
  ],
  'ApplicationEnrollmentsController.removeAcme': [
    'deleteApplicationAcmeEnrollment',
    'Needs `manage-application-attachments` on the profile. Gives what was; 404 where there was none. Its binding keys are over for good; its accounts wait until there is another enrollment.',
  ],
  'ApplicationBindingsController.reveal': [
    'revealApplicationAcmeBinding',
    'For ACME clients, which register an account with it. Needs `reveal-acme-eab-secret` on the profile; the audit log tells who read it.',
  ],
  'ApplicationBindingsController.rotate': [
    'rotateApplicationAcmeBinding',
    'No account can be bound by the secret of before any more; accounts that are there stay. Needs `rotate-acme-eab-secret` on the profile.',
  ],
  'ApplicationBindingsController.createKey': [
    'createApplicationAcmeBindingKey',
    'As that of a profile: for so many accounts, with an end, for some names alone. The secret is shown this once. Needs `rotate-acme-eab-secret` on the profile.',
  ],
  'ApplicationBindingsController.listKeys': [
    'listApplicationAcmeBindingKeys',
    'By name, without their secrets. Needs `reveal-acme-eab-secret` on the profile.',
  ],
  'ApplicationBindingsController.removeKey': [
    'deleteApplicationAcmeBindingKey',
    'It binds no further account; those that it has bound stay, and keep its names. Needs `rotate-acme-eab-secret` on the profile.',
  ],
});
