import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { raiseEpochOf } from '../../access/epoch.js';
import { Database, statement } from '../../database/database.js';
import { orConflict } from '../../database/failures.js';
import { newId } from '../../database/uuid.js';
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

const COLUMNS = `id, project_id "projectId", name, slug, position,
  created_at "createdAt", updated_at "updatedAt"`;
const SELECT = `select ${COLUMNS} from environments where project_id = $1`;

const BY_ID = statement(`${SELECT} and id = $2`);
const BY_SLUG = statement(`${SELECT} and slug = $2`);
const PROJECT_OF = statement(`
  select e.project_id "projectId"
  from environments e join projects p on p.id = e.project_id
  where p.org_id = $1 and e.id = $2`);

const INSERT = `
  with made as (
    insert into environments (id, project_id, name, slug, position)
    select draft.id, $1, draft.name, draft.slug, draft.position
    from unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::int[])
      as draft (id, root_id, name, slug, position)
    returning id
  )
  insert into folders (id, environment_id, name, path)
  select draft.root_id, made.id, 'root', '/'
  from made join unnest($2::uuid[], $3::uuid[]) as draft (id, root_id) on draft.id = made.id`;

const LOCK_PROJECT = 'select id from projects where id = $1 for no key update';
const COUNT = 'select count(*)::int count from environments where project_id = $1';

const SHIFT = `
  update environments set position = position + $3
  where project_id = $1 and position >= $2`;

const MOVE = `
  update environments
  set position = case when id = $2 then $4 when $3 < $4 then position - 1 else position + 1 end
  where project_id = $1 and position between least($3::int, $4::int) and greatest($3::int, $4::int)`;

const RENAME = `
  update environments
  set name = coalesce($2, name), slug = coalesce($3, slug), updated_at = now()
  where id = $1`;

@Injectable()
export class EnvironmentsRepository {
  constructor(private readonly database: Database) {}

  find(projectId: string, key: EnvironmentKey): Promise<EnvironmentRecord | null> {
    return 'id' in key
      ? this.database.row(BY_ID, [projectId, key.id])
      : this.database.row(BY_SLUG, [projectId, key.slug]);
  }

  async findProjectOf(orgId: string, id: string): Promise<string | null> {
    const row = await this.database.row<{ projectId: string }>(PROJECT_OF, [orgId, id]);
    return row?.projectId ?? null;
  }

  /** Within a transaction, its own changes included. */
  async findIn(tx: EntityManager, projectId: string, id: string) {
    const [environment] = await tx.query<EnvironmentRecord[]>(BY_ID.text, [projectId, id]);
    return environment ?? null;
  }

  /** Changes to a project's environments come one after another. Returns false if there is no project. */
  async lockProject(tx: EntityManager, projectId: string): Promise<boolean> {
    return (await tx.query<unknown[]>(LOCK_PROJECT, [projectId])).length > 0;
  }

  async count(tx: EntityManager, projectId: string): Promise<number> {
    const [row] = await tx.query<{ count: number }[]>(COUNT, [projectId]);
    return row?.count ?? 0;
  }

  /** Each with its root folder. Returns their ids. Throws 409 if a slug is taken. */
  async insert(
    tx: EntityManager,
    projectId: string,
    drafts: readonly EnvironmentDraft[],
  ): Promise<string[]> {
    const ids = drafts.map(() => newId());
    const roots = drafts.map(() => newId());
    const names = drafts.map(({ name }) => name);
    const slugs = drafts.map(({ slug }) => slug);
    const positions = drafts.map(({ position }) => position);
    const values = [projectId, ids, roots, names, slugs, positions];
    await orConflict(tx.query(INSERT, values), SLUG_TAKEN);
    return ids;
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
  async rename(tx: EntityManager, id: string, name?: string, slug?: string): Promise<void> {
    await orConflict(tx.query(RENAME, [id, name ?? null, slug ?? null]), SLUG_TAKEN);
    await raiseEpochOf(tx, [id]);
  }

  /** Its folders go with it. */
  async delete(tx: EntityManager, id: string): Promise<void> {
    await raiseEpochOf(tx, [id]);
    await tx.query('delete from environments where id = $1', [id]);
  }
}
