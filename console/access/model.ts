import type { components } from '../api/schema';
import { accessWords as words } from '../words/access';
import { type Action, ACTIONS, isAction } from './actions';
import { privilegeText } from './privilege-text';

type Schemas = components['schemas'];
export type Matrix = Schemas['PermissionMatrix'];
export type Rule = Schemas['PermissionRule'];
export type DecidingRule = Schemas['DecidingRule'];
type Source = DecidingRule['source'];

/** What is asked about: one act on one secret, or on every secret of a folder. */
export interface Subject {
  readonly action: Action;
  readonly secretPath: string;
  /** Empty: whatever the name. */
  readonly secretName: string;
}

/** One question for each environment. Tags are known of secrets that are there; a new one has none. */
export const questionsOf = (
  { action, secretPath, secretName }: Subject,
  environments: readonly string[],
  tagsIn: (environment: string) => readonly string[] = () => [],
) =>
  environments.slice(0, MAX_QUESTIONS).map((environment) => ({
    subject: 'secrets' as const,
    action,
    attributes: {
      ...{ environment, secretPath },
      ...(secretName === '' ? {} : { secretName, secretTags: [...tagsIn(environment)] }),
    },
  }));

/** Columns of one request. */
export const MAX_QUESTIONS = 50;

export interface Answer {
  readonly allowed: boolean;
  readonly rule?: number;
  readonly endsAt?: string;
}

export interface Cell extends Answer {
  readonly after?: Answer;
}

export interface Member {
  readonly kind: 'identity' | 'user';
  readonly id: string;
  readonly name: string;
  readonly cells: readonly Cell[];
}

/** What tells members of one name apart: the end of the id, whose beginning those made at one time share. */
export const shortId = (id: string): string => `…${id.slice(-8)}`;

/** Short ids of those whose name another of the same kind has too. */
export function namesakes(
  members: readonly Pick<Member, 'kind' | 'id' | 'name'>[],
): ReadonlyMap<string, string> {
  const groups = Map.groupBy(members, ({ kind, name }) => `${kind} ${name}`);
  const alike = [...groups.values()].filter(({ length }) => length > 1).flat();
  return new Map(alike.map(({ id }) => [id, shortId(id)]));
}

/** Machine identities and people of a page, by name. */
export const membersOf = ({ identities, users }: Matrix): Member[] =>
  [
    ...identities.map(({ identityId: id, ...rest }) => ({
      ...rest,
      id,
      kind: 'identity' as const,
    })),
    ...users.map(({ userId: id, email: name, ...rest }) => ({
      ...{ ...rest, id, name },
      kind: 'user' as const,
    })),
  ].sort((one, other) => one.name.localeCompare(other.name));

/** A member, and the rules that its cells name. */
export interface MemberWithRules {
  readonly member: Member;
  readonly rules: readonly DecidingRule[];
}

export const membersWithRules = (page: Matrix): MemberWithRules[] =>
  membersOf(page).map((member) => ({ member, rules: page.rules }));

/** A service token as a row of its own: what it does, its scopes and its maker both allow. */
export interface TokenWithRules extends MemberWithRules {
  readonly token: Schemas['MatrixToken'];
}

/** Service tokens of the first page; none where the caller may not read them. */
export const tokensWithRules = ({ serviceTokens = [], rules }: Matrix): TokenWithRules[] =>
  serviceTokens.map((token) => {
    const { serviceTokenId: id, name, cells } = token;
    return { token, rules, member: { kind: 'identity', id, name, cells } };
  });

/** Where a service token reaches, and to do what: `read: prod /apps/**`. */
export const scopeTexts = ({ scopes, permissions }: Schemas['MatrixToken']): string[] =>
  scopes.map(
    ({ environment, secretPath }) => `${permissions.join(', ')}: ${environment} ${secretPath}`,
  );

export type MarkName = 'may' | 'until' | 'some' | 'not' | 'forbidden';

/** Fields by which secrets of one folder differ. */
const OF_ONE_SECRET = ['secretName', 'secretTags'];

/** What a question leaves open. */
interface Asked {
  readonly rules: readonly DecidingRule[];
  /** Whether it is about every secret of a folder: a rule about some of them decides as if it were about each. */
  readonly isOfAll: boolean;
}

/** A rule that decides and does not allow is one that forbids. */
export function markOf({ allowed, rule, endsAt }: Answer, { rules, isOfAll }: Asked): MarkName {
  if (isOfAll && rule !== undefined && isAboutSome(rules[rule]?.rule)) return 'some';
  if (allowed) return endsAt === undefined ? 'may' : 'until';
  return rule === undefined ? 'not' : 'forbidden';
}

/** Whether a rule is about some secrets of a folder only. */
export const isAboutSome = (rule: Pick<Rule, 'conditions'> | undefined): boolean =>
  OF_ONE_SECRET.some((field) => Object.hasOwn(rule?.conditions ?? {}, field));

interface Reason {
  readonly allowed: boolean;
  readonly endsAt?: string | undefined;
  readonly decidedBy?: DecidingRule | null | undefined;
}

/** As `markOf`, of the answer that names its rule. */
export function markOfReason({ allowed, endsAt, decidedBy }: Reason, isOfAll: boolean): MarkName {
  const answer = { allowed, ...(endsAt === undefined ? {} : { endsAt }) };
  return decidedBy
    ? markOf({ ...answer, rule: 0 }, { rules: [decidedBy], isOfAll })
    : markOf(answer, { rules: [], isOfAll });
}

/** The names of actions in a sentence of the server, in plain words. */
export const plainReason = (sentence: string): string =>
  sentence
    .replace('use the action readValue on secrets', 'read the value of secrets')
    .replace('use the action describeSecret on secrets', 'see the names of secrets');

/** Names of the project's own roles by their slugs. */
export type RoleNames = ReadonlyMap<string, string>;

/** A role by its name and its slug, on every screen alike. */
export const roleText = (slug: string, name: string | null | undefined): string =>
  name && name !== slug ? `${name} (${slug})` : slug;

/** Where a rule comes from: `role Deployer (deployer) of group ops`. */
export function sourceText({ kind, slug, group, validUntil }: Source, names?: RoleNames): string {
  const role = words.role(roleText(slug, names?.get(slug)));
  const name = kind === 'role' ? role : privilegeText(slug, validUntil);
  return group ? `${name} ${words.ofGroup(group.name)}` : name;
}

const listOf = (value: string | readonly string[]): readonly string[] =>
  typeof value === 'string' ? [value] : value;

/** Seeing a name and reading its value together are to read; all that there is, everything. */
export function actionTexts(actions: readonly string[]): readonly string[] {
  const found = new Set(actions);
  if (ACTIONS.every((each) => found.has(each))) return [words.everything];
  const isReading = READING.every((each) => found.has(each));
  const others = isReading ? actions.filter((each) => !READING.includes(each)) : actions;
  const named = others.map((each) => (isAction(each) ? words.actions[each] : each));
  return isReading ? [words.read, ...named] : named;
}

export const READING: readonly string[] = ['describeSecret', 'readValue'];

/** What a rule says, in the words of the screen: `read the value: prod, /apps/**`. */
export function ruleText({ action, subject, conditions }: Rule): string {
  const acts = actionTexts(listOf(action as string | string[]));
  const subjects = listOf(subject as string | string[]);
  const about = subjects.join() === 'secrets' ? '' : ` ${subjects.join(', ')}`;
  const where = conditionTexts(conditions);
  return `${acts.join(', ')}${about}: ${where.length > 0 ? where.join(', ') : words.everywhere}`;
}

/** Each condition in short: what equals, is one of or matches is named by its value alone. */
export function conditionTexts(conditions: unknown): string[] {
  if (typeof conditions !== 'object' || conditions === null) return [];
  return Object.entries(conditions).map(([field, test]) => {
    if (typeof test === 'string') return test;
    const operators = Object.entries((test ?? {}) as object);
    const [operator, operand] = operators[0] ?? [];
    const isPlain = operators.length === 1 && PLAIN.has(operator ?? '');
    if (isPlain) return listOf(operand as string | string[]).join(' or ');
    return `${field} ${JSON.stringify(test)}`;
  });
}

const PLAIN: ReadonlySet<string> = new Set(['$eq', '$in', '$glob']);

/** How much of a span is left, from 1 to 0; null where it has no beginning or no end. */
export function leftOf(source: Source | undefined, now: number): number | null {
  const { validFrom, validUntil } = source ?? {};
  if (validFrom === undefined || validUntil === undefined) return null;
  const [from, until] = [Date.parse(validFrom), Date.parse(validUntil)];
  return Math.min(1, Math.max(0, (until - now) / (until - from)));
}

export interface KnownNames {
  readonly paths: readonly string[];
  namesIn(secretPath: string): readonly string[];
  tagsOf(environment: string, secretPath: string, secretName: string): readonly string[];
  /** Whether the folder of an environment holds the secret; any secret, where no name is given. */
  has(environment: string, secretPath: string, secretName: string): boolean;
  /** Whether a secret is in the folder or below it. */
  isHeld(environment: string, secretPath: string): boolean;
  /** Whether the list may lack some: then what is not in it may be there. */
  readonly isCut: boolean;
}

/** Folders, names and tags out of the list of names of a whole project. */
export function knownNames(list: Schemas['SecretNames']): KnownNames {
  const names = new Map<string, string[]>();
  const tags = new Map<string, readonly string[]>();
  for (const [i, name] of list.names.entries()) {
    const path = list.paths[list.folders[i] ?? 0] ?? '/';
    names.set(path, [...(names.get(path) ?? []), name]);
  }
  const places = new Set<string>();
  for (const [name = 0, environment = 0, , , , , tagSet = 0] of list.cells) {
    const path = list.paths[list.folders[name] ?? 0];
    const folder = `${list.environments[environment]}:${path}`;
    places.add(`${folder}:`).add(`${folder}:${list.names[name]}`);
    if (tagSet === 0) continue;
    tags.set(
      `${list.environments[environment]}:${path}:${list.names[name]}`,
      list.tagSets[tagSet - 1] ?? [],
    );
  }
  return {
    paths: [...new Set(['/', ...list.paths])],
    namesIn: (path) => names.get(path) ?? [],
    has: (environment, path, name) => places.has(`${environment}:${path}:${name}`),
    isHeld: (environment, path) => {
      const above = path === '/' ? '/' : `${path}/`;
      const below = list.paths.filter((each) => each === path || each.startsWith(above));
      return below.some((each) => places.has(`${environment}:${each}:`));
    },
    isCut: list.nextCursor !== undefined,
    tagsOf: (environment, path, name) => tags.get(`${environment}:${path}:${name}`) ?? [],
  };
}

/** The request as a command, with `$BASE` and `$TOKEN` as the README has them; `path` without `/api`. */
export const curlOf = (path: string, body: unknown): string =>
  [
    `curl "$BASE${path}" \\`,
    `  -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify(body).replaceAll("'", String.raw`'\''`)}'`,
  ].join('\n');
