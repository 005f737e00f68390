import type { EntityManager } from 'typeorm';
import { notEnded } from '../holdings.repository.js';
import type { RuleWeightColumns } from '../../database/entities/rule-weight-columns.js';
import { badRequest } from '../../errors/api-error.js';
import { HOLDING_LIMITS, type RuleWeight, measureRules } from '../../permissions/rule-weight.js';
import type { Rule } from '../../permissions/rule.js';

/** Privileges of one identity in one project that have not ended. */
export const MAX_PRIVILEGES = 1_000;

interface Held extends RuleWeight {
  readonly identityId: string;
  readonly privileges: number;
}

/** What each of the memberships holds that has not ended: what begins later counts already. */
const HELD = (memberships: string) => `
  with concerned as materialized (${memberships}), held as (
    select h.membership_id, r.rule_count, r.pattern_bytes, 0 privileges
    from concerned c
    join membership_roles h on h.membership_id = c.id
    join project_roles r on r.id = h.custom_role_id
    where ${notEnded('h')}
    union all
    select a.project_membership_id, a.rule_count, a.pattern_bytes, 1
    from concerned c
    join additional_privileges a on a.project_membership_id = c.id
    where ${notEnded('a')}
  )
  select m.identity_id "identityId", sum(held.rule_count)::float rules,
    sum(held.pattern_bytes)::float bytes, sum(held.privileges)::int privileges
  from held join project_memberships m on m.id = held.membership_id
  group by m.identity_id`;

const BEYOND = (memberships: string) => `
  select * from (${HELD(memberships)}) each
  where rules > $2 or bytes > $3 or privileges > $4
  order by "identityId" limit 1`;

const OF_ONE = BEYOND('select $1::uuid id');

const OF_HOLDERS = BEYOND(`
  select distinct h.membership_id id from membership_roles h
  where h.custom_role_id = $1 and ${notEnded('h')}`);

/**
 * Throws 400 where the membership now holds too much, so that no read ever meets more. To be asked after the
 * change was written, under the lock of the project.
 */
export const requireHoldable = (tx: EntityManager, membershipId: string): Promise<void> =>
  requireNoneBeyond(tx, OF_ONE, membershipId, () => true);

/** `requireHoldable` for each holder of the role; one that the caller may not see is not named. */
export const requireHoldableByAll = (
  tx: EntityManager,
  roleId: string,
  maySee: (identityId: string) => boolean,
): Promise<void> => requireNoneBeyond(tx, OF_HOLDERS, roleId, maySee);

async function requireNoneBeyond(
  tx: EntityManager,
  statement: string,
  id: string,
  maySee: (identityId: string) => boolean,
): Promise<void> {
  const { rules, bytes } = HOLDING_LIMITS;
  const [held] = await tx.query<Held[]>(statement, [id, rules, bytes, MAX_PRIVILEGES]);
  if (!held) return;
  if (maySee(held.identityId)) throw tooMuch(held, 'The identity', held);
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
  { identityId, privileges = 0 }: Partial<Held> = {},
) {
  const { rules, bytes } = weight;
  const limits = `${HOLDING_LIMITS.rules} rules and ${HOLDING_LIMITS.bytes} bytes of patterns`;
  const most = identityId ? `${limits}, in ${MAX_PRIVILEGES} privileges` : limits;
  const would = `${who} would hold ${rules} rules with ${bytes} bytes of patterns`;
  return badRequest(
    'rules-too-heavy',
    `${would}; at most ${most} are allowed. Grant fewer rules, or wider ones with fewer conditions.`,
    {
      ...(identityId ? { identityId, privileges } : {}),
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
