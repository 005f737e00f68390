import { actionTexts, ruleText } from '../access/model';
import type { components } from '../api/schema';
import { whatIfWords as words } from '../words/what-if';
import type { Effect } from './model';

export type ChangeEffect = components['schemas']['ChangeEffect'];
type MemberEffect = ChangeEffect['effects'][number];
type PlaceEffect = MemberEffect['places'][number];

export interface ChangedMember {
  readonly kind: 'identity' | 'user';
  readonly id: string;
  readonly name: string;
  readonly effect: Effect;
  readonly loses: readonly Line[];
  readonly gains: readonly Line[];
  /** Places that the answer leaves out. */
  readonly omitted: number;
}

/** The same acts in folders of one environment; without one, a rule about what has no folder. */
export interface Line {
  readonly environment: string | null;
  readonly acts: string;
  readonly folders: readonly string[];
  /** Of a rule: the things that it is about. */
  readonly subjects?: readonly string[];
}

/** The same acts in some environments; without one, the kinds of things that rules are about. */
export interface Summary {
  readonly acts: string;
  readonly environments: readonly string[];
  /** How many folders, each once. */
  readonly folders: number;
}

/** As many lines are read at a glance; more of them are taken together. */
const AT_A_GLANCE = 3;

/** Lines taken together by subject and place; null where they are few enough to read each. */
export function summaryOf(lines: readonly Line[]): Summary[] | null {
  if (lines.length <= AT_A_GLANCE) return null;
  const [rules, places] = [
    lines.filter(({ environment }) => environment === null),
    lines.filter(({ environment }) => environment !== null),
  ];
  const ofPlaces = [...Map.groupBy(places, ({ acts }) => acts)].map(([acts, alike]) => ({
    acts,
    environments: alike.map(({ environment }) => environment ?? ''),
    folders: new Set(alike.flatMap(({ folders }) => folders)).size,
  }));
  if (rules.length === 0) return ofPlaces;
  const subjects = [...new Set(rules.flatMap(({ subjects: of = [] }) => of))];
  return [...ofPlaces, { acts: words.kinds(subjects), environments: [], folders: 0 }];
}

/** Members of the answer in its order: who loses first, then who gains. */
export function changedMembers({ identities, users, effects }: ChangeEffect): ChangedMember[] {
  const told = effects.map(toldOf);
  const members = [
    ...identities.map(({ identityId: id, name, effect }) => ({
      ...{ kind: 'identity' as const, id, name, ...told[effect]! },
    })),
    ...users.map(({ userId: id, email: name, effect }) => ({
      ...{ kind: 'user' as const, id, name, ...told[effect]! },
    })),
  ];
  const rankOf = ({ loses, gains }: ChangedMember) =>
    loses.length > 0 ? 0 : gains.length > 0 ? 1 : 2;
  return members.sort(
    (one, other) => rankOf(one) - rankOf(other) || one.name.localeCompare(other.name),
  );
}

function toldOf(each: MemberEffect): Pick<ChangedMember, 'effect' | 'loses' | 'gains' | 'omitted'> {
  const loses = [...linesOf(each.places, 'loses'), ...each.loses.map(lineOfRule)];
  const gains = [...linesOf(each.places, 'gains'), ...each.gains.map(lineOfRule)];
  const effect =
    loses.length > 0 && gains.length > 0
      ? 'both'
      : loses.length > 0
        ? 'loses'
        : gains.length > 0
          ? 'gains'
          : 'same';
  return { effect, loses, gains, omitted: each.omittedPlaces };
}

const lineOfRule = (rule: MemberEffect['loses'][number]): Line => ({
  ...{ environment: null, folders: [] },
  subjects: Array.isArray(rule.subject) ? (rule.subject as string[]) : [String(rule.subject)],
  acts: rule.inverted ? `${words.forbid} ${ruleText(rule)}` : ruleText(rule),
});

/** A line for each environment and what is lost or gained in it, with the folders that have that in common. */
export function linesOf(places: readonly PlaceEffect[], kind: 'loses' | 'gains'): Line[] {
  const lines = new Map<string, { environment: string; acts: string; folders: string[] }>();
  for (const place of places) {
    if (place[kind].length === 0) continue;
    const { environment, subject } = place;
    const about = subject === 'secrets' ? '' : ` ${subject}`;
    const acts = `${actionTexts(place[kind]).join(', ')}${about}`;
    const key = `${environment} ${acts}`;
    const line = lines.get(key) ?? { environment, acts, folders: [] };
    line.folders.push(folderText(place));
    lines.set(key, line);
  }
  return [...lines.values()];
}

/** A folder, and the first names where not all of it is meant: `/apps: DB_URL and 3 more`. */
function folderText({ secretPath, secretNames, secretCount = 0 }: PlaceEffect): string {
  if (!secretNames) return secretPath;
  const shown = secretNames.slice(0, NAMED);
  const more = secretCount - shown.length;
  return words.onlyNames(secretPath, shown.join(', '), more);
}

const NAMED = 3;

/** How many lose and gain: where not all was looked at, it says of how much. */
export const countsText = ({ counts, lookedAt }: ChangeEffect): string => {
  const { gainers, losers, unchanged } = counts;
  const part = lookedAt.isComplete ? '' : `, ${words.inPart(lookedAt.folders)}`;
  return `${words.counts(gainers, losers, unchanged)}${part}.`;
};

/** Whether a change is known to give and take nothing, for nobody: where not all was looked at, it is not known. */
export const isVain = ({ counts, lookedAt }: Pick<ChangeEffect, 'counts' | 'lookedAt'>): boolean =>
  lookedAt.isComplete && counts.gainers === 0 && counts.losers === 0;
