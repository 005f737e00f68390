import { Injectable } from '@nestjs/common';
import { AccessRepository, HELD } from '../access/access.repository.js';
import { type Holding, liveRules } from '../access/held-rules.js';
import type { Actor } from '../auth/actor.js';
import { Database, statement } from '../database/database.js';
import { badRequest } from '../errors/api-error.js';
import { type Ability, compile } from '../permissions/ability.js';
import { PROJECT_SUBJECTS, type ProjectSubjects } from '../permissions/project-subjects.js';

/** Projects whose entries one page puts together. */
const MAX_PROJECTS = 100;

const MINE = statement(`
  select mine.id "projectId", statement_timestamp() "now", held.*
  from (
    select p.id, m.id membership_id
    from project_memberships m join projects p on p.id = m.project_id
    where m.identity_id = $2 and p.org_id = $1 and ($3::uuid is null or p.id = $3)
    order by p.id limit ${MAX_PROJECTS + 1}
  ) mine
  cross join lateral (select * from (${HELD}) h where h."membershipId" = mine.membership_id) held`);

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
  async listFor({ orgId, identityId }: Actor, projectId: string | null): Promise<ReadableProjects> {
    const rows = await this.database.rows<Row>(MINE, [orgId, identityId, projectId]);
    const holdings = Map.groupBy(rows, (row) => row.projectId);
    if (holdings.size > MAX_PROJECTS) {
      throw badRequest(
        'too-much-at-once',
        `You are in more than ${MAX_PROJECTS} projects: name one of them as projectId.`,
      );
    }
    const readable = new Map<string, Ability<ProjectSubjects>>();
    for (const [id, held] of holdings) {
      const { rules } = liveRules(held, held[0]!.now.getTime());
      const ability = compile(PROJECT_SUBJECTS, await this.access.bind(rules, identityId));
      if (ability.allows('read', 'audit-logs')) readable.set(id, ability);
    }
    return readable;
  }
}
