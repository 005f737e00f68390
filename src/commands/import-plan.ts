import { type ApiClient, ApiRefusal } from './api-client.js';
import type { FileSecret } from './secret-files.js';
import { type ListedSecret, listSecrets, type SecretsFolder } from './secrets-export.js';

/** Secrets of one request: the server takes as many, all or none. */
const BATCH = 1_000;

/** What an import does to one folder. */
export interface FolderPlan {
  readonly where: SecretsFolder;
  readonly isNew: boolean;
  readonly created: readonly FileSecret[];
  readonly changed: readonly (FileSecret & { readonly expectedVersion: number })[];
  readonly removed: readonly Pick<ListedSecret, 'secretKey' | 'version'>[];
  readonly unchanged: number;
}

/** Compares the file with what the server has, folder by folder. `removes`: what the file lacks is removed. */
export async function planImport(
  api: ApiClient,
  base: SecretsFolder,
  secrets: readonly FileSecret[],
  removes: boolean,
): Promise<readonly FolderPlan[]> {
  const folders = new Map<string, FileSecret[]>([[base.secretPath, []]]);
  for (const secret of secrets) {
    const path = secret.secretPath ?? base.secretPath;
    folders.set(path, [...(folders.get(path) ?? []), secret]);
  }
  const plans: FolderPlan[] = [];
  for (const [secretPath, wanted] of [...folders].sort(([one], [other]) => (one < other ? -1 : 1)))
    plans.push(await planFolder(api, { ...base, secretPath }, wanted, removes));
  return plans;
}

async function planFolder(
  api: ApiClient,
  where: SecretsFolder,
  wanted: readonly FileSecret[],
  removes: boolean,
): Promise<FolderPlan> {
  const present = await listPresent(api, where);
  const known = new Map((present ?? []).map((secret) => [secret.secretKey, secret]));
  const names = new Set(wanted.map(({ secretKey }) => secretKey));
  const created = wanted.filter(({ secretKey }) => !known.has(secretKey));
  const changed = wanted.flatMap((secret) => {
    const now = known.get(secret.secretKey);
    return now && isOther(secret, now) ? [{ ...secret, expectedVersion: now.version }] : [];
  });
  const removed = removes ? (present ?? []).filter(({ secretKey }) => !names.has(secretKey)) : [];
  const unchanged = wanted.length - created.length - changed.length;
  return { where, isNew: present === null, created, changed, removed, unchanged };
}

/** Null for a folder that is not there yet: a list of its secrets may be an empty one. */
async function listPresent(api: ApiClient, where: SecretsFolder) {
  return (await hasFolder(api, where)) ? listSecrets(api, where, false) : null;
}

/** The root of an environment is always there. */
async function hasFolder(
  api: ApiClient,
  { secretPath, ...where }: SecretsFolder,
): Promise<boolean> {
  const names = secretPath.split('/').filter(Boolean);
  const name = names.pop();
  if (name === undefined) return true;
  try {
    const query = { ...where, path: `/${names.join('/')}` };
    const { folders } = await api.get<{ folders: { name: string }[] }>('/v2/folders', query);
    return folders.some((folder) => folder.name === name);
  } catch (error) {
    if (error instanceof ApiRefusal && error.status === 404) return false;
    throw error;
  }
}

const plain = (metadata: FileSecret['secretMetadata']) =>
  JSON.stringify((metadata ?? []).map(({ key, value }) => [key, value]));

/** What the file does not say of a secret stays as it is. */
function isOther(wanted: FileSecret, now: ListedSecret): boolean {
  const { secretValue, secretComment, secretMetadata } = wanted;
  return (
    secretValue !== now.secretValue ||
    (secretComment !== undefined && secretComment !== now.secretComment) ||
    (secretMetadata !== undefined && plain(secretMetadata) !== plain(now.secretMetadata))
  );
}

/** The plan in lines: names, never values. */
export function describePlan(plans: readonly FolderPlan[]): readonly string[] {
  const lines = plans.flatMap(({ where, isNew, created, changed, removed }) => [
    ...(isNew ? [`+ folder ${where.secretPath}`] : []),
    ...created.map(({ secretKey }) => `+ ${nameIn(where, secretKey)}`),
    ...changed.map(({ secretKey }) => `~ ${nameIn(where, secretKey)}`),
    ...removed.map(({ secretKey }) => `- ${nameIn(where, secretKey)}`),
  ]);
  const sum = (count: (plan: FolderPlan) => number) =>
    plans.reduce((total, plan) => total + count(plan), 0);
  const counts = [
    `${sum(({ created }) => created.length)} to create`,
    `${sum(({ changed }) => changed.length)} to change`,
    `${sum(({ removed }) => removed.length)} to remove`,
    `${sum(({ unchanged }) => unchanged)} unchanged`,
  ];
  return [...lines, `${counts.join(', ')}.`];
}

const nameIn = ({ secretPath }: SecretsFolder, key: string) =>
  `${secretPath === '/' ? '' : secretPath}/${key}`;

export const isEmptyPlan = (plans: readonly FolderPlan[]): boolean =>
  plans.every(
    ({ isNew, created, changed, removed }) =>
      !isNew && created.length + changed.length + removed.length === 0,
  );

/** Does what was planned. A secret that others changed meanwhile is refused with all of its batch (409). */
export async function applyImport(api: ApiClient, plans: readonly FolderPlan[]): Promise<void> {
  for (const { where, isNew, created, changed, removed } of plans) {
    if (isNew) await createFolders(api, where);
    for (const secrets of batches(created))
      await api.send('POST', '/v4/secrets/batch', { ...where, secrets: secrets.map(toItem) });
    for (const secrets of batches(changed))
      await api.send('PATCH', '/v4/secrets/batch', { ...where, secrets: secrets.map(toItem) });
    for (const secrets of batches(removed)) {
      const items = secrets.map(({ secretKey, version }) => ({
        secretKey,
        expectedVersion: version,
      }));
      await api.send('DELETE', '/v4/secrets/batch', { ...where, secrets: items });
    }
  }
}

/** The batch names the folder. */
const toItem = (secret: FileSecret): FileSecret => {
  const { secretPath: _path, ...item } = secret;
  return item;
};

function batches<T>(items: readonly T[]): T[][] {
  const all: T[][] = [];
  for (let start = 0; start < items.length; start += BATCH)
    all.push(items.slice(start, start + BATCH));
  return all;
}

/** Every folder of the path that is not there yet, the upper first. */
async function createFolders(
  api: ApiClient,
  { secretPath, ...where }: SecretsFolder,
): Promise<void> {
  const names = secretPath.split('/').filter(Boolean);
  for (const [depth, name] of names.entries()) {
    const path = `/${names.slice(0, depth).join('/')}`;
    const folder = { ...where, secretPath: `/${names.slice(0, depth + 1).join('/')}` };
    if (!(await hasFolder(api, folder)))
      await api.send('POST', '/v2/folders', { ...where, name, path });
  }
}
