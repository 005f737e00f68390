import type { WorkBudget } from '../../permissions/work.js';
import { type Ability, compile } from '../../permissions/ability.js';
import { compileConditions, PATH_FIELD } from '../../permissions/conditions.js';
import { type CompiledGlob } from '../../permissions/glob.js';
import { globsDisjoint } from '../../permissions/glob-relations.js';
import { STEPS_PER_CHECK } from '../../permissions/lazy-glob.js';
import { patternBytes } from '../../permissions/rule-weight.js';
import { type FieldTest, fieldTruth, type Matcher } from '../../permissions/matchers.js';
import { PROJECT_SUBJECTS, type ProjectSubjects } from '../../permissions/project-subjects.js';
import { listOf, type SourcedRule } from '../../permissions/rule.js';
import {
  ACCESS_KINDS,
  type AccessItem,
  type AccessKind,
  type EventItem,
  type EventKind,
  isAccessKind,
  SECRET_KINDS,
  type SecretItem,
  type SecretKind,
} from '../log/event-kinds.js';
import type { SubscriptionFilter } from '../stream/subscription-filter.js';
import { SecretProhibitions } from './prohibitions.js';
import type { RequestStanding } from './request-standings.js';

const MAX_CACHED = 10_000;
/** Work of one check, a tenth of that of a request: an event is checked for each secret, and for three subjects. */
const WORK = STEPS_PER_CHECK / 10;
/** Bytes of patterns, and steps, that `couldEverReceive` may take; beyond, the answer is no. */
const MAX_PATTERN_BYTES = 64 * 1_024;
const MAX_STEPS = 500_000;
const SUBJECT = 'secret-event-subscriptions';
const OLDER_SUBJECT = 'secret-events';

/** A rule on `secrets` grants events only with a condition on their kind. */
const grantsEvents = ({ subject, conditions }: SourcedRule, about: string): boolean =>
  listOf(subject).includes(about) &&
  (about !== 'secrets' || Object.hasOwn((conditions ?? {}) as object, 'eventType'));

interface AccessRead {
  isAllowed(
    ability: Ability<ProjectSubjects>,
    item: AccessItem,
    party: RequestStanding | null,
  ): boolean;
  mayEverBeAllowed(ability: Ability<ProjectSubjects>, party: RequestStanding | null): boolean;
}

/** Whether an event names a person or a group, and no identity. */
const isOfOthers = ({ identityId, userId, groupId }: AccessItem): boolean =>
  identityId === undefined && (userId !== undefined || groupId !== undefined);

/** Whether somebody asked for the consent that an event is about, or is one of those who give it today. */
const isPartOf = (party: RequestStanding | null, { committerId, policyId }: AccessItem): boolean =>
  party !== null &&
  (party.holderId === committerId || (policyId !== undefined && party.policyIds.has(policyId)));

/** The right that events about each subject need: a subject of `ACCESS_KINDS` without an entry does not compile. */
const ACCESS_READS: Readonly<Record<(typeof ACCESS_KINDS)[AccessKind], AccessRead>> = {
  role: {
    isAllowed: (ability) => ability.allows('read', 'role'),
    mayEverBeAllowed: (ability) => ability.allows('read', 'role'),
  },
  'secret-approval': {
    isAllowed: (ability) => ability.allows('read', 'secret-approval'),
    mayEverBeAllowed: (ability) => ability.allows('read', 'secret-approval'),
  },
  'secret-approval-request': {
    isAllowed: (ability, item, party) =>
      ability.allows('read', 'secret-approval-request') || isPartOf(party, item),
    mayEverBeAllowed: (ability, party) =>
      ability.allows('read', 'secret-approval-request') ||
      (party !== null && (party.hasAsked || party.policyIds.size > 0)),
  },
  // Each of an identity, a person and a group that the event names must be readable, as it is called today. Of a group
  // that is gone nobody hears who reads groups by their names alone.
  identity: {
    isAllowed: (ability, { identityId, userId, groupId, userEmail = null, groupName = null }) =>
      (userId === undefined || ability.allows('read', 'member', { userEmail })) &&
      (groupId === undefined || ability.allows('read', 'groups', { groupName })) &&
      (isOfOthers({ identityId, userId, groupId }) ||
        ability.allows('read', 'identity', { identityId: identityId ?? null })),
    mayEverBeAllowed: (ability) =>
      ability.mayEverAllow('read', 'identity') ||
      ability.mayEverAllow('read', 'member') ||
      ability.mayEverAllow('read', 'groups'),
  },
};

/**
 * Decides which events a caller receives, by its rights at one moment. Events about secrets need the subject
 * `secret-event-subscriptions`, the older `secret-events`, or `secrets` with the condition `eventType`, and no
 * rule on `secrets` that forbids to know of the secret. Events about access need the right to read the identity or role.
 */
export class EventAuthorizer {
  private readonly ability: Ability<ProjectSubjects>;
  private readonly rules: readonly SourcedRule[];
  private readonly dependsOnNames: boolean;
  private readonly answers = new Map<string, boolean>();
  /** All rules: events about access are for callers that may read what they are about. */
  private readonly accessAbility: Ability<ProjectSubjects>;
  private readonly tests = new Map<SourcedRule, readonly FieldTest[] | null>();
  private readonly budget = { steps: MAX_STEPS };
  private bytesLeft = MAX_PATTERN_BYTES;
  private readonly prohibitions: SecretProhibitions;

  /** `party`: what the caller is to requests for consent; null where that is not asked. */
  constructor(
    rules: readonly SourcedRule[],
    private readonly party: RequestStanding | null = null,
    prohibitions = new SecretProhibitions(rules),
  ) {
    this.prohibitions = prohibitions;
    this.rules = rules.flatMap((rule) =>
      [SUBJECT, OLDER_SUBJECT, 'secrets']
        .filter((subject) => grantsEvents(rule, subject))
        .map((subject) => ({ ...rule, subject })),
    );
    this.dependsOnNames = this.rules.some(({ subject }) => subject === 'secrets');
    this.ability = compile(PROJECT_SUBJECTS, this.rules, WORK);
    this.accessAbility = compile(PROJECT_SUBJECTS, rules);
  }

  canReceive(kind: EventKind, item: EventItem): boolean {
    return isAccessKind(kind)
      ? this.canReceiveAccess(kind, item as AccessItem)
      : !this.prohibitions.hides(item as SecretItem) &&
          this.canReceiveSecret(kind, item as SecretItem);
  }

  /** Whether the caller may be told that anything in the folder changed; the key of `item` may be `*`. */
  canReceiveFolder(kind: SecretKind, item: SecretItem): boolean {
    return !this.prohibitions.hidesFolder(item) && this.canReceiveSecret(kind, item);
  }

  /** Returns the authorizer for events about whole folders, in which conditions on names of secrets always hold. */
  forWholeFolders(): EventAuthorizer {
    return this.dependsOnNames
      ? new EventAuthorizer(this.rules.map(withoutNameCondition), this.party, this.prohibitions)
      : this;
  }

  /** Whether the caller could receive any event of the kind that the filter selects, whatever its secret is called. */
  couldEverReceive(filter: SubscriptionFilter, kind: EventKind): boolean {
    if (isAccessKind(kind)) return this.couldEverReceiveAccess(kind);
    const { environment, path } = filter;
    const isExact = environment !== null && typeof path === 'string';
    if (isExact && !this.dependsOnNames) {
      return this.canReceive(kind, { environment, secretPath: path });
    }
    if (isExact && this.prohibitions.hidesFolder({ environment, secretPath: path })) return false;
    return this.rules.some((rule) => {
      if (rule.inverted || !grantsKind(rule, kind)) return false;
      const tests = this.testsOf(rule);
      return tests?.every((test) => canHold(test, kind, filter, this.budget)) ?? false;
    });
  }

  /** Returns null for a rule beyond the bound of bytes. */
  private testsOf(rule: SourcedRule): readonly FieldTest[] | null {
    const known = this.tests.get(rule);
    if (known !== undefined) return known;
    this.bytesLeft -= patternBytes(rule);
    const subject = rule.subject as keyof ProjectSubjects;
    const tests = this.bytesLeft < 0 ? null : compileConditions(PROJECT_SUBJECTS[subject], rule);
    this.tests.set(rule, tests);
    return tests;
  }

  private canReceiveSecret(kind: SecretKind, item: SecretItem): boolean {
    const { environment, secretPath, secretKey = '' } = item;
    const name = this.dependsOnNames ? secretKey : '';
    const key = `${kind}\n${environment}\n${secretPath}\n${name}`;
    const known = this.answers.get(key);
    if (known !== undefined) return known;
    if (this.answers.size >= MAX_CACHED) this.answers.clear();
    const answer = this.decide(kind, item);
    this.answers.set(key, answer);
    return answer;
  }

  private canReceiveAccess(kind: AccessKind, item: AccessItem): boolean {
    return ACCESS_READS[ACCESS_KINDS[kind]].isAllowed(this.accessAbility, item, this.party);
  }

  private couldEverReceiveAccess(kind: AccessKind): boolean {
    return ACCESS_READS[ACCESS_KINDS[kind]].mayEverBeAllowed(this.accessAbility, this.party);
  }

  /** A rule that forbids prevails, on whichever of the three subjects. */
  private decide(kind: SecretKind, { environment, secretPath, secretKey }: SecretItem): boolean {
    const { action, older } = SECRET_KINDS[kind];
    const folder = { environment, secretPath };
    const secret = {
      ...folder,
      secretName: secretKey ?? null,
      secretTags: null,
      eventType: kind,
    };
    const decisions = [
      this.ability.explain(action, SUBJECT, { ...folder, connectionId: null }),
      this.ability.explain(older, OLDER_SUBJECT, folder),
      this.ability.explain('describeSecret', 'secrets', secret),
    ];
    if (decisions.some(({ decidedBy }) => decidedBy?.inverted)) return false;
    return decisions.some(({ allowed }) => allowed);
  }
}

/** A rule that forbids keeps its condition: what it hides must not be named. */
function withoutNameCondition(rule: SourcedRule): SourcedRule {
  const { secretName, ...conditions } = (rule.conditions ?? {}) as Readonly<
    Record<string, unknown>
  >;
  return rule.inverted || secretName === undefined ? rule : { ...rule, conditions };
}

/** The actions on the subject that grant the kind. */
function actionsFor(subject: string, kind: SecretKind): readonly string[] {
  if (subject === 'secrets') return ['read', 'describeSecret'];
  return [subject === SUBJECT ? SECRET_KINDS[kind].action : SECRET_KINDS[kind].older];
}

/** Whether the rule, conditions aside, grants the kind. */
function grantsKind(rule: SourcedRule, kind: SecretKind): boolean {
  const actions = actionsFor(rule.subject as string, kind);
  return listOf(rule.action).some((action) => actions.includes(action));
}

/** Whether a condition holds for some event that the filter selects. Attributes that events do not have never match. */
function canHold(
  test: FieldTest,
  kind: SecretKind,
  { environment, path }: SubscriptionFilter,
  budget: WorkBudget,
): boolean {
  switch (test.field) {
    case 'environment':
      return environment === null || fieldTruth(test, environment) === true;
    case PATH_FIELD:
      if (path === null) return true;
      if (typeof path === 'string') return fieldTruth(test, path) === true;
      return test.matchers.every((matcher) => canMatch(matcher, path, budget));
    case 'eventType':
      return fieldTruth(test, kind) === true;
    case 'secretName':
      return true;
    default:
      return false;
  }
}

/** Whether a text that the glob matches could satisfy the matcher. */
function canMatch(matcher: Matcher, glob: CompiledGlob, budget: WorkBudget): boolean {
  if (budget.steps <= 0) return false;
  switch (matcher.operator) {
    case '$eq':
      return glob.matches(matcher.operand);
    case '$ne':
      return true;
    case '$in':
      return [...matcher.operand].some((text) => glob.matches(text));
    case '$glob':
      return !globsDisjoint(matcher.operand, glob, budget);
    default:
      return false;
  }
}
