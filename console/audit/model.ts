import { isAsking, type WhyNot } from '../api/rights-answers';
import type { components } from '../api/schema';
import { auditWords as words } from '../words/audit';
import type { AuditSearch } from './route';

type Schemas = components['schemas'];
export type Entry = Schemas['AuditLogEntry'];
export type Chain = Schemas['ChainStatus'];
type Target = Readonly<Record<string, unknown>>;

const HOUR = 3_600_000;

/** Milliseconds of the spans that may be chosen. */
export const PERIODS = { '1h': HOUR, '24h': 24 * HOUR, '7d': 168 * HOUR, '30d': 720 * HOUR };
export type Period = keyof typeof PERIODS;
export const isPeriod = (text: string | undefined): text is Period =>
  text !== undefined && Object.hasOwn(PERIODS, text);

/** What the server is asked. */
export interface LogFilter {
  readonly projectId?: string;
  readonly actor?: string;
  readonly eventType?: string;
  readonly secretKey?: string;
  readonly secretPath?: string;
  readonly startDate?: string;
  readonly endDate?: string;
}

/** The filter of an address; a span counts back from `now`, in milliseconds since 1970. */
export function filterOf(search: AuditSearch, now: number): LogFilter {
  const { project, actor, action, name, path, period, from, until } = search;
  const start = isPeriod(period) ? new Date(now - PERIODS[period]).toISOString() : from;
  return {
    ...(project ? { projectId: project } : {}),
    ...(actor ? { actor } : {}),
    ...(action ? { eventType: action } : {}),
    ...(name ? { secretKey: name } : {}),
    ...(path ? { secretPath: path } : {}),
    ...(start ? { startDate: start } : {}),
    ...(until && !isPeriod(period) ? { endDate: until } : {}),
  };
}

interface NothingFound {
  readonly filter: LogFilter;
  /** Why whoever looks may not read the log of the organization, and that of the project that is asked for. */
  readonly ofAll: WhyNot;
  readonly ofProject: WhyNot;
}

/** What is said where no entry was found: that there is none only to who would see it. Null while rights are asked. */
export function toldOfNothing({ filter, ofAll, ofProject }: NothingFound) {
  if (isAsking(ofAll) || isAsking(ofProject)) return null;
  if (ofAll !== null && filter.projectId !== undefined && ofProject !== null)
    return { title: words.notYours, help: ofProject };
  if (Object.keys(filter).length === 0)
    return ofAll === null
      ? { title: words.nothingYet, help: words.nothingYetHelp }
      : { title: words.nothingOfYours, help: words.nothingOfYoursHelp(ofAll) };
  return ofAll === null
    ? { title: words.nothing, help: words.nothingHelp }
    : { title: words.nothingOfYours, help: words.nothingHelp };
}

/** The moment of an entry alone: the log knows more of it than the milliseconds that it tells. */
export const momentFilter = (at: string): LogFilter => ({
  startDate: at,
  endDate: new Date(Date.parse(at) + 1).toISOString(),
});

export type Sign = 'adds' | 'changes' | 'removes' | 'reads' | 'other';

const VERBS: readonly (readonly [Sign, RegExp])[] = [
  ['reads', /(^|[.-])(read|compare|export|explain)$/],
  ['removes', /(^|[.-])(delete|deleted|remove|revoke|revoked|end|ended|expire|retire|off)$/],
  ['adds', /(^|[.-])(create|add|grant|invite|attach|issue|open|import|bootstrap)$/],
  ['changes', /(^|[.-])(update|rename|move|rollback|rotate|renew|edit)$/],
];

/** What kind of act it was, by its verb. */
export const signOf = (action: string): Sign =>
  VERBS.find(([, verb]) => verb.test(action))?.[0] ?? 'other';

interface NamedFolder {
  readonly environment?: string;
  readonly secretPath?: string;
  readonly secretKeys: readonly string[];
}

/** The secrets that an entry names, folder by folder. */
export function foldersOf(target: Target): NamedFolder[] {
  const { folders } = target;
  const all = Array.isArray(folders) ? (folders as readonly Target[]) : [target];
  return all.flatMap(({ environment, secretPath, secretKeys }) => {
    if (typeof environment !== 'string' && typeof secretPath !== 'string') return [];
    return {
      ...(typeof environment === 'string' ? { environment } : {}),
      ...(typeof secretPath === 'string' ? { secretPath } : {}),
      secretKeys: Array.isArray(secretKeys) ? secretKeys.map(String) : [],
    };
  });
}

/** Names that a line has room for. */
const SHOWN = 3;
/** Fields of a target by which people know the thing, the best known first. */
const NAMES = [
  ...(['name', 'commonName', 'slug', 'email', 'description', 'secretPath', 'path'] as const),
  ...(['sub', 'environment'] as const),
];

/** What it was done to, in a line: `prod /apps: API_KEY, DB_URL and 4 more`. */
export function targetText(
  { action, target }: Pick<Entry, 'action' | 'target'>,
  nameOf: (id: string) => string | undefined = () => undefined,
): string {
  if (action === 'audit.read') return filterText(target, nameOf);
  const [folder, ...more] = foldersOf(target);
  if (folder) {
    const { environment, secretPath, secretKeys } = folder;
    const place = [environment, secretPath].filter(Boolean).join(' ');
    const { count } = target;
    const all = Math.max(typeof count === 'number' ? count : 0, secretKeys.length);
    const names = secretKeys.slice(0, SHOWN).join(', ');
    const others = all - Math.min(secretKeys.length, SHOWN);
    const rest = others > 0 && names !== '' ? ` ${words.andMore(others)}` : '';
    const further = more.length > 0 ? ` ${words.andFolders(more.length)}` : '';
    return `${place}${names === '' ? '' : `: ${names}`}${rest}${further}`;
  }
  const known = NAMES.map((field) => target[field]).find((each) => typeof each === 'string');
  if (typeof known === 'string') return known;
  const [id = ''] = Object.values(target).filter((each) => typeof each === 'string');
  return nameOf(id) ?? id;
}

/** What was asked of the log itself. */
function filterText(target: Target, nameOf: (id: string) => string | undefined): string {
  const asked = Object.entries(target).filter(([field]) => field !== 'count');
  if (asked.length === 0) return words.wholeLog;
  return asked
    .map(([field, value]) => `${field} ${nameOf(textOf(value)) ?? textOf(value)}`)
    .join(', ');
}

const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value;
  const isPlain = Array.isArray(value) && value.every((each) => typeof each !== 'object');
  return isPlain ? value.join(', ') : JSON.stringify(value, null, 1);
};

/** A field of a target as it is read: a text, or JSON. */
export const factsOfTarget = (target: Target): (readonly [string, string])[] =>
  Object.entries(target).map(([field, value]) => [field, textOf(value)]);

/** Where the thing of an entry is shown; null where no screen shows it. */
export type Way =
  | {
      readonly kind: 'secret';
      readonly slug: string;
      readonly path: string;
      readonly environment?: string;
      readonly name?: string;
    }
  | { readonly kind: 'identity'; readonly id: string }
  | { readonly kind: 'role'; readonly slug: string; readonly role: string };

/** `slugOf` knows the projects of whoever looks. */
export function wayOf(entry: Entry, slugOf: (projectId: string) => string | undefined): Way | null {
  const { action, projectId, target } = entry;
  const slug = projectId === undefined ? undefined : slugOf(projectId);
  const [folder] = foldersOf(target);
  if (slug !== undefined && folder) {
    const { secretPath = '/', environment, secretKeys } = folder;
    const [name] = secretKeys;
    return {
      ...{ kind: 'secret', slug, path: secretPath },
      ...(environment === undefined ? {} : { environment }),
      ...(name === undefined ? {} : { name }),
    };
  }
  const { identityId, slug: role } = target;
  if (slug !== undefined && action.startsWith('project-role.') && typeof role === 'string')
    return action === 'project-role.delete' ? null : { kind: 'role', slug, role };
  if (typeof identityId === 'string' && action !== 'identity.delete')
    return { kind: 'identity', id: identityId };
  return null;
}

export type ChainVerdict = 'empty' | 'whole' | 'waiting' | 'unsealed';

/** What is to be said of the chain before all else. */
export function verdictOf({ linkedUpTo, waiting, withoutSeal }: Chain): ChainVerdict {
  if (withoutSeal > 0) return 'unsealed';
  if (waiting > 0) return 'waiting';
  return linkedUpTo ? 'whole' : 'empty';
}

const CHECKPOINT = /^[1-9]\d{0,14}:[0-9a-f]{64}$/;
export const isCheckpoint = (text: string): boolean => CHECKPOINT.test(text);

/** A moment for a field of the browser, in its own zone: `2026-11-21T14:02`. */
export function localOf(moment: string | undefined): string {
  if (moment === undefined || Number.isNaN(Date.parse(moment))) return '';
  const at = new Date(moment);
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

export const momentOf = (local: string): string | undefined =>
  local === '' || Number.isNaN(Date.parse(local)) ? undefined : new Date(local).toISOString();
