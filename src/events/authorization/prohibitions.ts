import { type Ability, compile } from '../../permissions/ability.js';
import { PROJECT_SUBJECTS, type ProjectSubjects } from '../../permissions/project-subjects.js';
import { listOf, type SourcedRule } from '../../permissions/rule.js';
import type { SecretItem } from '../log/event-kinds.js';

const MAX_CACHED = 10_000;
/** Attributes that an item about a whole folder does not have. */
const ABOUT_ONE_SECRET = ['secretName', 'secretTags'];

const conditionsOf = ({ conditions }: SourcedRule): object => (conditions ?? {}) as object;

/** A rule with a condition on kinds of events is part of `EventAuthorizer`. */
const forbidsSecrets = (rule: SourcedRule): boolean =>
  rule.inverted === true &&
  listOf(rule.subject).includes('secrets') &&
  !Object.hasOwn(conditionsOf(rule), 'eventType');

const isAboutFolders = (rule: SourcedRule): boolean =>
  !ABOUT_ONE_SECRET.some((field) => Object.hasOwn(conditionsOf(rule), field));

/**
 * Rules that forbid to know of secrets: what they hide in lists is in no event either. Compiled once for the rights
 * of an epoch; costs nothing where a caller has no such rule.
 */
export class SecretProhibitions {
  private readonly onSecrets: Ability<ProjectSubjects> | null;
  private readonly onFolders: Ability<ProjectSubjects> | null;
  private readonly answers = new Map<string, boolean>();

  constructor(rules: readonly SourcedRule[]) {
    const forbidding = rules
      .filter(forbidsSecrets)
      .map((rule) => ({ ...rule, subject: 'secrets' }));
    this.onSecrets = compiled(forbidding);
    this.onFolders = compiled(forbidding.filter(isAboutFolders));
  }

  /** Unknown tags count as forbidden ones. */
  hides(item: SecretItem): boolean {
    const { secretKey } = item;
    if (secretKey === undefined) return this.hidesFolder(item);
    const ability = this.onSecrets;
    if (ability === null) return false;
    return this.cached(item, () => forbids(ability, item, secretKey));
  }

  /** Whether every secret of the folder is hidden, whatever its name and tags. */
  hidesFolder(item: SecretItem): boolean {
    return this.onFolders !== null && forbids(this.onFolders, item, null);
  }

  private cached(item: SecretItem, decide: () => boolean): boolean {
    const { environment, secretPath, secretKey, secretTags } = item;
    const key = JSON.stringify([environment, secretPath, secretKey, secretTags]);
    const known = this.answers.get(key);
    if (known !== undefined) return known;
    if (this.answers.size >= MAX_CACHED) this.answers.clear();
    const answer = decide();
    this.answers.set(key, answer);
    return answer;
  }
}

const compiled = (rules: readonly SourcedRule[]): Ability<ProjectSubjects> | null =>
  rules.length === 0 ? null : compile(PROJECT_SUBJECTS, rules);

function forbids(
  ability: Ability<ProjectSubjects>,
  { environment, secretPath, secretTags }: SecretItem,
  secretName: string | null,
): boolean {
  const attributes = {
    environment,
    secretPath,
    secretName,
    secretTags: secretTags ?? null,
    eventType: null,
  };
  // Only rules that forbid were compiled.
  return ability.explain('describeSecret', 'secrets', attributes).decidedBy !== null;
}
