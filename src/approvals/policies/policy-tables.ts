import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { EntityManager } from 'typeorm';
import type { ProjectAccess } from '../../access/access.service.js';
import { RightsChanged } from '../../access/still-held.js';
import { Database, statement } from '../../database/database.js';
import { notFound } from '../../errors/api-error.js';
import { type GoverningPolicy, PolicyTable } from './policy-table.js';

const MAX_PROJECTS = 10_000;
/** Policies of all projects together that are remembered. */
const MAX_POLICIES = 100_000;

const POLICIES = statement(`
  select p.epoch, coalesce((
    select json_agg(json_build_object('id', a.id, 'name', a.name, 'pattern', a.secret_path,
      'exemptsMachines', a.exempts_machines, 'environmentIds', coalesce(placed.ids, '[]'),
      'environmentSlugs', coalesce(placed.slugs, '[]'))
      order by a.created_at, a.id)
    from approval_policies a cross join lateral (
      select json_agg(e.id order by e.id) ids, json_agg(e.slug order by e.id) slugs
      from approval_policy_environments t join environments e on e.id = t.environment_id
      where t.policy_id = a.id
    ) placed
    where a.project_id = p.id and a.deleted_at is null and a.access is null
  ), '[]') policies
  from projects p where p.id = $1`);

interface Row {
  readonly epoch: string;
  readonly policies: readonly GoverningPolicy[];
}

/**
 * The policies of projects, remembered under the epoch of the project: whatever changes a policy, a folder's path or an
 * environment raises it, and every write proves at its end, under the lock of the events' head, that it is still that of its
 * rights. So a write asks nothing here that it has not asked before, and what is remembered is right when it commits.
 */
@Injectable()
export class PolicyTables {
  private readonly tables = new LRUCache<string, PolicyTable>({
    max: MAX_PROJECTS,
    maxSize: MAX_POLICIES,
    sizeCalculation: ({ policies }) => 1 + policies.length,
  });

  constructor(private readonly database: Database) {
    database.onHistoryChange(() => this.tables.clear());
  }

  /** The policies by which a write goes that was planned by these rights. Throws `RightsChanged` where others are in force. */
  async of(tx: EntityManager, { id, epoch }: Pick<ProjectAccess, 'id' | 'epoch'>) {
    const key = `${id} ${epoch}`;
    const known = this.tables.get(key);
    if (known) return known;
    const read = await this.readIn(tx, id);
    if (read.epoch !== epoch) throw new RightsChanged();
    this.database.afterCommit(tx, () => this.tables.set(key, read.table));
    return read.table;
  }

  /** The policies of this moment, for who only looks outside of a transaction. Throws 404 if the project is gone. */
  async find({ id, epoch }: Pick<ProjectAccess, 'id' | 'epoch'>): Promise<PolicyTable> {
    const known = this.tables.get(`${id} ${epoch}`);
    if (known) return known;
    const row = await this.database.row<Row>(POLICIES, [id]);
    if (!row) throw notFound();
    return new PolicyTable(row.policies);
  }

  /** The policies of this moment, for who only looks: a write takes `of`. */
  async ofNow(tx: EntityManager, { id, epoch }: Pick<ProjectAccess, 'id' | 'epoch'>) {
    return this.tables.get(`${id} ${epoch}`) ?? (await this.readIn(tx, id)).table;
  }

  /** The policies as the transaction sees them, its own changes included. Throws 404 if the project is gone. */
  async readIn(
    tx: EntityManager,
    projectId: string,
  ): Promise<{ readonly epoch: string; readonly table: PolicyTable }> {
    const [rows] = await this.database.together(tx, [{ ...POLICIES, values: [projectId] }]);
    const row = rows![0] as Row | undefined; // one statement, one list of rows
    if (!row) throw notFound();
    return { epoch: row.epoch, table: new PolicyTable(row.policies) };
  }
}
