import type { ProjectEvent } from '../api/event-source';
import type { components } from '../api/schema';
import type { TimeSearch } from '../time/address';
import { before, type ChangeMoment } from '../time/model';

/** One thing that has just happened, as a line. */
export interface Happening {
  readonly id: string;
  readonly kind: string;
  /** Milliseconds since 1970, when this page heard of it. */
  readonly at: number;
  readonly where: string;
  readonly names: readonly string[];
}

/** Lines that are kept; older ones are in the list of the day. */
const KEPT = 100;

const text = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** The folder that an event is about; empty where it is about none. */
function whereOf(payload: ProjectEvent['payload']): string {
  const [first = {}] = payload;
  const environment = text(first['environment']);
  return environment === undefined ? '' : `${environment} ${text(first['secretPath']) ?? '/'}`;
}

/** What an event names, each once: secrets, roles, privileges, and by their ids those who hold them. */
const namesOf = (payload: ProjectEvent['payload']): string[] => [
  ...new Set(payload.flatMap((item) => NAMES.flatMap((field) => text(item[field]) ?? []))),
];

const NAMES = [
  ...(['secretKey', 'identityId', 'userId', 'groupId', 'roleSlug', 'privilegeSlug'] as const),
];

export const happeningOf = ({ id, kind, payload }: ProjectEvent, at: number): Happening => ({
  ...{ id, kind, at },
  where: whereOf(payload),
  names: namesOf(payload),
});

/** The newest first; an event that comes twice, as after a break, stands once. */
export const withHappening = (list: readonly Happening[], happening: Happening): Happening[] =>
  list.some(({ id }) => id === happening.id) ? [...list] : [happening, ...list].slice(0, KEPT);

/** What the audit log calls changes of who may do what in a project. */
export const ACCESS_ACTIONS = [
  ...['user-membership', 'identity-membership', 'group-membership'].flatMap((each) =>
    ['create', 'update', 'delete'].map((verb) => `${each}.${verb}`),
  ),
  ...['create', 'update', 'delete'].map((verb) => `project-role.${verb}`),
  ...['grant', 'amend', 'revoke'].map((verb) => `privilege.${verb}`),
];

type Entry = components['schemas']['AuditLogEntry'];

/** Whose access, or which role, an entry is about: by name where it is known, else by the id. */
export function changedHolder(
  { target }: Pick<Entry, 'target'>,
  names: ReadonlyMap<string, string>,
): string {
  const { slug, userId, identityId, groupId, members } = target;
  const nameOf = (id: string | undefined) => (id === undefined ? undefined : (names.get(id) ?? id));
  const holder = nameOf(text(identityId) ?? text(userId) ?? text(groupId));
  const others = Array.isArray(members)
    ? (members as { userId?: unknown }[]).map((each) => nameOf(text(each.userId)))
    : [];
  return [holder, ...others, text(slug)].filter((each) => each !== undefined).join(', ');
}

/** A change of the day, with where it was. */
export interface DayMoment extends ChangeMoment {
  readonly environment: string;
}

/** The changes of all environments in one list, the newest first. */
export const togetherOf = (
  days: readonly { readonly environment: string; readonly moments: readonly ChangeMoment[] }[],
): DayMoment[] =>
  days
    .flatMap(({ environment, moments }) => moments.map((moment) => ({ ...moment, environment })))
    .sort((one, other) => Date.parse(other.at) - Date.parse(one.at));

/** The moment right before a change of the day, among those of its environment. */
export const beforeDayMoment = (
  moments: readonly DayMoment[],
  moment: DayMoment,
): Pick<TimeSearch, 'at' | 'event'> =>
  before(
    moments.filter(({ environment }) => environment === moment.environment),
    moment,
  );
