import { Injectable } from '@nestjs/common';
import { AccessService, type ProjectAccess } from '../access/access.service.js';
import type { Actor } from '../auth/actor.js';
import { toUuid } from '../database/uuid.js';
import { badRequest, notFound } from '../errors/api-error.js';
import { matchesMetadata, type MetadataFilter } from './metadata-filter.js';
import { ReferenceResolver } from './reference-resolver.js';
import {
  attributesOfSecret,
  type OpenSecret,
  type PastSecret,
  type Place,
  type SealedSecret,
  tagSlugsOf,
} from './secret.js';
import {
  allowsThen,
  attributesThen,
  mayDescribe,
  mayReadValue,
  requireAnyDescribe,
} from './secret-guards.js';
import { SecretVault } from './secret-vault.js';
import { SecretsRepository } from './secrets.repository.js';

/** The project by id, slug or both, and the folder. A missing environment is a 400. */
export interface Where {
  readonly projectId?: string;
  readonly projectSlug?: string;
  readonly environment?: string;
  readonly secretPath: string;
  /** Asked for the caller's personal secrets, which machines have none of: a 400. */
  readonly isPersonal: boolean;
}

export interface ReadOptions {
  readonly viewSecretValue: boolean;
  readonly expandSecretReferences: boolean;
}

export interface ListOptions extends ReadOptions {
  readonly recursive: boolean;
  /** Secrets that have any of these; absent: all. */
  readonly tagSlugs?: readonly string[];
  readonly metadataFilter?: MetadataFilter;
  /** Also what the folder takes over from others. */
  readonly includeImports: boolean;
}

export interface SecretsOfProject {
  readonly projectId: string;
  readonly secrets: readonly OpenSecret[];
}

/** What one folder takes over from another, in the order of precedence that the client applies. */
export interface ImportedSecrets {
  readonly environment: string;
  readonly secretPath: string;
  readonly folderId?: string;
  readonly secrets: readonly OpenSecret[];
}

export interface SecretList extends SecretsOfProject {
  /** Absent unless they were asked for. */
  readonly imports?: readonly ImportedSecrets[];
}

export interface SecretOfProject {
  readonly projectId: string;
  readonly secret: OpenSecret;
}

/** Reading secrets, whatever the dialect of the route. */
@Injectable()
export class SecretReads {
  constructor(
    private readonly access: AccessService,
    private readonly repository: SecretsRepository,
    private readonly vault: SecretVault,
    private readonly references: ReferenceResolver,
  ) {}

  /** What may be described; values masked where they may not be read (decision 16). */
  async list(actor: Actor, where: Where, options: ListOptions): Promise<SecretList> {
    const project = await this.access.toNamedProject(actor, where.projectId, where.projectSlug);
    const place = toPlace(where);
    const rows = await this.repository.list(project.id, place, options.recursive);
    if (rows === null) throw notFound();
    requireAnyDescribe(project, place);
    refusePersonal(where);
    const chosen = rows.filter((row) => mayDescribe(project, row) && isChosen(row, options));
    const secrets = await this.open(project, chosen, options);
    return { projectId: project.id, secrets, ...(options.includeImports ? { imports: [] } : {}) };
  }

  /** One secret, or a past version of it. Throws 403 if its value was asked for and may not be read. */
  async get(
    actor: Actor,
    where: Where & { readonly key: string; readonly version?: number },
    options: ReadOptions,
  ): Promise<SecretOfProject> {
    const project = await this.access.toNamedProject(actor, where.projectId, where.projectSlug);
    const address = { ...toPlace(where), key: where.key };
    requireAnyDescribe(project, address);
    refusePersonal(where);
    const present = await this.repository.find(project.id, address);
    requireRead(project, present, options);
    const { version = present.version } = where;
    if (version === present.version) return this.answer(project, present, options);
    // A past state had a name and tags of its own: the caller must be free to read both.
    const past = await this.repository.findVersion(project.id, address, version);
    requireRead(project, past, options);
    requireReadThen(project, past, options);
    return this.answer(project, past, options);
  }

  async getById(actor: Actor, secretId: string, options: ReadOptions): Promise<SecretOfProject> {
    const id = toUuid(secretId);
    const projectId = await this.repository.getProjectIdOf(actor.orgId, id);
    const project = await this.access.toProject(actor, { id: projectId });
    const row = await this.repository.findById(project.id, id);
    if (row) requireAnyDescribe(project, row);
    requireRead(project, row, options);
    return this.answer(project, row, options);
  }

  private async answer(
    project: ProjectAccess,
    row: SealedSecret,
    options: ReadOptions,
  ): Promise<SecretOfProject> {
    const [secret] = await this.open(project, [row], options);
    return { projectId: project.id, secret: secret! };
  }

  private async open(
    project: ProjectAccess,
    rows: readonly SealedSecret[],
    { viewSecretValue, expandSecretReferences }: ReadOptions,
  ): Promise<readonly OpenSecret[]> {
    const mayShow = (row: SealedSecret) => viewSecretValue && mayReadValue(project, row);
    const secrets = await this.vault.open(project, rows, mayShow);
    return expandSecretReferences ? this.references.expand(project, secrets) : secrets;
  }
}

/** Throws 400 without an environment. */
export function toPlace({ environment, secretPath }: Where): Place {
  if (environment === undefined) throw badRequest('Name the environment by its slug.');
  return { environment, secretPath };
}

/** Throws 400. Comes after scope and permission. */
export function refusePersonal({ isPersonal }: Where): void {
  if (isPersonal) throw badRequest('A machine identity has no personal secrets.');
}

/** A secret that may not be described is not there: 404. A value that was asked for and may not be read: 403. */
function requireRead(
  project: ProjectAccess,
  row: SealedSecret | null,
  { viewSecretValue }: ReadOptions,
): asserts row is SealedSecret {
  if (!row || !mayDescribe(project, row)) throw notFound();
  if (viewSecretValue) project.ability.require('readValue', 'secrets', attributesOfSecret(row));
}

/** Whoever brings a past state back must be free to read it. Throws 404 or 403. */
export function requirePast(project: ProjectAccess, past: PastSecret): void {
  const options = { viewSecretValue: true, expandSecretReferences: false };
  requireRead(project, past, options);
  requireReadThen(project, past, options);
}

/** A state from before a move is also held to the rights of the folder it was in. */
function requireReadThen(
  project: ProjectAccess,
  past: PastSecret,
  { viewSecretValue }: ReadOptions,
): void {
  if (!allowsThen(project, 'describeSecret', past)) throw notFound();
  if (viewSecretValue && !allowsThen(project, 'readValue', past))
    project.ability.require('readValue', 'secrets', attributesThen(past));
}

function isChosen(row: SealedSecret, { tagSlugs, metadataFilter }: ListOptions): boolean {
  const hasTag = !tagSlugs || tagSlugsOf(row).some((slug) => tagSlugs.includes(slug));
  return hasTag && (!metadataFilter || matchesMetadata(row.metadata ?? [], metadataFilter));
}
