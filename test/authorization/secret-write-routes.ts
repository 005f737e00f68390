import { fresh, may, type Part, type RouteTable, the, under } from './route-entry.js';

const IN_DEV = { projectId: the('project'), environment: 'dev' } as const;
const IN_ENVIRONMENT = { projectId: the('project'), environment: the('environmentSlug') };
const NAME = { secretName: the('secretName') };
const BY_ID = { secretId: the('secret') };
const BAD_VALUE = { body: { secretValue: 7 }, at: ['secretValue'] } as const;
const TAGGED = { secretValue: 'value', tagIds: [the('tag')] };
const ITEM = { secretKey: fresh('SECRET'), ...TAGGED };
const UPSERT = { mode: 'upsert', secrets: [ITEM, ITEM] };

/** Every name that v3 has for the project of a request. */
const older = (more: Readonly<Record<string, Part>>) => [
  { workspaceId: the('project'), environment: 'dev', ...more },
  { projectSlug: the('projectSlug'), environment: 'dev', ...more },
  { workspaceSlug: the('projectSlug'), environment: 'dev', ...more },
];

/** A moment that has just passed. */
const NOW = () => new Date().toISOString();

const SINGLE: RouteTable = under(['/api/v4/secrets'], {
  'GET /id/:secretId': {
    demands: may('describeSecret', 'secrets'),
    path: BY_ID,
    also: [{ path: BY_ID, query: { asOf: NOW } }],
    invalid: { query: { viewSecretValue: 'maybe' }, at: ['viewSecretValue'] },
  },
  'POST /:secretName': {
    demands: may('create', 'secrets'),
    path: { secretName: fresh('SECRET') },
    body: { ...IN_ENVIRONMENT, ...TAGGED },
    invalid: BAD_VALUE,
  },
  'PATCH /:secretName': {
    demands: may('edit', 'secrets'),
    path: NAME,
    body: { ...IN_DEV, ...TAGGED },
    invalid: BAD_VALUE,
  },
  // After the change above: there is a first version to go back to.
  'POST /id/:secretId/rollback': {
    demands: may('edit', 'secrets'),
    path: BY_ID,
    body: { version: 1 },
    invalid: { body: { version: 0 }, at: ['version'] },
  },
  'DELETE /:secretName': {
    demands: may('delete', 'secrets'),
    path: NAME,
    body: IN_DEV,
    invalid: { body: { type: 'no-such-type' }, at: ['type'] },
    renews: ['secret'],
  },
});

/** Unknown keys and ids have refusals of their own here, which name them: specs of the routes hold them. */
const DRY_DELETE = { dryRun: true, secrets: [{ secretKey: fresh('SECRET') }] };

const BATCHES: RouteTable = {
  ...under(['/api/v4/secrets/batch'], {
    'POST ': {
      demands: may('create', 'secrets'),
      body: { ...IN_ENVIRONMENT, secrets: [ITEM, ITEM] },
      invalid: { body: { secrets: [{ secretKey: 'A' }] }, at: ['secrets', 0, 'secretValue'] },
    },
    'POST /rollback': {
      demands: may('edit', 'secrets'),
      body: { ...IN_ENVIRONMENT, asOf: NOW, dryRun: true },
      also: [{ body: { ...IN_ENVIRONMENT, asOf: NOW } }],
      invalid: { body: { asOf: 'yesterday' }, at: ['asOf'] },
    },
  }),
  ...under(['/api/v4/secrets/batch', '/api/v3/secrets/batch/raw'], {
    'PATCH ': {
      demands: may('edit', 'secrets'),
      body: { ...IN_ENVIRONMENT, ...UPSERT },
      invalid: { body: { secrets: [{ secretKey: '' }] }, at: ['secrets', 0, 'secretKey'] },
    },
    'DELETE ': {
      demands: may('delete', 'secrets'),
      body: { ...IN_ENVIRONMENT, ...DRY_DELETE },
      invalid: { body: { secrets: [] }, at: ['secrets'] },
    },
  }),
};

const MOVE = {
  sourceEnvironment: 'dev',
  destinationEnvironment: 'dev',
  destinationSecretPath: the('folderName'),
  secretIds: [fresh('no-secret')],
};

const MOVES: RouteTable = under(['/api/v4/secrets', '/api/v3/secrets'], {
  'POST /move': {
    demands: may('describeSecret', 'secrets'),
    body: { projectId: the('project'), ...MOVE },
    // Ids that are not in the source are a 400.
    status: 400,
    invalid: { body: { secretIds: [] }, at: ['secretIds'] },
  },
});

const VERSIONS: RouteTable = under(['/api/v1/secret'], {
  'GET /:secretId/secret-versions': {
    demands: may('describeSecret', 'secrets'),
    path: BY_ID,
    invalid: { query: { limit: '0' }, at: ['limit'] },
  },
});

const OLDER: RouteTable = Object.fromEntries(
  Object.entries(BATCHES).map(([route, entry]) => {
    const { projectId: _, environment: __, ...more } = (entry.body ?? {}) as Record<string, Part>;
    const also = older(more).map((body) => ({ body }));
    return [route, route.includes('/v3/') ? { ...entry, also } : entry];
  }),
);

export const SECRET_WRITE_ROUTES: RouteTable = { ...SINGLE, ...OLDER, ...MOVES, ...VERSIONS };
