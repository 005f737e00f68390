import { fresh, may, type RouteTable, the } from './route-entry.js';

export const SERVICE_TOKEN_ROUTES: RouteTable = {
  'POST /api/v2/service-token': {
    demands: may('create', 'service-tokens'),
    body: {
      name: fresh('token'),
      workspaceId: the('project'),
      scopes: [{ environment: the('environmentSlug'), secretPath: '/**' }],
      permissions: ['read'],
      expiresIn: 60,
    },
    invalid: { body: { permissions: ['admin'] }, at: ['permissions', 0] },
  },
  'GET /api/v2/service-token': { demands: 'service token' },
  'GET /api/v1/workspace/:projectId/service-token-data': {
    demands: may('read', 'service-tokens'),
    path: { projectId: the('project') },
  },
  'DELETE /api/v2/service-token/:serviceTokenId': {
    demands: may('delete', 'service-tokens'),
    path: { serviceTokenId: the('serviceToken') },
    renews: ['serviceToken'],
  },
};
