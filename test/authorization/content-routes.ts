import { fresh, may, type Part, type RouteTable, the, under } from './route-entry.js';

const NAMED = { folderIdOrName: the('folderName') };
const BY_ID = { folderIdOrName: the('folder') };
const IN_DEV = { projectId: the('project'), environment: 'dev' } as const;

const FOLDERS: RouteTable = under(['/api/v1/folders', '/api/v2/folders'], {
  'POST ': {
    demands: may('create', 'secret-folders'),
    body: { ...IN_DEV, environment: the('environmentSlug'), name: fresh('folder') },
    also: [{ body: { workspaceId: the('project'), environment: 'dev', name: fresh('folder') } }],
    invalid: { body: { name: 'no/name' }, at: ['name'] },
  },
  'GET ': {
    demands: 'membership',
    query: { ...IN_DEV, environment: the('environmentSlug') },
    also: [{ query: { workspaceId: the('project'), environment: 'dev' } }],
    invalid: { query: { recursive: 'perhaps' }, at: ['recursive'] },
  },
  'GET /:folderIdOrName': { demands: 'membership', path: BY_ID },
  'GET /:projectId/:environment': {
    demands: 'membership',
    path: { projectId: the('project'), environment: the('environmentSlug') },
  },
  'GET /:projectId/:environment/*path': {
    demands: 'membership',
    path: { projectId: the('project'), environment: 'dev', path: the('folderName') },
  },
  'PATCH /batch': {
    demands: may('edit', 'secret-folders'),
    body: {
      projectSlug: the('projectSlug'),
      folders: [{ id: the('folder'), environment: 'dev', description: 'Changed' }],
    },
    also: [
      {
        body: {
          projectId: the('project'),
          folders: [{ id: the('folder'), description: 'Changed' }],
        },
      },
    ],
    invalid: { body: { folders: [] }, at: ['folders'] },
  },
  'PATCH /:folderIdOrName': {
    demands: may('edit', 'secret-folders'),
    path: BY_ID,
    body: { projectId: the('project'), description: 'Changed' },
    also: [{ path: NAMED, body: { ...IN_DEV, description: 'Changed' } }],
    invalid: { body: { description: 7 }, at: ['description'] },
  },
});

const REMOVALS: RouteTable = under(['/api/v1/folders', '/api/v2/folders'], {
  'DELETE /:folderIdOrName': {
    demands: may('delete', 'secret-folders'),
    path: BY_ID,
    body: { projectId: the('project'), environment: 'dev' },
    also: [{ path: NAMED, body: { workspaceId: the('project'), environment: 'dev' } }],
    invalid: { body: { environment: 7 }, at: ['environment'] },
    renews: ['folder'],
  },
});

/** Every name that v3 has for the project of a request; each is one way to address it. */
const places = (more: Readonly<Record<string, Part>> = {}) => [
  { workspaceId: the('project'), environment: 'dev', ...more },
  { projectSlug: the('projectSlug'), environment: 'dev', ...more },
  { workspaceSlug: the('projectSlug'), environment: 'dev', ...more },
];

const IN_ENVIRONMENT = { workspaceId: the('project'), environment: the('environmentSlug') };
const NAME = { secretName: the('secretName') };
const NEW_NAME = { secretName: fresh('SECRET') };
const BAD_VALUE = { body: { secretValue: 7 }, at: ['secretValue'] } as const;
const BAD_FLAG = { query: { viewSecretValue: 'maybe' }, at: ['viewSecretValue'] } as const;
const BAD_TYPE = { query: { type: 'no-such-type' }, at: ['type'] } as const;
const TAGGED = { secretValue: 'value', tagIds: [the('tag')] };

const ITEM = { secretKey: fresh('SECRET'), ...TAGGED };

const V3: RouteTable = under(['/api/v3/secrets'], {
  'POST /batch/raw': {
    demands: may('create', 'secrets'),
    body: { ...IN_ENVIRONMENT, secrets: [ITEM, ITEM] },
    also: places({ secrets: [ITEM] }).map((body) => ({ body })),
    invalid: { body: { secrets: [{ secretKey: 'A' }] }, at: ['secrets', 0, 'secretValue'] },
  },
  'GET /raw': {
    demands: may('describeSecret', 'secrets'),
    query: IN_ENVIRONMENT,
    also: places().map((query) => ({ query })),
    invalid: BAD_FLAG,
  },
  'GET /raw/id/:secretId': {
    demands: may('describeSecret', 'secrets'),
    path: { secretId: the('secret') },
    invalid: BAD_FLAG,
  },
  'GET /raw/:secretName': {
    demands: may('describeSecret', 'secrets'),
    path: NAME,
    query: { workspaceId: the('project'), environment: 'dev' },
    also: places().map((query) => ({ path: NAME, query })),
    invalid: { query: { version: '0' }, at: ['version'] },
  },
  'GET /raw/:secretName/secret-reference-tree': {
    demands: may('describeSecret', 'secrets'),
    path: NAME,
    query: { workspaceId: the('project'), environment: 'dev' },
    also: places().map((query) => ({ path: NAME, query })),
    invalid: BAD_TYPE,
  },
  'POST /raw/:secretName': {
    demands: may('create', 'secrets'),
    path: NEW_NAME,
    body: { ...IN_ENVIRONMENT, ...TAGGED },
    also: places(TAGGED).map((body) => ({ path: NEW_NAME, body })),
    invalid: BAD_VALUE,
  },
  'PATCH /raw/:secretName': {
    demands: may('edit', 'secrets'),
    path: NAME,
    body: { workspaceId: the('project'), environment: 'dev', ...TAGGED },
    also: places(TAGGED).map((body) => ({ path: NAME, body })),
    invalid: BAD_VALUE,
  },
  'DELETE /raw/:secretName': {
    demands: may('delete', 'secrets'),
    path: NAME,
    body: { workspaceId: the('project'), environment: 'dev' },
    also: places().map((body) => ({ path: NAME, body })),
    invalid: { body: { type: 'no-such-type' }, at: ['type'] },
    renews: ['secret'],
  },
});

const V4: RouteTable = under(['/api/v4/secrets'], {
  'GET ': {
    demands: may('describeSecret', 'secrets'),
    query: { projectId: the('project'), environment: the('environmentSlug') },
    invalid: BAD_FLAG,
  },
  'GET /:secretName': {
    demands: may('describeSecret', 'secrets'),
    path: NAME,
    query: { projectId: the('project'), environment: 'dev' },
    invalid: { query: { version: 'one' }, at: ['version'] },
  },
  'GET /:secretName/secret-references': {
    demands: may('describeSecret', 'secrets'),
    path: NAME,
    query: { projectId: the('project'), environment: 'dev' },
    invalid: BAD_TYPE,
  },
  'GET /:secretName/secret-reference-tree': {
    demands: may('describeSecret', 'secrets'),
    path: NAME,
    query: { projectId: the('project'), environment: 'dev' },
    invalid: BAD_TYPE,
  },
});

const NAMES: RouteTable = {
  'GET /api/v1/projects/:projectId/changes': {
    demands: may('describeSecret', 'secrets'),
    path: { projectId: the('project') },
    query: { environment: the('environmentSlug') },
    invalid: { query: { startDate: 'yesterday' }, at: ['startDate'] },
  },
  'GET /api/v1/projects/:projectId/secret-names': {
    demands: may('describeSecret', 'secrets'),
    path: { projectId: the('project') },
    invalid: { query: { cursor: 'no cursor' }, at: ['cursor'] },
  },
  'POST /api/v1/projects/:projectId/secrets/compare': {
    demands: may('describeSecret', 'secrets'),
    path: { projectId: the('project') },
    body: {},
    invalid: { body: { secretNames: [] }, at: ['secretNames'] },
  },
};

export const CONTENT_ROUTES: RouteTable = { ...FOLDERS, ...REMOVALS, ...V3, ...V4, ...NAMES };
