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

/**
 * Shifts by one place what stands at a position, and those directly behind it, up to the first gap. `$3` is 1 for
 * towards the end, -1 for towards the beginning. Set-based: no entity is read, and `updated_at` stays.
 */
const MAKE_ROOM = `
  with run as (
    select id, position, dense_rank() over (order by position * $3::int) as rank
    from environments
    where project_id = $1 and position * $3::int >= $2::int * $3::int and id is distinct from $4::uuid
  )
  update environments e set position = e.position + $3::int
  from run
  where run.id = e.id and run.position = $2::int + (run.rank - 1) * $3::int`;

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

  /** The last position in use; 0 without environments. */
  async lastPosition(tx: EntityManager, projectId: string): Promise<number> {
    return (await tx.withRepository(this.environments).maximum('position', { projectId })) ?? 0;
  }

  /** Shifts the others only where the place is taken, and only up to the next gap. */
  async makeRoom(tx: EntityManager, projectId: string, position: number): Promise<void> {
    await tx.query(MAKE_ROOM, [projectId, position, 1, null]);
  }

  /** Puts an environment at exactly this position; what it passes moves into the place that it left. */
  async move(tx: EntityManager, environment: EnvironmentRecord, position: number): Promise<void> {
    const { projectId, id, position: before } = environment;
    if (position === before) return;
    await tx.query(MAKE_ROOM, [projectId, position, position > before ? -1 : 1, id]);
    await tx.withRepository(this.environments).update({ id }, { position });
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

  /** Deletes an environment; its folders go with it. */
  async delete(tx: EntityManager, id: string): Promise<void> {
    await raiseEpochOf(tx, [id]);
    await tx.withRepository(this.environments).delete({ id });
  }
}
