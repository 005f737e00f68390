import { ACCESS_OPERATIONS } from './access.js';
import { ACME_OPERATIONS } from './acme.js';
import { APPLICATION_OPERATIONS } from './applications.js';
import { CERTIFICATE_OPERATIONS } from './certificates.js';
import { APPROVAL_OPERATIONS } from './approvals.js';
import { IDENTITY_OPERATIONS } from './identities.js';
import type { OperationTexts } from './operation-text.js';
import { PEOPLE_OPERATIONS } from './people.js';
import { PROJECT_OPERATIONS } from './projects.js';
import { SCIM_OPERATIONS } from './scim.js';
import { SECRET_OPERATIONS } from './secrets.js';
import { SERVICE_TOKEN_OPERATIONS } from './service-tokens.js';
import { SIGN_IN_OPERATIONS } from './sign-in.js';
import { SSO_OPERATIONS } from './sso.js';
import { WORKLOAD_OPERATIONS } from './workloads.js';

/** Says of itself what it does (`@ApiOperation`); only its name is here. */
const DESCRIBED_AT_THE_ROUTE: OperationTexts = {
  'EventsController.subscribe': { id: 'subscribeToProjectEvents', description: '' },
  'EventsController.openByQuery': { id: 'openProjectEventStream', description: '' },
  'PermissionCatalogController.list': { id: 'listPermissionCatalog', description: '' },
};

/** Every handler, by `Controller.method`. */
export const OPERATIONS: OperationTexts = {
  ...SECRET_OPERATIONS,
  ...PROJECT_OPERATIONS,
  ...ACCESS_OPERATIONS,
  ...IDENTITY_OPERATIONS,
  ...SIGN_IN_OPERATIONS,
  ...SSO_OPERATIONS,
  ...PEOPLE_OPERATIONS,
  ...SCIM_OPERATIONS,
  ...WORKLOAD_OPERATIONS,
  ...SERVICE_TOKEN_OPERATIONS,
  ...CERTIFICATE_OPERATIONS,
  ...APPLICATION_OPERATIONS,
  ...ACME_OPERATIONS,
  ...APPROVAL_OPERATIONS,
  ...DESCRIBED_AT_THE_ROUTE,
};
