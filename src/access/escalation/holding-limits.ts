import type { EntityManager } from 'typeorm';
import { membershipsIn, membershipsOfOne, notEnded } from '../holders.sql.js';
import { sendLater, statement } from '../../database/database.js';
import type { RuleWeightColumns } from '../../database/entities/rule-weight-columns.js';
import { refusedAt, refusedNumbers } from '../../database/required.js';
import { badRequest } from '../../errors/api-error.js';
import { HOLDING_LIMITS, type RuleWeight, measureRules } from '../../permissions/rule-weight.js';
import type { Rule } from '../../permissions/rule.js';

/** Privileges of one holder in one project that have not ended. */
export const MAX_PRIVILEGES = 1_000;

interface Held extends RuleWeight {
  readonly holderId: string;
  readonly privileges: number;
}

/**
 * What each holder holds that is in the project `$1` by one of the memberships, and that has not ended: what begins
 * later counts already. A role that several groups give counts once.
 */
const HELD = (memberships: string, project = '$1') => `
  with here as materialized (${membershipsIn(project)}), concerned as (
    select m.id, m.holder_id from here m where m.holder_id in (
      select holder_id from here where id in (${memberships}))
  ), held as (
    select distinct c.holder_id, r.id, r.rule_count, r.pattern_bytes, 0 privileges
    from concerned c
    join membership_roles h on h.membership_id = c.id
    join project_roles r on r.id = h.custom_role_id
    where ${notEnded('h')}
    union all
    select c.holder_id, a.id, a.rule_count, a.pattern_bytes, 1
    from concerned c
    join additional_privileges a on a.project_membership_id = c.id
    where ${notEnded('a')}
  )
  select held.holder_id "holderId", sum(held.rule_count)::float rules,
    sum(held.pattern_bytes)::float bytes, sum(held.privileges)::int privileges
  from held group by held.holder_id`;

const BEYOND = (memberships: string) => `
  select * from (${HELD(memberships)}) each
  where rules > $3 or bytes > $4 or privileges > $5
  order by "holderId" limit 1`;

const OF_ONE = BEYOND('select $2::uuid');

const OF_HOLDERS = BEYOND(`
  select h.membership_id from membership_roles h
  where h.custom_role_id = $2 and ${notEnded('h')}`);

/** In several projects at once: of the holder `$6`, or of everybody for null. */
const OF_SEVERAL = `
  select each.* from unnest($1::uuid[], $2::uuid[]) place (project_id, membership_id)
  cross join lateral (${HELD('select place.membership_id', 'place.project_id')}) each
  where (rules > $3 or bytes > $4 or privileges > $5) and ($6::uuid is null or "holderId" = $6)
  order by "holderId" limit 1`;

/** A membership, which may be a group's, with its project. */
export interface MembershipInProject {
  readonly projectId: string;
  readonly membershipId: string;
}

/** `requireHoldable` for several memberships at once, of one holder or, for null, of everybody who is in by them. */
export async function requireAllHoldable(
  tx: EntityManager,
  places: readonly MembershipInProject[],
  holderId: string | null = null,
): Promise<void> {
  if (places.length === 0) return;
  const ids = [places.map(({ projectId }) => projectId), places.map((each) => each.membershipId)];
  await requireNoneBeyond(tx, OF_SEVERAL, ids, () => true, [holderId]);
}

/**
 * Throws 400 where somebody who is in the project by the membership, which may be a group's, now holds too much, so
 * that no read ever meets more. To be asked after the change was written, under the lock of the project.
 */
export const requireHoldable = (
  tx: EntityManager,
  projectId: string,
  membershipId: string,
): Promise<void> => requireNoneBeyond(tx, OF_ONE, [projectId, membershipId], () => true);

const REQUIRE_HOLDABLE = statement(`
  with own as materialized (${membershipsOfOne('$1', '$2')}), roles as (
    select coalesce(sum(r.rule_count), 0) rules, coalesce(sum(r.pattern_bytes), 0) bytes
    from (
      select distinct h.custom_role_id id from own m join membership_roles h on h.membership_id = m.id
      where ${notEnded('h')}
    ) held join project_roles r on r.id = held.id
  ), privileges as (
    select coalesce(sum(a.rule_count), 0) rules, coalesce(sum(a.pattern_bytes), 0) bytes, count(*) n
    from own m join additional_privileges a on a.project_membership_id = m.id
    where ${notEnded('a')}
  ), held as (
    select r.rules + p.rules rules, r.bytes + p.bytes bytes, p.n from roles r, privileges p
  )
  select ${refusedAt(`case when rules > $3::bigint or bytes > $4::bigint or n > $5::bigint
    then rules || ' ' || bytes || ' ' || n end`)} from held`);

/** `requireHoldable` of one holder, with the next statement of the transaction, or with its commit. */
export async function requireHoldableSoon(
  tx: EntityManager,
  projectId: string,
  holderId: string,
): Promise<void> {
  const values = [projectId, holderId, HOLDING_LIMITS.rules, HOLDING_LIMITS.bytes, MAX_PRIVILEGES];
  const onFailure = (error: unknown) => {
    const [rules, bytes, privileges] = refusedNumbers(error) ?? [];
    if (rules === undefined || bytes === undefined || privileges === undefined) return error;
    return tooMuch({ rules, bytes }, 'The identity', { holderId, privileges });
  };
  await sendLater(tx, [{ ...REQUIRE_HOLDABLE, values, onFailure }]);
}

/** `requireHoldable` for each holder of the role; one that the caller may not see is not named. */
export const requireHoldableByAll = (
  tx: EntityManager,
  projectId: string,
  roleId: string,
  maySee: (holderId: string) => boolean,
): Promise<void> => requireNoneBeyond(tx, OF_HOLDERS, [projectId, roleId], maySee);

async function requireNoneBeyond(
  tx: EntityManager,
  statement: string,
  ids: readonly (string | readonly string[])[],
  maySee: (holderId: string) => boolean,
  more: readonly (string | null)[] = [],
): Promise<void> {
  const { rules, bytes } = HOLDING_LIMITS;
  const values = [...ids, rules, bytes, MAX_PRIVILEGES, ...more];
  const [held] = await tx.query<Held[]>(statement, values);
  if (!held) return;
  if (maySee(held.holderId)) throw tooMuch(held, 'The identity', held);
  throw tooMuch(held, 'An identity that holds this role');
}

/** Throws 400 for rules that nobody could hold. */
export function requireWithinLimits(rules: readonly Rule[]): void {
  const weight = measureRules(rules);
  if (isBeyond(weight)) throw tooMuch(weight, 'Whoever holds these rules');
}

const isBeyond = ({ rules, bytes }: RuleWeight): boolean =>
  rules > HOLDING_LIMITS.rules || bytes > HOLDING_LIMITS.bytes;

function tooMuch(
  weight: RuleWeight,
  who: string,
  { holderId, privileges = 0 }: Partial<Held> = {},
) {
  const { rules, bytes } = weight;
  const limits = `${HOLDING_LIMITS.rules} rules and ${HOLDING_LIMITS.bytes} bytes of patterns`;
  const most = holderId ? `${limits}, in ${MAX_PRIVILEGES} privileges` : limits;
  const would = `${who} would hold ${rules} rules with ${bytes} bytes of patterns`;
  return badRequest(
    'rules-too-heavy',
    `${would}; at most ${most} are allowed. Grant fewer rules, or wider ones with fewer conditions.`,
    {
      ...(holderId ? { identityId: holderId, privileges } : {}),
      rules,
      patternBytes: bytes,
      limits: HOLDING_LIMITS,
    },
  );
}

/** Whether one set of rules is more than another, so that whoever holds too much already may still give up some. */
export function isLarger(after: readonly Rule[], before: readonly Rule[]): boolean {
  const [more, less] = [measureRules(after), measureRules(before)];
  return more.rules > less.rules || more.bytes > less.bytes;
}

export function weightColumns(rules: readonly Rule[]): RuleWeightColumns {
  const { rules: ruleCount, bytes: patternBytes } = measureRules(rules);
  return { ruleCount, patternBytes };
}
