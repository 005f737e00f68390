import { Injectable } from '@nestjs/common';
import { AccessService, type ProjectAccess } from '../../access/access.service.js';
import { filterInSlices } from '../../access/slices.js';
import type { ContentActor } from '../../auth/actor.js';
import { toUuid } from '../../database/uuid.js';
import { type ApiError, badRequest, notFound } from '../../errors/api-error.js';
import { environmentNotFound, secretNotFound } from '../../errors/missing.js';
import { addCost } from '../../http/limits/admission.js';
import type {
  OpenSecret,
  SecretLocation,
  SealedSecret,
  SecretOfProject,
  SecretsOfProject,
} from '../secret.js';
import { readableInList } from '../listed-values.js';
import { ReferenceResolver, type ReferenceSource } from '../references/reference-resolver.js';
import { mayReadValue, requireAnyDescribe } from '../secret-guards.js';
import type { ReadOptions } from '../secret-reads.service.js';
import { SecretVault } from '../secret-vault.js';
import type { SecretAddress } from '../secrets.repository.js';
import { type RequestedPointInTime, PointsInTime } from './points-in-time.service.js';
import { mayDescribePast, mayReadPast, type PastState, requireReadPast } from './past-secret.js';
import {
  type ListedStates,
  type PastList,
  PastSecretsRepository,
  type PointInTimeValue,
} from './past-secrets.repository.js';

interface PastListOptions extends ReadOptions {
  readonly recursive: boolean;
  readonly includeImports: boolean;
}

/** Secrets of the past that cost as much as one more request. */
const ROWS_PER_COST_UNIT = 200;

/** Reads secrets as of a point in time. */
@Injectable()
export class PastReads {
  constructor(
    private readonly access: AccessService,
    private readonly pointsInTime: PointsInTime,
    private readonly repository: PastSecretsRepository,
    private readonly vault: SecretVault,
    private readonly references: ReferenceResolver,
  ) {}

  /** Returns what the folder held then, as far as the caller may describe it now and could then. */
  async list(
    project: ProjectAccess,
    place: SecretLocation,
    options: PastListOptions & { readonly asOf: string },
    isChosen: (row: SealedSecret) => boolean,
  ): Promise<SecretsOfProject> {
    const pointInTime = this.pointsInTime.parse(project, options.asOf);
    const asked = { pointInTime, place, recursive: options.recursive };
    const found = await this.repository.list(project.id, asked);
    if (found === null) throw environmentNotFound(project.id, place.environment);
    addCost(1 + found.states.length / ROWS_PER_COST_UNIT);
    requireAnyDescribe(project, place);
    await this.pointsInTime.requireAnswerable(project, pointInTime);
    if (options.includeImports)
      throw badRequest(
        'contradictory-fields',
        'Imports have no history: leave them out with asOf.',
      );
    const known = await this.knownOf(project, found, asked, options);
    const described = await filterInSlices(known, isChosen);
    const chosen = options.viewSecretValue
      ? await readableInList(project, place, described, (row) => mayReadPast(project, row))
      : described;
    const secrets = await this.open(project, pointInTime, chosen, options);
    return { projectId: project.id, secrets };
  }

  /** What the caller may describe. What is too large is weighed without the rest, of which a refusal would tell. */
  private async knownOf(
    project: ProjectAccess,
    { states, isTooLarge }: ListedStates,
    asked: PastList,
    { viewSecretValue }: ReadOptions,
  ): Promise<PastState[]> {
    const known = await filterInSlices(states, (state) => mayDescribePast(project, state));
    if (!isTooLarge) return known;
    const isRead = (state: PastState) => viewSecretValue && mayReadPast(project, state);
    return this.repository.listKnown(project.id, asked, known, isRead);
  }

  /** Returns the secret that had the name in the folder then, whatever became of it. */
  async get(
    project: ProjectAccess,
    address: SecretAddress & { readonly version?: number },
    options: ReadOptions & { readonly asOf: string },
  ): Promise<SecretOfProject> {
    requireAnyDescribe(project, address);
    const pointInTime = this.pointsInTime.parse(project, options.asOf);
    const [row] = await this.repository.findMany(project.id, pointInTime, [address], {
      isKnown: (state) => mayDescribePast(project, state),
      isReadable: (state) => options.viewSecretValue && mayReadPast(project, state),
    });
    await this.pointsInTime.requireAnswerable(project, pointInTime);
    if (address.version !== undefined)
      throw badRequest('contradictory-fields', 'Ask for a version or for asOf, not both.');
    return this.answer(project, { pointInTime, ...options }, row ?? null, () =>
      secretNotFound(project.id, address),
    );
  }

  async getById(
    actor: ContentActor,
    secretId: string,
    options: ReadOptions & { readonly asOf: string },
  ): Promise<SecretOfProject> {
    const id = toUuid(secretId);
    const projectId = await this.repository.findProjectIdOf(actor.orgId, id);
    if (projectId === null) throw notFound();
    const project = await this.access.toProject(actor, { id: projectId });
    const pointInTime = this.pointsInTime.parse(project, options.asOf);
    const row = await this.repository.findById(project.id, pointInTime, id);
    if (row) requireAnyDescribe(project, row);
    await this.pointsInTime.requireAnswerable(project, pointInTime);
    return this.answer(project, { pointInTime, ...options }, row, notFound);
  }

  /** Throws 404, or 403 for a value that was asked for and may not be read. */
  private async answer(
    project: ProjectAccess,
    { pointInTime, ...options }: ReadOptions & { readonly pointInTime: RequestedPointInTime },
    row: PastState | null,
    missing: () => ApiError,
  ): Promise<SecretOfProject> {
    if (!row || !mayDescribePast(project, row)) throw missing();
    if (options.viewSecretValue) requireReadPast(project, row);
    const [secret] = await this.open(project, pointInTime, [row], options);
    return { projectId: project.id, secret: secret! };
  }

  private async open(
    project: ProjectAccess,
    pointInTime: RequestedPointInTime,
    rows: readonly PastState[],
    { viewSecretValue, expandSecretReferences }: ReadOptions,
  ): Promise<readonly OpenSecret[]> {
    const readable = new Set(rows.filter((row) => viewSecretValue && mayReadPast(project, row)));
    const secrets = await this.vault.open(project, rows, (row) => readable.has(row as PastState));
    if (expandSecretReferences === false) return secrets;
    const source = this.sourceAt(project, pointInTime);
    const expanded = await this.references.expand(project, secrets, expandSecretReferences, source);
    await this.pointsInTime.requireAnswerable(project, pointInTime);
    return expanded;
  }

  /**
   * Where references led at the point in time. The resolver judges by the folder of then only, so that rows which
   * it would show and today's folder forbids are left out here.
   */
  private sourceAt(project: ProjectAccess, pointInTime: PointInTimeValue): ReferenceSource {
    const isShown = (row: PastState) =>
      mayDescribePast(project, row) && (mayReadPast(project, row) || !mayReadValue(project, row));
    return {
      findMany: async (projectId, addresses) => {
        const found = await this.repository.findMany(projectId, pointInTime, addresses, {
          isKnown: isShown,
          isReadable: (row) => mayReadPast(project, row),
        });
        return { secrets: found.filter(isShown), isTooLarge: false };
      },
    };
  }
}
