import { edgesAfter, type Holding } from '../access/held-rules.js';
import { slices } from '../access/slices.js';
import { costOfRule } from '../access/work-budget.js';
import { Ability } from '../permissions/ability.js';
import { PROJECT_SUBJECTS } from '../permissions/project-subjects.js';
import { listOf, type SourcedRule } from '../permissions/rule.js';
import type { Attributes } from '../permissions/subject-table.js';
import { tooMuchToPreview } from './change-comparison.js';
import { isLive } from './evaluator.js';
import type { FolderPlace } from './project-places.repository.js';
import { type PlaceQuestion, questionsAt, type TouchedSubject } from './touched-questions.js';
import type { VisiblePlace } from './visible-places.js';

/** What somebody may do at a place only before, and only after. */
export interface PlaceDifference extends FolderPlace {
  readonly subject: string;
  readonly lost: readonly string[];
  readonly gained: readonly string[];
  /** The first of the secrets that it is about, and how many they are; null: the whole folder. */
  readonly some: { readonly names: readonly string[]; readonly count: number } | null;
}

/** What holders of the same rules hold, before and after. */
export interface HolderClass {
  readonly before: readonly Holding[];
  readonly after: readonly Holding[];
  /** The rules of a holding, as they read for these holders. */
  rulesOf(holding: Holding): readonly SourcedRule[];
}

/** How many spans of time to come are looked at. */
const MAX_SPANS = 100;
/** The work of one request. */
const MOST_STEPS = 5_000_000;
/** Steps of a question beside those of its rules. */
const OF_A_QUESTION = 20;
/** Compiled rules that are in memory together. */
const MAX_BYTES = 64 * 1_024 * 1_024;

type Ask = (action: string, subject: string, attributes: Attributes) => boolean;

/** What somebody may do in one span of time. */
interface Span {
  readonly before: Ask;
  readonly after: Ask;
}

interface CompiledClass {
  readonly spans: readonly Span[];
  /** Steps of one answer, before and after, in all spans. */
  readonly cost: number;
  readonly found: FoundDifferences;
}

/** Names that one place spells out. */
const MAX_NAMES = 20;
/** Places of one class of holders that are kept, with something lost and with something gained alone. */
const MAX_PLACES = 200;

/** Where a class of holders loses something, then where it only gains: the first of each, and how many there are. */
export class FoundDifferences {
  private readonly withLosses: PlaceDifference[] = [];
  private readonly onlyGained: PlaceDifference[] = [];
  total = 0;
  hasLost = false;
  hasGained = false;

  add(difference: PlaceDifference): void {
    this.total++;
    this.hasLost ||= difference.lost.length > 0;
    this.hasGained ||= difference.gained.length > 0;
    const list = difference.lost.length > 0 ? this.withLosses : this.onlyGained;
    if (list.length < MAX_PLACES) list.push(difference);
  }

  get kept(): readonly PlaceDifference[] {
    return [...this.withLosses, ...this.onlyGained].slice(0, MAX_PLACES);
  }
}

export interface EffectOnPlaces {
  /** For each class, in their order. */
  readonly differences: readonly FoundDifferences[];
  /** Places that were looked at, from the first on. */
  readonly looked: number;
}

/**
 * Asks the engine that enforces what each class of holders may do at each place, before and after, from a moment on.
 * It ends with the place at which its work is used up, so that what was looked at is the same for all.
 */
export class PlaceComparison {
  private readonly turn = slices();
  private steps = MOST_STEPS;
  private bytes = 0;

  constructor(
    private readonly subjects: readonly TouchedSubject[],
    private readonly from: Date,
  ) {}

  /** Throws 400 where those concerned hold too many rules. */
  async compare(
    classes: readonly HolderClass[],
    places: readonly VisiblePlace[],
  ): Promise<EffectOnPlaces> {
    const compiled: CompiledClass[] = [];
    for (const each of classes) compiled.push(await this.compile(each));
    const cost = compiled.reduce((sum, each) => sum + each.cost, 0);
    let looked = 0;
    for (const place of places) {
      for (const subject of this.subjects) {
        const questions = questionsAt(place, subject);
        this.steps -= cost * questions.reduce((sum, { actions }) => sum + actions.length, 0);
        if (this.steps < 0) return { differences: compiled.map(({ found }) => found), looked };
        for (const each of compiled)
          await this.addDifferences(each, place, subject.subject, questions);
      }
      looked++;
    }
    return { differences: compiled.map(({ found }) => found), looked };
  }

  private async compile({ before, after, rulesOf }: HolderClass): Promise<CompiledClass> {
    const moments = [this.from, ...edgesAfter([...before, ...after], this.from)];
    const spans: Span[] = [];
    let cost = 0;
    for (const at of moments.slice(0, MAX_SPANS)) {
      const live = (holdings: readonly Holding[]) =>
        holdings
          .filter((each) => isLive(each, at))
          .flatMap(rulesOf)
          .filter(this.isTouched);
      const rules = { before: live(before), after: live(after) };
      spans.push({ before: await this.askOf(rules.before), after: await this.askOf(rules.after) });
      cost += [...rules.before, ...rules.after].reduce(
        (sum, rule) => sum + costOfRule(rule),
        OF_A_QUESTION,
      );
    }
    return { spans, cost, found: new FoundDifferences() };
  }

  private readonly isTouched = ({ subject }: SourcedRule): boolean =>
    this.subjects.some((each) => listOf(subject).includes(each.subject));

  private async askOf(rules: readonly SourcedRule[]): Promise<Ask> {
    const ability = await Ability.inSlices(PROJECT_SUBJECTS, rules, this.turn);
    this.bytes += ability.estimatedBytes;
    if (this.bytes > MAX_BYTES) throw tooMuchToPreview();
    // The types of the table leave no room for attributes known only at run time.
    return ability.allows.bind(ability) as unknown as Ask;
  }

  private async addDifferences(
    { spans, found }: CompiledClass,
    { environment, secretPath }: VisiblePlace,
    subject: string,
    questions: readonly PlaceQuestion[],
  ): Promise<void> {
    const byText = new Map<string, { difference: Difference; names: string[] }>();
    for (const question of questions) {
      if (this.turn.isDue()) await this.turn();
      const difference = differenceOf(spans, subject, question);
      if (difference.lost.length + difference.gained.length === 0) continue;
      const text = JSON.stringify([question.name === null, difference]);
      const known = byText.get(text) ?? { difference, names: [] };
      if (question.name !== null) known.names.push(question.name);
      byText.set(text, known);
    }
    const secrets = questions.filter(({ name }) => name !== null).length;
    for (const { difference, names } of byText.values()) {
      const isOfAll = names.length === secrets || names.length === 0;
      const some = isOfAll ? null : { names: names.slice(0, MAX_NAMES), count: names.length };
      found.add({ environment, secretPath, subject, ...difference, some });
    }
  }
}

type Difference = Pick<PlaceDifference, 'gained' | 'lost'>;

function differenceOf(
  spans: readonly Span[],
  subject: string,
  { actions, attributes }: PlaceQuestion,
): Difference {
  const [lost, gained] = [new Set<string>(), new Set<string>()];
  for (const { before, after } of spans) {
    for (const action of actions) {
      const may = after(action, subject, attributes);
      if (before(action, subject, attributes) !== may) (may ? gained : lost).add(action);
    }
  }
  return { lost: [...lost], gained: [...gained] };
}
