import { ACCESS_OPERATIONS } from './access.js';
import { IDENTITY_OPERATIONS } from './identities.js';
import type { OperationTexts } from './operation-text.js';
import { PROJECT_OPERATIONS } from './projects.js';
import { SECRET_OPERATIONS } from './secrets.js';

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
  ...DESCRIBED_AT_THE_ROUTE,
};
