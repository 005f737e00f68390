import { edgesAfter, type Holding, rulesOf } from '../access/held-rules.js';
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

/** How many changes to come are looked at for the end of an answer. */
const MAX_EDGES = 1_000;

export interface TimedAnswer extends Explanation {
  /** When the answer turns into its opposite by the passing of time alone; null: not foreseeable. */
  readonly endsAt: Date | null;
}

type Holder = Pick<ProjectMember, 'kind' | 'holderId' | 'name' | 'metadata' | 'holdings'>;

/** What templates in rules are filled in with. */
export const memberFacts = ({ kind, holderId: id, name, metadata }: Holder): HolderFacts =>
  kind === 'user' ? { id, name: '', username: name, metadata } : { id, name, metadata };

/** The rules of a holding that speak of the question, as written. */
interface RelevantRules {
  /** Tells it from all others of this question. */
  readonly number: number;
  readonly rules: readonly SourcedRule[];
  /** Whether the rules read differently for each holder. */
  readonly speaksOfIdentity: boolean;
}

/** Answers that one question keeps: most holders hold the same as others. */
const MAX_KEPT = 10_000;

/**
 * One question put to the engine for many holders. What several of them hold is selected once, and
 * only rules that speak of the question reach the engine; the answer is the same as from all. Holders of
 * the same rules have the same answer, unless the rules read differently for each.
 */
export class Evaluator {
  private readonly relevant = new Map<string, RelevantRules>();
  private readonly answers = new Map<string, Explanation>();
  private readonly turn = slices();

  constructor(private readonly question: Question) {}

  async evaluate(holder: Holder, at: Date): Promise<Explanation> {
    const held: RelevantRules[] = [];
    for (const holding of holder.holdings) {
      await this.turn();
      if (!isLive(holding, at)) continue;
      const relevant = this.relevantRulesOf(holding);
      if (relevant.rules.length > 0) held.push(relevant);
    }
    if (held.some(({ speaksOfIdentity }) => speaksOfIdentity)) {
      const facts = memberFacts(holder);
      return this.answer(held.flatMap(({ rules }) => bindRules(rules, facts)));
    }
    const key = held.map(({ number }) => number).join();
    const answer = this.answers.get(key) ?? (await this.answer(held.flatMap(({ rules }) => rules)));
    if (this.answers.size < MAX_KEPT) this.answers.set(key, answer);
    return answer;
  }

  private answer(rules: readonly SourcedRule[]): Promise<Explanation> {
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
    const known = this.relevant.get(key);
    if (known) return known;
    const rules = rulesOf(holding).filter((rule) => isRuleAbout(rule, this.question));
    const number = this.relevant.size;
    const relevant = { number, rules, speaksOfIdentity: haveTemplates(rules) };
    this.relevant.set(key, relevant);
    return relevant;
  }
}
