import { Injectable } from '@nestjs/common';
import { AccessRepository } from '../access/access.repository.js';
import { type Holding, liveRules } from '../access/held-rules.js';
import { heldBy, membershipsOf } from '../access/holders.sql.js';
import type { Actor } from '../auth/actor.js';
import { Database, statement } from '../database/database.js';
import { badRequest } from '../errors/api-error.js';
import { type Ability, compile } from '../permissions/ability.js';
import { PROJECT_SUBJECTS, type ProjectSubjects } from '../permissions/project-subjects.js';
import { groupBy } from '../database/group-by.js';

/** Projects whose entries one page puts together. */
const MAX_PROJECTS = 100;

const MINE = statement(`
  with own as materialized (${membershipsOf('array[$2::uuid]')}), mine as materialized (
    select p.id from projects p
    where p.org_id = $1 and ($3::uuid is null or p.id = $3)
      and p.id in (select project_id from own)
    order by p.id limit ${MAX_PROJECTS + 1}
  )
  select mine.id "projectId", statement_timestamp() "now", held.*
  from mine
  cross join lateral (
    ${heldBy('select * from own where own.project_id = mine.id', () => 'true')}
  ) held`);

type Row = Holding & { readonly projectId: string; readonly now: Date };

export type ReadableProjects = ReadonlyMap<string, Ability<ProjectSubjects>>;

/** Finds the projects whose entries a caller may read who is no auditor of the organization. */
@Injectable()
export class ReadableProjectsRepository {
  constructor(
    private readonly database: Database,
    private readonly access: AccessRepository,
  ) {}

  /** Lists the projects in which the caller holds `audit-logs: read`. Throws 400 for too many at once. */
  async listFor(actor: Actor, projectId: string | null): Promise<ReadableProjects> {
    const { orgId, callerId } = actor;
    const rows = await this.database.rows<Row>(MINE, [orgId, callerId, projectId]);
    const holdings = groupBy(rows, (row) => row.projectId);
    if (holdings.size > MAX_PROJECTS) {
      throw badRequest(
        'too-much-at-once',
        `You are in more than ${MAX_PROJECTS} projects: name one of them as projectId.`,
      );
    }
    const readable = new Map<string, Ability<ProjectSubjects>>();
    for (const [id, held] of holdings) {
      const { rules } = liveRules(held, held[0]!.now.getTime());
      const ability = compile(PROJECT_SUBJECTS, await this.access.bind(rules, actor));
      if (ability.allows('read', 'audit-logs')) readable.set(id, ability);
    }
    return readable;
  }
}
