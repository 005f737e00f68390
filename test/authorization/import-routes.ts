import { fresh, may, type RouteTable, the, under } from './route-entry.js';

const IN_DEV = { workspaceId: the('project'), environment: 'dev' } as const;
const IN_ENVIRONMENT = { projectId: the('project'), environment: the('environmentSlug') };
const BY_ID = { secretImportId: the('secretImport') };
const source = () => ({ environment: 'prod', path: fresh('/source') });
const FROM_ENVIRONMENT = { environment: the('environmentSlug'), path: fresh('/source') };
const BAD_PLACE = { query: { path: '/a/../b' }, at: ['path'] } as const;

/** Making and aiming one also demands the right to describe secrets of the source. */
export const IMPORT_ROUTES: RouteTable = under(
  ['/api/v1/secret-imports', '/api/v2/secret-imports'],
  {
    'POST ': {
      demands: may('create', 'secret-imports'),
      body: { ...IN_ENVIRONMENT, import: source() },
      also: [
        { body: { ...IN_DEV, import: FROM_ENVIRONMENT } },
        { body: { ...IN_DEV, path: the('folderName'), import: source() } },
      ],
      invalid: { body: { import: { environment: 'prod', path: '//' } }, at: ['import', 'path'] },
    },
    'GET ': {
      demands: may('read', 'secret-imports'),
      query: IN_ENVIRONMENT,
      also: [{ query: IN_DEV }],
      invalid: BAD_PLACE,
    },
    'GET /secrets': {
      demands: may('read', 'secret-imports'),
      query: IN_ENVIRONMENT,
      also: [{ query: IN_DEV }],
      invalid: BAD_PLACE,
    },
    'GET /secrets/raw': {
      demands: may('read', 'secret-imports'),
      query: IN_ENVIRONMENT,
      also: [{ query: IN_DEV }],
      invalid: BAD_PLACE,
    },
    'GET /:secretImportId': { demands: may('read', 'secret-imports'), path: BY_ID },
    'PATCH /:secretImportId': {
      demands: may('edit', 'secret-imports'),
      path: BY_ID,
      body: { projectId: the('project'), import: { position: 1 } },
      also: [
        { path: BY_ID, body: { ...IN_DEV, import: { position: 1 } } },
        { path: BY_ID, body: { import: FROM_ENVIRONMENT } },
      ],
      invalid: { body: { import: { position: 0 } }, at: ['import', 'position'] },
    },
    'DELETE /:secretImportId': {
      demands: may('delete', 'secret-imports'),
      path: BY_ID,
      body: { projectId: the('project') },
      also: [{ path: BY_ID, body: IN_DEV }],
      invalid: { body: { path: '//' }, at: ['path'] },
      renews: ['secretImport'],
    },
  },
);
