import { ApiError } from './api-error.js';
import type { CodeOf } from './error-codes.js';
import { quoted } from './nearest.js';

/** A folder path is longer than a name, and its end says most. */
const PATH_SHOWN = 200;

interface Location {
  readonly environment: string;
  readonly secretPath: string;
}

/** What was looked for in vain, in a scope that the caller is in: enough to say what is there instead. */
export type Search =
  | { readonly kind: 'environment'; readonly projectId: string; readonly name: string }
  | ({ readonly kind: 'folder'; readonly projectId: string } & Location)
  | ({ readonly kind: 'secret'; readonly projectId: string; readonly key: string } & Location)
  | { readonly kind: 'tag'; readonly projectId: string; readonly name: string }
  | { readonly kind: 'role'; readonly projectId: string; readonly name: string }
  | { readonly kind: 'org-role'; readonly name: string }
  /** A part of an identity: whoever may not read identities is told nothing. */
  | { readonly kind: 'of-identity' };

/**
 * The 404 for a thing of the caller's own project or organization. It names what was asked for, in the same words
 * whether that belongs to others or to nobody. `MissingNamesInterceptor` adds what is there, as far as the caller may know.
 */
export class MissingError extends ApiError {
  constructor(
    code: CodeOf<'NotFound'>,
    readonly sentence: string,
    readonly search?: Search,
  ) {
    super(code, sentence);
  }

  /** Returns a refusal whose sentence goes on with `more`, which begins with a space. */
  extended(more: string): MissingError {
    return new MissingError(this.code as CodeOf<'NotFound'>, `${this.sentence}${more}`);
  }
}

/** Takes the slug or the id that was sent. */
export const environmentNotFound = (projectId: string, name: string) =>
  new MissingError(
    'environment-not-found',
    `Environment ${quoted(name)} not found in this project.`,
    { kind: 'environment', projectId, name },
  );

/** The environment may be missing as well as the folder: `MissingNames` tells them apart. */
export const folderNotFound = (projectId: string, { environment, secretPath }: Location) =>
  new MissingError(
    'folder-not-found',
    `Folder ${quoted(secretPath, PATH_SHOWN)} not found in ${quoted(environment)}.`,
    { kind: 'folder', projectId, environment, secretPath },
  );

/** The folder was named by its id, in a project that the request names. */
export const folderIdNotFound = (id: string) =>
  new MissingError('folder-not-found', `Folder ${quoted(id)} not found in this project.`);

/** The caller holds none, or may not know of the shared secret. */
export const personalSecretNotFound = ({
  environment,
  secretPath,
  key,
}: Location & { readonly key: string }) =>
  new MissingError(
    'secret-not-found',
    `You hold no personal secret ${quoted(key)} in ${quoted(secretPath, PATH_SHOWN)} of ${quoted(environment)}. For the shared one use type shared.`,
  );

/** The secret is not there, or the caller may not know of it. */
export const secretNotFound = (
  projectId: string,
  { environment, secretPath, key }: Location & { readonly key: string },
) =>
  new MissingError(
    'secret-not-found',
    `Secret ${quoted(key)} not found in ${quoted(secretPath, PATH_SHOWN)} of ${quoted(environment)}.`,
    { kind: 'secret', projectId, environment, secretPath, key },
  );

export const versionNotFound = (version: number) =>
  new MissingError('version-not-found', `The secret has no version ${version}, or it is not kept.`);

/** Takes the slug or the id that was sent. */
export const tagNotFound = (projectId: string, name: string) =>
  new MissingError('tag-not-found', `Tag ${quoted(name)} not found in this project.`, {
    kind: 'tag',
    projectId,
    name,
  });

/** A role of a project, by slug or by id. */
export const roleNotFound = (projectId: string, name: string) =>
  new MissingError('role-not-found', `Role ${quoted(name)} not found in this project.`, {
    kind: 'role',
    projectId,
    name,
  });

/** A role of the caller's organization, by its slug. */
export const orgRoleNotFound = (name: string) =>
  new MissingError('role-not-found', `Role ${quoted(name)} not found in your organization.`, {
    kind: 'org-role',
    name,
  });

/** The identity may be one of the organization, of another one, or none: the words are the same. */
export const membershipNotFound = (identityId: string) =>
  new MissingError(
    'membership-not-found',
    `Identity ${quoted(identityId)} is not a member of this project.`,
  );

/** A person without an account, one of another organization, and one whom the caller may not see get the same words. */
export const memberNotFound = () =>
  new MissingError('member-not-found', 'The person is not a member of this project.');

/** Takes the address that was sent: of nobody, and of somebody of another organization, in the same words. */
export const personNotFound = (username: string) =>
  new MissingError(
    'member-not-found',
    `Person ${quoted(username)} not found in your organization. People are named by their e-mail address; POST /api/v1/invite-org/signup invites them.`,
  );

/** Takes the name or the id that was sent. */
export const groupNotFound = (name: string) =>
  new MissingError('group-not-found', `Group ${quoted(name)} not found in this project.`);

/** An identity of another organization and none get the same words. */
export const identityNotFound = (identityId: string) =>
  new MissingError(
    'identity-not-found',
    `Identity ${quoted(identityId)} not found in your organization.`,
  );

/** The import was named by its id, in a project that the request names. */
export const importNotFound = (id: string) =>
  new MissingError('import-not-found', `Import ${quoted(id)} not found in this project.`);

export const privilegeNotFound = (name: string) =>
  new MissingError('privilege-not-found', `Privilege ${quoted(name)} not found in this project.`);

export const authMethodNotFound = (method: string) =>
  new MissingError('auth-method-not-found', `The identity has no ${method}.`, {
    kind: 'of-identity',
  });

export const clientSecretNotFound = () =>
  new MissingError('auth-method-not-found', 'The identity has no such client secret.', {
    kind: 'of-identity',
  });
