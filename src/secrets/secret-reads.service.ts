import { Injectable } from '@nestjs/common';
import { AccessService, type ProjectAccess } from '../access/access.service.js';
import { onlyFolderOf } from '../access/service-token-rules.js';
import { filterInSlices } from '../access/slices.js';
import type { ContentActor } from '../auth/actor.js';
import { toUuid } from '../database/uuid.js';
import { notFound } from '../errors/api-error.js';
import {
  environmentNotFound,
  folderNotFound,
  type MissingError,
  secretNotFound,
  versionNotFound,
} from '../errors/missing.js';
import { widenWork } from '../http/limits/admission.js';
import { PastReads } from './as-of/past-reads.service.js';
import {
  type ImportedSecrets,
  ImportResolver,
  type ImportsRequest,
  type ResolvedImports,
} from './imports/import-resolver.js';
import { KnownSecrets } from './known-secrets.js';
import { readableInList } from './listed-values.js';
import { matchesMetadata, type MetadataFilter } from './metadata-filter.js';
import { type PersonalListing, PersonalReads } from './personal/personal-reads.service.js';
import { type OpenOptions, ReferenceResolver } from './references/reference-resolver.js';
import {
  type SealedSecret,
  type SecretLocation,
  tagSlugsOf,
  type SecretScope,
  type SecretOfProject,
  type SecretsOfProject,
  toLocation,
} from './secret.js';
import {
  mayDescribe,
  mayReadValue,
  requireAnyDescribe,
  requireRead,
  requireReadVersion,
  requireWithinScope,
} from './secret-guards.js';
import type { WeighedSecrets } from './secret-list-rows.js';
import { type SecretAddress, SecretsRepository } from './secrets.repository.js';
import { refuseForPersonal, refusePersonal } from './personal/refuse-personal.js';

export interface ReadOptions extends OpenOptions {
  /** Another point in time: a time, or the cursor of an event. Empty or absent: now. */
  readonly asOf?: string;
}

export interface SecretListOptions extends ReadOptions {
  readonly recursive: boolean;
  /** Secrets that have any of these; absent: all. */
  readonly tagSlugs?: readonly string[];
  readonly metadataFilter?: MetadataFilter;
  /** Which of the caller's personal secrets to list; none if absent. */
  readonly personal?: PersonalListing;
  /** Whether to list what the folder imports as well. */
  readonly includeImports: boolean;
}

export interface SecretGetOptions extends ReadOptions {
  /** If the folder has no such secret, look for an imported one. Past versions are never imported. */
  readonly includeImports?: boolean;
}

export interface SecretList extends SecretsOfProject {
  /** Absent unless they were asked for. */
  readonly imports?: readonly ImportedSecrets[];
  /** The refusal that a single read in a folder which is not there would meet; absent where the folder is there. */
  readonly missing?: MissingError;
}

/** Reads secrets for both generations of routes, v3 and v4. */
@Injectable()
export class SecretReads {
  // oxlint-disable-next-line max-params -- the kinds of what is read
  constructor(
    private readonly access: AccessService,
    private readonly repository: SecretsRepository,
    private readonly resolver: ReferenceResolver,
    private readonly past: PastReads,
    private readonly imports: ImportResolver,
    private readonly personal: PersonalReads,
    private readonly known: KnownSecrets,
  ) {}

  /** Lists the secrets that the caller may describe. Throws 403 for a value that was asked for and may not be read. */
  async list(
    actor: ContentActor,
    asked: SecretScope,
    options: SecretListOptions,
  ): Promise<SecretList> {
    const where = { ...asked, ...onlyFolderOf(actor) };
    const project = await this.access.toNamedProject(actor, where.projectId, where.projectSlug);
    const folder = toLocation(where);
    if (isPast(options)) return this.listPast(actor, project, where, options);
    const { recursive: isRecursive, viewSecretValue: hasValues } = options;
    const found = await this.repository.list(project.id, folder, { isRecursive, hasValues });
    if (found === null) throw environmentNotFound(project.id, folder.environment);
    const { isFolderMissing } = found;
    requireAnyDescribe(project, folder);
    refusePersonal(actor, where);
    const rows = await this.fitting(project, found, options);
    const described = await filterInSlices(
      rows,
      (row) => mayDescribe(project, row) && isChosen(row, options),
    );
    if (described.length === 0) requireWithinScope(project, folder);
    const isWithShared = options.personal !== 'only';
    const own =
      options.viewSecretValue && isWithShared
        ? await readableInList(project, folder, described, (row) => mayReadValue(project, row))
        : described;
    const missing = isFolderMissing ? { missing: folderNotFound(project.id, folder) } : {};
    const imports = isWithShared
      ? await this.importsOf(project, folder, { read: rows, own }, options)
      : null;
    const listed = { own, imported: imports?.secrets ?? [] };
    const opened = await this.personal.openList(actor, project, listed, options);
    return {
      ...{ projectId: project.id, secrets: opened.own, ...missing },
      ...(imports ? { imports: imports.opened(opened.imported) } : {}),
    };
  }

  /** All that was read, or, where that is too large together, what the caller may know of. Throws 400 if that is, too. */
  private async fitting(
    project: ProjectAccess,
    { secrets, isTooLarge }: WeighedSecrets,
    { viewSecretValue }: ReadOptions,
  ): Promise<readonly SealedSecret[]> {
    if (!isTooLarge) return secrets;
    const known = await filterInSlices(secrets, (row) => mayDescribe(project, row));
    return this.known.read(project, known, { viewSecretValue, usedBytes: 0 });
  }

  /** Null where imports were not asked for. */
  private async importsOf(
    project: ProjectAccess,
    folder: SecretLocation,
    listed: Pick<ImportsRequest, 'read' | 'own'>,
    options: SecretListOptions,
  ): Promise<ResolvedImports | null> {
    if (!options.includeImports) return null;
    const isWanted = (row: SealedSecret) => isChosen(row, options);
    return this.imports.resolve(project, { ...options, ...listed, folder, isWanted });
  }

  private async listPast(
    actor: ContentActor,
    project: ProjectAccess,
    where: SecretScope,
    options: SecretListOptions & { readonly asOf: string },
  ): Promise<SecretList> {
    const folder = toLocation(where);
    const isWanted = (row: SealedSecret) => isChosen(row, options);
    const list = await this.past.list(project, folder, options, isWanted);
    if (list.secrets.length === 0) requireWithinScope(project, folder);
    refuseForPersonal(actor, where);
    return list;
  }

  /** Returns one secret, or a past version of it. Throws 403 if its value was asked for and may not be read. */
  async get(
    actor: ContentActor,
    asked: SecretScope & { readonly key: string; readonly version?: number },
    options: SecretGetOptions,
  ): Promise<SecretOfProject> {
    const where = { ...asked, ...onlyFolderOf(actor) };
    const project = await this.access.toNamedProject(actor, where.projectId, where.projectSlug);
    const address = { ...toLocation(where), key: where.key };
    requireAnyDescribe(project, address);
    if (isPast(options)) refuseForPersonal(actor, where);
    if (where.isPersonal)
      return this.personal.get(actor, project, { ...address, ...versionOf(where) }, options);
    if (isPast(options) || where.version !== undefined) await widenWork();
    if (isPast(options))
      return this.past.get(project, { ...address, ...versionOf(where) }, options);
    const withImports = options.includeImports === true && where.version === undefined;
    const present = await this.find(project, address, withImports);
    requireRead(project, present, options.viewSecretValue, () =>
      secretNotFound(project.id, address),
    );
    const { version = present.version } = where;
    if (version === present.version) return this.answer(project, present, options);
    // A past version had a name, tags and a folder of its own: the caller must be free to read both states.
    const past = await this.repository.findVersion(project.id, address, version);
    requireReadVersion(project, past, options.viewSecretValue, () => versionNotFound(version));
    return this.answer(project, past, options);
  }

  async getById(
    actor: ContentActor,
    secretId: string,
    options: ReadOptions,
  ): Promise<SecretOfProject> {
    if (isPast(options)) return this.past.getById(actor, secretId, options);
    const id = toUuid(secretId);
    const projectId = await this.repository.findProjectIdOf(actor.orgId, id);
    if (projectId === null) return this.personal.getById(actor, id, options);
    const project = await this.access.toProject(actor, { id: projectId });
    const row = await this.repository.findById(project.id, id);
    if (row) requireAnyDescribe(project, row);
    requireRead(project, row, options.viewSecretValue, notFound);
    return this.answer(project, row, options);
  }

  /** Finds the secret; where the folder has none that the caller may know of, an imported one. */
  private async find(project: ProjectAccess, address: SecretAddress, withImports: boolean) {
    const own = await this.repository.find(project.id, address);
    if (!withImports || (own && mayDescribe(project, own))) return own;
    await widenWork();
    return (await this.imports.find(project, address, address.key)) ?? own;
  }

  private async answer(
    project: ProjectAccess,
    row: SealedSecret,
    options: ReadOptions,
  ): Promise<SecretOfProject> {
    const [secret] = await this.resolver.open(project, [row], options);
    return { projectId: project.id, secret: secret! };
  }
}

const isPast = <T extends ReadOptions>(options: T): options is T & { readonly asOf: string } =>
  Boolean(options.asOf);

const versionOf = ({ version }: { readonly version?: number }) =>
  version === undefined ? {} : { version };

function isChosen(row: SealedSecret, { tagSlugs, metadataFilter }: SecretListOptions): boolean {
  const hasTag = !tagSlugs || tagSlugsOf(row).some((slug) => tagSlugs.includes(slug));
  return hasTag && (!metadataFilter || matchesMetadata(row.metadata ?? [], metadataFilter));
}
