import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { raiseEpochOf } from '../../access/epoch.js';
import { Database } from '../../database/database.js';
import { Environment } from '../../database/entities/environment.entity.js';
import { Folder } from '../../database/entities/folder.entity.js';
import { orConflict } from '../../database/failures.js';
import { newId } from '../../database/uuid.js';
import { ROOT_PATH } from '../folders/folder-path.js';
import type { EnvironmentRecord } from './environments.presenter.js';

const SLUG_TAKEN = {
  constraint: 'uq_environments_slug',
  message: 'An environment with this slug already exists in the project.',
};

export interface EnvironmentDraft {
  readonly name: string;
  readonly slug: string;
  readonly position: number;
}

export type EnvironmentKey = { readonly id: string } | { readonly slug: string };

/** Set-based: no entity is read, and `updated_at` stays. */
const SHIFT = `
  update environments set position = position + $3
  where project_id = $1 and position >= $2`;

const MOVE = `
  update environments
  set position = case when id = $2 then $4 when $3 < $4 then position - 1 else position + 1 end
  where project_id = $1 and position between least($3::int, $4::int) and greatest($3::int, $4::int)`;

@Injectable()
export class EnvironmentsRepository {
  constructor(
    @InjectRepository(Environment) private readonly environments: Repository<Environment>,
    @InjectRepository(Folder) private readonly folders: Repository<Folder>,
    private readonly database: Database,
  ) {}

  find(projectId: string, key: EnvironmentKey): Promise<Environment | null> {
    return this.database.bind(this.environments).findOneBy({ projectId, ...key });
  }

  async findProjectId(orgId: string, id: string): Promise<string | null> {
    const where = { id, project: { orgId } };
    const found = await this.database
      .bind(this.environments)
      .findOne({ select: { id: true, projectId: true }, where });
    return found?.projectId ?? null;
  }

  /** Within a transaction, its own changes included. */
  findIn(tx: EntityManager, projectId: string, id: string): Promise<Environment | null> {
    return tx.withRepository(this.environments).findOneBy({ projectId, id });
  }

  count(tx: EntityManager, projectId: string): Promise<number> {
    return tx.withRepository(this.environments).countBy({ projectId });
  }

  /** Inserts each with its root folder. Returns their ids. Throws 409 if a slug is taken. */
  async insert(
    tx: EntityManager,
    projectId: string,
    drafts: readonly EnvironmentDraft[],
  ): Promise<string[]> {
    const rows = drafts.map(({ name, slug, position }) => ({
      ...{ id: newId(), projectId, name, slug, position },
    }));
    const roots = rows.map(({ id: environmentId }) => ({
      ...{ id: newId(), environmentId, name: 'root', path: ROOT_PATH },
    }));
    await orConflict(tx.withRepository(this.environments).insert(rows), SLUG_TAKEN);
    await tx.withRepository(this.folders).insert(roots);
    return rows.map(({ id }) => id);
  }

  /** Makes room at a position (`by` 1), or closes the gap before it (`by` -1). */
  async shift(tx: EntityManager, projectId: string, from: number, by: 1 | -1): Promise<void> {
    await tx.query(SHIFT, [projectId, from, by]);
  }

  async move(tx: EntityManager, environment: EnvironmentRecord, position: number): Promise<void> {
    const { projectId, id, position: before } = environment;
    await tx.query(MOVE, [projectId, id, before, position]);
  }

  /** Throws 409 if the slug is taken. */
  async update(
    tx: EntityManager,
    id: string,
    { name, slug }: { readonly name?: string; readonly slug?: string },
  ): Promise<void> {
    const changes = { ...(name && { name }), ...(slug && { slug }), updatedAt: () => 'now()' };
    await orConflict(tx.withRepository(this.environments).update({ id }, changes), SLUG_TAKEN);
    await raiseEpochOf(tx, [id]);
  }

  /** Its folders go with it. */
  async delete(tx: EntityManager, id: string): Promise<void> {
    await raiseEpochOf(tx, [id]);
    await tx.withRepository(this.environments).delete({ id });
  }
}
