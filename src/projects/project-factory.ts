import { CredentialGuard, projectScope } from '../credentials/credential-guard.js';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { LockedAccess } from '../access/locked-access.js';
import type { Actor } from '../auth/actor.js';
import { newId } from '../database/uuid.js';
import { ApiError, conflict } from '../errors/api-error.js';
import { KeyRing } from '../keys/key-ring.js';
import { EnvironmentsRepository } from './environments/environments.repository.js';
import { generateProjectSlug } from './project-slug.js';
import { type ProjectDraft, ProjectsRepository } from './projects.repository.js';

export interface NewProject {
  readonly projectName: string;
  readonly projectDescription?: string | null;
  readonly slug?: string;
  readonly type: string;
  readonly shouldCreateDefaultEnvs: boolean;
  readonly hasDeleteProtection: boolean;
  readonly template?: string | null;
  readonly kmsKeyId?: string | null;
  readonly kmsSecretManagerKeyId?: string | null;
}

const DEFAULT_ENVIRONMENTS = [
  { name: 'Development', slug: 'dev' },
  { name: 'Staging', slug: 'staging' },
  { name: 'Production', slug: 'prod' },
] as const;

/** Generated slugs differ in 36^4 ways: this many in a row are not taken by chance. */
const ATTEMPTS = 10;

/** Creates a project with all that it must have from its first moment: keys, event head, administrator, environments. */
@Injectable()
export class ProjectFactory {
  constructor(
    private readonly projects: ProjectsRepository,
    private readonly environments: EnvironmentsRepository,
    private readonly keys: KeyRing,
    private readonly locked: LockedAccess,
    private readonly credentials: CredentialGuard,
  ) {}

  /** Returns the id. Throws 409 if the slug asked for is taken. */
  async create(tx: EntityManager, actor: Actor, project: NewProject): Promise<string> {
    // Nobody creates a credential of the caller meanwhile.
    await this.locked.shareOrganization(tx, actor.orgId);
    const id = await this.insert(tx, actor.orgId, project);
    await this.keys.create(tx, actor.orgId, id);
    await this.projects.insertEventHead(tx, id);
    const gainers = { identityIds: [actor.callerId], scope: projectScope(id) };
    await this.credentials.changeHoldings(
      tx,
      actor,
      { ...gainers, trustsMakersOfCaller: true },
      () => this.projects.insertAdmin(tx, id, actor),
    );
    if (project.shouldCreateDefaultEnvs) {
      const drafts = DEFAULT_ENVIRONMENTS.map((each, i) => ({ ...each, position: i + 1 }));
      await this.environments.insert(tx, id, drafts);
    }
    return id;
  }

  private async insert(tx: EntityManager, orgId: string, project: NewProject): Promise<string> {
    const id = newId();
    for (const slug of slugsFor(project)) {
      const draft = draftOf(project, { id, orgId, slug });
      if (await this.projects.insert(tx, draft)) return id;
    }
    if (project.slug === undefined) throw new ApiError('internal-error', 'No slug was free.');
    throw conflict(
      'already-exists',
      `A project with this slug already exists in the organization. Choose another slug, or go on with that project: GET /api/v1/projects/slug/${project.slug}.`,
    );
  }
}

const slugsFor = ({ slug, projectName }: NewProject): string[] =>
  slug === undefined
    ? Array.from({ length: ATTEMPTS }, () => generateProjectSlug(projectName))
    : [slug];

const draftOf = (
  project: NewProject,
  identity: Pick<ProjectDraft, 'id' | 'orgId' | 'slug'>,
): ProjectDraft => ({
  ...identity,
  name: project.projectName,
  description: project.projectDescription ?? null,
  type: project.type,
  hasDeleteProtection: project.hasDeleteProtection,
});
