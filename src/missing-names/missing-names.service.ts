import { Injectable } from '@nestjs/common';
import { AccessService } from '../access/access.service.js';
import type { Actor } from '../auth/actor.js';
import { isUuid } from '../database/uuid.js';
import { type ApiError, notFound } from '../errors/api-error.js';
import {
  environmentNotFound,
  folderNotFound,
  MissingError,
  type Search,
} from '../errors/missing.js';
import { quoted, thereAre } from '../errors/nearest.js';
import { ORG_ROLES, PROJECT_ROLES } from '../permissions/predefined-roles.js';
import { PresentNamesRepository } from './present-names.repository.js';

type Of<K extends Search['kind']> = Extract<Search, { readonly kind: K }>;

/**
 * Says what is there in place of what was not found, as far as the caller may know: members know the environments and
 * folders of their project; secrets need `describeSecret`, tags and roles `read`.
 */
@Injectable()
export class MissingNames {
  constructor(
    private readonly access: AccessService,
    private readonly names: PresentNamesRepository,
  ) {}

  /** The error with the names of what is there. */
  async explain(actor: Actor, error: MissingError): Promise<ApiError> {
    const { search } = error;
    if (!search) return error;
    switch (search.kind) {
      case 'environment':
        return this.withEnvironments(error, search);
      case 'folder':
        return this.aroundFolder(error, search);
      case 'secret':
        return this.aroundSecret(actor, error, search);
      case 'tag':
        return this.withTags(actor, error, search);
      case 'role':
        return this.withRoles(actor, error, search);
      case 'org-role':
        return this.withOrgRoles(actor, error, search);
      case 'of-identity':
        return this.ofIdentity(actor, error);
    }
  }

  private async withEnvironments(
    error: MissingError,
    { projectId, name }: Pick<Of<'environment'>, 'projectId' | 'name'>,
  ): Promise<ApiError> {
    return listing(error, name, await this.names.listEnvironments(projectId));
  }

  /** Looks first whether the environment is there at all. */
  private async aroundFolder(error: MissingError, search: Of<'folder'>): Promise<ApiError> {
    const { projectId, environment, secretPath } = search;
    const lineage = lineageOf(secretPath);
    const around = await this.names.listFoldersAround(projectId, environment, lineage);
    if (!around) {
      const missing = environmentNotFound(projectId, environment);
      return this.withEnvironments(missing, { projectId, name: environment });
    }
    const { nearest, children } = around;
    if (nearest === secretPath) return error;
    if (children.length === 0)
      return error.extended(` ${quoted(nearest)} has no folders below it.`);
    return listing(error, secretPath, children);
  }

  /** Names the environment or the folder where that is what is not there. */
  private async aroundSecret(
    actor: Actor,
    error: MissingError,
    search: Of<'secret'>,
  ): Promise<ApiError> {
    const { projectId, environment, secretPath, key } = search;
    const place = { environment, secretPath };
    const missing = folderNotFound(projectId, place);
    const around = await this.aroundFolder(missing, { ...search, kind: 'folder' });
    if (around !== missing) return around;
    const { ability } = await this.access.toProject(actor, { id: projectId });
    const rows = await this.names.listSecrets(projectId, environment, secretPath);
    const known = rows.filter(({ key: secretName, tags: secretTags }) => {
      const attributes = { ...place, secretName, secretTags, eventType: null };
      return ability.allows('describeSecret', 'secrets', attributes);
    });
    const keys = known.map((row) => row.key);
    return listing(error, key, keys);
  }

  private async withTags(actor: Actor, error: MissingError, { projectId, name }: Of<'tag'>) {
    const { ability } = await this.access.toProject(actor, { id: projectId });
    if (!ability.allows('read', 'tags')) return error;
    return listing(error, name, await this.names.listSlugs('tags', projectId));
  }

  /** The predefined roles are no secret: every project has them. */
  private async withRoles(actor: Actor, error: MissingError, { projectId, name }: Of<'role'>) {
    const { ability } = await this.access.toProject(actor, { id: projectId });
    const isReader = ability.allows('read', 'role');
    const custom = isReader ? await this.names.listSlugs('roles', projectId) : [];
    return listing(error, name, [...PROJECT_ROLES.map(({ slug }) => slug), ...custom]);
  }

  private async withOrgRoles(actor: Actor, error: MissingError, { name }: Of<'org-role'>) {
    const { orgId, ability } = await this.access.toOrganization(actor);
    const isReader = ability.allows('read', 'role');
    const custom = isReader ? await this.names.listSlugs('orgRoles', orgId) : [];
    return listing(error, name, [...ORG_ROLES.map(({ slug }) => slug), ...custom]);
  }

  /** Who may not read identities does not learn that one exists. */
  private async ofIdentity(actor: Actor, error: MissingError): Promise<ApiError> {
    const { ability } = await this.access.toOrganization(actor);
    return ability.allows('read', 'identity') ? error : notFound();
  }
}

/** Ids are random: no name is near to one, but the names may be what was meant; and a name may be sent where an id is wanted. */
const listing = (error: MissingError, word: string, names: readonly string[]) =>
  error.extended(
    names.includes(word)
      ? ' There is one of that name: this path takes its id.'
      : thereAre(isUuid(word) ? '' : word, names),
  );

/** `/a/b` → `/`, `/a`, `/a/b`; at most as deep as folders are. */
function lineageOf(path: string): string[] {
  const names = path.split('/').filter(Boolean).slice(0, 64);
  return ['/', ...names.map((_, i) => `/${names.slice(0, i + 1).join('/')}`)];
}
