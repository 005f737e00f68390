import fc from 'fast-check';
import { ALLOWING, FORBIDDING, ORG_RULES, RULES } from './rule-catalog.js';

/** Who is there, in this order. The attacker has little, the bot next to nothing. */
export const WHO = ['admin', 'attacker', 'owner', 'bot', 'accomplice', 'peer'] as const;
export type Who = (typeof WHO)[number];

export const SPANS = ['for good', 'now', 'ended', 'later'] as const;
export type Span = (typeof SPANS)[number];

/** One more thing that somebody holds in the project. */
export interface Holding {
  readonly who: Who;
  readonly as: 'role' | 'privilege';
  readonly rules: readonly number[];
  readonly span: Span;
}

/** The people of a world: each accepted and active at first. */
export const PEOPLE = ['ann', 'bob'] as const;
export type PersonName = (typeof PEOPLE)[number];

/** Whoever may be in a group. */
const MEMBERS = ['attacker', 'accomplice', 'peer', 'bot', ...PEOPLE] as const;

/** A group with what it holds in the organization and, by one role, in the project. */
export interface GroupDraft {
  readonly name: (typeof GROUP_NAMES)[number];
  readonly members: readonly (typeof MEMBERS)[number][];
  readonly orgRole: 'no-access' | 'member';
  /** Indexes of `RULES`. */
  readonly rules: readonly number[];
  readonly span: Span;
}

export const GROUP_NAMES = ['crew', 'team', 'spare'] as const;

/** A world before it is made; it shrinks to a smaller one. */
export interface World {
  readonly base: 'no-access' | 'viewer' | 'member';
  /** The rules of the attacker's own role, as indexes of `ALLOWING`. */
  readonly own: readonly number[];
  /** Rules of one role that many hold beside what else they have: as indexes of `FORBIDDING`. */
  readonly guardrail: readonly number[];
  readonly guarded: readonly Who[];
  readonly orgRole: 'no-access' | 'member' | 'custom';
  readonly orgRules: readonly number[];
  readonly holdings: readonly Holding[];
  /** Which tags each secret has: a bit for each. */
  readonly tagging: readonly number[];
  readonly teams: readonly number[];
  /** None of the same name twice. */
  readonly groups: readonly GroupDraft[];
  /** What each person holds by a role of their own in the project: indexes of `RULES`; null for who is no member. */
  readonly places: readonly (readonly number[] | null)[];
}

const indexes = (list: readonly unknown[], maxLength: number) =>
  fc.uniqueArray(fc.nat(list.length - 1), { maxLength, size: 'max' });

const holding: fc.Arbitrary<Holding> = fc.record({
  who: fc.constantFrom<Who>('accomplice', 'attacker', 'peer', 'bot', 'owner'),
  as: fc.constantFrom<Holding['as']>('role', 'privilege'),
  rules: indexes(RULES, 3),
  span: fc.constantFrom(...SPANS),
});

const group: fc.Arbitrary<GroupDraft> = fc.record({
  name: fc.constantFrom(...GROUP_NAMES),
  members: fc.subarray([...MEMBERS]),
  orgRole: fc.constantFrom<GroupDraft['orgRole']>('no-access', 'no-access', 'member'),
  rules: indexes(RULES, 3),
  span: fc.constantFrom(...SPANS),
});

/** What a kind of attack needs; without it most calls are refused for want of the first right. */
export interface Footing {
  readonly base?: readonly World['base'][];
  /** The attacker has at least one of these: indexes of `ALLOWING`. */
  readonly own?: readonly number[];
  readonly orgRole?: readonly World['orgRole'][];
  /** The attacker's own role in the organization has these: indexes of `ORG_RULES`. */
  readonly orgRules?: readonly number[];
  /** The accomplice holds these for good: indexes of `RULES`. */
  readonly accomplice?: readonly number[];
  /** Who holds the guardrail in any case. */
  readonly guarded?: readonly Who[];
}

const BASES = ['no-access', 'viewer', 'no-access', 'member'] as const;
const ORG_ROLE_SLUGS = ['no-access', 'member', 'custom'] as const;

const ownOf = (needed: readonly number[] | undefined) =>
  needed === undefined
    ? indexes(ALLOWING, 5)
    : fc
        .tuple(fc.subarray([...needed], { minLength: 1 }), indexes(ALLOWING, 3))
        .map((parts) => [...new Set(parts.flat())]);

export const worldsFor = (footing: Footing): fc.Arbitrary<World> =>
  fc.record({
    base: fc.constantFrom(...(footing.base ?? BASES)),
    own: ownOf(footing.own),
    guardrail: indexes(FORBIDDING, 2),
    guarded: fc
      .subarray<Who>(['attacker', 'admin', 'owner', 'peer', 'accomplice'])
      .map((some) => [...new Set([...some, ...(footing.guarded ?? [])])]),
    orgRole: fc.constantFrom(...(footing.orgRole ?? ORG_ROLE_SLUGS)),
    orgRules: indexes(ORG_RULES, 3).map((some) => [
      ...new Set([...some, ...(footing.orgRules ?? [])]),
    ]),
    holdings: fc.array(holding, { maxLength: 5, size: 'max' }).map((some) => {
      const { accomplice: rules } = footing;
      if (!rules) return some;
      return [...some, { who: 'accomplice', as: 'role', rules, span: 'for good' } as const];
    }),
    tagging: fc.array(fc.nat(3), { minLength: 7, maxLength: 7 }),
    teams: fc.array(fc.nat(2), { minLength: 8, maxLength: 8 }),
    groups: fc.uniqueArray(group, { maxLength: 3, size: 'max', selector: ({ name }) => name }),
    places: fc.array(fc.option(indexes(RULES, 3)), { minLength: 2, maxLength: 2 }),
  });

/** Values of the metadata `team`, of which some are slugs of environments. */
export const TEAMS = ['web', 'dev', 'prod'] as const;

export const describeWorld = (world: World): string[] => {
  const rules = (list: readonly object[], chosen: readonly number[]) =>
    chosen.map((i) => JSON.stringify(list[i])).join(', ') || 'nothing';
  return [
    `attacker: ${world.base} in the project, and a role of ${rules(ALLOWING, world.own)}`,
    `organization: ${world.orgRole}${world.orgRole === 'custom' ? ` (${rules(ORG_RULES, world.orgRules)})` : ''}`,
    ...(world.guarded.length > 0
      ? [`guardrail of ${world.guarded.join(', ')}: ${rules(FORBIDDING, world.guardrail)}`]
      : []),
    ...world.holdings.map(
      ({ who, as, rules: chosen, span }) => `${who}: ${as} ${span}, ${rules(RULES, chosen)}`,
    ),
    ...world.groups.map(
      ({ name, members, orgRole, rules: chosen, span }) =>
        `group ${name} (${orgRole}) of ${members.join(', ')}: ${span}, ${rules(RULES, chosen)}`,
    ),
    ...PEOPLE.map(
      (who, i) => `${who}: ${world.places[i] ? rules(RULES, world.places[i]) : 'no member'}`,
    ),
    `tags ${world.tagging.join('')}, teams ${world.teams.map((i) => TEAMS[i]).join(' ')}`,
  ];
};
