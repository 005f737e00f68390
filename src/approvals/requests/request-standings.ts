import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import {
  type RequestStanding,
  RequestStandings,
} from '../../events/authorization/request-standings.js';
import { DECIDES } from './votes.repository.js';

const STANDING = statement(`
  select coalesce(json_agg(a.id), '[]') "policyIds", exists (
      select from approval_requests r where r.project_id = $1
        and coalesce(r.committer_user_id, r.committer_identity_id) = $2
    ) or exists (
      select from access_requests r where r.project_id = $1 and r.user_id = $2
    ) "hasAsked"
  from approval_policies a join projects p on p.id = a.project_id
  where a.project_id = $1 and a.deleted_at is null and ${DECIDES}`);

/** Tells streams of events whose requests somebody may hear of without the right to read all. */
@Injectable()
export class ApprovalStandings extends RequestStandings {
  constructor(private readonly database: Database) {
    super();
  }

  async find(projectId: string, holderId: string): Promise<RequestStanding> {
    type Row = { readonly policyIds: readonly string[]; readonly hasAsked: boolean };
    const row = await this.database.row<Row>(STANDING, [projectId, holderId]);
    const { policyIds, hasAsked } = row!; // an aggregate gives one row
    return { holderId, policyIds: new Set(policyIds), hasAsked };
  }
}
