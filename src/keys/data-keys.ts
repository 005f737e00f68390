import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, statement } from '../database/database.js';
import type { RootKeys } from './root-keys.js';

/** A project and its latest data key. */
export interface KeyedProject {
  readonly id: string;
  readonly orgId: string;
  readonly version: number;
  /** Old enough to be followed by another. */
  readonly isDue: boolean;
  /** Some state is still sealed under an older one. */
  readonly hasOlder: boolean;
}

const PROJECTS = statement(`
  select p.id, p.org_id "orgId", k.version, k.created_at <= now() - $3 * interval '1 millisecond' "isDue",
    exists (select from secrets s where s.project_id = p.id and s.key_version < k.version)
    or exists (select from secret_versions v where v.project_id = p.id and v.key_version < k.version)
    or exists (select from personal_secrets o where o.project_id = p.id and o.key_version < k.version)
    or exists (select from ca_keys c where c.project_id = p.id and c.key_version < k.version)
    or exists (select from certificate_keys c where c.project_id = p.id and c.key_version < k.version)
      "hasOlder"
  from projects p
  join lateral (
    select version, created_at from data_keys where project_id = p.id order by version desc limit 1
  ) k on true
  where p.id > $1 and ($2::uuid is null or p.id = $2)
  order by p.id limit 200`);

const INSERT = `
  insert into data_keys (project_id, version, org_id, root_version, wrapped)
  values ($1, $2, $3, $4, $5)
  on conflict on constraint pk_data_keys do nothing
  returning version`;

const HOLD = `select version from data_keys where project_id = $1 and version < $2 for update`;

const SPARE = statement(`
  select d.project_id "projectId", min(d.org_id::text) "orgId", max(d.version) "latest"
  from data_keys d
  where d.project_id > $1 and ($2::uuid is null or d.project_id = $2)
  group by d.project_id having count(*) > 1
  order by d.project_id limit 200`);

const COUNT_OLDER = statement(`
  select count(*)::integer "count" from data_keys d
  where ($1::uuid is null or project_id = $1)
    and exists (select from data_keys n where n.project_id = d.project_id and n.version > d.version)`);

/** In a statement after that of the locks: whoever wrote under a key has committed by then. */
const REMOVE = `
  delete from data_keys d
  where d.project_id = $1 and d.version < $2
    and not exists (
      select from secrets s where s.project_id = d.project_id and s.key_version = d.version)
    and not exists (
      select from secret_versions v where v.project_id = d.project_id and v.key_version = d.version)
    and not exists (
      select from personal_secrets o where o.project_id = d.project_id and o.key_version = d.version)
    and not exists (
      select from ca_keys c where c.project_id = d.project_id and c.key_version = d.version)
    and not exists (
      select from certificate_keys c where c.project_id = d.project_id and c.key_version = d.version)
    and not exists (
      select from approval_requests r join approval_items i on i.request_id = r.id
      where r.project_id = d.project_id and r.key_version = d.version and i.sealed is not null)
  returning version`;

const NIL = '00000000-0000-0000-0000-000000000000';

export interface SpareKeys {
  readonly projectId: string;
  readonly orgId: string;
  readonly latest: number;
}

/** The versions of data keys: new ones are made, and old ones that nothing needs are removed. */
@Injectable()
export class DataKeys {
  constructor(
    private readonly database: Database,
    private readonly roots: RootKeys,
  ) {}

  /** All projects, or the one; a page at a time. */
  async *projects(olderThanMs: number, projectId?: string): AsyncGenerator<KeyedProject> {
    for (let after = NIL; ;) {
      const values = [after, projectId ?? null, olderThanMs];
      const page = await this.database.rows<KeyedProject>(PROJECTS, values);
      yield* page;
      if (page.length === 0) return;
      after = page.at(-1)!.id;
    }
  }

  /** Makes the version after the given one; false if another has made it. */
  async makeNext(tx: EntityManager, { id, orgId, version }: KeyedProject): Promise<boolean> {
    const root = await this.roots.newest(tx);
    const next = version + 1;
    const wrapped = root.key.newDataKey({ orgId, projectId: id, version: next });
    const rows = await tx.query<object[]>(INSERT, [id, next, orgId, root.version, wrapped]);
    return rows.length > 0;
  }

  /** Waits for the writers that still hold an older version. */
  async awaitWriters(projectId: string, version: number): Promise<void> {
    await this.database.transaction((tx) => tx.query(HOLD, [projectId, version]));
  }

  async countOlder(projectId?: string): Promise<number> {
    const row = await this.database.row<{ count: number }>(COUNT_OLDER, [projectId ?? null]);
    return row!.count;
  }

  /** Projects that have older versions too. */
  async *spares(projectId?: string): AsyncGenerator<SpareKeys> {
    for (let after = NIL; ;) {
      const page = await this.database.rows<SpareKeys>(SPARE, [after, projectId ?? null]);
      yield* page;
      if (page.length === 0) return;
      after = page.at(-1)!.projectId;
    }
  }

  /** Removes the older versions that nothing is sealed under, and tells which. */
  async removeUnused(tx: EntityManager, { projectId, latest }: SpareKeys): Promise<number[]> {
    await tx.query(HOLD, [projectId, latest]);
    const [rows] = await tx.query<[{ version: number }[], number]>(REMOVE, [projectId, latest]);
    return rows.map((row) => row.version).sort((a, b) => a - b);
  }
}
