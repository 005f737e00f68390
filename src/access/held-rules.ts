import { ORG_ROLES, PROJECT_ROLES } from '../permissions/predefined-roles.js';
import type { OrgHolding } from './holdings.repository.js';
import type { Rule, RuleSource, SourcedRule } from '../permissions/rule.js';

/** A role or a privilege held in a project, with the span in which it counts. */
export interface Holding {
  readonly kind: RuleSource['kind'];
  /** Null for a predefined role. */
  readonly id: string | null;
  readonly slug: string;
  /** Null for a predefined role, whose rules are in its table, and for what has ended. */
  readonly permissions: readonly Rule[] | null;
  readonly validFrom: Date | null;
  readonly validUntil: Date | null;
  /** The group that holds it; null or absent for what is held without one. */
  readonly groupId?: string | null;
  readonly groupName?: string | null;
}

/** The rules that are held at one moment, and the span of time in which they stay the same. */
export interface LiveRules {
  readonly rules: readonly SourcedRule[];
  /** The holdings that the rules are of, in the same order. */
  readonly holdings: readonly Holding[];
  readonly sameFrom: number;
  readonly sameUntil: number;
}

/** The rules that count at `now`, in milliseconds of the database's clock: start <= now < end. */
export function liveRules(holdings: readonly Holding[], now: number): LiveRules {
  const rules: SourcedRule[] = [];
  const live: Holding[] = [];
  let sameFrom = -Infinity;
  let sameUntil = Infinity;
  // Many groups give the same role: its rules are looked at once.
  const counted = new Set<string>();
  for (const holding of holdings) {
    const from = holding.validFrom?.getTime() ?? -Infinity;
    const until = holding.validUntil?.getTime() ?? Infinity;
    for (const edge of [from, until]) {
      if (edge <= now) sameFrom = Math.max(sameFrom, edge);
      else sameUntil = Math.min(sameUntil, edge);
    }
    const key = `${holding.kind} ${holding.id ?? holding.slug}`;
    if (now < from || until <= now || counted.has(key)) continue;
    counted.add(key);
    live.push(holding);
    for (const rule of rulesOf(holding)) rules.push(rule);
  }
  return { rules, holdings: live, sameFrom, sameUntil };
}

/** The moments after `at` at which any of the holdings begins or ends, in their order. */
export function edgesAfter(holdings: readonly Holding[], at: Date): Date[] {
  const times = holdings
    .flatMap(({ validFrom, validUntil }) => [validFrom, validUntil])
    .flatMap((edge) => (edge !== null && edge > at ? [edge.getTime()] : []));
  return [...new Set(times)].sort((a, b) => a - b).map((time) => new Date(time));
}

/** The rules of a role or privilege in a project, each with its source and the span in which it counts. */
export function rulesOf({ kind, validFrom, validUntil, ...held }: Holding): SourcedRule[] {
  const role = held.id === null ? predefinedRole(held.slug) : undefined;
  const id = held.id ?? role?.id;
  const source: RuleSource = {
    kind,
    slug: held.slug,
    ...(id === undefined ? {} : { id }),
    ...groupOf(held),
    ...(validFrom ? { validFrom } : {}),
    ...(validUntil ? { validUntil } : {}),
  };
  return withSource(held.permissions ?? role?.rules ?? [], source);
}

/** The rules of an organization role, which is held for good. `permissions` is null for a predefined role. */
export function orgRulesOf({
  id,
  slug,
  permissions,
  ...held
}: Pick<Holding, 'id' | 'slug' | 'permissions' | 'groupId' | 'groupName'>): SourcedRule[] {
  const group = groupOf(held);
  if (id !== null) return withSource(permissions ?? [], { kind: 'role', slug, id, ...group });
  const role = ORG_ROLES.find((each) => each.slug === slug);
  return role ? withSource(role.rules, { kind: 'role', slug, id: role.id, ...group }) : [];
}

/** The rules of all roles that somebody holds in the organization. */
export const orgRulesOfHolder = ({ roles }: Pick<OrgHolding, 'roles'>): SourcedRule[] =>
  roles.flatMap(orgRulesOf);

const groupOf = ({ groupId, groupName }: Pick<Holding, 'groupId' | 'groupName'>) =>
  groupId ? { group: { id: groupId, name: groupName ?? '' } } : {};

/** Whether the rule counts at the moment: start <= at < end. */
export const isLiveAt = ({ source: { validFrom, validUntil } }: SourcedRule, at: Date): boolean =>
  (validFrom === undefined || validFrom <= at) && !hasEndedAt(validUntil, at);

/** `isLiveAt` for what is held. */
export const isHeldAt = ({ validFrom, validUntil }: Holding, at: Date): boolean =>
  (validFrom === null || validFrom <= at) && !hasEndedAt(validUntil ?? undefined, at);

export const hasEndedAt = (validUntil: Date | undefined, at: Date): boolean =>
  validUntil !== undefined && validUntil <= at;

const predefinedRole = (slug: string) => PROJECT_ROLES.find((role) => role.slug === slug);

export const withSource = (rules: readonly Rule[], source: RuleSource): SourcedRule[] =>
  rules.map((rule) => ({ ...rule, source }));
