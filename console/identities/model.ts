import type { components } from '../api/schema';
import { roleText } from '../access/model';
import type { WorkloadAuth } from './methods';

type Schemas = components['schemas'];
export type StoredToken = Schemas['StoredToken'];
type Secret = Schemas['ClientSecret'];
export type HeldRole = Schemas['HeldRole'];

const SECOND = 1000;
const DAY = 86_400 * SECOND;

/** Milliseconds before an end from which it is said to be soon. */
export const SOON = 14 * DAY;

/** When a client secret ends by its time; null where it never does. */
export const endOfSecret = ({ createdAt, clientSecretTTL }: Secret): string | null =>
  clientSecretTTL === 0 ? null : later(createdAt, clientSecretTTL);

/** When a token ends by its time, renewed or not; null where it never does. */
export function endOfToken(token: StoredToken): string | null {
  const { createdAt, accessTokenLastRenewedAt, accessTokenTTL, accessTokenMaxTTL } = token;
  const ends = [
    ...(accessTokenTTL === 0 ? [] : [later(accessTokenLastRenewedAt ?? createdAt, accessTokenTTL)]),
    ...(accessTokenMaxTTL === 0 ? [] : [later(createdAt, accessTokenMaxTTL)]),
  ];
  return ends.sort()[0] ?? null;
}

const later = (moment: string, seconds: number): string =>
  new Date(Date.parse(moment) + seconds * SECOND).toISOString();

export type Stage = 'endless' | 'far' | 'soon' | 'over';

/** How near an end is; `now` in milliseconds since 1970. */
export function stageOf(end: string | null, now: number): Stage {
  if (end === null) return 'endless';
  const left = Date.parse(end) - now;
  if (left <= 0) return 'over';
  return left < SOON ? 'soon' : 'far';
}

/** The end that comes next; null where none does. */
export const nextEnd = (ends: readonly (string | null)[], now: number): string | null =>
  ends.filter((end): end is string => end !== null && Date.parse(end) > now).sort()[0] ?? null;

/** What the search of the server takes as a part of a name. */
const SEARCHABLE = /^[A-Za-z0-9 _/-]{0,255}$/;
export const isSearchable = (text: string): boolean => SEARCHABLE.test(text);

export const roleOf = ({ role, customRoleName, customRoleSlug }: HeldRole): string =>
  customRoleSlug ? roleText(customRoleSlug, customRoleName) : (customRoleName ?? role);

/** Fields that the rows of all methods have, and what is shown beside the settings. */
const COMMON: ReadonlySet<string> = new Set([
  ...(['id', 'identityId', 'warnings', 'attachedBy', 'lastLogin', 'lastFailure'] as const),
  ...(['createdAt', 'updatedAt', 'accessTokenTTL', 'accessTokenMaxTTL', 'type'] as const),
  ...(['accessTokenNumUsesLimit', 'accessTokenTrustedIps', 'maxTokenAge'] as const),
]);
/** Characters of a setting that are shown. */
const MOST = 400;

/** The settings by which a login is checked, as texts; those that say nothing are left out. */
export const settingsOf = (auth: WorkloadAuth): (readonly [string, string])[] =>
  textsOf(Object.entries(auth).filter(([name]) => !COMMON.has(name)));

export const textsOf = (fields: readonly (readonly [string, unknown])[]) =>
  fields.flatMap(([name, value]): (readonly [string, string])[] => {
    const text = textOf(value);
    return text === '' ? [] : [[name, text.slice(0, MOST)]];
  });

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === false || value === '') return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join(', ');
  if (typeof value !== 'object') return String(value);
  return Object.entries(value)
    .map(([name, each]) => `${name}: ${textOf(each)}`)
    .join('\n');
}

interface Moment {
  readonly time: string | null;
  readonly more: readonly (readonly [string, string])[];
}

/** A login or a failure as the server keeps it: its time, and what came with it. */
export function momentIn(kept: object | undefined): Moment | null {
  if (kept === undefined) return null;
  const { time, ...more } = kept as { time?: unknown };
  return { time: typeof time === 'string' ? time : null, more: textsOf(Object.entries(more)) };
}

/** Seconds of the lives that a new client secret may have. */
export const LIVES = { none: 0, '30d': 30 * 86_400, '90d': 90 * 86_400, '1y': 365 * 86_400 };
export type Life = keyof typeof LIVES;
