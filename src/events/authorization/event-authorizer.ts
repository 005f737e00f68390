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
import { AccessEventAuthorizer } from './access-event-authorizer.js';
import {
  type AccessItem,
  type EventItem,
  type EventKind,
  isAccessKind,
  SECRET_KINDS,
  type SecretItem,
  type SecretKind,
} from '../log/event-kinds.js';
import type { SubscriptionFilter } from '../stream/subscription-filter.js';
import { SecretProhibitions } from './prohibitions.js';

const REMEMBERED = 10_000;
/** Work of one check: an event is checked for each of its secrets, and for three subjects. */
const WORK = STEPS_PER_CHECK / 10;
/** Bytes of patterns, and steps, that the questions of a subscription may take; beyond, nothing could be heard. */
const MOST_BYTES = 64 * 1_024;
const MOST_STEPS = 500_000;
const TODAY = 'secret-event-subscriptions';
const OLDER = 'secret-events';

/** A rule on `secrets` speaks of events only where it asks for the kind of one. */
const grantsEvents = ({ subject, conditions }: SourcedRule, about: string): boolean =>
  listOf(subject).includes(about) &&
  (about !== 'secrets' || Object.hasOwn((conditions ?? {}) as object, 'eventType'));

/**
 * What a caller may hear at one moment. Of secrets: by today's subject, the older one, or `secrets` with
 * `eventType`, and nothing that a rule on `secrets` forbids to know of. Of access: what the caller may read.
 */
export class EventAuthorizer {
  private readonly ability: Ability<ProjectSubjects>;
  private readonly rules: readonly SourcedRule[];
  private readonly dependsOnNames: boolean;
  private readonly answers = new Map<string, boolean>();
  private readonly access: AccessEventAuthorizer;
  private readonly tests = new Map<SourcedRule, readonly FieldTest[] | null>();
  private readonly budget = { steps: MOST_STEPS };
  private bytes = MOST_BYTES;
  private readonly prohibitions: SecretProhibitions;

  constructor(rules: readonly SourcedRule[], prohibitions = new SecretProhibitions(rules)) {
    this.prohibitions = prohibitions;
    this.rules = rules.flatMap((rule) =>
      [TODAY, OLDER, 'secrets']
        .filter((subject) => grantsEvents(rule, subject))
        .map((subject) => ({ ...rule, subject })),
    );
    this.dependsOnNames = this.rules.some(({ subject }) => subject === 'secrets');
    this.ability = compile(PROJECT_SUBJECTS, this.rules, WORK);
    this.access = new AccessEventAuthorizer(rules);
  }

  canReceive(kind: EventKind, item: EventItem): boolean {
    return isAccessKind(kind)
      ? this.access.mayHear(kind, item as AccessItem)
      : !this.prohibitions.hides(item as SecretItem) &&
          this.canReceiveSecret(kind, item as SecretItem);
  }

  /** Of a folder as a whole, whatever its secrets are called; `item` may name `*`. */
  canReceiveFolder(kind: SecretKind, item: SecretItem): boolean {
    return !this.prohibitions.hidesFolder(item) && this.canReceiveSecret(kind, item);
  }

  /** What it may hear of folders as a whole: of some secret there, whatever that is called. */
  forWholeFolders(): EventAuthorizer {
    return this.dependsOnNames
      ? new EventAuthorizer(this.rules.map(withoutNameCondition), this.prohibitions)
      : this;
  }

  /** Whether anything an entry asks for could ever be heard: for an exact folder a check, else by its rules. */
  couldEverReceive(filter: SubscriptionFilter, kind: EventKind): boolean {
    if (isAccessKind(kind)) return this.access.couldHear(kind);
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

  /** Null for rules beyond what is compiled for questions. */
  private testsOf(rule: SourcedRule): readonly FieldTest[] | null {
    const known = this.tests.get(rule);
    if (known !== undefined) return known;
    this.bytes -= patternBytes(rule);
    const subject = rule.subject as keyof ProjectSubjects;
    const tests = this.bytes < 0 ? null : compileConditions(PROJECT_SUBJECTS[subject], rule);
    this.tests.set(rule, tests);
    return tests;
  }

  private canReceiveSecret(kind: SecretKind, item: SecretItem): boolean {
    const { environment, secretPath, secretKey = '' } = item;
    const name = this.dependsOnNames ? secretKey : '';
    const key = `${kind}\n${environment}\n${secretPath}\n${name}`;
    const known = this.answers.get(key);
    if (known !== undefined) return known;
    if (this.answers.size >= REMEMBERED) this.answers.clear();
    const answer = this.decide(kind, item);
    this.answers.set(key, answer);
    return answer;
  }

  /** Forbidding prevails (decision 1), through whichever of the three subjects. */
  private decide(kind: SecretKind, { environment, secretPath, secretKey }: SecretItem): boolean {
    const { action, older } = SECRET_KINDS[kind];
    const place = { environment, secretPath };
    const secret = {
      ...place,
      secretName: secretKey ?? null,
      secretTags: null,
      eventType: kind,
    };
    const decisions = [
      this.ability.explain(action, TODAY, { ...place, connectionId: null }),
      this.ability.explain(older, OLDER, place),
      this.ability.explain('describeSecret', 'secrets', secret),
    ];
    if (decisions.some(({ decidedBy }) => decidedBy?.inverted)) return false;
    return decisions.some(({ allowed }) => allowed);
  }
}

/** A rule that forbids stays as it is: what it hides must not be named. */
function withoutNameCondition(rule: SourcedRule): SourcedRule {
  const { secretName, ...conditions } = (rule.conditions ?? {}) as Readonly<
    Record<string, unknown>
  >;
  return rule.inverted || secretName === undefined ? rule : { ...rule, conditions };
}

/** The actions by which a rule on the subject lets the kind be heard. */
function actionsFor(subject: string, kind: SecretKind): readonly string[] {
  if (subject === 'secrets') return ['read', 'describeSecret'];
  return [subject === TODAY ? SECRET_KINDS[kind].action : SECRET_KINDS[kind].older];
}

/** Whether the rule, conditions aside, lets the kind be heard. */
function grantsKind(rule: SourcedRule, kind: SecretKind): boolean {
  const actions = actionsFor(rule.subject as string, kind);
  return listOf(rule.action).some((action) => actions.includes(action));
}

/** Whether a condition holds for some event of the filter. What is never known never holds (decision 2). */
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
