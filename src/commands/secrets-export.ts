import { type FileHandle, rm } from 'node:fs/promises';
import { ApiClient } from './api-client.js';
import { argumentsOf } from './arguments.js';
import { type Command, CommandError, type CommandRun } from './command.js';
import { canonicalPath } from './folder-paths.js';
import { openNewFile } from './files.js';
import { type FileSecret, formatOf, formatted } from './secret-files.js';

/** A secret as a list of the API shows it. */
export interface ListedSecret extends Required<FileSecret> {
  readonly version: number;
  readonly secretValueHidden?: boolean;
}

/** Where secrets are read or written. */
export interface SecretsFolder {
  readonly projectId: string;
  readonly environment: string;
  readonly secretPath: string;
}

export const SCOPE_OPTIONS = {
  '--project SLUG': 'the project, by slug or id',
  '--environment SLUG': 'the environment, such as dev',
  '--path PATH': 'the folder; / without it',
};

export const secretsExport: Command = {
  summary: 'writes the secrets of a folder to a .env or JSON file',
  synopsis:
    '--project SLUG --environment SLUG [--path PATH] [--recursive] [--format env|json] [--file FILE]',
  options: {
    ...SCOPE_OPTIONS,
    '--recursive': 'with the folders below, in JSON',
    '--format FORMAT': 'env or json; by the name of the file without it',
    '--file FILE': 'a new file; standard output without it',
    STRONGROOM_URL: 'the server; http://localhost:PORT without it',
    STRONGROOM_CLIENT_ID: 'and STRONGROOM_CLIENT_SECRET, or STRONGROOM_TOKEN: who asks',
  },

  run: exportSecrets,
  runAlone: exportSecrets,
};

/** Needs no database: it asks a server, with the rights of an identity. */
async function exportSecrets(run: Pick<CommandRun, 'config' | 'args' | 'say'>): Promise<number> {
  const { texts, flags } = argumentsOf(run, {
    texts: ['project', 'environment', 'path', 'format', 'file'],
    flags: ['recursive'],
  });
  const { file } = texts;
  const path = canonicalPath(texts.path ?? '/', '--path');
  const isRecursive = flags.has('recursive');
  const format = formatOf(texts.format, file);
  if (isRecursive && format === 'env')
    throw new CommandError('--recursive needs --format json: a .env file has no folders.');
  const { project, environment } = requireScope(texts);
  const out = file === undefined ? null : await openNewFile(file);
  try {
    const api = await ApiClient.signIn(run);
    const where = { projectId: await api.projectId(project), environment, secretPath: path };
    const listed = await listSecrets(api, where, isRecursive);
    const secrets = listed.map((secret) => inFile(secret, format === 'json'));
    await write(out, formatted(format, secrets));
    if (file !== undefined) run.say(`${file}: ${listed.length} secrets.`);
  } catch (error) {
    if (file !== undefined) await rm(file, { force: true });
    throw error;
  } finally {
    await out?.close();
  }
  return 0;
}

/** Throws a CommandError unless project and environment are named. */
export function requireScope(texts: { readonly project?: string; readonly environment?: string }) {
  const { project, environment } = texts;
  if (project !== undefined && environment !== undefined) return { project, environment };
  throw new CommandError('--project and --environment are needed.');
}

async function write(out: FileHandle | null, text: string): Promise<void> {
  if (out) await out.writeFile(text);
  else await new Promise((resolve) => process.stdout.write(text, resolve));
}

/** References are kept as they were written. Throws a CommandError for a value that may not be read. */
export async function listSecrets(
  api: ApiClient,
  where: SecretsFolder,
  isRecursive: boolean,
): Promise<readonly ListedSecret[]> {
  const { secrets } = await api.get<{ secrets: ListedSecret[] }>('/v4/secrets', {
    ...where,
    recursive: String(isRecursive),
    viewSecretValue: 'true',
    expandSecretReferences: 'false',
    includeImports: 'false',
  });
  const hidden = secrets.find(({ secretValueHidden }) => secretValueHidden);
  if (hidden)
    throw new CommandError(`The value of ${hidden.secretKey} may not be read by this identity.`);
  return secrets;
}

function inFile(secret: ListedSecret, isWhole: boolean): FileSecret {
  const { secretKey, secretValue, secretPath, secretComment, secretMetadata } = secret;
  if (!isWhole) return { secretKey, secretValue };
  return {
    secretPath,
    secretKey,
    secretValue,
    ...(secretComment ? { secretComment } : {}),
    ...(secretMetadata && secretMetadata.length > 0
      ? { secretMetadata: secretMetadata.map(({ key, value }) => ({ key, value })) }
      : {}),
  };
}
