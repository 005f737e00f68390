import { compile } from '../permissions/ability.js';
import { PROJECT_SUBJECTS } from '../permissions/project-subjects.js';
import { type SourcedRule, listOf } from '../permissions/rule.js';
import { type Attributes, actionsBehind, rowOf } from '../permissions/subject-table.js';
import { isLiveAt } from './growth.js';

/** An ability that is asked with names of actions and subjects that are data. */
interface Asked {
  allows(action: string, subject: string, attributes: Attributes): boolean;
}

interface Span {
  readonly rules: readonly SourcedRule[];
  ability?: Asked;
}

/** About what it takes to ask a rule: its conditions are looked at. */
const costOf = ({ conditions }: SourcedRule): number =>
  conditions === undefined ? 1 : 1 + JSON.stringify(conditions).length / 16;

/** What one identity may do from a moment on, in each span of time in which its rights stay the same. */
export class RightsOverTime {
  /** Steps of one question. */
  readonly cost: number;
  private readonly spans: readonly Span[];

  /** `held` is all that has not ended; rules about other subjects are left aside. */
  constructor(held: readonly SourcedRule[], now: Date, subjects: readonly string[]) {
    const rules = held.filter((rule) =>
      listOf(rule.subject).some((each) => subjects.includes(each)),
    );
    const moments = [now, ...edgesAfter(rules, now)];
    this.spans = moments.map((at) => ({ rules: rules.filter((rule) => isLiveAt(rule, at)) }));
    const costs = this.spans.map((span) => span.rules.reduce((sum, rule) => sum + costOf(rule), 1));
    this.cost = costs.reduce((sum, cost) => sum + cost, 0);
  }

  /** Whether it is allowed at each moment. */
  always(action: string, subject: string, attributes: Attributes): boolean {
    return this.spans.every((span) => abilityIn(span).allows(action, subject, attributes));
  }

  /** Whether it is always allowed, whatever the attributes: by a rule without conditions, and none forbids. */
  alwaysWholly(action: string, subject: string): boolean {
    return this.spans.every(({ rules }) => isWhole(rules, action, subject));
  }

  /** Whether at some moment it is allowed with the attributes of `after`, and not with those of `before`. */
  opens(action: string, subject: string, before: Attributes, after: Attributes): boolean {
    return this.spans.some((span) => {
      const ability = abilityIn(span);
      return ability.allows(action, subject, after) && !ability.allows(action, subject, before);
    });
  }
}

const abilityIn = (span: Span): Asked =>
  (span.ability ??= compile(PROJECT_SUBJECTS, span.rules) as unknown as Asked);

function isWhole(rules: readonly SourcedRule[], action: string, subject: string): boolean {
  const row = rowOf(PROJECT_SUBJECTS, subject);
  return actionsBehind(row, action).every((part) => {
    const about = rules.filter(
      (rule) =>
        listOf(rule.subject).includes(subject) &&
        listOf(rule.action).some((each) => actionsBehind(row, each).includes(part)),
    );
    return (
      about.some(({ inverted, conditions }) => !inverted && conditions === undefined) &&
      !about.some(({ inverted }) => inverted)
    );
  });
}

/** The moments after `now` at which a rule begins or ends. */
function edgesAfter(rules: readonly SourcedRule[], now: Date): Date[] {
  const times = rules.flatMap(({ source: { validFrom, validUntil } }) =>
    [validFrom, validUntil].flatMap((edge) => (edge && edge > now ? [edge.getTime()] : [])),
  );
  return [...new Set(times)].map((time) => new Date(time));
}
