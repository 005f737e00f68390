import { type Holding, rulesOf } from '../access/held-rules.js';
import type { Explanation } from '../permissions/ability.js';
import type { SourcedRule } from '../permissions/rule.js';
import { bindRules, type HolderFacts, haveTemplates } from '../permissions/templates.js';
import type { ProjectMember } from './project-members.repository.js';
import { type Question, answerQuestion, isRuleAbout } from './question.js';
import { slices } from '../access/slices.js';

/** start <= at < end. */
export const isLive = (
  { validFrom, validUntil }: Pick<Holding, 'validFrom' | 'validUntil'>,
  at: Date,
): boolean => (validFrom === null || validFrom <= at) && (validUntil === null || at < validUntil);

/** The moments after `at` at which any of the holdings begins or ends, in their order. */
export function edgesAfter(holdings: readonly Holding[], at: Date): Date[] {
  const times = holdings
    .flatMap(({ validFrom, validUntil }) => [validFrom, validUntil])
    .flatMap((edge) => (edge !== null && edge > at ? [edge.getTime()] : []));
  return [...new Set(times)].sort((a, b) => a - b).map((time) => new Date(time));
}

/** How many changes to come are looked at for the end of an answer. */
const MAX_EDGES = 1_000;

export interface TimedAnswer extends Explanation {
  /** When the answer turns into its opposite by the passing of time alone; null: not foreseeable. */
  readonly endsAt: Date | null;
}

type Holder = Pick<ProjectMember, 'kind' | 'holderId' | 'name' | 'metadata' | 'holdings'>;

/** What templates in rules are filled in with. */
const factsOf = ({ kind, holderId: id, name, metadata }: Holder): HolderFacts =>
  kind === 'user' ? { id, name: '', username: name, metadata } : { id, name, metadata };

/** The rules of a holding that speak of the question, as written. */
interface RelevantRules {
  readonly rules: readonly SourcedRule[];
  /** Whether the rules read differently for each holder. */
  readonly speaksOfIdentity: boolean;
}

/**
 * One question put to the engine for many holders. What several of them hold is sifted once, and
 * only rules that speak of the question reach the engine; the answer is the same as from all.
 */
export class Evaluator {
  private readonly sifted = new Map<string, RelevantRules>();
  private readonly turn = slices();

  constructor(private readonly question: Question) {}

  async evaluate(holder: Holder, at: Date): Promise<Explanation> {
    const facts = factsOf(holder);
    const rules: SourcedRule[] = [];
    for (const holding of holder.holdings) {
      await this.turn();
      if (!isLive(holding, at)) continue;
      const sifted = this.relevantRulesOf(holding);
      const own = sifted.speaksOfIdentity ? bindRules(sifted.rules, facts) : sifted.rules;
      for (const rule of own) rules.push(rule);
    }
    return answerQuestion(rules, this.question);
  }

  async evaluateWithEnd(holder: Holder, at: Date): Promise<TimedAnswer> {
    const now = await this.evaluate(holder, at);
    const holdings = holder.holdings.filter(
      (holding) => this.relevantRulesOf(holding).rules.length > 0,
    );
    for (const edge of edgesAfter(holdings, at).slice(0, MAX_EDGES)) {
      const then = await this.evaluate({ ...holder, holdings }, edge);
      if (then.allowed !== now.allowed) return { ...now, endsAt: edge };
    }
    return { ...now, endsAt: null };
  }

  private relevantRulesOf(holding: Holding): RelevantRules {
    const { kind, id, slug, validFrom, validUntil, groupId } = holding;
    const span = [validFrom?.getTime(), validUntil?.getTime()];
    const key = [kind, id ?? slug, ...span, groupId].join(' ');
    const known = this.sifted.get(key);
    if (known) return known;
    const rules = rulesOf(holding).filter((rule) => isRuleAbout(rule, this.question));
    const sifted = { rules, speaksOfIdentity: haveTemplates(rules) };
    this.sifted.set(key, sifted);
    return sifted;
  }
}
