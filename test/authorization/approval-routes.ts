import { LEAVER } from './people-routes.js';
import { fresh, may, type RouteTable, the, under } from './route-entry.js';

const OF_PROJECT = { projectId: the('project') };
const OF_WORKSPACE = { workspaceId: the('project') };
const POLICY = { approvalPolicyId: the('approvalPolicy') };
const REQUEST = { approvalRequestId: the('approvalRequest') };
const NO_PROJECT = { query: { projectId: 'x'.repeat(257) }, at: ['projectId'] } as const;

const DRAFT = {
  environment: the('environmentSlug'),
  secretPath: fresh('/folder'),
  approvers: [{ type: 'user', username: LEAVER }],
};

const ACCESS_POLICY = { accessPolicyId: the('accessPolicy') };
const ACCESS_REQUEST = { accessRequestId: the('accessRequest') };
const OF_SLUG = { projectSlug: the('projectSlug') };
const NO_SLUG = { query: { projectSlug: 'x'.repeat(65) }, at: ['projectSlug'] } as const;

const ACCESS_ROUTES: RouteTable = {
  ...under(['/api/v1/access-approvals/policies'], {
    'POST ': {
      demands: may('create', 'secret-approval'),
      body: { ...OF_SLUG, ...DRAFT },
      invalid: { body: { maxTimePeriod: 'soon' }, at: ['maxTimePeriod'] },
    },
    'GET ': { demands: may('read', 'secret-approval'), query: OF_SLUG, invalid: NO_SLUG },
    'GET /count': { demands: may('read', 'secret-approval'), query: OF_SLUG, invalid: NO_SLUG },
    'GET /:accessPolicyId': { demands: may('read', 'secret-approval'), path: ACCESS_POLICY },
    'PATCH /:accessPolicyId': {
      demands: may('edit', 'secret-approval'),
      path: ACCESS_POLICY,
      body: { maxTimePeriod: '4h' },
      invalid: { body: { approvals: 1.5 }, at: ['approvals'] },
    },
    'DELETE /:accessPolicyId': {
      demands: may('delete', 'secret-approval'),
      path: ACCESS_POLICY,
      renews: ['access'],
    },
  }),
  ...under(['/api/v1/access-approvals/requests'], {
    'POST ': {
      demands: 'membership',
      query: OF_SLUG,
      body: {
        permissions: [['readValue', 'secrets', { environment: 'dev', secretPath: '/access' }]],
        isTemporary: false,
      },
      // People ask for access.
      status: 403,
      invalid: { body: { permissions: [] }, at: ['permissions'] },
    },
    'GET ': { demands: 'membership', query: OF_SLUG, invalid: NO_SLUG },
    'GET /count': { demands: 'membership', query: OF_SLUG, invalid: NO_SLUG },
    'GET /:accessRequestId': { demands: 'part', path: ACCESS_REQUEST },
    'PATCH /:accessRequestId': {
      demands: 'part',
      path: ACCESS_REQUEST,
      body: { temporaryRange: '1h', editNote: 'Shorter.' },
      // Somebody else asked.
      status: 403,
      invalid: { body: { temporaryRange: 'soon' }, at: ['temporaryRange'] },
    },
    'POST /:accessRequestId/review': {
      demands: 'part',
      path: ACCESS_REQUEST,
      body: { status: 'approved' },
      // Votes are given by people.
      status: 403,
      invalid: { body: { status: 'open' }, at: ['status'] },
    },
    'POST /:accessRequestId/revoke': {
      demands: 'part',
      path: ACCESS_REQUEST,
      renews: ['access'],
    },
  }),
};

export const APPROVAL_ROUTES: RouteTable = {
  ...ACCESS_ROUTES,
  ...under(['/api/v1/secret-approvals', '/api/v2/secret-approvals'], {
    'POST ': {
      demands: may('create', 'secret-approval'),
      body: { ...OF_PROJECT, ...DRAFT },
      also: [{ body: { ...OF_WORKSPACE, ...DRAFT } }],
      invalid: { body: { approvals: 0 }, at: ['approvals'] },
    },
    'GET ': {
      demands: may('read', 'secret-approval'),
      query: OF_PROJECT,
      also: [{ query: OF_WORKSPACE }],
      invalid: NO_PROJECT,
    },
    'GET /board': {
      demands: may('read', 'secret-approval'),
      query: { ...OF_PROJECT, environment: the('environmentSlug') },
      invalid: { query: { secretPath: '/a//b' }, at: ['secretPath'] },
    },
    'GET /:approvalPolicyId': { demands: may('read', 'secret-approval'), path: POLICY },
    'PATCH /:approvalPolicyId': {
      demands: may('edit', 'secret-approval'),
      path: POLICY,
      body: { enforcementLevel: 'soft' },
      invalid: { body: { approvals: 1.5 }, at: ['approvals'] },
    },
    'DELETE /:approvalPolicyId': {
      demands: may('delete', 'secret-approval'),
      path: POLICY,
      renews: ['approval'],
    },
  }),
  ...under(['/api/v1/secret-approval-requests'], {
    'GET ': { demands: 'membership', query: OF_PROJECT, invalid: NO_PROJECT },
    'GET /count': { demands: 'membership', query: OF_PROJECT, invalid: NO_PROJECT },
    'GET /:approvalRequestId': {
      demands: 'part',
      path: REQUEST,
      invalid: { query: { viewSecretValue: 'perhaps' }, at: ['viewSecretValue'] },
    },
    'POST /:approvalRequestId/review': {
      demands: 'part',
      path: REQUEST,
      body: { status: 'approved' },
      // Votes are given by people.
      status: 403,
      invalid: { body: { status: 'open' }, at: ['status'] },
    },
    'POST /:approvalRequestId/merge': {
      demands: 'part',
      path: REQUEST,
      // Nobody has approved it.
      status: 403,
      body: {},
      invalid: { body: { bypassReason: 'short' }, at: ['bypassReason'] },
    },
    'POST /:approvalRequestId/status': {
      demands: 'part',
      path: REQUEST,
      body: { status: 'close' },
      invalid: { body: { status: 'merged' }, at: ['status'] },
      renews: ['approval'],
    },
  }),
};
