import { fresh, may, type RouteTable, the, under } from './route-entry.js';

const PROJECT = { projectId: the('project') };
const SLUG = { slug: the('projectSlug') };
const OF_A_TYPE = { query: { type: 'no-such-type' }, at: ['type'] } as const;

/** The organization says who may create one. */
const CREATE = {
  demands: may('create', 'project'),
  body: { projectName: 'Another' },
  invalid: { body: { projectName: '' }, at: ['projectName'] },
} as const;

const UPDATE = {
  demands: may('edit', 'settings'),
  body: { description: 'Changed' },
  invalid: { body: { autoCapitalization: 'no' }, at: ['autoCapitalization'] },
} as const;

/** An administrator of the organization may delete a project without being in it. */
const DELETE = {
  demands: may('delete', 'workspace'),
  isWayIn: true,
  renews: ['everything'],
} as const;

const PROJECTS: RouteTable = {
  'POST /api/v1/projects': CREATE,
  'GET /api/v1/projects': { demands: 'token', invalid: OF_A_TYPE },
  'GET /api/v1/projects/slug/:slug': { demands: 'membership', path: SLUG },
  'GET /api/v1/projects/:projectId': { demands: 'membership', path: PROJECT },
  'PATCH /api/v1/projects/:projectId': { ...UPDATE, path: PROJECT },
  'DELETE /api/v1/projects/:projectId': { ...DELETE, path: PROJECT },
  'GET /api/v1/workspace': { demands: 'token', invalid: OF_A_TYPE },
  'GET /api/v1/workspace/slug/:slug': { demands: 'membership', path: SLUG },
  'GET /api/v1/workspace/:workspaceId': {
    demands: 'membership',
    path: { workspaceId: the('project') },
  },
  'PUT /api/v1/workspace/:slug/audit-logs-retention': {
    demands: may('edit', 'settings'),
    path: SLUG,
    body: { auditLogsRetentionDays: 30 },
    invalid: { body: { auditLogsRetentionDays: -1 }, at: ['auditLogsRetentionDays'] },
  },
  'POST /api/v2/workspace': CREATE,
  'GET /api/v2/workspace/:slug': { demands: 'membership', path: SLUG },
  'PATCH /api/v2/workspace/:slug': { ...UPDATE, path: SLUG },
  'DELETE /api/v2/workspace/:slug': { ...DELETE, path: SLUG },
};

const ORGANIZATION_ADMIN: RouteTable = {
  'POST /api/v1/organization-admin/projects/:projectId/grant-admin-access': {
    demands: may('access-all-projects', 'organization-admin-console'),
    path: PROJECT,
    isWayIn: true,
    renews: ['everything'],
  },
};

const ENVIRONMENT = { ...PROJECT, environmentId: the('environment') };

const ENVIRONMENTS: RouteTable = under(
  ['/api/v1/projects', '/api/v1/workspace', '/api/v2/workspace'],
  {
    'POST /:projectId/environments': {
      demands: may('create', 'environments'),
      path: PROJECT,
      body: { name: 'Quality', slug: fresh('qa') },
      invalid: { body: { slug: 'No Slug' }, at: ['slug'] },
    },
    'GET /environments/:environmentId': {
      demands: may('read', 'environments'),
      path: { environmentId: the('environment') },
    },
    'GET /:projectId/environments/slug/:slug': {
      demands: may('read', 'environments'),
      path: { ...PROJECT, slug: the('environmentSlug') },
    },
    'GET /:projectId/environments/:environmentId': {
      demands: may('read', 'environments'),
      path: ENVIRONMENT,
    },
    'PATCH /:projectId/environments/:environmentId': {
      demands: may('edit', 'environments'),
      path: ENVIRONMENT,
      body: { name: 'Renamed' },
      invalid: { body: { position: 1.5 }, at: ['position'] },
    },
    'DELETE /:projectId/environments/:environmentId': {
      demands: may('delete', 'environments'),
      path: ENVIRONMENT,
      renews: ['environment'],
    },
  },
);

const TAG = { ...PROJECT, tagId: the('tag') };

const TAGS: RouteTable = under(
  ['/api/v1/projects/:projectId/tags', '/api/v1/workspace/:projectId/tags'],
  {
    'POST ': {
      demands: may('create', 'tags'),
      path: PROJECT,
      body: { slug: fresh('tag') },
      invalid: { body: { slug: '' }, at: ['slug'] },
    },
    'GET ': { demands: may('read', 'tags'), path: PROJECT },
    'GET /slug/:slug': {
      demands: may('read', 'tags'),
      path: { ...PROJECT, slug: the('tagSlug') },
    },
    'GET /:tagId': { demands: may('read', 'tags'), path: TAG },
    'PATCH /:tagId': {
      demands: may('edit', 'tags'),
      path: TAG,
      body: { color: '#2a9d8f' },
      invalid: { body: { color: 7 }, at: ['color'] },
    },
    'DELETE /:tagId': { demands: may('delete', 'tags'), path: TAG, renews: ['tag'] },
  },
);

export const PROJECT_ROUTES: RouteTable = {
  ...PROJECTS,
  ...ORGANIZATION_ADMIN,
  ...ENVIRONMENTS,
  ...TAGS,
};
