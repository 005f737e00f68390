import { Injectable } from '@nestjs/common';
import { AccessService, type ProjectAccess } from '../../access/access.service.js';
import { filterInSlices } from '../../access/slices.js';
import type { Actor } from '../../auth/actor.js';
import { toUuid } from '../../database/uuid.js';
import { badRequest, notFound } from '../../errors/api-error.js';
import { addCost } from '../../http/limits/request-work.js';
import type { OpenSecret, SecretLocation, SealedSecret } from '../secret.js';
import { requireAnyDescribe } from '../secret-guards.js';
import type { ReadOptions, SecretOfProject, SecretsOfProject } from '../secret-reads.service.js';
import { SecretVault } from '../secret-vault.js';
import type { SecretAddress } from '../secrets.repository.js';
import { type RequestedPointInTime, PointsInTime } from './points-in-time.service.js';
import { PastReferences } from './past-references.service.js';
import { mayDescribePast, mayReadPast, type PastState, requireReadPast } from './past-secret.js';
import { PastSecretsRepository } from './past-secrets.repository.js';

interface PastListOptions extends ReadOptions {
  readonly recursive: boolean;
  readonly includeImports: boolean;
}

/** Secrets of the past that cost as much as one more request. */
const ROWS_OF_A_UNIT = 200;

/** Reading secrets as of another moment. */
@Injectable()
export class PastReads {
  constructor(
    private readonly access: AccessService,
    private readonly moments: PointsInTime,
    private readonly repository: PastSecretsRepository,
    private readonly vault: SecretVault,
    private readonly references: PastReferences,
  ) {}

  /** What the folder held and the caller may describe, now and then. */
  async list(
    project: ProjectAccess,
    place: SecretLocation,
    options: PastListOptions & { readonly asOf: string },
    isChosen: (row: SealedSecret) => boolean,
  ): Promise<SecretsOfProject> {
    const moment = this.moments.parse(project, options.asOf);
    const rows = await this.repository.list(project.id, moment, place, options.recursive);
    if (rows === null) throw notFound();
    addCost(1 + rows.length / ROWS_OF_A_UNIT);
    requireAnyDescribe(project, place);
    await this.moments.requireAnswerable(project, moment);
    if (options.includeImports)
      throw badRequest('Imports have no history: leave them out with asOf.');
    const chosen = await filterInSlices(
      rows,
      (row) => mayDescribePast(project, row) && isChosen(row),
    );
    const secrets = await this.open(project, moment, chosen, options);
    return { projectId: project.id, secrets };
  }

  /** The secret that had the name in the folder then, whatever became of it. */
  async get(
    project: ProjectAccess,
    address: SecretAddress & { readonly version?: number },
    options: ReadOptions & { readonly asOf: string },
  ): Promise<SecretOfProject> {
    requireAnyDescribe(project, address);
    const moment = this.moments.parse(project, options.asOf);
    const [row] = await this.repository.findMany(project.id, moment, [address]);
    await this.moments.requireAnswerable(project, moment);
    if (address.version !== undefined) throw badRequest('Ask for a version or for asOf, not both.');
    return this.answer(project, moment, row ?? null, options);
  }

  async getById(
    actor: Actor,
    secretId: string,
    options: ReadOptions & { readonly asOf: string },
  ): Promise<SecretOfProject> {
    const id = toUuid(secretId);
    const projectId = await this.repository.findProjectIdOf(actor.orgId, id);
    if (projectId === null) throw notFound();
    const project = await this.access.toProject(actor, { id: projectId });
    const moment = this.moments.parse(project, options.asOf);
    const row = await this.repository.findById(project.id, moment, id);
    if (row) requireAnyDescribe(project, row);
    await this.moments.requireAnswerable(project, moment);
    return this.answer(project, moment, row, options);
  }

  /** A value that was asked for and may not be read: 403. */
  private async answer(
    project: ProjectAccess,
    moment: RequestedPointInTime,
    row: PastState | null,
    options: ReadOptions,
  ): Promise<SecretOfProject> {
    if (!row || !mayDescribePast(project, row)) throw notFound();
    if (options.viewSecretValue) requireReadPast(project, row);
    const [secret] = await this.open(project, moment, [row], options);
    return { projectId: project.id, secret: secret! };
  }

  private async open(
    project: ProjectAccess,
    moment: RequestedPointInTime,
    rows: readonly PastState[],
    { viewSecretValue, expandSecretReferences }: ReadOptions,
  ): Promise<readonly OpenSecret[]> {
    const readable = new Set(rows.filter((row) => viewSecretValue && mayReadPast(project, row)));
    const secrets = await this.vault.open(project, rows, (row) => readable.has(row as PastState));
    if (expandSecretReferences === false) return secrets;
    const expanded = await this.references.expand(project, moment, secrets, expandSecretReferences);
    await this.moments.requireAnswerable(project, moment);
    return expanded;
  }
}
