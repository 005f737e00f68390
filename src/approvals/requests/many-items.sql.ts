import type { EntityManager } from 'typeorm';
import { IS_OPEN } from './requests.repository.js';

/** Secrets that one statement destroys: a policy that ends may have many requests, and its project is locked meanwhile. */
const SLICE = 2_000;
const DESTROY_SLICE = `
  update approval_items set sealed = null, more = '{}' where id in (
    select id from approval_items where request_id = any($1::uuid[]) and sealed is not null limit ${SLICE})`;
const DESTROY_LEFT = `
  update approval_items set sealed = null, more = '{}' where id in (
    select i.id from approval_requests r join approval_items i on i.request_id = r.id
    where r.close_reason = 'policy' and r.updated_at > now() - interval '7 days' and i.sealed is not null
    limit ${SLICE} for update of i skip locked)`;

const COMMITTER = 'coalesce(r.committer_user_id, r.committer_identity_id)';

/** How many secrets a request `r` has. */
export const ITEM_COUNT = `
  coalesce(r.item_count, (select count(*)::int from approval_items i where i.request_id = r.id))`;

/** The folders of a request `r`, each once. */
export const FOLDER_IDS = `
  coalesce(r.folder_ids, array(
    select folder_id from approval_items i where i.request_id = r.id
    union select new_folder_id from approval_items i
    where i.request_id = r.id and i.new_folder_id is not null))`;

const COUNT_ITEMS = `
  select coalesce(sum(${ITEM_COUNT}), 0)::int "all",
    coalesce(sum(${ITEM_COUNT}) filter (where ${COMMITTER} = $2), 0)::int own
  from approval_requests r
  where r.project_id = $1 and (${IS_OPEN} or r.id = $3)`;

/** Secrets of requests that people closed and that can be opened again: whatever ends a policy looks at these as well. */
const MAX_CLOSED_ITEMS = 50_000;
const MAX_CLOSED_ITEMS_OF_COMMITTER = 10_000;

/** Else proposing and closing in turns would store without bound. The sweep ends what has expired. */
const EXPIRE_OLDEST = `
  with closed as (
    select r.id, ${COMMITTER} = $2 own, ${ITEM_COUNT} items, r.updated_at
    from approval_requests r
    where r.project_id = $1 and r.close_reason = 'person' and r.expires_at > clock_timestamp()
  ), summed as (
    select id, own, row_number() over of_one as rank, sum(items) over of_one own_items, sum(items) over of_all all_items
    from closed
    window of_one as (partition by own order by updated_at desc, id desc),
      of_all as (order by updated_at desc, id desc)
  ), due as (
    select id from approval_requests where id in (
      select id from summed where all_items > ${MAX_CLOSED_ITEMS}
        or own and (rank > $3 or own_items > ${MAX_CLOSED_ITEMS_OF_COMMITTER}))
    order by id for update skip locked
  )
  update approval_requests r set expires_at = now() from due where r.id = due.id`;

/** Destroys the first of what was proposed; the rest, which nobody is shown any more, is left to `destroyLeft`. */
export async function destroyFirst(tx: EntityManager, ids: readonly string[]): Promise<void> {
  await tx.query(DESTROY_SLICE, [ids]);
}

/** Returns how many secrets of requests that their policy closed it destroyed. */
export async function destroyLeft(tx: EntityManager): Promise<number> {
  return (await tx.query<[unknown[], number]>(DESTROY_LEFT))[1];
}

/**
 * Lets only so many of the newest requests that people closed of one committer be opened again, and only so many secrets of
 * one committer and of the project.
 */
export async function expireOldest(
  tx: EntityManager,
  projectId: string,
  committerId: string,
  kept: number,
): Promise<void> {
  await tx.query(EXPIRE_OLDEST, [projectId, committerId, kept]);
}

/** Counts the secrets in open requests, and in the one that is to be opened. */
export async function countItems(
  tx: EntityManager,
  projectId: string,
  committerId: string,
  openingId: string | null = null,
) {
  type Row = { readonly all: number; readonly own: number };
  return (await tx.query<Row[]>(COUNT_ITEMS, [projectId, committerId, openingId]))[0]!; // a count gives one row
}
