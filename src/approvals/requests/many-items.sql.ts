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

const COUNT_ITEMS = `
  select count(*)::int "all",
    count(*) filter (where coalesce(r.committer_user_id, r.committer_identity_id) = $2)::int own
  from approval_requests r join approval_items i on i.request_id = r.id
  where r.project_id = $1 and (${IS_OPEN} or r.id = $3)`;

/** Destroys the first of what was proposed; the rest, which nobody is shown any more, is left to `destroyLeft`. */
export async function destroyFirst(tx: EntityManager, ids: readonly string[]): Promise<void> {
  await tx.query(DESTROY_SLICE, [ids]);
}

/** Returns how many secrets of requests that their policy closed it destroyed. */
export async function destroyLeft(tx: EntityManager): Promise<number> {
  return (await tx.query<[unknown[], number]>(DESTROY_LEFT))[1];
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
