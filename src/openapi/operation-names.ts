import { OPERATIONS } from './operations/operations.js';
import { capitalized, type Operation, type Route } from './parts.js';

/** The older generation of secrets. People sign in below `/api/v3` too, where there is nothing newer. */
const V3 = /^\/api\/v3\/secrets\b/;

/** What tells the paths of one handler apart in the names of operations. */
const SUFFIXES: readonly (readonly [pattern: RegExp, suffix: string])[] = [
  [/^\/api\/v1\/workspace\b(?!.*service-token-data)/, 'ViaWorkspaceV1'],
  [/^\/api\/v2\/workspace\b/, 'ViaWorkspaceV2'],
  [/\/memberships\/identities\/\{/, 'ByIdentity'],
  [/\/memberships\/groups\b/, 'ByMembership'],
  [V3, 'V3'],
  [
    /^\/api\/v1\/(folders|secret-imports|secret-approvals|identities\/search|additional-privilege)\b/,
    'V1',
  ],
  [/^\/api\/v[12]\/secret-imports\/secrets\/raw$/, 'Raw'],
];

/** A path that another one took the place of. The number is not told to clients in headers: they need it still. */
const OLDER: readonly RegExp[] = [
  /^\/api\/v[12]\/workspace\b(?!.*(?:audit-logs-retention|service-token-data))/,
  /^\/api\/v1\/(folders|secret-imports|identities\/search)\b/,
  /^\/api\/v2\/secret-imports\/secrets\/raw$/,
];

export const OLDER_PATHS_TAG = 'Older paths';
const V3_TAG = 'Secrets, v3';

/**
 * Gives operations their names, descriptions and places. Returns the handlers of which `operations/` says nothing: they
 * keep the name that Nest gave them.
 */
export function nameOperations(routes: readonly Route[]): string[] {
  const unknown = routes.flatMap((route) => nameOperation(route));
  for (const route of routes) if (isOlder(route.path)) setApart(route, routes);
  for (const { operation } of routes.filter((each) => V3.test(each.path))) {
    operation.deprecated = true;
    operation.tags = [V3_TAG];
    operation.summary += ' (v3)';
  }
  return unknown;
}

export const isOlder = (path: string): boolean => OLDER.some((pattern) => pattern.test(path));

/** The name without what tells paths apart. */
const baseNames = new WeakMap<Operation, string>();

/** Paths of one thing have the same, as far as they do the same. */
export const baseNameOf = (operation: Operation): string =>
  baseNames.get(operation) ?? operation.operationId;

function nameOperation({ path, operation }: Route): string[] {
  const handler = operation.operationId.replace('_', '.').replace(/\[\d+\]$/, '');
  const known = OPERATIONS[handler];
  if (known === undefined) return [handler];
  const suffixes = SUFFIXES.filter(([pattern]) => pattern.test(path)).map(([, suffix]) => suffix);
  const isRoot = known.id === 'getFolderByPath' && path.endsWith('/{environment}');
  const base = isRoot ? 'getRootFolder' : known.id;
  operation.operationId = base + suffixes.join('');
  baseNames.set(operation, base);
  operation.description = known.description || operation.description;
  return [];
}

function setApart({ method, path, operation }: Route, routes: readonly Route[]): void {
  const newer = routes.find(
    (each) =>
      !isOlder(each.path) &&
      !V3.test(each.path) &&
      baseNameOf(each.operation) === baseNameOf(operation),
  );
  const place = /^\/api\/(v\d\/[a-z-]+)/.exec(path)?.[1] ?? path;
  operation.deprecated = true;
  operation.tags = [OLDER_PATHS_TAG];
  operation.summary += ` (${place})`;
  const successor = newer
    ? `Older path of \`${method.toUpperCase()} ${newer.path}\`.`
    : 'Older path.';
  operation.description = `${successor} ${operation.description ?? ''}`.trim();
}

/** Names of the types that come of an operation begin with it. */
export const typeName = (operation: Operation, suffix: string): string =>
  capitalized(operation.operationId) + suffix;
