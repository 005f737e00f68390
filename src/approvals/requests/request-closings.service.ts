import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { AccessChange } from '../../events/log/access-change-recorder.js';
import { governorsOf } from '../held/proposed-items.js';
import type { GovernedLocation, Governors } from '../policies/policy-table.js';
import { PolicyTables } from '../policies/policy-tables.js';
import { destroyFirst, FOLDER_IDS } from './many-items.sql.js';
import { RequestsRepository } from './requests.repository.js';

interface OpenRequest {
  readonly id: string;
  readonly policyId: string;
  readonly environmentId: string | null;
  readonly isMachine: boolean;
  /** Else a person closed it, and it could be opened again. */
  readonly isOpen: boolean;
  /** The folders of its items that are still there. */
  readonly places: readonly GovernedLocation[];
  /** How many folders of its items are gone. */
  readonly missing: number;
}

/** The requests that were closed, and the events that tell of it. */
export interface Closed {
  readonly requestIds: readonly string[];
  readonly events: readonly AccessChange[];
}

/** Folders by which requests are looked for; where more have changed, all are looked at. */
const MAX_TOUCHED = 200;

const NOTHING: Closed = { requestIds: [], events: [] };

/** Locked in one order, as merges of several replicas are. */
const OPEN = `
  select r.id, r.policy_id "policyId", r.environment_id "environmentId",
    r.committer_identity_id is not null "isMachine", r.is_open "isOpen", placed.places, placed.missing
  from approval_requests r
  cross join lateral (
    select coalesce(json_agg(json_build_object('environmentId', f.environment_id, 'secretPath', f.path))
      filter (where f.id is not null), '[]') places, count(*) filter (where f.id is null)::int missing
    from unnest(${FOLDER_IDS}) as of_items (folder_id) left join folders f on f.id = of_items.folder_id
  ) placed
  where r.project_id = $1 and (r.is_open or r.close_reason = 'person')
    and r.expires_at > clock_timestamp()
    and ($2::uuid[] is null or r.environment_id is null
      or exists (select from unnest(${FOLDER_IDS}) as touched (id) where touched.id = any($2)))
  order by r.id
  for update of r`;

/** Ends requests whose policy does not govern their folders any more. */
@Injectable()
export class RequestClosings {
  constructor(
    private readonly tables: PolicyTables,
    private readonly requests: RequestsRepository,
  ) {}

  /**
   * For whatever changes policies, or paths of folders: comes after it, in its transaction. What is closed so is not opened
   * again, and what was proposed is destroyed: much of it after the transaction, by the sweep. The audit entry and the events, which belong at the end of the transaction,
   * are the caller's. `folderIds`: all that have changed; null where a policy has.
   */
  async closeUngoverned(
    tx: EntityManager,
    projectId: string,
    folderIds: readonly string[] | null,
  ): Promise<Closed> {
    const touched = folderIds && folderIds.length <= MAX_TOUCHED ? folderIds : null;
    const open = await tx.query<OpenRequest[]>(OPEN, [projectId, touched]);
    if (open.length === 0) return NOTHING;
    const { table } = await this.tables.readIn(tx, projectId);
    const governing = await table.governors(open.flatMap(({ places }) => places));
    const ids = new Set(table.policies.map(({ id }) => id));
    const ended = open.filter(
      (each) => !ids.has(each.policyId) || !isStillGoverned(governing, each),
    );
    if (ended.length === 0) return NOTHING;
    const requestIds = ended.map(({ id }) => id);
    await this.requests.close(tx, requestIds, 'policy');
    await destroyFirst(tx, requestIds);
    // Streams heard of the others when a person closed them.
    const closed = ended.filter(({ isOpen }) => isOpen);
    const changes = closed.map(({ id: requestId, policyId }) => ({
      ...{ requestId, policyId, status: 'close' },
    }));
    const events = changes.length > 0 ? [{ type: 'approval:close', changes } as const] : [];
    return { requestIds, events };
  }
}

/** A folder that is gone leaves the request open: its merge tells of the conflict. */
function isStillGoverned(
  governing: Governors,
  { policyId, environmentId, isMachine, places, missing }: OpenRequest,
): boolean {
  if (environmentId === null) return false;
  const governors = governorsOf(governing, isMachine, places);
  if (governors.some(({ id }) => id !== policyId)) return false;
  return governors.length > 0 || missing > 0;
}
