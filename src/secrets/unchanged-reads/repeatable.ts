import type { Request } from 'express';

/** Cheap test before anything is hashed; which routes are remembered is decided by `ROUTES`. */
const SECRET_URL = /^\/api\/(v[34]\/secrets[/?]|v1\/projects\/[^/]+\/secret-names)/;

/**
 * The routes whose answers are remembered. Lists of versions are not among them: they change without an event when
 * old ones go.
 */
const ROUTES = new Set([
  '/api/v1/projects/:projectId/secret-names',
  '/api/v3/secrets/raw',
  '/api/v3/secrets/raw/:secretName',
  '/api/v3/secrets/raw/id/:secretId',
  '/api/v4/secrets',
  '/api/v4/secrets/:secretName',
  '/api/v4/secrets/id/:secretId',
]);

/**
 * With these options alone, an answer depends on nothing but what a `ResponseStateVersion` holds. `includeDeleted` is not among them: past
 * versions and entries of the audit log go without an event when they are old.
 */
const KNOWN_OPTIONS = new Set([
  'cursor',
  'environment',
  'expandSecretReferences',
  'includeFolders',
  'includeImports',
  'includePersonalOverrides',
  'include_imports',
  'limit',
  'metadataFilter',
  'projectId',
  'projectSlug',
  'recursive',
  'search',
  'secretPath',
  'tagSlugs',
  'type',
  'viewSecretValue',
  'workspaceId',
  'workspaceSlug',
]);

/** Whether a request may be a read whose answer is remembered. */
export const mayBeRepeated = (req: Request): boolean =>
  req.method === 'GET' &&
  SECRET_URL.test(req.url) &&
  req.headers.authorization !== undefined &&
  !hasBody(req);

/** The pattern of the route that answered, where answers of that route are remembered. */
export function repeatableRoute({ route }: Request): string | null {
  const { path = '' } = (route ?? {}) as { path?: string };
  return ROUTES.has(path) ? path : null;
}

/** Existing clients may send the options of a GET in its body. */
const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

export function hasOnlyKnownOptions(url: string): boolean {
  const query = url.indexOf('?');
  if (query < 0) return true;
  const options = url.slice(query + 1).split('&');
  return options.every((option) => KNOWN_OPTIONS.has(option.split('=', 1)[0]!));
}
