import { type Command, choose, inFamilies, type Turn } from './command.js';
import type { FolderState, SecretState } from './snapshot.js';

const SLUGS = ['qa', 'dev', 'prod'];
const NAMES = ['pub', 'hid', 'spare'];
const TAG_SLUGS = ['open', 'restricted', 'plain'];
const KEYS = ['ALPHA', 'BETA', 'GAMMA', 'AXIS', 'OMEGA'];

const inProject = <T extends { readonly projectId: string }>(
  list: readonly T[],
  { built }: Turn,
): T[] => list.filter(({ projectId }) => projectId === built.projectId);

const tagRoutes = (method: string, rest: string) => [
  `${method} /api/v1/projects/:projectId/tags${rest}`,
  `${method} /api/v1/workspace/:projectId/tags${rest}`,
];

const environmentIn = (turn: Turn) =>
  choose(inProject(turn.snapshot.environments, turn), turn.numbers[0]);
const tagIn = (turn: Turn) => choose(inProject(turn.snapshot.tags, turn), turn.numbers[0]);
const secretIn = (turn: Turn) => choose(inProject(turn.snapshot.secrets, turn), turn.numbers[0]);
const foldersIn = (turn: Turn) =>
  inProject(turn.snapshot.folders, turn).filter(({ path }) => path !== '/');

const ENVIRONMENTS: readonly Command[] = [
  {
    name: 'create an environment',
    routes: inFamilies('POST', '/environments'),
    plan: ({ numbers }) => ({ body: { name: 'New', slug: choose(SLUGS, numbers[0]) } }),
  },
  {
    name: 'rename an environment',
    routes: inFamilies('PATCH', '/environments/:environmentId'),
    plan: (turn) => {
      const environment = environmentIn(turn);
      if (!environment) return null;
      const others = SLUGS.filter((slug) => slug !== environment.slug);
      return {
        params: { environmentId: environment.id },
        body: { slug: choose(others, turn.numbers[1]) },
      };
    },
  },
  {
    name: 'delete an environment',
    routes: inFamilies('DELETE', '/environments/:environmentId'),
    plan: (turn) => {
      const environment = environmentIn(turn);
      return environment ? { params: { environmentId: environment.id } } : null;
    },
  },
];

const TAGS: readonly Command[] = [
  {
    name: 'create a tag',
    routes: tagRoutes('POST', ''),
    plan: ({ numbers }) => ({ body: { slug: choose(TAG_SLUGS, numbers[0]) } }),
  },
  {
    name: 'rename a tag',
    routes: tagRoutes('PATCH', '/:tagId'),
    plan: (turn) => {
      const tag = tagIn(turn);
      if (!tag) return null;
      const others = TAG_SLUGS.filter((slug) => slug !== tag.slug);
      return { params: { tagId: tag.id }, body: { slug: choose(others, turn.numbers[1]) } };
    },
  },
  {
    name: 'delete a tag',
    routes: tagRoutes('DELETE', '/:tagId'),
    plan: (turn) => {
      const tag = tagIn(turn);
      return tag ? { params: { tagId: tag.id } } : null;
    },
  },
];

const folderRoutes = (method: string, rest: string) =>
  ['v1', 'v2'].map((version) => `${method} /api/${version}/folders${rest}`);

const otherName = ({ path }: FolderState, number: number | undefined) =>
  choose(
    NAMES.filter((name) => !path.endsWith(`/${name}`)),
    number,
  );

const FOLDERS: readonly Command[] = [
  {
    name: 'create a folder',
    routes: folderRoutes('POST', ''),
    plan: (turn) => ({
      body: {
        projectId: turn.built.projectId,
        environment: environmentIn(turn)?.slug ?? 'dev',
        name: choose(NAMES, turn.numbers[1]),
      },
    }),
  },
  {
    name: 'rename a folder',
    routes: folderRoutes('PATCH', '/:folderIdOrName'),
    plan: (turn) => {
      const folder = choose(foldersIn(turn), turn.numbers[0]);
      if (!folder) return null;
      return {
        params: { folderIdOrName: folder.id },
        body: { projectId: turn.built.projectId, name: otherName(folder, turn.numbers[1]) },
      };
    },
  },
  {
    name: 'rename folders together',
    routes: folderRoutes('PATCH', '/batch'),
    plan: (turn) => {
      const folder = choose(foldersIn(turn), turn.numbers[0]);
      if (!folder) return null;
      const folders = [{ id: folder.id, name: otherName(folder, turn.numbers[1]) }];
      return { body: { projectId: turn.built.projectId, folders } };
    },
  },
  {
    name: 'delete a folder',
    routes: folderRoutes('DELETE', '/:folderIdOrName'),
    plan: (turn, route) => {
      const folder = choose(foldersIn(turn), turn.numbers[0]);
      if (!folder) return null;
      return {
        params: { folderIdOrName: folder.id },
        body: {
          projectId: turn.built.projectId,
          environment: folder.environment,
          ...(route.includes('/v2/') ? { forceDelete: true } : {}),
        },
      };
    },
  },
];

/** How a route names the place of a secret. */
const placeOf = (
  { built }: Turn,
  route: string,
  place: Pick<SecretState, 'environment' | 'path'>,
) => ({
  ...(route.includes('/v3/') ? { workspaceId: built.projectId } : { projectId: built.projectId }),
  environment: place.environment,
  secretPath: place.path,
});

/** A new name, other tags, another value, or a reference to some other secret. */
function changesIn(turn: Turn, key: string): object {
  const [, kind = 0, b, c] = turn.numbers;
  const tags = inProject(turn.snapshot.tags, turn).map(({ id }) => id);
  const target = choose(turn.snapshot.secrets, b);
  const reference = target
    ? `\${${[target.environment, ...target.path.split('/').filter(Boolean), target.key].join('.')}}`
    : 'changed';
  const changes = [
    () => ({
      newSecretName: choose(
        KEYS.filter((name) => name !== key),
        b,
      ),
    }),
    () => ({ tagIds: [choose(tags, b)].filter(Boolean) }),
    () => ({ tagIds: (c ?? 0) % 2 === 0 ? [] : tags }),
    () => ({ secretValue: reference }),
  ];
  return choose(changes, kind)!();
}

const SECRETS: readonly Command[] = [
  {
    name: 'create a secret',
    routes: ['POST /api/v4/secrets/:secretName', 'POST /api/v3/secrets/raw/:secretName'],
    plan: (turn, route) => {
      const folder = choose(inProject(turn.snapshot.folders, turn), turn.numbers[0]);
      if (!folder) return null;
      const { newSecretName: _, ...changes } = changesIn(turn, '') as { newSecretName?: string };
      return {
        params: { secretName: choose(KEYS, turn.numbers[4])! },
        body: { ...placeOf(turn, route, folder), secretValue: 'mine', ...changes },
      };
    },
  },
  {
    name: 'change a secret',
    routes: ['PATCH /api/v4/secrets/:secretName', 'PATCH /api/v3/secrets/raw/:secretName'],
    plan: (turn, route) => {
      const secret = secretIn(turn);
      if (!secret) return null;
      return {
        params: { secretName: secret.key },
        body: { ...placeOf(turn, route, secret), ...changesIn(turn, secret.key) },
      };
    },
  },
  {
    name: 'change secrets together',
    routes: ['PATCH /api/v4/secrets/batch', 'PATCH /api/v3/secrets/batch/raw'],
    plan: (turn, route) => {
      const secret = secretIn(turn);
      if (!secret) return null;
      const change = { secretKey: secret.key, ...changesIn(turn, secret.key) };
      return { body: { ...placeOf(turn, route, secret), secrets: [change] } };
    },
  },
  {
    name: 'create secrets together',
    routes: ['POST /api/v4/secrets/batch', 'POST /api/v3/secrets/batch/raw'],
    plan: (turn, route) => {
      const folder = choose(inProject(turn.snapshot.folders, turn), turn.numbers[0]);
      if (!folder) return null;
      const secrets = [{ secretKey: choose(KEYS, turn.numbers[1]), secretValue: 'mine' }];
      return { body: { ...placeOf(turn, route, folder), secrets } };
    },
  },
  {
    name: 'delete a secret',
    routes: ['DELETE /api/v4/secrets/:secretName', 'DELETE /api/v3/secrets/raw/:secretName'],
    plan: (turn, route) => {
      const secret = secretIn(turn);
      return secret
        ? { params: { secretName: secret.key }, body: placeOf(turn, route, secret) }
        : null;
    },
  },
  {
    name: 'delete secrets together',
    routes: ['DELETE /api/v4/secrets/batch', 'DELETE /api/v3/secrets/batch/raw'],
    plan: (turn, route) => {
      const secret = secretIn(turn);
      return secret
        ? { body: { ...placeOf(turn, route, secret), secrets: [{ secretKey: secret.key }] } }
        : null;
    },
  },
  {
    name: 'move a secret',
    routes: ['POST /api/v4/secrets/move', 'POST /api/v3/secrets/move'],
    plan: (turn) => {
      const secret = secretIn(turn);
      const folder = choose(inProject(turn.snapshot.folders, turn), turn.numbers[1]);
      if (!secret || !folder) return null;
      return {
        body: {
          projectId: turn.built.projectId,
          sourceEnvironment: secret.environment,
          sourceSecretPath: secret.path,
          destinationEnvironment: folder.environment,
          destinationSecretPath: folder.path,
          secretIds: [secret.id],
          shouldOverwrite: (turn.numbers[2] ?? 0) % 2 === 1,
        },
      };
    },
  },
];

const HISTORY: readonly Command[] = [
  {
    name: 'put a secret back to a version',
    routes: ['POST /api/v4/secrets/id/:secretId/rollback'],
    plan: (turn) => {
      const secret = secretIn(turn);
      if (!secret) return null;
      const version = 1 + ((turn.numbers[1] ?? 0) % secret.version);
      return { params: { secretId: secret.id }, body: { version } };
    },
  },
  {
    name: 'put a folder back to a moment',
    routes: ['POST /api/v4/secrets/batch/rollback'],
    plan: (turn, route) => {
      const folder = choose(inProject(turn.snapshot.folders, turn), turn.numbers[0]);
      const asOf = turn.built.readyAt.toISOString();
      return folder ? { body: { ...placeOf(turn, route, folder), asOf } } : null;
    },
  },
];

const importRoutes = (method: string, rest: string) =>
  ['v1', 'v2'].map((version) => `${method} /api/${version}/secret-imports${rest}`);

const IMPORTS: readonly Command[] = [
  {
    name: 'create an import',
    routes: importRoutes('POST', ''),
    plan: (turn) => {
      const folders = inProject(turn.snapshot.folders, turn);
      const [into, from] = [choose(folders, turn.numbers[0]), choose(folders, turn.numbers[1])];
      if (!into || !from) return null;
      const { environment, path } = into;
      const body = { projectId: turn.built.projectId, environment, path };
      return { body: { ...body, import: { environment: from.environment, path: from.path } } };
    },
  },
  {
    name: 'aim an import elsewhere',
    routes: importRoutes('PATCH', '/:secretImportId'),
    plan: (turn) => {
      const found = choose(inProject(turn.snapshot.imports, turn), turn.numbers[0]);
      const from = choose(inProject(turn.snapshot.folders, turn), turn.numbers[1]);
      if (!found || !from) return null;
      const source = { environment: from.environment, path: from.path };
      return {
        params: { secretImportId: found.id },
        body: { projectId: turn.built.projectId, import: source },
      };
    },
  },
  {
    name: 'delete an import',
    routes: importRoutes('DELETE', '/:secretImportId'),
    plan: (turn) => {
      const found = choose(inProject(turn.snapshot.imports, turn), turn.numbers[0]);
      return found
        ? { params: { secretImportId: found.id }, body: { projectId: turn.built.projectId } }
        : null;
    },
  },
];

const PROJECTS: readonly Command[] = [
  {
    name: 'create a project',
    routes: ['POST /api/v1/projects', 'POST /api/v2/workspace'],
    plan: () => ({ body: { projectName: 'Another', shouldCreateDefaultEnvs: false } }),
  },
  {
    name: 'change a project',
    routes: ['PATCH /api/v1/projects/:projectId', 'PATCH /api/v2/workspace/:slug'],
    plan: ({ built }) => ({
      params: { slug: built.projectSlug },
      body: { description: 'Changed' },
    }),
  },
  {
    name: 'delete a project',
    routes: ['DELETE /api/v1/projects/:projectId', 'DELETE /api/v2/workspace/:slug'],
    plan: ({ built }) => ({ params: { slug: built.projectSlug } }),
  },
];

export const RENAME_COMMANDS: readonly Command[] = [...ENVIRONMENTS, ...TAGS, ...FOLDERS];
export const CONTENT_COMMANDS: readonly Command[] = [
  ...SECRETS,
  ...HISTORY,
  ...IMPORTS,
  ...PROJECTS,
];

const readAll = (viewSecretValue: 'true' | 'false'): Command => ({
  name:
    viewSecretValue === 'true'
      ? 'read all secrets of an environment'
      : 'read the names of all secrets of an environment',
  routes: ['GET /api/v4/secrets', 'GET /api/v3/secrets/raw'],
  plan: (turn, route) => {
    const environment = environmentIn(turn);
    if (!environment) return null;
    const { secretPath: _, ...place } = placeOf(turn, route, {
      environment: environment.slug,
      path: '/',
    });
    const query = { ...place, recursive: 'true', includeImports: 'true', viewSecretValue };
    return { query: { ...query, expandSecretReferences: 'true' } };
  },
});

/** Reads at the end of a sequence: whatever they show is held against what the attacker may see. */
export const READ_VALUES: Command = readAll('true');
export const READ_NAMES: Command = readAll('false');
